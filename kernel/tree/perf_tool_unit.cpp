// What is taken from the perf tool.
// Tested by `make kernel`.
#include "kernel/tree/perf_tool_unit.hpp"

namespace ringcheck {

const KernelUnit& perf_tool_unit() {
  static const KernelUnit kUnit = {
      "perf",
      {{"tools/perf/util/auxtrace.h", {"auxtrace_mmap__read_head", "auxtrace_mmap__write_tail"}},
       {"tools/perf/util/mmap.h"},
       {"tools/perf/util/auxtrace.c",
        {"auxtrace_record__find_snapshot", "auxtrace_record__reference", "__auxtrace_mmap__read",
         "auxtrace_mmap__read"}}},
      {"PERF_RECORD_AUXTRACE", "perf_mmap", "zstd_data"},
      {},
      {}};
  return kUnit;
}

const KernelUnit& auxtrace_unit() {
  static const KernelUnit kUnit = {
      "auxtrace",
      {{"include/uapi/linux/perf_event.h", {"*"}},
       {"tools/perf/util/auxtrace.h", {"auxtrace_mmap__read_head", "auxtrace_mmap__write_tail"}},
       {"tools/perf/util/mmap.h"},
       {"tools/perf/util/auxtrace.c",
        {"auxtrace_record__find_snapshot", "auxtrace_record__reference",
         "compat_auxtrace_mmap__read_head", "compat_auxtrace_mmap__write_tail",
         "__auxtrace_mmap__read", "auxtrace_mmap__read", "auxtrace_mmap__read_snapshot"}}},
      {"PERF_RECORD_AUXTRACE", "perf_mmap", "zstd_data", "perf_event_header"},
      {},
      "auxtrace.c",
      "#define RC_AUXTRACE 1\n"};
  return kUnit;
}

const KernelUnit& finders_unit() {
  static const KernelUnit kUnit = {
      "finders",
      {{"include/uapi/linux/perf_event.h", {"*"}},
       {"tools/perf/util/auxtrace.h", {"auxtrace_mmap__read_head", "auxtrace_mmap__write_tail"}},
       {"tools/perf/util/mmap.h"},
       {"tools/perf/util/intel-pt.h"},
       {"tools/perf/util/intel-bts.h"},
       {"tools/perf/util/evsel.c", {"evsel__enable", "evsel__disable"}},
       {"tools/perf/util/auxtrace.c",
        {"auxtrace_record__find_snapshot", "auxtrace_record__snapshot_start",
         "auxtrace_record__snapshot_finish", "auxtrace_record__reference",
         "auxtrace_parse_snapshot_options", "evlist__enable_event_idx",
         "auxtrace_record__read_finish", "__auxtrace_mmap__read", "auxtrace_mmap__read",
         "auxtrace_mmap__read_snapshot"}},
       {"tools/perf/arch/x86/util/intel-pt.c",
        {"intel_pt_masked_bits",
         "intel_pt_read_config",
         "intel_pt_psb_period",
         "intel_pt_parse_snapshot_options",
         "intel_pt_min_max_sample_sz",
         "intel_pt_too_many_aux_output",
         "intel_pt_recording_options",
         "intel_pt_snapshot_start",
         "intel_pt_snapshot_finish",
         "intel_pt_alloc_snapshot_refs",
         "intel_pt_free_snapshot_refs",
         "intel_pt_recording_free",
         "intel_pt_alloc_snapshot_ref",
         "intel_pt_snapshot_ref_buf_size",
         "intel_pt_snapshot_init",
         "intel_pt_compare_buffers",
         "intel_pt_compare_ref",
         "intel_pt_copy_ref",
         "intel_pt_wrapped",
         "intel_pt_first_wrap",
         "intel_pt_find_snapshot",
         "intel_pt_reference",
         "intel_pt_recording_init"}},
       {"tools/perf/arch/x86/util/intel-bts.c",
        {"intel_bts_recording_options", "intel_bts_parse_snapshot_options", "intel_bts_reference",
         "intel_bts_alloc_snapshot_refs", "intel_bts_free_snapshot_refs",
         "intel_bts_recording_free", "intel_bts_snapshot_start", "intel_bts_snapshot_finish",
         "intel_bts_first_wrap", "intel_bts_find_snapshot", "intel_bts_recording_init"}},
       {"tools/perf/arch/arm64/util/arm-spe.c",
        {"arm_spe_snapshot_resolve_auxtrace_defaults", "arm_spe_recording_options",
         "arm_spe_parse_snapshot_options", "arm_spe_snapshot_start", "arm_spe_snapshot_finish",
         "arm_spe_alloc_wrapped_array", "arm_spe_buffer_has_wrapped", "arm_spe_find_snapshot",
         "arm_spe_reference", "arm_spe_recording_free", "arm_spe_recording_init"}},
       {"tools/perf/arch/arm/util/cs-etm.c",
        {"cs_etm_recording_options", "cs_etm_parse_snapshot_options", "cs_etm_snapshot_start",
         "cs_etm_snapshot_finish", "cs_etm_reference", "cs_etm_recording_free",
         "cs_etm_record_init"}}},
      {"PERF_RECORD_AUXTRACE", "perf_mmap", "zstd_data", "perf_event_header",
       "intel_pt_exclude_guest", "intel_pt_validate_config", "intel_pt_config_sample_mode",
       "intel_pt_parse_terms", "intel_pt_track_switches", "cs_etm_set_sink_attr",
       "cs_etm_validate_config", "cs_etm_set_option", "arm_spe_set_timestamp",
       "arm_spe_setup_evsel"},
      {},
      "finders.c",
      "#define RC_FINDERS 1\n"};
  return kUnit;
}

}  // namespace ringcheck
