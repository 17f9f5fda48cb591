#pragma once
// DefectSet: known mistakes that can be put into the protocol, to show that the properties see
// them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ringcheck {

/// A mistake that protocol code makes when asked to. The protocol as it stands has none of them.
enum class Defect : std::uint8_t {
  unnest_before_publish,  ///< put_handle clears the nest count before it stores the head
  recheck_before_unnest,  ///< put_handle looks for nested records before it clears the nest count
  no_recheck,           ///< put_handle does not look for nested records after it cleared the count
  publish_when_nested,  ///< put_handle publishes at every nesting level
  failed_begin_keeps_nest,   ///< a begin that fails for space returns without put_handle
  failed_begin_stores_nest,  ///< a begin that fails for space only decrements the nest count
  reservation_not_atomic,    ///< begin reserves by a load and a store
  lost_not_exchanged,        ///< begin takes the lost count by a load and a store of 0
  lost_not_counted,          ///< a begin that fails for space counts no loss
  full_to_the_last_byte,     ///< begin lets head - tail reach the buffer's size
  size_of_payload_only,      ///< the header's size leaves out the header
  tail_masked,               ///< the reader stores its tail modulo the buffer's size
  tail_before_copy,          ///< the reader stores its tail before it loads the records
  tail_is_head,              ///< the reader skips what is left after one record of a poll
  tail_restarts,             ///< the reader reads each chunk of records once more
  head_loaded_before_nest,   ///< put_handle loads the write position of a further round before it
                             ///< raises the nest count
  nest_cleared_by_nested,    ///< a nested writer stores 0 to the nest count instead of one less
  nest_not_looked_at,        ///< put_handle takes every writer for the outermost one
  head_in_two_stores,        ///< data_head is stored in two parts, the lower five bits first
  lost_not_in_space_test,    ///< begin leaves the LOST record that is due out of the space test
  lost_without_pages,        ///< a begin on a buffer without pages counts a loss
  paused_not_counted,        ///< a begin that finds the buffer paused counts no loss
  paused_count_not_atomic,   ///< a begin that finds the buffer paused counts the loss by a load and
                             ///< a store
  resume_without_pages,      ///< a buffer without pages can be resumed
  lost_sample_when_full_only,  ///< a begin that finds the buffer paused is not counted on its event
  lost_count_narrow,           ///< begin takes the lowest eight bits of the lost count only
  space_full_width,  ///< the space test compares positions at full width instead of modulo the size
  wakeup_not_modular,         ///< the watermark is compared without regard to wrapped positions
  tail_not_modular,           ///< the space test is compared without regard to wrapped positions
  wakeup_sampled_late,        ///< the wakeup stamp is sampled behind the reservation instead of in
                              ///< get_handle
  events_not_atomic,          ///< samples are counted by a load and a store
  size_not_clamped,           ///< a record may be larger than the 16 bits of its size can say
  wrong_end_of_reservation,   ///< a writer writes at the other end of what it has reserved
  reader_starts_at_zero,      ///< a reader of a mapping that was read before starts at 0
  lost_read_from_id,          ///< the reader takes the id of a LOST record for its count
  size_zero_accepted,         ///< the reader takes records of any small size, 0 included
  size_beyond_head_accepted,  ///< the reader takes a record that does not end before what it may
                              ///< read
  copy_does_not_wrap,         ///< the reader reads a record that wraps on behind the buffer's end
  drain_loads_head_again,     ///< a poll goes on as long as there is more
  range_keeps_torn_record,  ///< the reader of an overwrite buffer keeps the record that the end of
                            ///< its window cuts
  range_drops_last_record,  ///< the reader of an overwrite buffer drops the last record when its
                            ///< window is exactly full
  range_is_previous,  ///< the reader of an overwrite buffer reads on to where it began the last
                      ///< time
  range_without_end,  ///< the reader of an overwrite buffer searches on past the size of the buffer
  writable_backward,  ///< a backward buffer is written as if its reader gave space back
  wakeup_not_negated,  ///< a backward buffer takes its position for how far its stream has come
  prev_not_updated,    ///< the reader of an overwrite buffer does not remember where it began
  // AUX transactions.
  refused_not_disabled,     ///< an AUX begin without room does not ask for the event to be disabled
  refused_not_woken,        ///< an AUX begin without room does not wake the reader
  truncated_not_disabled,   ///< an AUX end that tells a truncation does not ask for disabling
  aux_reference_first,      ///< AUX begin takes its reference before it looks at the mapping count
  aux_mapping_not_checked,  ///< AUX begin does not look at the mapping count
  wakeup_one_watermark,     ///< aux_wakeup moves by one watermark, however far the head went
  wakeup_when_overwriting,  ///< wakeups are worked out in overwrite mode too
  skip_keeps_wakeup,        ///< skip leaves the handle's wakeup as it was
  skip_keeps_room,          ///< skip leaves the handle's size as it was
  skip_keeps_head,          ///< skip leaves the handle's head as it was
  skip_beyond_room,         ///< skip passes over more than the room
  flagged_record_suppressed,    ///< no AUX record for an empty transaction with a flag
  aux_full_to_the_last_byte,    ///< AUX begin grants the last byte too
  aux_tail_not_checked,         ///< AUX begin takes any tail for a reader's
  copy_aux_nothing_when_equal,  ///< equal ends of a copied AUX range are no bytes apart
  copy_aux_not_around,          ///< a copied AUX range stops at the end of the area
  aux_order_ignores_watermark,  ///< pieces of an AUX area are as large as they come
  sampling_not_marked,          ///< taking an AUX sample leaves no mark for NMIs
  sample_size_not_bounded,      ///< AUX samples are as large as they were asked for
  // Intel PT.
  pt_wrapped_ignored,         ///< PT takes a full buffer for an empty one
  pt_gate_closed_late,        ///< PT closes the interrupt's gate behind stopping the unit
  pt_gate_not_checked,        ///< PT's interrupt does not look at the gate
  pt_page_too_many,           ///< PT's STOP marker is one page too far
  pt_markers_left,            ///< PT leaves the markers of the last transaction where they were
  pt_vmx_switch_not_flagged,  ///< VMX is switched in a transaction without PARTIAL
  pt_vmx_start_not_flagged,   ///< PT starts while VMX is on without PARTIAL
  pt_reference_moves,     ///< perf compares with the place that its copy is of; the mistakes behind
                          ///< show
  pt_scan_from_zero,      ///< perf looks for trace in all of the area, not near its end
  pt_sample_trusts_gate,  ///< PT takes a closed gate for a stopped unit when it is sampled
  // Intel BTS.
  bts_active_before_begin,  ///< BTS sets its state before it has a transaction
  bts_claims_every_nmi,     ///< BTS takes every interrupt for its own
  bts_private_of_any_page,  ///< BTS takes whatever a page's private field holds for its order
  // Arm CoreSight.
  etr_copies_all,              ///< ETR copies more than there is room
  etr_packet_at_first_offset,  ///< ETR puts the barrier packet where its trace started
  etr_starts_at_words,         ///< ETR starts at a word where there is no room for all
  etr_source_wraps_late,       ///< ETR copies from behind its buffer's end
  etr_flags_snapshots,         ///< ETR calls a full buffer truncated in overwrite mode
  etr_syncs_not_around,        ///< ETR syncs a flat buffer up to its end only
  etr_pages_not_around,        ///< ETR syncs scattered pages up to the last only
  cs_looks_for_trace,          ///< perf finds CoreSight's snapshots as it did until 2021
  snapshot_table_half_set,     ///< perf sets the last entry only of a table that it grows
  etr_compares_wrappers,     ///< ETR's tracers compare their own structs instead of the buffer that
                             ///< they share
  etf_packet_by_terminator,  ///< an ETF's barrier packet ends at a word that nobody wrote
  sink_ends_always,  ///< stopping closes the transaction even where a sink's interrupt has closed
                     ///< it
  trbe_irq_not_masked,      ///< TRBE's interrupt may come while its buffer is looked at
  trbe_status_not_cleared,  ///< TRBE's interrupt is left behind when its buffer was looked at
  trbe_wrap_at_pointer,   ///< TRBE takes its write pointer for the end of a buffer that was filled
  trbe_wrap_not_flagged,  ///< TRBE does not tell that its buffer was filled
  trbe_traces_without_buffer,  ///< the CPU goes on tracing when TRBE has no buffer
  sysfs_mode_not_rechecked,    ///< sysfs does not look at the sink's mode again behind allocating
  session_put_outside_mutex,   ///< a session's buffer is put outside the mutex
  session_buffer_not_retried,  ///< a tracer keeps a buffer of its own when another was faster
  trbe_base_at_start,  ///< TRBE's base is the start of the area, where units may write behind a
                       ///< fill
  trbe_no_spare_page,  ///< TRBE keeps no page free for units that write behind the limit
  // Arm SPE.
  spe_pointer_before_drain,   ///< SPE reads its write pointer before it is drained
  spe_ends_twice,             ///< SPE's stop closes a transaction that its interrupt has closed
  spe_irq_work_not_run,       ///< SPE's interrupt restarts before perf's work has run
  spe_tail_rounded_up,        ///< SPE's limit is the end of the tail's page
  spe_wakeup_in_the_past,     ///< SPE's limit is a wakeup that lies behind the head
  spe_later_of_limits,        ///< SPE's limit is the later of tail and wakeup
  spe_pads_without_skip,      ///< SPE pads and leaves the head where it was
  spe_skips_without_padding,  ///< SPE skips what it did not pad
  spe_snapshot_of_all,        ///< SPE's snapshots go up to the end of the buffer
  // perf reads the AUX area.
  window_without_remainder,  ///< a drain's offset takes 2^64 for a multiple of every length
  window_masks_any_length,   ///< a drain takes every length for a power of two
  window_empty_when_equal,   ///< equal ends of a drain are no bytes apart
  window_trim_kept_back,     ///< a drain that trims comes back for what it trimmed
  aio_tail_before_copy,      ///< perf gives the ring back before it has copied
  aio_writes_from_ring,      ///< perf writes the file from the ring itself
  aio_put_early,             ///< perf drops its reference to the map when a write starts
  aio_block_reused,          ///< perf reuses a block whose write is not complete
  file_padding_not_written,  ///< perf announces padding and does not write it
  // Widths of numbers.
  compat_compares_low_halves,  ///< a 32-bit reader compares the low halves of two heads
  compat_two_loads,            ///< a 32-bit reader loads the head twice instead of three times
  compat_stores_any_tail,      ///< a 32-bit reader stores tails beyond 32 bits
  spe_wakeup_not_modular,      ///< SPE compares positions instead of their differences
  narrow_area_size,            ///< a driver works out the area's size in half a word
  // Address filters.
  filter_ignores_file_offset,  ///< a filter's range does not go by the mapping's offset in the file
  filter_end_wraps,            ///< a filter up to the end of all addresses wraps
  filter_not_canonical,        ///< filters are programmed with addresses that are not canonical
  filter_shifted_in_32_bits,   ///< a filter's configuration is shifted in 32 bits
  filter_generation_early,  ///< the generation of filters moves before the ranges, outside the lock
  filter_exec_keeps_generation,  ///< exec clears ranges and leaves their generation
  filter_no_restart,             ///< an event that runs is not restarted for new ranges
  filter_restart_without_stop,   ///< ranges are programmed while the unit traces
  filter_synced_without_lock,    ///< ranges are read without the lock
  filter_not_cloned,             ///< an inherited event starts without ranges
  wake_own_event_only,           ///< a wakeup reaches those who wait on the writer's event only
  clear_after_wake,   ///< the interrupt work clears its pending wakeup after it has woken
  wake_when_nested,   ///< each writer wakes for its own record, a nested one before it is published
  flag_after_wakeup,  ///< a wakeup is queued before rb->poll is set
  check_before_registering,  ///< poll looks at rb->poll before it stands in the wait queue
  no_catch_up_wake,          ///< a change of an event's buffer wakes nobody
  readd_without_grace,       ///< an event goes to another buffer's list without a grace period
  grace_forgotten,       ///< the mark that a grace period is due is cleared before it is looked at
  set_output_one_mutex,  ///< set_output holds the mutex of its own event only
  dec_then_test,         ///< a count of mappings is taken down in one access, read in another
  mmap_failure_continues,  ///< an mmap that finds no buffer counts itself all the same
  get_without_test,        ///< a reference is taken without a look whether any is left
  sched_in_without_wmb,    ///< an event becomes active without a barrier behind its CPU number
  stop_without_rmb,        ///< who stops an event reads its CPU number without a barrier
  aux_head_when_woken,   ///< an AUX transaction's end stores the head only when it wakes the reader
  aux_nest_left,         ///< an AUX transaction's end does not clear the nest count
  dma_not_synced,        ///< a buffer that a device wrote is read as the CPU saw it before
  dma_synced_short,      ///< the last unit of what a device wrote is not synced
  etr_loss_not_flagged,  ///< what does not fit is left behind, and nothing tells so
  etr_copies_oldest,     ///< what does not fit is left behind at the end, not at the start
  // More of the AUX area: who maps, wakes, interrupts, programs and takes snapshots.
  aux_head_before_record,      ///< AUX end stores the head before it writes the AUX record
  child_wakes_itself,          ///< an inherited event wakes those who wait on itself: nobody
  aux_mmap_over_data,          ///< the AUX area may lie over the data pages
  aux_mmap_elsewhere,          ///< the AUX area may be mapped at another offset than was announced
  aux_mmap_size_not_checked,   ///< the AUX area may be mapped with another size than was announced
  aux_mmap_any_pages,          ///< an AUX area may have any number of pages
  aux_mmap_again_moved,        ///< an AUX area may be mapped again at another offset
  aux_mmap_again_resized,      ///< an AUX area may be mapped again with another size
  aux_mmap_offset_read_twice,  ///< what was announced is read again behind the checks
  pt_irq_by_other_events,      ///< PT interrupts are dropped unless another event is active
  bts_head_behind_end,         ///< BTS moves its head behind the end of the transaction
  etr_private_head,            ///< ETR copies to where the head was when its sink was enabled
  trbe_no_isb,      ///< no context synchronisation stands between TRBE's pointers and its enable
  trbe_no_isb_off,  ///< none stands between disabling TRBE and its pointers
  filter_stop_anywhere,    ///< a CPU does not look whether the event that it is to stop has left it
  window_of_offsets,       ///< perf drains heads that are offsets as if they ran
  record_signal_any_time,  ///< perf takes a snapshot's signal while it reads another one
  record_started_cleared_late,  ///< perf forgets a signal that comes behind its reading
  record_finish_first,          ///< perf starts trace again before it has read the snapshot
  record_exit_without_stop,     ///< perf reads the snapshot at its exit while the unit traces
  record_exit_restarts,         ///< perf starts trace again behind the snapshot at its exit
  aux_unmap_skips_stop,     ///< who unmaps an AUX area does not stop the event that writes to it
  attach_moves_first,       ///< an event is moved to another buffer before it is stopped
  aux_mutex_of_event,       ///< mappings of an AUX area are serialised by their event's mutex alone
  redirected_across_cpus,   ///< set_output lets events of two CPUs share a buffer
  redirected_across_tasks,  ///< set_output lets events of two tasks share a buffer
  inherited_is_mapped,      ///< mmap accepts an inherited event that follows its task
  remapped_in_any_size,     ///< mmap accepts another size than the buffer has
  mapping_is_split,         ///< a mapping may be split
  aux_page_not_clamped,     ///< the index of an AUX page is not clamped
  data_page_is_writable,    ///< a fault lets user space write to data pages
  reserves_at_user_head,    ///< begin takes the write position from the page that users write
  condition_not_carried,  ///< what a branch found goes through a local, and controls nothing there
  aux_put_before_stop,    ///< who unmaps an AUX area gives its pages up before it stops writers
  redirected_across_aux_pmus,  ///< set_output lets AUX events of two PMUs share a buffer
  mapped_behind_mutex,         ///< mmap counts the mapping and maps pages behind the mutex
  skip_wakes_nobody,           ///< an AUX skip accounts for a wakeup and wakes nobody
  aux_woken_before_head,       ///< an AUX end wakes the reader before it stores aux_head
  aux_unmap_gives_up,          ///< who stops an AUX event takes -EAGAIN for done
  sink_always_drained,         ///< every tracer drains the sink, whoever else uses it
  sink_always_programmed,      ///< every tracer programs the sink, whoever uses it
  sink_left_by_first,          ///< the first tracer to leave a sink stops it
  overlap_without_padding,   ///< perf looks for what two snapshots share without regard to padding
  spe_irq_no_isb,            ///< SPE's interrupt clears its status right behind the pointers
  record_failed_start_read,  ///< perf reads a snapshot before which the unit could not be stopped
  record_failed_read_goes_on,  ///< perf waits for signals again when reading a snapshot failed
};

/// The part of the protocol that a defect belongs to.
enum class DefectPart : std::uint8_t {
  data_ring,
  aux,
  aux_ordering,  ///< of the AUX area, in what exploration of it judges
};

/// What is known of a defect.
struct DefectInfo {
  Defect defect;
  std::string_view name;
  std::string_view entry;  ///< of the catalogue of real defects
  DefectPart part = DefectPart::data_ring;
};

/// Every defect, in the order of the enumeration.
inline constexpr auto kDefects = std::to_array<DefectInfo>({
    {Defect::unnest_before_publish, "unnest-before-publish", "N-01"},
    {Defect::recheck_before_unnest, "recheck-before-unnest", "N-03"},
    {Defect::no_recheck, "no-recheck", "N-03"},
    {Defect::publish_when_nested, "publish-when-nested", "N-05"},
    {Defect::failed_begin_keeps_nest, "failed-begin-keeps-nest", "N-04"},
    {Defect::failed_begin_stores_nest, "failed-begin-stores-nest", "G-01"},
    {Defect::reservation_not_atomic, "reservation-not-atomic", "N-06"},
    {Defect::lost_not_exchanged, "lost-not-exchanged", "L-01"},
    {Defect::lost_not_counted, "lost-not-counted", "L-03"},
    {Defect::full_to_the_last_byte, "full-to-the-last-byte", ""},
    {Defect::size_of_payload_only, "size-of-payload-only", "G-04"},
    {Defect::tail_masked, "tail-masked", "G-06"},
    {Defect::tail_before_copy, "tail-before-copy", "R-10"},
    {Defect::tail_is_head, "tail-is-head", "R-10"},
    {Defect::tail_restarts, "tail-restarts", "G-09"},
    {Defect::head_loaded_before_nest, "head-loaded-before-nest", "N-02"},
    {Defect::nest_cleared_by_nested, "nest-cleared-by-nested", "N-04"},
    {Defect::nest_not_looked_at, "nest-not-looked-at", "N-04"},
    {Defect::head_in_two_stores, "head-in-two-stores", "M-11"},
    {Defect::lost_not_in_space_test, "lost-not-in-space-test", "L-02"},
    {Defect::lost_without_pages, "lost-without-pages", "L-03"},
    {Defect::paused_not_counted, "paused-not-counted", "L-03"},
    {Defect::paused_count_not_atomic, "paused-count-not-atomic", "L-03"},
    {Defect::resume_without_pages, "resume-without-pages", "L-04"},
    {Defect::lost_sample_when_full_only, "lost-sample-when-full-only", "L-05"},
    {Defect::lost_count_narrow, "lost-count-narrow", "L-06"},
    {Defect::space_full_width, "space-full-width", "W-02"},
    {Defect::wakeup_not_modular, "wakeup-not-modular", "W-04"},
    {Defect::tail_not_modular, "tail-not-modular", "W-04"},
    {Defect::wakeup_sampled_late, "wakeup-sampled-late", "K-06"},
    {Defect::events_not_atomic, "events-not-atomic", "K-08"},
    {Defect::size_not_clamped, "size-not-clamped", "G-05"},
    {Defect::wrong_end_of_reservation, "wrong-end-of-reservation", "G-02"},
    {Defect::reader_starts_at_zero, "reader-starts-at-zero", "G-07"},
    {Defect::lost_read_from_id, "lost-read-from-id", "R-08"},
    {Defect::size_zero_accepted, "size-zero-accepted", "R-11"},
    {Defect::size_beyond_head_accepted, "size-beyond-head-accepted", "R-11"},
    {Defect::copy_does_not_wrap, "copy-does-not-wrap", "R-07"},
    {Defect::drain_loads_head_again, "drain-loads-head-again", "R-09"},
    {Defect::range_keeps_torn_record, "range-keeps-torn-record", "O-05"},
    {Defect::range_drops_last_record, "range-drops-last-record", "O-05"},
    {Defect::range_is_previous, "range-is-previous", "O-03"},
    {Defect::range_without_end, "range-without-end", "O-10"},
    {Defect::writable_backward, "writable-backward", "O-04"},
    {Defect::wakeup_not_negated, "wakeup-not-negated", "O-07"},
    {Defect::prev_not_updated, "prev-not-updated", "O-08"},
    {Defect::refused_not_disabled, "refused-not-disabled", "A-01", DefectPart::aux},
    {Defect::refused_not_woken, "refused-not-woken", "A-01", DefectPart::aux},
    {Defect::truncated_not_disabled, "truncated-not-disabled", "A-04", DefectPart::aux},
    {Defect::aux_reference_first, "aux-reference-first", "A-05", DefectPart::aux},
    {Defect::aux_mapping_not_checked, "aux-mapping-not-checked", "A-06", DefectPart::aux},
    {Defect::wakeup_one_watermark, "wakeup-one-watermark", "A-10", DefectPart::aux},
    {Defect::wakeup_when_overwriting, "wakeup-when-overwriting", "A-10", DefectPart::aux},
    {Defect::skip_keeps_wakeup, "skip-keeps-wakeup", "A-11", DefectPart::aux},
    {Defect::skip_keeps_room, "skip-keeps-room", "A-11", DefectPart::aux},
    {Defect::skip_keeps_head, "skip-keeps-head", "A-11", DefectPart::aux},
    {Defect::skip_beyond_room, "skip-beyond-room", "A-11", DefectPart::aux},
    {Defect::flagged_record_suppressed, "flagged-record-suppressed", "A-12", DefectPart::aux},
    {Defect::aux_full_to_the_last_byte, "aux-full-to-the-last-byte", "A-15", DefectPart::aux},
    {Defect::aux_tail_not_checked, "aux-tail-not-checked", "A-16", DefectPart::aux},
    {Defect::copy_aux_nothing_when_equal, "copy-aux-nothing-when-equal", "A-18", DefectPart::aux},
    {Defect::copy_aux_not_around, "copy-aux-not-around", "A-18", DefectPart::aux},
    {Defect::aux_order_ignores_watermark, "aux-order-ignores-watermark", "A-20", DefectPart::aux},
    {Defect::sampling_not_marked, "sampling-not-marked", "A-17", DefectPart::aux},
    {Defect::sample_size_not_bounded, "sample-size-not-bounded", "G-05", DefectPart::aux},
    {Defect::pt_wrapped_ignored, "pt-wrapped-ignored", "P-01", DefectPart::aux},
    {Defect::pt_gate_closed_late, "pt-gate-closed-late", "P-03", DefectPart::aux},
    {Defect::pt_gate_not_checked, "pt-gate-not-checked", "P-03", DefectPart::aux},
    {Defect::pt_page_too_many, "pt-page-too-many", "P-05", DefectPart::aux},
    {Defect::pt_markers_left, "pt-markers-left", "P-05", DefectPart::aux},
    {Defect::pt_vmx_switch_not_flagged, "pt-vmx-switch-not-flagged", "P-07", DefectPart::aux},
    {Defect::pt_vmx_start_not_flagged, "pt-vmx-start-not-flagged", "P-07", DefectPart::aux},
    {Defect::pt_reference_moves, "pt-reference-moves", "P-08", DefectPart::aux},
    {Defect::pt_scan_from_zero, "pt-scan-from-zero", "P-09", DefectPart::aux},
    {Defect::pt_sample_trusts_gate, "pt-sample-trusts-gate", "P-02", DefectPart::aux},
    {Defect::bts_active_before_begin, "bts-active-before-begin", "T-01", DefectPart::aux},
    {Defect::bts_claims_every_nmi, "bts-claims-every-nmi", "T-02", DefectPart::aux},
    {Defect::bts_private_of_any_page, "bts-private-of-any-page", "T-04", DefectPart::aux},
    {Defect::etr_copies_all, "etr-copies-all", "C-02", DefectPart::aux},
    {Defect::etr_packet_at_first_offset, "etr-packet-at-first-offset", "C-03", DefectPart::aux},
    {Defect::etr_starts_at_words, "etr-starts-at-words", "C-04", DefectPart::aux},
    {Defect::etr_source_wraps_late, "etr-source-wraps-late", "C-05", DefectPart::aux},
    {Defect::etr_flags_snapshots, "etr-flags-snapshots", "C-09", DefectPart::aux},
    {Defect::etr_syncs_not_around, "etr-syncs-not-around", "C-11", DefectPart::aux},
    {Defect::etr_pages_not_around, "etr-pages-not-around", "C-11", DefectPart::aux},
    {Defect::cs_looks_for_trace, "cs-looks-for-trace", "C-13", DefectPart::aux},
    {Defect::snapshot_table_half_set, "snapshot-table-half-set", "C-13", DefectPart::aux},
    {Defect::etr_compares_wrappers, "etr-compares-wrappers", "C-06", DefectPart::aux},
    {Defect::etf_packet_by_terminator, "etf-packet-by-terminator", "C-10", DefectPart::aux},
    {Defect::sink_ends_always, "sink-ends-always", "C-14", DefectPart::aux},
    {Defect::trbe_irq_not_masked, "trbe-irq-not-masked", "C-15", DefectPart::aux},
    {Defect::trbe_status_not_cleared, "trbe-status-not-cleared", "C-15", DefectPart::aux},
    {Defect::trbe_wrap_at_pointer, "trbe-wrap-at-pointer", "C-15", DefectPart::aux},
    {Defect::trbe_wrap_not_flagged, "trbe-wrap-not-flagged", "C-16", DefectPart::aux},
    {Defect::trbe_traces_without_buffer, "trbe-traces-without-buffer", "C-16", DefectPart::aux},
    {Defect::sysfs_mode_not_rechecked, "sysfs-mode-not-rechecked", "C-18", DefectPart::aux},
    {Defect::session_put_outside_mutex, "session-put-outside-mutex", "C-19", DefectPart::aux},
    {Defect::session_buffer_not_retried, "session-buffer-not-retried", "C-19", DefectPart::aux},
    {Defect::trbe_base_at_start, "trbe-base-at-start", "C-20", DefectPart::aux},
    {Defect::trbe_no_spare_page, "trbe-no-spare-page", "C-20", DefectPart::aux},
    {Defect::spe_pointer_before_drain, "spe-pointer-before-drain", "S-01", DefectPart::aux},
    {Defect::spe_ends_twice, "spe-ends-twice", "S-01", DefectPart::aux},
    {Defect::spe_irq_work_not_run, "spe-irq-work-not-run", "S-01", DefectPart::aux},
    {Defect::spe_tail_rounded_up, "spe-tail-rounded-up", "S-02", DefectPart::aux},
    {Defect::spe_wakeup_in_the_past, "spe-wakeup-in-the-past", "S-02", DefectPart::aux},
    {Defect::spe_later_of_limits, "spe-later-of-limits", "S-02", DefectPart::aux},
    {Defect::spe_pads_without_skip, "spe-pads-without-skip", "S-03", DefectPart::aux},
    {Defect::spe_skips_without_padding, "spe-skips-without-padding", "S-03", DefectPart::aux},
    {Defect::spe_snapshot_of_all, "spe-snapshot-of-all", "S-04", DefectPart::aux},
    {Defect::window_without_remainder, "window-without-remainder", "R-02", DefectPart::aux},
    {Defect::window_masks_any_length, "window-masks-any-length", "R-02", DefectPart::aux},
    {Defect::window_empty_when_equal, "window-empty-when-equal", "R-03", DefectPart::aux},
    {Defect::window_trim_kept_back, "window-trim-kept-back", "R-04", DefectPart::aux},
    {Defect::aio_tail_before_copy, "aio-tail-before-copy", "R-06", DefectPart::aux},
    {Defect::aio_writes_from_ring, "aio-writes-from-ring", "R-06", DefectPart::aux},
    {Defect::aio_put_early, "aio-put-early", "R-06", DefectPart::aux},
    {Defect::aio_block_reused, "aio-block-reused", "R-06", DefectPart::aux},
    {Defect::file_padding_not_written, "file-padding-not-written", "R-05", DefectPart::aux},
    {Defect::compat_compares_low_halves, "compat-compares-low-halves", "W-01", DefectPart::aux},
    {Defect::compat_two_loads, "compat-two-loads", "W-01", DefectPart::aux},
    {Defect::compat_stores_any_tail, "compat-stores-any-tail", "W-01", DefectPart::aux},
    {Defect::spe_wakeup_not_modular, "spe-wakeup-not-modular", "W-04", DefectPart::aux},
    {Defect::narrow_area_size, "narrow-area-size", "W-05", DefectPart::aux},
    {Defect::filter_ignores_file_offset, "filter-ignores-file-offset", "F-03", DefectPart::aux},
    {Defect::filter_end_wraps, "filter-end-wraps", "F-03", DefectPart::aux},
    {Defect::filter_not_canonical, "filter-not-canonical", "F-03", DefectPart::aux},
    {Defect::filter_shifted_in_32_bits, "filter-shifted-in-32-bits", "F-04", DefectPart::aux},
    {Defect::filter_generation_early, "filter-generation-early", "F-01", DefectPart::aux},
    {Defect::filter_exec_keeps_generation, "filter-exec-keeps-generation", "F-01", DefectPart::aux},
    {Defect::filter_no_restart, "filter-no-restart", "F-01", DefectPart::aux},
    {Defect::filter_restart_without_stop, "filter-restart-without-stop", "F-01", DefectPart::aux},
    {Defect::filter_synced_without_lock, "filter-synced-without-lock", "F-01", DefectPart::aux},
    {Defect::filter_not_cloned, "filter-not-cloned", "F-02", DefectPart::aux},
    {Defect::wake_own_event_only, "wake-own-event-only", "K-01"},
    {Defect::clear_after_wake, "clear-after-wake", "K-04"},
    {Defect::wake_when_nested, "wake-when-nested", "K-06"},
    {Defect::flag_after_wakeup, "flag-after-wakeup", "K-09"},
    {Defect::check_before_registering, "check-before-registering", "K-09"},
    {Defect::no_catch_up_wake, "no-catch-up-wake", "K-07"},
    {Defect::readd_without_grace, "readd-without-grace", "Z-01"},
    {Defect::grace_forgotten, "grace-forgotten", "Z-02"},
    {Defect::set_output_one_mutex, "set-output-one-mutex", "Z-03"},
    {Defect::dec_then_test, "dec-then-test", "Z-04"},
    {Defect::mmap_failure_continues, "mmap-failure-continues", "Z-07"},
    {Defect::get_without_test, "get-without-test", "Z-05"},
    {Defect::sched_in_without_wmb, "sched-in-without-wmb", "Z-12"},
    {Defect::stop_without_rmb, "stop-without-rmb", "Z-12"},
    {Defect::aux_head_when_woken, "aux-head-when-woken", "", DefectPart::aux_ordering},
    {Defect::aux_nest_left, "aux-nest-left", "", DefectPart::aux_ordering},
    {Defect::dma_not_synced, "dma-not-synced", "C-11", DefectPart::aux_ordering},
    {Defect::dma_synced_short, "dma-synced-short", "C-11", DefectPart::aux_ordering},
    {Defect::etr_loss_not_flagged, "etr-loss-not-flagged", "C-16", DefectPart::aux_ordering},
    {Defect::etr_copies_oldest, "etr-copies-oldest", "C-02", DefectPart::aux_ordering},
    {Defect::aux_head_before_record, "aux-head-before-record", "A-13", DefectPart::aux},
    {Defect::child_wakes_itself, "child-wakes-itself", "A-03", DefectPart::aux},
    {Defect::aux_mmap_over_data, "aux-mmap-over-data", "A-19", DefectPart::aux},
    {Defect::aux_mmap_elsewhere, "aux-mmap-elsewhere", "A-19", DefectPart::aux},
    {Defect::aux_mmap_size_not_checked, "aux-mmap-size-not-checked", "A-19", DefectPart::aux},
    {Defect::aux_mmap_any_pages, "aux-mmap-any-pages", "A-19", DefectPart::aux},
    {Defect::aux_mmap_again_moved, "aux-mmap-again-moved", "A-19", DefectPart::aux},
    {Defect::aux_mmap_again_resized, "aux-mmap-again-resized", "A-19", DefectPart::aux},
    {Defect::aux_mmap_offset_read_twice, "aux-mmap-offset-read-twice", "Z-11", DefectPart::aux},
    {Defect::pt_irq_by_other_events, "pt-irq-by-other-events", "P-04", DefectPart::aux},
    {Defect::bts_head_behind_end, "bts-head-behind-end", "T-05", DefectPart::aux},
    {Defect::etr_private_head, "etr-private-head", "C-12", DefectPart::aux},
    {Defect::trbe_no_isb, "trbe-no-isb", "C-17", DefectPart::aux},
    {Defect::trbe_no_isb_off, "trbe-no-isb-off", "C-17", DefectPart::aux},
    {Defect::filter_stop_anywhere, "filter-stop-anywhere", "F-05", DefectPart::aux},
    {Defect::window_of_offsets, "window-of-offsets", "S-06", DefectPart::aux},
    {Defect::record_signal_any_time, "record-signal-any-time", "R-12", DefectPart::aux},
    {Defect::record_started_cleared_late, "record-started-cleared-late", "R-12", DefectPart::aux},
    {Defect::record_finish_first, "record-finish-first", "R-12", DefectPart::aux},
    {Defect::record_exit_without_stop, "record-exit-without-stop", "R-12", DefectPart::aux},
    {Defect::record_exit_restarts, "record-exit-restarts", "R-12", DefectPart::aux},
    {Defect::aux_unmap_skips_stop, "aux-unmap-skips-stop", "A-07", DefectPart::aux_ordering},
    {Defect::attach_moves_first, "attach-moves-first", "A-08", DefectPart::aux_ordering},
    {Defect::aux_mutex_of_event, "aux-mutex-of-event", "A-09", DefectPart::aux_ordering},
    {Defect::redirected_across_cpus, "redirected-across-cpus", "N-08"},
    {Defect::redirected_across_tasks, "redirected-across-tasks", "N-08"},
    {Defect::inherited_is_mapped, "inherited-is-mapped", "N-08"},
    {Defect::remapped_in_any_size, "remapped-in-any-size", "G-03"},
    {Defect::mapping_is_split, "mapping-is-split", "Z-06"},
    {Defect::aux_page_not_clamped, "aux-page-not-clamped", "Z-09"},
    {Defect::data_page_is_writable, "data-page-is-writable", "Z-10"},
    {Defect::reserves_at_user_head, "reserves-at-user-head", "Z-10"},
    {Defect::condition_not_carried, "condition-not-carried", "M-03"},
    {Defect::aux_put_before_stop, "aux-put-before-stop", "Z-13", DefectPart::aux_ordering},
    {Defect::redirected_across_aux_pmus, "redirected-across-aux-pmus", "N-08"},
    {Defect::mapped_behind_mutex, "mapped-behind-mutex", "Z-08"},
    {Defect::skip_wakes_nobody, "skip-wakes-nobody", "A-11", DefectPart::aux_ordering},
    {Defect::aux_woken_before_head, "aux-woken-before-head", "A-10", DefectPart::aux_ordering},
    {Defect::aux_unmap_gives_up, "aux-unmap-gives-up", "A-07", DefectPart::aux_ordering},
    {Defect::sink_always_drained, "sink-always-drained", "C-06", DefectPart::aux_ordering},
    {Defect::sink_always_programmed, "sink-always-programmed", "C-18", DefectPart::aux_ordering},
    {Defect::sink_left_by_first, "sink-left-by-first", "C-19", DefectPart::aux_ordering},
    {Defect::overlap_without_padding, "overlap-without-padding", "P-10", DefectPart::aux},
    {Defect::spe_irq_no_isb, "spe-irq-no-isb", "C-17", DefectPart::aux},
    {Defect::record_failed_start_read, "record-failed-start-read", "R-12", DefectPart::aux},
    {Defect::record_failed_read_goes_on, "record-failed-read-goes-on", "R-12", DefectPart::aux},
});
inline constexpr std::size_t kDefectCount = kDefects.size();

/// The defect called `name`, if there is one.
constexpr std::optional<Defect> find_defect(std::string_view name) {
  for (const DefectInfo& info : kDefects)
    if (info.name == name) return info.defect;
  return std::nullopt;
}

/// The name of `defect`.
constexpr std::string_view name_of(Defect defect) {
  for (const DefectInfo& info : kDefects)
    if (info.defect == defect) return info.name;
  return "";
}

/// A set of defects.
class DefectSet {
 public:
  constexpr DefectSet() = default;
  constexpr explicit DefectSet(Defect defect) { insert(defect); }
  constexpr void insert(Defect d) { words_[index(d) / 64] |= bit(d); }
  [[nodiscard]] constexpr bool has(Defect d) const { return (words_[index(d) / 64] & bit(d)) != 0; }
  [[nodiscard]] constexpr bool none() const { return words_ == Words{}; }

 private:
  using Words = std::array<std::uint64_t, (kDefectCount + 63) / 64>;

  static constexpr std::size_t index(Defect d) { return static_cast<std::size_t>(d); }
  static constexpr std::uint64_t bit(Defect d) { return std::uint64_t{1} << index(d) % 64; }

  Words words_{};
};

}  // namespace ringcheck
