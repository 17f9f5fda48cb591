// What is taken from the perf core.
// Tested by `make kernel`.
#include "kernel/tree/events_unit.hpp"

namespace ringcheck {

const KernelUnit& events_unit() {
  static const KernelUnit kUnit = {
      "events",
      {{"include/uapi/linux/perf_event.h", {"*"}},
       {"include/linux/perf_event.h",
        {"is_write_backward", "has_aux", "perf_event_fasync?", "perf_raw_frag_last",
         "branch_sample_hw_index", "perf_sample_data_init"}},
       {"kernel/events/internal.h", {"*"}},
       {"kernel/events/ring_buffer.c", {"*"}},
       {"kernel/events/core.c",
        {// records
         "perf_event_clock", "perf_event_pid_type", "perf_event_pid", "perf_event_tid",
         "primary_event_id", "__perf_event_header__init_id", "perf_event_header__init_id?",
         "perf_event_header__init?", "__perf_event__output_id_sample",
         "perf_event__output_id_sample", "perf_output_sample", "perf_event_aux_event",
         "perf_event__id_header_size",
         // buffers and who uses them
         "ring_buffer_attach", "ring_buffer_get", "ring_buffer_put", "perf_event_set_output",
         "mutex_lock_double", "perf_mmap", "perf_mmap_open", "perf_mmap_close", "perf_mmap_fault",
         "perf_mmap_may_split", "perf_event_init_userpage",
         // wakeups
         "perf_poll", "is_event_hup", "ring_buffer_wakeup", "perf_event_wakeup",
         "perf_event_fasync?", "perf_pending_irq", "__perf_pending_irq?", "perf_pending_disable?",
         "__perf_pending_disable?",
         // stopping events
         "perf_event_stop", "__perf_event_stop", "cpu_function_call", "remote_function",
         "perf_pmu_output_stop", "__perf_pmu_output_stop", "__perf_event_output_stop",
         "perf_iterate_ctx", "perf_iterate_sb_cpu?",
         // AUX samples
         "perf_prepare_sample_aux", "perf_pmu_snapshot_aux", "perf_aux_sample_output"}}},
      {"perf_sigtrap", "perf_event_update_time", "perf_event_update_userpage",
       "perf_event_disable_local", "perf_swevent_get_recursion_context",
       "perf_swevent_put_recursion_context", "put_event", "perf_is_paranoid", "perf_output_read",
       "perf_output_sample_regs", "perf_output_sample_ustack", "task_function_call",
       "perf_event_addr_filters_sync"},
      {},
      "events.c"};
  return kUnit;
}

}  // namespace ringcheck
