#pragma once
// CallGuard: what in the kernel keeps a call from being made. No program makes such a call.

#include <array>
#include <string_view>

namespace ringcheck {

/// Why a call is left out of a program: the kernel's own code, by file and function. Every early
/// return of a generator or runner of calls names one.
struct CallGuard {
  std::string_view area;   ///< that leaves the call out
  std::string_view call;   ///< that is left out
  std::string_view file;   ///< of the kernel
  std::string_view where;  ///< functions in it, and what they look at
};

namespace guards {

inline constexpr CallGuard kHandleBusy = {
    "aux", "a call on a handle within a call on it", "arch/x86/events/intel/pt.c",
    "handle_nmi; bts.c bts->state; arm_spe_pmu.c and coresight-etm-perf.c mask interrupts"};
inline constexpr CallGuard kHandleClosed = {
    "aux", "end, skip, copy or a new head without a transaction", "arch/x86/events/intel/pt.c",
    "perf_get_aux, as in bts.c and arm_spe_pmu.c; coresight-etm-perf.c looks at handle->event"};
inline constexpr CallGuard kNoUserPage = {"mapping",
                                          "an AUX area asked for before there is a page to ask in",
                                          "kernel/events/core.c", "perf_mmap makes the user page"};
inline constexpr CallGuard kNoMapping = {"mapping, lifetime", "close or fault without a mapping",
                                         "mm/mmap.c", "remove_vma; mm/memory.c __do_fault"};
inline constexpr CallGuard kNoReference = {"lifetime", "put without a get", "kernel/events/core.c",
                                           "ring_buffer_put follows a ring_buffer_get"};
inline constexpr CallGuard kFileClosed = {"lifetime",
                                          "mmap or set_output of an event whose file is closed",
                                          "kernel/events/core.c", "perf_release"};
inline constexpr CallGuard kFileMapped = {"lifetime", "the last close of a file that is mapped",
                                          "mm/mmap.c", "remove_vma gives its file back"};
inline constexpr CallGuard kUnmapped = {
    "libperf", "consume or push of what is unmapped", "tools/lib/perf/mmap.c",
    "perf_mmap__read_event, which gives no record; builtin-record.c looks at core.base"};
inline constexpr CallGuard kCallbackInCallback = {
    "drivers", "a callback or VMX within another", "kernel/events/core.c",
    "ctx->lock with interrupts masked; pt.c intel_pt_handle_vmx"};
inline constexpr CallGuard kExclusive = {"drivers", "a second event on the unit",
                                         "kernel/events/core.c", "exclusive_event_installable"};
inline constexpr CallGuard kNotOnCpu = {"drivers",
                                        "start, stop and del of an event that is elsewhere",
                                        "kernel/events/core.c", "event->oncpu"};
inline constexpr CallGuard kNotStopped = {
    "drivers", "start of an event that runs", "kernel/events/core.c",
    "__perf_event_stop and __perf_event_period stop it first"};
inline constexpr CallGuard kNmiInNmi = {"drivers", "an interrupt within another",
                                        "arch/x86/kernel/nmi.c",
                                        "exc_nmi; kernel/irq/handle.c handle_irq_event_percpu"};
inline constexpr CallGuard kNoPieces = {"drivers", "any, without an AUX area",
                                        "kernel/events/ring_buffer.c",
                                        "rb_alloc_aux finds no piece that the PMU wants"};
inline constexpr CallGuard kNoActiveEvent = {"pt", "an interrupt without an event",
                                             "arch/x86/events/core.c",
                                             "perf_event_nmi_handler looks at active_events"};
inline constexpr CallGuard kNeverTraced = {
    "pt", "an interrupt of a unit that has never traced", "arch/x86/events/intel/pt.c",
    "pt_config enables the unit, which then may ask for one"};
inline constexpr CallGuard kNotEntered = {"pt", "a sample before the unit's event is on the CPU",
                                          "kernel/events/core.c",
                                          "group_sched_in enters the leader first"};
inline constexpr CallGuard kPauseInPause = {"pt", "a pause within another", "kernel/events/core.c",
                                            "perf_event_aux_pause looks at aux_in_pause_resume"};
inline constexpr CallGuard kNotAskedFor = {
    "trbe", "an interrupt that the unit has not asked for",
    "drivers/hwtracing/coresight/coresight-trbe.c",
    "arm_trbe_enable_cpu resets the unit before it enables the interrupt"};
inline constexpr CallGuard kNoThread = {"filters", "anything by a thread that does not run",
                                        "kernel/exit.c", "do_exit"};
inline constexpr CallGuard kNotLeft = {"filters", "the end of an event whose thread runs",
                                       "kernel/events/core.c",
                                       "perf_event_exit_task_context takes the context away first"};
inline constexpr CallGuard kNotSchedulable = {
    "filters", "scheduling an event in that is on a CPU or has no thread, or out that is not",
    "kernel/events/core.c", "event->state; ctx_sched_in goes by the task's context"};
inline constexpr CallGuard kNoAddressSpace = {"filters", "mmap, exec and fork of a kernel thread",
                                              "kernel/fork.c", "copy_mm gives it none"};
inline constexpr CallGuard kNothingMapped = {
    "filters", "munmap or mprotect where nothing is mapped", "mm/mmap.c",
    "find_vma; mm/mprotect.c do_mprotect_pkey"};
inline constexpr CallGuard kNoEvent = {"open", "fork with, or close of, an event that is not there",
                                       "kernel/events/core.c",
                                       "perf_release; inherit_task_group goes through a context"};
inline constexpr CallGuard kEventOfCpu = {
    "open", "fork with an event of a CPU", "kernel/events/core.c",
    "perf_event_init_context goes through the task's context"};
inline constexpr CallGuard kNoLbrUser = {"open", "a user of LBR that goes and has not come",
                                         "arch/x86/events/core.c", "hw_perf_lbr_event_destroy"};

}  // namespace guards

/// Calls that the kernel makes and the programs do not: the specification is too small for them.
namespace bounds {

inline constexpr CallGuard kThirdBuffer = {"lifetime", "mmap of a third buffer at a time", "",
                                           "the specification of lifetimes has two"};
inline constexpr CallGuard kFurtherThread = {"filters", "fork of a sixth thread", "",
                                             "the specification of families has five"};
inline constexpr CallGuard kSharedSpace = {
    "filters", "exec where another thread stays in the address space", "",
    "the specification of families has one address space a thread"};
inline constexpr CallGuard kManyAreas = {"filters", "more than twelve mappings", "",
                                         "the specification of families has twelve"};
inline constexpr CallGuard kNinthEvent = {"open", "a ninth event", "", "programs have eight"};

}  // namespace bounds

/// All guards of the kernel, in the order of the areas.
inline constexpr std::array kCallGuards = {
    &guards::kHandleBusy,     &guards::kHandleClosed,   &guards::kNoUserPage,
    &guards::kNoMapping,      &guards::kNoReference,    &guards::kFileClosed,
    &guards::kFileMapped,     &guards::kUnmapped,       &guards::kCallbackInCallback,
    &guards::kExclusive,      &guards::kNotOnCpu,       &guards::kNotStopped,
    &guards::kNmiInNmi,       &guards::kNoPieces,       &guards::kNoActiveEvent,
    &guards::kNeverTraced,    &guards::kNotEntered,     &guards::kPauseInPause,
    &guards::kNotAskedFor,    &guards::kNoThread,       &guards::kNotLeft,
    &guards::kNotSchedulable, &guards::kNoAddressSpace, &guards::kNothingMapped,
    &guards::kNoEvent,        &guards::kEventOfCpu,     &guards::kNoLbrUser};
/// All bounds of the programs.
inline constexpr std::array kCallBounds = {&bounds::kThirdBuffer, &bounds::kFurtherThread,
                                           &bounds::kSharedSpace, &bounds::kManyAreas,
                                           &bounds::kNinthEvent};

}  // namespace ringcheck
