// Violations that are known and explained.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kPlainTitle =
    "Under the Linux-kernel memory model, the control dependency at A does not order plain stores "
    "of data";
constexpr std::string_view kPlainText =
    "The writer copies data with plain stores behind the branch that tests the space (A is a "
    "control dependency). "
    "The Linux-kernel memory model lets a control dependency order marked stores only: a compiler "
    "may do to a plain "
    "store whatever keeps a single thread's results, so the model gives plain stores no place in "
    "its happens-before "
    "order. Nothing else stands between the load of data_tail and the copy when local_cmpxchg "
    "orders nothing (as on "
    "powerpc). Machines do keep the order: under armv8 the same plan holds. It is restored by "
    "marking the accesses to "
    "data (data=marked), by a local_cmpxchg that is fully ordered (local=full, as on arm64 and "
    "riscv), or by "
    "smp_load_acquire or smp_mb at A.";
constexpr std::string_view kPlainConcerns =
    "Code that must be right by the Linux-kernel memory model's word. No machine shows it, "
    "and no compiler that respects concurrent readers.";
constexpr std::string_view kOverrunTitle =
    "A nested writer between the two loads of the space test lets a reservation run over records "
    "that are not read";
constexpr std::string_view kOverrunText =
    "Linux 6.1 loads data_tail first and rb->head second. When the buffer is full behind the tail "
    "that was loaded, the "
    "reader gives space back, and an interrupt writes into it before rb->head is loaded, then head "
    "- tail exceeds the "
    "size of the buffer; CIRC_SPACE masks the difference and reports free space that is not there, "
    "and local_cmpxchg "
    "succeeds since head is current. The reservation runs over records that the reader has not "
    "read. It takes no weak "
    "memory. Loading rb->head first (reserve=head-first, as Linux does since local_try_cmpxchg "
    "came to "
    "__perf_output_begin) removes it: local_cmpxchg then fails. Nobody publishes between the two "
    "loads, since the nest count is raised, so that the tail is never past the head that was "
    "loaded.";
constexpr std::string_view kOverrunConcerns =
    "Readers of a buffer that is nearly full while interrupts or NMIs write to it, on every "
    "machine: records that were not read are overwritten. Linux 6.12 loads the head first and "
    "does not have it.";

constexpr std::string_view kFlagTitle =
    "A task can take the flag of a wakeup and not see the head that it was set for";
constexpr std::string_view kFlagText =
    "perf_output_wakeup sets rb->poll by atomic_set, a relaxed store, behind the store of "
    "data_head, "
    "and nothing orders the two. Where stores are reordered, a task that is awake can take the "
    "flag "
    "in poll (an exchange, fully ordered) and load the old head; it finds nothing, and polls "
    "again. "
    "The interrupt work then wakes it, perf_poll finds the flag as 0, and it sleeps until a later "
    "record owes a wakeup. The full barrier of irq_work_queue stands behind both stores. A release "
    "store of the flag (flag=release) removes it.";
constexpr std::string_view kFlagConcerns =
    "A task that sleeps in poll without a timeout, where a single record owes a wakeup "
    "(wakeup_events=1, or a watermark below a record's size), on arm64, riscv and powerpc: it "
    "sleeps over a record until the next one. Not on x86-64.";
constexpr std::string_view kWatermarkTitle =
    "With a watermark that the buffer cannot reach, it fills and nobody is woken";
constexpr std::string_view kWatermarkText =
    "A begin that fails for lack of space wakes nobody, and ring_buffer_init accepts a watermark "
    "of the whole buffer. Records are refused before more than the watermark is unread: the buffer "
    "is full, a task sleeps in poll, and every further record is lost. With records of R bytes in "
    "a buffer of B it is any watermark of at least R * floor((B - 1) / R): of 48 and more for 24 "
    "in 64, while 40, 41 and 47 wake for the second record. The default, half the buffer, does it "
    "for records of half the buffer.";
constexpr std::string_view kWatermarkConcerns =
    "Who sets a watermark that leaves no room for the largest record, on every machine: the "
    "buffer fills, and poll sleeps for ever.";
constexpr std::string_view kSharedFlagTitle =
    "Of several tasks that poll events of one buffer, one takes the flag from all others";
constexpr std::string_view kSharedFlagText =
    "rb->poll is one word for all events of the buffer, and perf_poll takes it by an exchange. All "
    "waiters are woken; the first to look finds the flag, and the others find 0 and sleep on. If "
    "the one that found it does not read, such as a task that only counts wakeups, the reader "
    "sleeps over unread records. With one task that polls (watcher=no) it does not happen.";
constexpr std::string_view kSharedFlagConcerns =
    "Several tasks that poll events of one buffer, of which one does not read it, on every "
    "machine.";
constexpr std::string_view kPauseTitle = "A pause does not wait for the writers that have begun";
constexpr std::string_view kPauseText =
    "PERF_EVENT_IOC_PAUSE_OUTPUT stores a flag that writers look at when they begin, and returns. "
    "A "
    "writer that has passed the test goes on: it takes the space below the head, which is where "
    "the "
    "oldest records of the reader's window lie, and then lowers data_head. The reader hands on "
    "records whose words are those of others, or sees the head move. Waiting for a grace period "
    "behind the flag (grace=yes) removes it. Where later stores are seen before earlier loads, the "
    "flag must also be cleared by a release store (resume=release), or the next writer overwrites "
    "what "
    "is still being read.";
constexpr std::string_view kPauseConcerns =
    "Who pauses an overwrite buffer and reads it at once, on every machine; on arm64, riscv "
    "and powerpc also who resumes it right after reading.";
constexpr std::string_view kOversizeTitle =
    "A record that is larger than an overwrite buffer is written all the same";
constexpr std::string_view kOversizeText =
    "The space test is skipped for overwrite buffers, and no other test compares the size of a "
    "record with that of the buffer. The copy runs over its own start, and no reader can parse "
    "what is left. It takes a buffer of few pages, since records are below 64 KiB. A record as "
    "large as the buffer (payload=7) fits.";
constexpr std::string_view kOversizeConcerns =
    "Overwrite buffers of few pages with records as large, on every machine.";
constexpr std::string_view kCloseTitle =
    "Two munmaps of one event can both leave the detaching and the accounting to the other";
constexpr std::string_view kCloseText =
    "perf_mmap_close takes rb->mmap_count down, and then event->mmap_count under the event's "
    "mutex. "
    "What is left to do for the buffer is done by who sees both become 0. Of two munmaps of "
    "mappings "
    "of one event, in two address spaces, the first can take the buffer's count from 2 to 1, the "
    "second from 1 to 0 and the event's from 2 to 1, and then the first the event's from 1 to 0: "
    "neither sees both. Events that were redirected to the buffer go on pointing to it although "
    "nobody can map it any more, and the locked memory stays charged for good. Both counts taken "
    "down under the mutex (close=under-mutex) remove it.";
constexpr std::string_view kCloseConcerns =
    "Processes that both map one event (a descriptor passed on) and unmap it at the same "
    "time, on every machine: events stay redirected, locked memory stays charged.";

constexpr std::string_view kStampTitle =
    "An NMI between the nest count and the wakeup stamp wakes nobody, and neither does the writer";
constexpr std::string_view kStampText =
    "perf_output_get_handle raises rb->nest and samples rb->wakeup then. An NMI in between finds "
    "the "
    "count raised, so it leaves publishing and waking to the writer that it interrupts; its record "
    "moves the stamp, and the writer samples the stamp as it is by then. If the writer's own "
    "record "
    "does not cross the watermark again, it finds nothing changed when it is done, publishes both "
    "records, and wakes nobody. Sampling the stamp first (stamp=before-nest) removes it.";
constexpr std::string_view kStampConcerns =
    "A task that sleeps in poll beside a buffer that NMIs write to besides the task, on every "
    "machine: a wakeup is missed.";

constexpr std::string_view kSinkTitle =
    "A tracer looks whether it is the last one of its session, and leaves its sink later";
constexpr std::string_view kSinkText =
    "tmc_update_etr_buffer looks whether its tracer is the last one of its session, and if so "
    "stops "
    "the TMC-ETR for the copy; it drops the sink's lock, and tmc_disable_etr_sink takes the tracer "
    "away from refcnt under another hold of it. Two tracers that stop at once each find the other, "
    "and nobody copies. A tracer of the session that starts between the two finds the session's "
    "pid "
    "and adds itself without programming the sink, which is stopped: what it traces is lost, and "
    "when it stops it copies the trace of the first one again. If a tracer leaves under the hold "
    "of "
    "the lock under which it looks (stop=one-step), neither happens.";
constexpr std::string_view kSinkConcerns =
    "CoreSight sessions of several threads that share a TMC-ETR (arm64): trace is lost, and "
    "other trace is copied twice.";

constexpr std::string_view kPaddingTitle =
    "Nothing orders the padding of Arm SPE and TRBE before the aux_head that lies behind it";
constexpr std::string_view kPaddingText =
    "arm_spe_pmu_pad_buf and trbe_pad_buf fill the buffer up with what a decoder passes over, by "
    "memset, and then call perf_aux_output_skip, which stores user_page->aux_head. There is no "
    "barrier in between, and the DSB of the driver stands before the memset. Where stores are "
    "reordered, a reader that has loaded the new aux_head loads what was there a lap before and "
    "takes it for trace. smp_wmb between the two (padding=wmb) removes it.";
constexpr std::string_view kPaddingConcerns =
    "Readers of Arm SPE and TRBE trace (arm64): the padding may be trace of the lap before.";
constexpr std::string_view kEnableTitle =
    "Two interrupts between the active state and the enabling of Intel BTS leave it running "
    "without a transaction";
constexpr std::string_view kEnableText =
    "__bts_event_start sets bts->state to ACTIVE and then enables BTS. The first NMI in between "
    "disables and enables BTS on its way; BTS stores branches up to its threshold, and the second "
    "NMI, which comes before the next instruction, finds no room: it closes the transaction and "
    "sets the state to STOPPED. The instruction that follows enables BTS all the same. "
    "bts_event_stop "
    "takes STOPPED for disabled, so that BTS stays enabled behind the stop. With the state set "
    "behind the enabling (state=behind-enable) interrupts in between are ignored.";
constexpr std::string_view kEnableConcerns =
    "Intel BTS (x86-64) with interrupts as it starts in a nearly full area: it runs on "
    "without a transaction.";

constexpr std::string_view kSetBackTitle =
    "Any performance interrupt sets a snapshot of Intel BTS back";
constexpr std::string_view kSetBackText =
    "The performance interrupt disables BTS on its way in and enables it on its way out, and "
    "enabling programs the index with buf->head. In snapshot mode intel_bts_interrupt returns "
    "before it moves buf->head to where BTS has come, so BTS goes on where it started, over what "
    "it has written. Only bts_event_stop moves it. If the interrupt does too "
    "(update=interrupt-too), BTS goes on where it stopped.";
constexpr std::string_view kSetBackConcerns =
    "Snapshots of Intel BTS (x86-64) with any other performance interrupt.";
constexpr std::string_view kLateDisableTitle =
    "The disabling of an AUX event without room can come behind the reader's ENABLE, and poll then "
    "sleeps for ever";
constexpr std::string_view kLateDisableText =
    "perf_aux_output_begin sets the flag of poll and leaves waking and disabling to interrupt "
    "work, which wakes first. A reader that is awake by then takes the flag, makes room and calls "
    "ENABLE, which does nothing, since the event is still active; it polls again and sleeps. The "
    "interrupt work then disables the event, and nobody wakes the reader, who alone would enable "
    "it. If poll's flag is set and the reader woken behind the disabling too "
    "(repair=wakes-behind-disable), or ENABLE takes a pending disabling back on the event's own "
    "CPU (repair=enable-cancels), it does not happen. Where stores are reordered the flag must "
    "also be released behind the head (flag=release), for the reason that F-03 has.";
constexpr std::string_view kLateDisableConcerns =
    "Readers of AUX trace that sleep in poll without a timeout and call ENABLE, on every "
    "machine.";

constexpr std::string_view kMovedTitle =
    "An AUX event that is moved to another buffer while it, or a child of it, traces writes on to "
    "the old one when that is unmapped";
constexpr std::string_view kMovedText =
    "ring_buffer_attach stops the event and then stores event->rb. An event of one of two tasks on "
    "a CPU that is scheduled in before the store opens a transaction in the old buffer. And of an "
    "event that is inherited only the event itself is stopped, not the children, which write "
    "through parent->rb: no race is needed. munmap of the old buffer then stops those whose event "
    "points to it, which these do not: it finds a reference left, and the transaction's end frees "
    "the pages where nobody may sleep. If munmap stops who has a transaction open there "
    "(select=transaction), it does not happen.";
constexpr std::string_view kMovedConcerns =
    "Who moves an AUX event to another buffer while it is scheduled in, and unmaps the old "
    "one, on every machine.";
constexpr std::string_view kBeginTitle =
    "Nothing orders event->oncpu before the look at aux_mmap_count: munmap misses an event that is "
    "being scheduled in";
constexpr std::string_view kBeginText =
    "event_sched_in stores event->oncpu and the state, and perf_aux_output_begin then loads "
    "rb->aux_mmap_count; munmap takes that down, a full barrier, and then loads event->oncpu of an "
    "event that is bound to a task. Each must see what the other one did. Between the two accesses "
    "of the event's CPU stands refcount_inc_not_zero of ring_buffer_get alone, which is relaxed: "
    "where loads pass earlier stores, munmap finds the event on no CPU, and the event finds the "
    "area mapped. On x86 the count is a locked instruction, and it does not happen. A full barrier "
    "there (begin=fenced) removes it.";
constexpr std::string_view kBeginConcerns =
    "Who unmaps the AUX area of a task's event while the event is scheduled in, on machines where "
    "loads pass earlier stores across a relaxed read-modify-write: not x86.";
constexpr std::string_view kContextTitle =
    "munmap of an AUX area through an event of another context stops nobody";
constexpr std::string_view kContextText =
    "An area that an AUX event's PMU has filled may be mapped once more through another event of "
    "the same buffer, such as a hardware counter to which the AUX event is redirected. "
    "perf_pmu_output_stop calls each event's CPU with the event by which the area is unmapped, and "
    "__perf_pmu_output_stop looks through the context of that one's PMU: AUX events have "
    "perf_sw_context, and are not in that of hardware counters. No race is needed. If each event "
    "on the list is looked for in its own context (looks=each-event), it does not happen.";
constexpr std::string_view kContextConcerns =
    "Who maps the AUX area of one event again through another one, of another PMU, and unmaps it "
    "while trace is written, on every machine.";
constexpr std::string_view kUnlistedTitle =
    "While an AUX event is moved to another buffer, munmap of the old one does not find it";
constexpr std::string_view kUnlistedText =
    "ring_buffer_attach takes the event off the old buffer's list, waits for a grace period, adds "
    "it to the new one's, and only then stops it. perf_pmu_output_stop walks the list: an event of "
    "a task that is not on it is not stopped, unless another event on the list is on the same CPU "
    "in the same context. munmap finds a reference left, and when ring_buffer_attach stops the "
    "event, that frees the pages where nobody may sleep. If the event is moved under the old "
    "buffer's aux_mutex and stopped behind that once more (move=under-mutex), it does not happen.";
constexpr std::string_view kUnlistedConcerns =
    "Who moves an AUX event to another buffer and unmaps the old one meanwhile, on every machine.";
constexpr std::string_view kReadingTitle =
    "Who has the file of a TMC-ETR open when perf stops keeps its sink for good";
constexpr std::string_view kReadingText =
    "tmc_disable_etr_sink returns -EBUSY while drvdata->reading is set, before it takes refcnt "
    "down, and coresight_disable_sink takes no notice. With /dev/tmc_etrN open on what an earlier "
    "run of sysfs left in its buffer, the last tracer of a perf session leaves refcnt at 1 and its "
    "pid in the sink, which is stopped. The session's next tracer finds its own pid, programs "
    "nothing and makes refcnt 2: it traces into a sink that is off, and is never the last one, so "
    "that nothing is copied again. Other sessions get -EBUSY. If reading keeps sysfs alone from "
    "leaving (reading=keeps-sysfs), it does not happen.";
constexpr std::string_view kReadingConcerns =
    "Who reads a TMC-ETR's file, with trace of sysfs in it, while perf uses the sink.";
constexpr std::string_view kRedirectTitle =
    "A wakeup that is pending while its event is redirected wakes those of the new buffer";
constexpr std::string_view kRedirectText =
    "perf_output_wakeup sets the flag of the buffer that was written, and queues interrupt work of "
    "the event; the work looks event->rb up again, and wakes the events of that buffer's list. If "
    "PERF_EVENT_IOC_SET_OUTPUT or a munmap has changed it in between, those who wait on other "
    "events of the buffer that was written sleep on; ring_buffer_attach wakes who waits on the "
    "moved event alone. If the work wakes for the buffer that was written (work=written-rb), it "
    "does not happen.";
constexpr std::string_view kRedirectConcerns =
    "Readers that sleep in poll on one of several events of a buffer while another one of them is "
    "redirected, on every machine.";
constexpr std::string_view kEmptyLostTitle = "A LOST record may report nothing";
constexpr std::string_view kEmptyLostText =
    "__perf_output_begin looks whether rb->lost is 0 before it reserves, and makes room for a LOST "
    "record if it is not; the count is taken when that record is written. A nested writer in "
    "between sees the same count, brings a LOST record of its own, and takes it: the outer one's "
    "reports 0. No loss is counted twice or forgotten. Taking the count before space is reserved, "
    "and giving it back when there is none (lost=taken-first), removes it.";
constexpr std::string_view kEmptyLostConcerns =
    "Readers that take the count of a LOST record to be positive, on every machine. No loss "
    "is forgotten.";
constexpr std::string_view kStampAheadTitle =
    "A nested writer lets the wakeup stamp run ahead: wakeups come with every record, or late";
constexpr std::string_view kStampAheadText =
    "__perf_output_begin compares head - rb->wakeup with the watermark, unsigned, behind the "
    "reservation. A nested writer that comes in between reserves further on, crosses the watermark "
    "and moves the stamp past what the outer writer has reserved: the outer one's difference is "
    "negative, as an unsigned number far above the watermark, and it moves the stamp once more. "
    "The next wakeup is due a watermark later than it should be, by when the buffer may be full. "
    "Comparing the difference as a signed number (compare=signed) removes it.";
constexpr std::string_view kStampAheadConcerns =
    "Readers that rely on a watermark while interrupts or NMIs write too, on every machine: a "
    "wakeup comes a watermark late.";

Check check(std::string_view scenario) {
  return Check(find_scenario(scenario));
}

}  // namespace

std::span<const KnownViolation> recorded_findings() {
  static const std::vector<KnownViolation> findings = {
      {"F-01",
       check("perf-ring"),
       {"lkmm"},
       {"I-06"},
       kPlainTitle,
       kPlainText,
       "data=marked",
       kPlainConcerns},
      {"F-01",
       check("perf-ring-full"),
       {"lkmm"},
       {"I-06"},
       kPlainTitle,
       kPlainText,
       "data=marked",
       kPlainConcerns},
      {"F-02",
       check("perf-ring-overrun"),
       {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"},
       {"I-06", "I-07"},
       kOverrunTitle,
       kOverrunText,
       "reserve=head-first",
       kOverrunConcerns},
      // F-01 shows there as well.
      {"F-02",
       check("perf-ring-overrun"),
       {"lkmm"},
       {"I-06", "I-07"},
       kOverrunTitle,
       kOverrunText,
       "reserve=head-first data=marked",
       kOverrunConcerns},
      {"F-03",
       check("perf-wakeup"),
       {"armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-16"},
       kFlagTitle,
       kFlagText,
       "flag=release",
       kFlagConcerns},
      {"F-03",
       check("aux-cadence"),
       {"armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-29"},
       kFlagTitle,
       kFlagText,
       "flag=release",
       kFlagConcerns},
      {"F-04",
       check("perf-wakeup-full"),
       {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-17"},
       kWatermarkTitle,
       kWatermarkText,
       "watermark=40 flag=release",
       kWatermarkConcerns},
      {"F-04",
       check("perf-wakeup-full").with("watermark=48"),
       {"sc"},
       {"I-17"},
       kWatermarkTitle,
       kWatermarkText,
       "watermark=47",
       kWatermarkConcerns},
      {"F-04",
       check("perf-wakeup-full").with("watermark=56"),
       {"sc"},
       {"I-17"},
       kWatermarkTitle,
       kWatermarkText,
       "watermark=47",
       kWatermarkConcerns},
      {"F-04",
       check("perf-wakeup-full").with("watermark=63"),
       {"sc"},
       {"I-17"},
       kWatermarkTitle,
       kWatermarkText,
       "watermark=47",
       kWatermarkConcerns},
      {"F-04",
       check("perf-wakeup-full").with("payload=3 watermark=32"),
       {"sc"},
       {"I-17"},
       kWatermarkTitle,
       kWatermarkText,
       "watermark=31",
       kWatermarkConcerns},
      {"F-05",
       check("perf-poll-shared"),
       {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-16"},
       kSharedFlagTitle,
       kSharedFlagText,
       "watcher=no flag=release",
       kSharedFlagConcerns},
      {"F-06",
       check("perf-ring-overwrite"),
       {"sc", "x86-tso", "rc11"},
       {"I-19", "I-20", "I-21", "H-01"},
       kPauseTitle,
       kPauseText,
       "grace=yes",
       kPauseConcerns},
      {"F-06",
       check("perf-ring-overwrite"),
       {"armv8", "riscv", "power"},
       {"I-19", "I-20", "I-21", "H-01"},
       kPauseTitle,
       kPauseText,
       "grace=yes resume=release",
       kPauseConcerns},
      {"F-07",
       check("perf-ring-oversize"),
       {"sc"},
       {"I-22"},
       kOversizeTitle,
       kOversizeText,
       "payload=7",
       kOversizeConcerns},
      {"F-08",
       check("mmap-close-twice"),
       {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-39"},
       kCloseTitle,
       kCloseText,
       "close=under-mutex",
       kCloseConcerns},
      {"F-09",
       check("perf-wakeup-nested"),
       {"sc", "x86-tso"},
       {"I-16"},
       kStampTitle,
       kStampText,
       "stamp=before-nest",
       kStampConcerns},
      {"F-10",
       check("aux-sink"),
       {"sc", "x86-tso", "rc11"},
       {"I-38"},
       kSinkTitle,
       kSinkText,
       "stop=one-step",
       kSinkConcerns},
      {"F-11",
       check("aux-spe"),
       {"armv8", "lkmm"},
       {"I-23"},
       kPaddingTitle,
       kPaddingText,
       "padding=wmb",
       kPaddingConcerns},
      {"F-11",
       check("aux-trbe"),
       {"armv8", "lkmm"},
       {"I-23"},
       kPaddingTitle,
       kPaddingText,
       "padding=wmb",
       kPaddingConcerns},
      {"F-12",
       check("aux-bts-refused"),
       {"sc"},
       {"I-24"},
       kEnableTitle,
       kEnableText,
       "state=behind-enable",
       kEnableConcerns},
      {"F-13",
       check("aux-bts-snapshot"),
       {"sc"},
       {"I-31"},
       kSetBackTitle,
       kSetBackText,
       "update=interrupt-too",
       kSetBackConcerns},
      {"F-14",
       check("aux-wakeup"),
       {"sc", "x86-tso"},
       {"I-28"},
       kLateDisableTitle,
       kLateDisableText,
       "repair=wakes-behind-disable",
       kLateDisableConcerns},
      {"F-14",
       check("aux-wakeup"),
       {"armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-28"},
       kLateDisableTitle,
       kLateDisableText,
       "repair=enable-cancels flag=release",
       kLateDisableConcerns},
      {"F-15",
       check("aux-teardown-attach"),
       {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-39"},
       kMovedTitle,
       kMovedText,
       "select=transaction",
       kMovedConcerns},
      {"F-15",
       check("aux-teardown-inherited"),
       {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-39"},
       kMovedTitle,
       kMovedText,
       "select=transaction",
       kMovedConcerns},
      {"F-16",
       check("perf-ring-lost"),
       {"sc"},
       {"I-11"},
       kEmptyLostTitle,
       kEmptyLostText,
       "lost=taken-first",
       kEmptyLostConcerns},
      {"F-17",
       check("perf-wakeup-stamp"),
       {"sc"},
       {"I-16"},
       kStampAheadTitle,
       kStampAheadText,
       "compare=signed",
       kStampAheadConcerns},
      {"F-18",
       check("aux-teardown"),
       {"armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-39"},
       kBeginTitle,
       kBeginText,
       "begin=fenced",
       kBeginConcerns},
      {"F-19",
       check("aux-teardown-mapper"),
       {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-39"},
       kContextTitle,
       kContextText,
       "looks=each-event",
       kContextConcerns},
      {"F-20",
       check("aux-teardown-unlisted"),
       {"sc", "x86-tso", "armv8", "rc11"},
       {"I-39"},
       kUnlistedTitle,
       kUnlistedText,
       "move=under-mutex",
       kUnlistedConcerns},
      {"F-21",
       check("aux-sink-read"),
       {"sc", "x86-tso", "rc11"},
       {"I-38"},
       kReadingTitle,
       kReadingText,
       "reading=keeps-sysfs",
       kReadingConcerns},
      {"F-22",
       check("perf-wakeup-redirect"),
       {"sc", "x86-tso"},
       {"I-16"},
       kRedirectTitle,
       kRedirectText,
       "work=written-rb",
       kRedirectConcerns},
      {"F-22",
       check("perf-wakeup-redirect"),
       {"armv8", "riscv", "power", "rc11", "lkmm"},
       {"I-16"},
       kRedirectTitle,
       kRedirectText,
       "work=written-rb flag=release",
       kRedirectConcerns},
  };
  return findings;
}

}  // namespace ringcheck
