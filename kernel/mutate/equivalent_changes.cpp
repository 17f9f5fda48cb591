// Changes of the kernel's text that nothing can see, and why.
// Tested by `make kernel`: if a change differs after all, its row here is a lie, and that shows.
#include <array>

#include "kernel/mutate/hold_changes.hpp"

namespace ringcheck {
namespace {

/// A change, and why it changes nothing.
struct Equivalent {
  std::string_view function, from, to;
  unsigned nth;  ///< 0: each of them
  std::string_view why;
};

constexpr std::string_view kNode = "the node is a wish; which one memory comes from, nobody asks";
constexpr std::string_view kZeroed = "the buffer is zeroed, and zero is a lock that nobody holds";

constexpr std::string_view kOnePiece =
    "in overwrite mode rb_alloc_aux gives such a PMU one piece, or nothing";
constexpr std::string_view kMessage = "it is for a message";
constexpr std::string_view kHasBuffer = "a transaction has a buffer";
constexpr std::string_view kSetAgain = "it is set again before anybody looks";
constexpr std::string_view kTwoModes = "perf and sysfs are all who enable a sink";
constexpr std::string_view kHolds = "what is warned of never comes to pass";

constexpr std::string_view kPrinted = "what is printed is not compared";
constexpr std::string_view kAnyError = "any number but 0 is an error";
constexpr std::string_view kTextGiven = "it is set again: perf asks for snapshots by a text";
constexpr std::string_view kUnused = "nobody looks at it";
constexpr std::string_view kSamePages = "it comes to the same number of pages";
constexpr std::string_view kUnderLock = "a lock is held, under which alone it changes";
constexpr std::string_view kEqual = "what is equal is set to what it is";

constexpr std::array kEquivalent = {
    Equivalent{"__perf_output_begin", "handle->flags =", "", 0,
               "the flags are those of a transaction, and perf_aux_output_begin sets them to 0"},
    Equivalent{"ring_buffer_init", "mutex_init", "rc_nothing", 0, kZeroed},
    Equivalent{"ring_buffer_init", "rb->overwrite =", "", 1, "the buffer is zeroed"},
    Equivalent{"perf_aux_output_begin", "output_event =", "", 0,
               "ring_buffer_get goes to the parent by itself"},
    Equivalent{"perf_output_copy_aux", "-", "", 1, "perf_output_copy copies all"},
    Equivalent{"ring_buffer_put", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"perf_mmap", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"perf_mmap", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"perf_mmap_close", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"ring_buffer_attach", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"arm_trbe_enable", "-", "", 0, kAnyError},
    Equivalent{"trbe_apply_work_around_before_enable", "-", "", 0, kAnyError},
    Equivalent{"ring_buffer_init", "spin_lock_init", "rc_nothing", 0, kZeroed},
    Equivalent{"rb_alloc_aux", "-", "", 1, kNode},
    Equivalent{"rb_alloc_aux", "1", "2", 1, kNode},
    Equivalent{"rb_alloc_aux", "-", "", 2, kNode},
    Equivalent{"rb_alloc_aux", "1", "2", 2, kNode},
    Equivalent{"rb_alloc_aux", "==", "!=", 1, kNode},
    Equivalent{"perf_mmap_alloc_page", "==", "!=", 1, kNode},
    Equivalent{"perf_mmap_alloc_page", "-", "", 0, kNode},
    Equivalent{"perf_mmap_alloc_page", "1", "2", 0, kNode},
    Equivalent{"rb_alloc", "node =", "", 0, kNode},
    Equivalent{"rb_alloc", "==", "!=", 1, kNode},
    Equivalent{"rb_alloc", "-", "", 1, kNode},
    Equivalent{"rb_alloc", "1", "2", 1, kNode},
    Equivalent{"trbe_alloc_node", "if", "rc_unless", 0, kNode},
    Equivalent{"trbe_alloc_node", "==", "!=", 0, kNode},
    Equivalent{"trbe_alloc_node", "-", "", 0, kNode},
    Equivalent{"trbe_alloc_node", "1", "2", 0, kNode},
    Equivalent{"bts_buffer_setup_aux", "1", "2", 2, kOnePiece},
    Equivalent{"bts_buffer_setup_aux", "return", "", 1, kOnePiece},
    Equivalent{"bts_buffer_setup_aux", "buf->data_pages =", "", 0, kUnused},
    Equivalent{"bts_config_buffer", "0", "1", 1, kSetAgain},
    Equivalent{"topa_alloc", "tp->topa.last =", "", 0, "the page is zeroed"},
    Equivalent{"etb_read", ">", ">=", 1, kEqual},
    Equivalent{"catu_populate_table", "memset", "rc_nothing", 0, "pages of tables come zeroed"},
    Equivalent{"catu_init_sg_table", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"catu_init_sg_table", "catu_dump_table", "rc_nothing", 0, kMessage},
    Equivalent{"catu_free_etr_buf", "||", "&&", 0, kHolds},
    Equivalent{"catu_enable_hw", "if", "rc_unless", 1, kMessage},
    Equivalent{"catu_enable_hw", "dev_warn", "rc_nothing", 0, kMessage},
    Equivalent{"catu_disable_hw", "0", "1", 1, kUnused},
    Equivalent{"catu_disable_hw", "rc =", "", 0, kUnused},
    Equivalent{"catu_disable", "0", "1", 1, kUnused},
    Equivalent{"tmc_etr_get_sysfs_trace", ">", ">=", 1, kEqual},
    Equivalent{"tmc_etr_get_sysfs_trace", "<=", "<", 1, "of nothing there is nothing to read"},
    Equivalent{"tmc_etr_setup_sysfs_buf", "0", "1", 0, kNode},
    Equivalent{"tmc_etr_sync_sysfs_buf", "tmc_etr_free_sysfs_buf", "rc_nothing", 0, kHolds},
    Equivalent{"tmc_etr_sync_sysfs_buf", "drvdata->sysfs_buf =", "", 0, kHolds},
    Equivalent{"tmc_etr_get_sysfs_buffer", "READ_ONCE", "rc_plain_read", 0, kUnderLock},
    Equivalent{"tmc_enable_etr_sink_sysfs", "READ_ONCE", "rc_plain_read", 0, kUnderLock},
    Equivalent{"tmc_enable_etr_sink_sysfs", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_enable_etr_sink_perf", "||", "&&", 1, kHasBuffer},
    Equivalent{"tmc_alloc_etr_buffer", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_free_etr_buffer", "goto", "", 1, "an event has a buffer"},
    Equivalent{"tmc_disable_etr_sink", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"tmc_disable_etr_sink", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_read_prepare_etr", "return", "", 1, kHolds},
    Equivalent{"tmc_read_prepare_etr", "-", "", 1, kHolds},
    Equivalent{"tmc_read_unprepare_etr", "return", "", 1, kHolds},
    Equivalent{"tmc_read_unprepare_etr", "-", "", 1, kHolds},
    Equivalent{"tmc_etr_alloc_flat_buf", "etr_buf->mode =", "", 0,
               "the buffer is zeroed, and so is the number of this mode"},
    Equivalent{"tmc_get_memwidth_mask", "break", "", 2, "it is the last of its switch"},
    Equivalent{"trbe_has_erratum", "<", "<=", 0, "all that are asked for are below"},
    Equivalent{"set_trbe_limit_pointer_enabled", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"set_trbe_limit_pointer_enabled", "~", "", 0,
               "the register has no such bit, and all others are set anew"},
    Equivalent{"set_trbe_limit_pointer_enabled", "|=", "=", 1,
               "all that the register had is taken out before"},
    Equivalent{"arm_trbe_alloc_buffer", "buf->trbe_write =", "", 0, kSetAgain},
    Equivalent{"arm_trbe_update_buffer", "0", "1", 1,
               "nobody asks for an update of a sink that is off"},
    Equivalent{"arm_trbe_update_buffer", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"arm_trbe_disable", "WARN_ON", "rc_nothing", 0, kHolds},
    Equivalent{"arm_trbe_disable", "buf->cpudata =", "", 0, kSetAgain},
    Equivalent{"trbe_handle_overflow", "-", "", 0, kAnyError},
    Equivalent{"arm_trbe_irq_handler", "||", "&&", 0,
               "without a handle or a transaction a null pointer was used before"},
    Equivalent{"intel_pt_masked_bits", "63", "64", 0, "clang shifts by 63 then"},
    Equivalent{"intel_pt_masked_bits", "<", "<=", 0, "the mask has no bits left"},
    Equivalent{"intel_pt_masked_bits", "64", "65", 0, "the mask has no bits left"},
    Equivalent{"intel_pt_read_config", "*res =", "", 0, "after an error, who asks sets it to 0"},
    Equivalent{"intel_pt_read_config", "0", "1", 1, "after an error, who asks sets it to 0"},
    Equivalent{"intel_pt_read_config", "return", "", 1, "no bits are selected by none"},
    Equivalent{"intel_pt_read_config", "-", "", 0, kAnyError},
    Equivalent{"intel_pt_psb_period", "val =", "", 0, "after an error it is 0 already"},
    Equivalent{"intel_pt_psb_period", "pr_debug2", "rc_nothing", 0, kPrinted},
    Equivalent{"intel_pt_parse_snapshot_options", "0", "1", 1, kTextGiven},
    Equivalent{"intel_bts_parse_snapshot_options", "0", "1", 1, kTextGiven},
    Equivalent{"arm_spe_parse_snapshot_options", "0", "1", 1, kTextGiven},
    Equivalent{"cs_etm_parse_snapshot_options", "0", "1", 1, kTextGiven},
    Equivalent{"intel_bts_parse_snapshot_options", "btsr->snapshot_size =", "", 0, kUnused},
    Equivalent{"cs_etm_parse_snapshot_options", "ptr->snapshot_size =", "", 0, kUnused},
    Equivalent{"intel_pt_snapshot_ref_buf_size", "0", "1", 1,
               "it is set again: PSBs are always some bytes apart"},
    Equivalent{"intel_pt_snapshot_ref_buf_size", ">", ">=", 0, kEqual},
    Equivalent{"intel_pt_snapshot_init", "return", "", 1,
               "decided again, it comes to the same: areas have one length"},
    Equivalent{"intel_pt_copy_ref", ">=", ">", 0, "the other way copies nothing from the end"},
    Equivalent{"intel_pt_first_wrap", "<", "<=", 1, kEqual},
    Equivalent{"intel_pt_first_wrap", "0", "1", 1, kEqual},
    Equivalent{"intel_bts_first_wrap", "<", "<=", 1, kEqual},
    Equivalent{"intel_bts_first_wrap", "0", "1", 1, kEqual},
    Equivalent{"intel_pt_find_snapshot", "pr_debug3", "rc_nothing", 0, kPrinted},
    Equivalent{"intel_pt_find_snapshot", "pr_err", "rc_nothing", 0, kPrinted},
    Equivalent{"intel_pt_find_snapshot", "goto", "", 1, "intel_pt_snapshot_init does not fail"},
    Equivalent{"intel_pt_find_snapshot", "return", "", 1, "the error that is returned is 0"},
    Equivalent{"intel_bts_find_snapshot", "pr_debug3", "rc_nothing", 0, kPrinted},
    Equivalent{"intel_bts_find_snapshot", "pr_err", "rc_nothing", 0, kPrinted},
    Equivalent{"intel_bts_free_snapshot_refs", "0", "1", 1, "Intel BTS has no copies"},
    Equivalent{"intel_bts_free_snapshot_refs", "zfree", "rc_nothing", 1, "Intel BTS has no copies"},
    Equivalent{"branch", "u64", "u32", 0, "its size alone counts, and stays a multiple of 8"},
    Equivalent{"arm_spe_alloc_wrapped_array", "return", "", 1, "who calls it has looked"},
    Equivalent{"arm_spe_alloc_wrapped_array", "0", "1", 1, "who calls it has looked"},
    Equivalent{"arm_spe_buffer_has_wrapped", ">", ">=", 0, kEqual},
    Equivalent{"arm_spe_find_snapshot", "pr_debug3", "rc_nothing", 0, kPrinted},
    Equivalent{"arm_spe_snapshot_resolve_auxtrace_defaults", "128", "129", 0, kSamePages},
    Equivalent{"arm_spe_snapshot_resolve_auxtrace_defaults", "256", "257", 0, kSamePages},
    Equivalent{"arm_spe_recording_init", "sper->itr.alignment =", "", 0, "the part is zeroed"},
    Equivalent{"cs_etm_reference", "<<", ">>", 1, "by 0 bits"},
    Equivalent{"__tmc_etb_enable_hw", "0", "1", 1, kSetAgain},
    Equivalent{"__tmc_etb_enable_hw", "dev_err", "rc_nothing", 0, kMessage},
    Equivalent{"__tmc_etf_enable_hw", "0", "1", 1, kSetAgain},
    Equivalent{"__tmc_etf_enable_hw", "dev_err", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_etb_dump_hw", "1", "2", 0, "any number but 0 goes on"},
    Equivalent{"tmc_enable_etf_sink_sysfs", "0", "1", 1, kSetAgain},
    Equivalent{"tmc_enable_etf_sink_sysfs", "false", "true", 1,
               "where it is not set again nothing was allocated"},
    Equivalent{"tmc_enable_etf_sink_perf", "0", "1", 1, kSetAgain},
    Equivalent{"tmc_enable_etf_sink_perf", "break", "", 4, kHasBuffer},
    Equivalent{"tmc_enable_etf_sink", "ret =", "", 3, kTwoModes},
    Equivalent{"tmc_enable_etf_sink", "-", "", 1, kTwoModes},
    Equivalent{"tmc_enable_etf_sink", "break", "", 3, kTwoModes},
    Equivalent{"tmc_enable_etf_sink", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_disable_etf_sink", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_enable_etf_link", "false", "true", 1, kMessage},
    Equivalent{"tmc_enable_etf_link", "first_enable =", "", 0, kMessage},
    Equivalent{"tmc_enable_etf_link", "true", "false", 1, kMessage},
    Equivalent{"tmc_enable_etf_link", "if", "rc_unless", 5, kMessage},
    Equivalent{"tmc_enable_etf_link", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_disable_etf_link", "false", "true", 1, kMessage},
    Equivalent{"tmc_disable_etf_link", "last_disable =", "", 0, kMessage},
    Equivalent{"tmc_disable_etf_link", "true", "false", 1, kMessage},
    Equivalent{"tmc_disable_etf_link", "if", "rc_unless", 3, kMessage},
    Equivalent{"tmc_disable_etf_link", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_alloc_etf_buffer", "node =", "", 0, kNode},
    Equivalent{"tmc_alloc_etf_buffer", "==", "!=", 0, kNode},
    Equivalent{"tmc_alloc_etf_buffer", "-", "", 1, kNode},
    Equivalent{"tmc_alloc_etf_buffer", "1", "2", 0, kNode},
    Equivalent{"etb_enable_perf", "goto", "", 4, kHasBuffer},
    Equivalent{"etb_enable", "ret =", "", 3, kTwoModes},
    Equivalent{"etb_enable", "-", "", 1, kTwoModes},
    Equivalent{"etb_enable", "break", "", 3, kTwoModes},
    Equivalent{"etb_enable", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"__etb_disable_hw", "if", "rc_unless", 0, kMessage},
    Equivalent{"__etb_disable_hw", "dev_err", "rc_nothing", 0, kMessage},
    Equivalent{"etb_dump_hw", "dev_err", "rc_nothing", 0, kMessage},
    Equivalent{"tmc_set_etf_buffer", "return", "", 1, kHasBuffer},
    Equivalent{"tmc_set_etf_buffer", "-", "", 1, kHasBuffer},
    Equivalent{"tmc_set_etf_buffer", "1", "2", 1, "positions are multiples of words"},
    Equivalent{"tmc_set_etf_buffer", "local_set", "rc_nothing", 0, kUnused},
    Equivalent{"tmc_set_etf_buffer", "0", "1", 2, kUnused},
    Equivalent{"etb_set_buffer", "return", "", 1, kHasBuffer},
    Equivalent{"etb_set_buffer", "-", "", 1, kHasBuffer},
    Equivalent{"etb_set_buffer", "1", "2", 1, "positions are multiples of words"},
    Equivalent{"etb_set_buffer", "local_set", "rc_nothing", 0, kUnused},
    Equivalent{"etb_set_buffer", "0", "1", 2, kUnused},
    Equivalent{"tmc_update_etf_buffer", "return", "", 1, kHasBuffer},
    Equivalent{"tmc_update_etf_buffer", "0", "1", 2, kHasBuffer},
    Equivalent{"tmc_update_etf_buffer", "0", "1", 4,
               "it ends as often, and a packet has as many words"},
    Equivalent{"etb_update_buffer", "return", "", 1, kHasBuffer},
    Equivalent{"etb_update_buffer", "0", "1", 2, kHasBuffer},
    Equivalent{"etb_update_buffer", "0", "1", 3,
               "it ends as often, and a packet has as many words"},
    Equivalent{"etb_update_buffer", "dev_err", "rc_nothing", 0, kMessage},
    Equivalent{"etb_update_buffer", "+=", "-=", 2, kSetAgain},
    Equivalent{"etb_update_buffer", "4", "5", 2, kSetAgain},
    Equivalent{"etb_dump", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"etb_disable", "WARN_ON_ONCE", "rc_nothing", 0, kHolds},
    Equivalent{"etb_disable", "dev_dbg", "rc_nothing", 0, kMessage},
    Equivalent{"etb_alloc_buffer", "node =", "", 0, kNode},
    Equivalent{"etb_alloc_buffer", "==", "!=", 0, kNode},
    Equivalent{"etb_alloc_buffer", "-", "", 1, kNode},
    Equivalent{"etb_alloc_buffer", "1", "2", 0, kNode}};

}  // namespace

std::string equivalence_of(const TokenChange& change) {
  for (const Equivalent& known : kEquivalent)
    if (known.function == change.function && known.from == change.from && known.to == change.to &&
        (known.nth == 0 || known.nth == change.nth))
      return std::string(known.why);
  return {};
}

}  // namespace ringcheck
