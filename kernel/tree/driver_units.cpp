// What is taken from the drivers.
// Tested by `make kernel`.
#include "kernel/tree/driver_units.hpp"

#include <cstdint>

#include "kernel/tree/events_unit.hpp"
#include "kernel/tree/spe_fields.hpp"

namespace ringcheck {
namespace {

/// The perf core's part, and `files` of a driver after it.
KernelUnit with_events(std::string_view name, std::vector<TreeFile> files,
                       std::vector<std::string_view> ours, std::vector<std::string_view> needs,
                       std::string_view glue) {
  KernelUnit unit = events_unit();
  unit.name = name;
  unit.files.insert(unit.files.end(), files.begin(), files.end());
  unit.ours.insert(unit.ours.end(), ours.begin(), ours.end());
  unit.needs = std::move(needs);
  unit.glue = glue;
  return unit;
}

/// `unit` with one more function of the perf core.
KernelUnit also_of_core(std::string_view function, KernelUnit unit) {
  for (TreeFile& file : unit.files)
    if (file.path == "kernel/events/core.c") file.functions.push_back(function);
  return unit;
}

/// Whose functions go along a path.
enum class PathText : std::uint8_t { ours, of_the_tree };

/// The driver of a sink of CoreSight whose registers are in memory, in `files`, between the headers
/// of CoreSight and the driver of the tracer in front of it.
KernelUnit coresight_unit(std::string_view name, std::vector<TreeFile> files,
                          std::vector<std::string_view> needs, std::string_view glue,
                          PathText paths = PathText::ours) {
  std::vector<TreeFile> all = {
      {"include/linux/coresight.h",
       {"csdev_access_relaxed_read32", "csdev_access_relaxed_write32",
        "csdev_access_relaxed_read_pair", "csdev_access_relaxed_write_pair", "coresight_get_mode?",
        "coresight_set_mode?"}},
      {"drivers/hwtracing/coresight/coresight-priv.h", {"coresight_insert_barrier_packet"}},
      {"drivers/hwtracing/coresight/coresight-etm-perf.h", {"etm_perf_sink_config"}}};
  all.insert(all.end(), files.begin(), files.end());
  all.push_back({"drivers/hwtracing/coresight/coresight-etm-perf.c",
                 {"etm_event_cpu_path_ptr", "etm_event_cpu_path", "etm_event_start",
                  "etm_event_stop", "etm_event_add", "etm_event_del"}});
  needs.insert(needs.end(), {"coresight_ops_source", "coresight_ops", "source_ops", "sink_ops"});
  std::vector<std::string_view> own = {"coresight_disable_source",
                                       "coresight_trace_id_read_cpu_id_map",
                                       "coresight_get_sink_id",
                                       "coresight_claim_device",
                                       "coresight_claim_device_unlocked",
                                       "coresight_disclaim_device",
                                       "coresight_disclaim_device_unlocked",
                                       "coresight_timeout",
                                       "CS_LOCK",
                                       "CS_UNLOCK"};
  if (paths == PathText::ours)
    own.insert(own.end(),
               {"coresight_get_sink", "coresight_enable_path", "coresight_disable_path"});
  KernelUnit unit =
      also_of_core("perf_report_aux_output_id",
                   with_events(name, std::move(all), std::move(own), std::move(needs), glue));
  if (paths == PathText::ours) return unit;
  unit.defines = "#define RC_CORESIGHT_PATHS 1\n";
  // The type is picked by its enumerators, and the table of devices has the same name.
  unit.ours.emplace_back("coresight_dev_type");
  return unit;
}

}  // namespace

const KernelUnit& pt_unit() {
  static const KernelUnit kUnit = also_of_core(
      "__perf_event_aux_pause?",
      with_events(
          "pt",
          {{"arch/x86/include/asm/msr-index.h"},
           {"arch/x86/include/asm/intel_pt.h"},
           {"arch/x86/events/intel/pt.h", {"sizes"}},
           {"arch/x86/events/intel/pt.c",
            {"pt_config_start",
             "pt_config_enable?",
             "pt_config_filters",
             "pt_config",
             "pt_config_stop",
             "topa_to_page",
             "topa_entry_to_page",
             "topa_pfn",
             "pt_config_buffer",
             "topa_alloc",
             "topa_free",
             "topa_insert_table",
             "topa_table_full",
             "topa_insert_pages",
             "pt_buffer_advance",
             "pt_update_head",
             "pt_buffer_region",
             "pt_buffer_region_size",
             "pt_handle_status",
             "pt_read_offset",
             "pt_topa_entry_for_page",
             "pt_topa_prev_entry",
             "pt_buffer_reset_markers",
             "pt_buffer_reset_offsets",
             "pt_buffer_fini_topa",
             "pt_buffer_init_topa",
             "pt_buffer_try_single",
             "pt_buffer_setup_aux",
             "pt_buffer_free_aux",
             "intel_pt_interrupt",
             "intel_pt_handle_vmx",
             "pt_event_start",
             "pt_event_stop",
             "pt_event_snapshot_aux",
             "pt_event_del",
             "pt_event_add"}}},
          {"intel_pt_validate_hw_cap", "intel_pt_validate_cap", "pt_topa_dump",
           "perf_event_itrace_started", "perf_event_addr_filters_sync"},
          {"PERF_PMU_CAP_AUX_NO_SG", "PERF_PMU_CAP_AUX_PAUSE", "PERF_PMU_CAP_AUX_PREFER_LARGE"},
          "pt.c"));
  return kUnit;
}

const KernelUnit& spe_unit() {
  static const KernelUnit kUnit = with_events("spe",
                                              {{"drivers/perf/arm_spe_pmu.c",
                                                {"get_spe_event_has_cx",
                                                 "arm_spe_event_to_pmscr",
                                                 "arm_spe_event_sanitise_period",
                                                 "arm_spe_event_to_pmsirr",
                                                 "arm_spe_event_to_pmsfcr",
                                                 "arm_spe_event_to_pmsevfr",
                                                 "arm_spe_event_to_pmsnevfr?",
                                                 "arm_spe_event_to_pmslatfr",
                                                 "arm_spe_pmu_pad_buf",
                                                 "arm_spe_pmu_next_snapshot_off",
                                                 "__arm_spe_pmu_next_off",
                                                 "arm_spe_pmu_next_off",
                                                 "arm_spe_perf_aux_output_begin",
                                                 "arm_spe_perf_aux_output_end",
                                                 "arm_spe_pmu_disable_and_drain_local",
                                                 "arm_spe_pmu_buf_get_fault_act",
                                                 "arm_spe_pmu_irq_handler",
                                                 "arm_spe_pmu_start",
                                                 "arm_spe_pmu_stop",
                                                 "arm_spe_pmu_add",
                                                 "arm_spe_pmu_del",
                                                 "arm_spe_pmu_setup_aux",
                                                 "arm_spe_pmu_free_aux"}}},
                                              {"ATTR_CFG_GET_FLD"}, spe_fields(), "spe.c");
  return kUnit;
}

const KernelUnit& trbe_unit() {
  static const KernelUnit kUnit = also_of_core(
      "perf_report_aux_output_id",
      with_events(
          "trbe",
          {{"include/linux/coresight.h"},
           {"drivers/hwtracing/coresight/coresight-priv.h"},
           {"drivers/hwtracing/coresight/coresight-etm-perf.h", {"etm_perf_sink_config"}},
           {"drivers/hwtracing/coresight/coresight-self-hosted-trace.h",
            {"read_trfcr", "write_trfcr", "cpu_prohibit_trace"}},
           {"drivers/hwtracing/coresight/coresight-trbe.h", {"*"}},
           {"drivers/hwtracing/coresight/coresight-trbe.c",
            {"trbe_check_errata",
             "trbe_has_erratum",
             "trbe_may_overwrite_in_fill_mode",
             "trbe_may_write_out_of_range",
             "trbe_needs_drain_after_disable",
             "trbe_needs_ctxt_sync_after_enable",
             "trbe_is_broken",
             "trbe_alloc_node",
             "trbe_drain_buffer",
             "set_trbe_enabled",
             "set_trbe_disabled",
             "trbe_drain_and_disable_local",
             "trbe_report_wrap_event",
             "trbe_stop_and_truncate_event",
             "__trbe_pad_buf",
             "trbe_pad_buf",
             "trbe_snapshot_offset",
             "trbe_min_trace_buf_size",
             "__trbe_normal_offset",
             "trbe_normal_offset",
             "compute_trbe_buffer_limit",
             "clr_trbe_status",
             "set_trbe_limit_pointer_enabled",
             "trbe_enable_hw",
             "trbe_get_fault_act",
             "trbe_get_trace_size",
             "arm_trbe_alloc_buffer",
             "arm_trbe_free_buffer",
             "arm_trbe_update_buffer",
             "trbe_apply_work_around_before_enable",
             "__arm_trbe_enable",
             "arm_trbe_enable",
             "arm_trbe_disable",
             "trbe_handle_spurious",
             "trbe_handle_overflow",
             "is_perf_trbe",
             "arm_trbe_irq_handler",
             "arm_trbe_probe_cpu"}},
           {"drivers/hwtracing/coresight/coresight-etm-perf.c",
            {"etm_event_cpu_path_ptr", "etm_event_cpu_path", "etm_event_start", "etm_event_stop",
             "etm_event_add", "etm_event_del"}}},
          {"coresight_get_sink", "coresight_enable_path", "coresight_disable_path",
           "coresight_disable_source", "coresight_trace_id_read_cpu_id_map",
           "coresight_get_sink_id"},
          {"arm_trbe_cs_ops", "coresight_ops_source", "coresight_ops", "source_ops", "sink_ops"},
          "trbe.c"));
  return kUnit;
}

const KernelUnit& etr_unit() {
  static const KernelUnit kUnit = coresight_unit(
      "etr",
      {{"drivers/hwtracing/coresight/coresight-tmc.h",
        {"tmc_etr_init_caps", "tmc_etr_has_cap", "tmc_sg_table_buf_size"}},
       {"drivers/hwtracing/coresight/coresight-catu.h", {"coresight_is_catu_device"}},
       {"drivers/hwtracing/coresight/coresight-tmc-core.c",
        {"tmc_wait_for_tmcready", "tmc_flush_and_stop", "tmc_enable_hw", "tmc_disable_hw",
         "tmc_get_memwidth_mask"}},
       {"drivers/hwtracing/coresight/coresight-tmc-etr.c",
        {"tmc_etr_sg_table_entries",
         "tmc_pages_get_offset",
         "tmc_pages_free",
         "tmc_pages_alloc",
         "tmc_sg_get_data_page_offset",
         "tmc_free_table_pages",
         "tmc_free_data_pages",
         "tmc_free_sg_table",
         "tmc_alloc_table_pages",
         "tmc_alloc_data_pages",
         "tmc_alloc_sg_table",
         "tmc_sg_table_sync_data_range",
         "tmc_sg_table_sync_table",
         "tmc_sg_table_get_data",
         "tmc_etr_sg_table_dump",
         "tmc_etr_sg_table_populate",
         "tmc_init_etr_sg_table",
         "tmc_etr_alloc_flat_buf",
         "tmc_etr_free_flat_buf",
         "tmc_etr_sync_flat_buf",
         "tmc_etr_get_data_flat_buf",
         "tmc_etr_alloc_sg_buf",
         "tmc_etr_free_sg_buf",
         "tmc_etr_get_data_sg_buf",
         "tmc_etr_sync_sg_buf",
         "tmc_etr_get_catu_device",
         "tmc_etr_set_catu_ops",
         "tmc_etr_remove_catu_ops",
         "tmc_etr_enable_catu?",
         "tmc_etr_disable_catu?",
         "tmc_etr_mode_alloc_buf",
         "get_etr_buf_hw?",
         "etr_can_use_flat_mode?",
         "tmc_alloc_etr_buf",
         "tmc_free_etr_buf",
         "tmc_etr_buf_get_data",
         "tmc_etr_buf_insert_barrier_packet",
         "tmc_sync_etr_buf",
         "__tmc_etr_enable_hw",
         "tmc_etr_enable_hw",
         "tmc_etr_setup_sysfs_buf",
         "tmc_etr_free_sysfs_buf",
         "tmc_etr_sync_sysfs_buf",
         "__tmc_etr_disable_hw",
         "tmc_etr_disable_hw",
         "tmc_etr_get_sysfs_buffer?",
         "tmc_etr_get_buffer?",
         "tmc_enable_etr_sink_sysfs",
         "alloc_etr_buf",
         "get_perf_etr_buf_cpu_wide",
         "get_perf_etr_buf_per_thread",
         "get_perf_etr_buf",
         "tmc_etr_setup_perf_buf",
         "tmc_alloc_etr_buffer",
         "tmc_free_etr_buffer",
         "tmc_etr_sync_perf_buffer",
         "tmc_update_etr_buffer",
         "tmc_enable_etr_sink_perf",
         "tmc_enable_etr_sink",
         "tmc_disable_etr_sink",
         "tmc_read_prepare_etr",
         "tmc_read_unprepare_etr",
         "tmc_etr_get_sysfs_trace"}},
       {"drivers/hwtracing/coresight/coresight-catu.c",
        {"catu_get_table", "catu_dump_table", "catu_make_entry", "catu_populate_table",
         "catu_init_sg_table", "catu_free_etr_buf", "catu_get_data_etr_buf", "catu_sync_etr_buf",
         "catu_alloc_etr_buf", "catu_wait_for_ready", "catu_enable_hw", "catu_enable",
         "catu_disable_hw", "catu_disable"}},
       {"drivers/hwtracing/coresight/coresight-core.c",
        {"coresight_compare_type?", "coresight_find_input_type?", "coresight_find_output_type?",
         "coresight_is_helper?", "coresight_enable_helper?", "coresight_disable_helper?",
         "coresight_enable_helpers?", "coresight_disable_helpers?", "coresight_enable_sink",
         "coresight_disable_sink", "coresight_get_sink", "coresight_disable_path_from",
         "coresight_disable_path", "coresight_enable_path"}}},
      {"tmc_etr_cs_ops", "dba", "TMC_AXICTL_WR_BURST_16", "etr_catu_buf_ops", "catu_ops",
       "helper_ops", "CATU_REG32", "sladdr", "inaddr"},
      "etr.c", PathText::of_the_tree);
  return kUnit;
}

const KernelUnit& etf_unit() {
  static const KernelUnit kUnit = coresight_unit(
      "etf",
      {{"drivers/hwtracing/coresight/coresight-tmc.h", {"tmc_etr_has_cap"}},
       {"drivers/hwtracing/coresight/coresight-tmc-core.c",
        {"tmc_wait_for_tmcready", "tmc_flush_and_stop", "tmc_enable_hw", "tmc_disable_hw",
         "tmc_get_memwidth_mask", "tmc_read_prepare", "tmc_read_unprepare", "tmc_open",
         "tmc_get_sysfs_trace", "tmc_read", "tmc_release"}},
       {"drivers/hwtracing/coresight/coresight-tmc-etf.c",
        {"__tmc_etb_enable_hw",      "tmc_etb_enable_hw",      "tmc_etb_dump_hw",
         "__tmc_etb_disable_hw",     "tmc_etb_disable_hw",     "tmc_enable_etf_sink_sysfs",
         "tmc_enable_etf_sink_perf", "tmc_enable_etf_sink",    "tmc_disable_etf_sink",
         "__tmc_etf_enable_hw",      "tmc_etf_enable_hw",      "tmc_etf_disable_hw",
         "tmc_enable_etf_link",      "tmc_disable_etf_link",   "tmc_alloc_etf_buffer",
         "tmc_free_etf_buffer",      "tmc_set_etf_buffer",     "tmc_update_etf_buffer",
         "tmc_read_prepare_etb",     "tmc_read_unprepare_etb", "tmc_etb_get_sysfs_trace"}}},
      {"tmc_etf_cs_ops", "rrp", "rwp"}, "etf.c");
  return kUnit;
}

const KernelUnit& etb_unit() {
  static const KernelUnit kUnit =
      coresight_unit("etb",
                     {{"drivers/hwtracing/coresight/coresight-etb10.c",
                       {"__etb_enable_hw", "etb_enable_hw", "etb_enable_sysfs", "etb_enable_perf",
                        "etb_enable", "__etb_disable_hw", "etb_dump_hw", "etb_disable_hw",
                        "etb_disable", "etb_alloc_buffer", "etb_free_buffer", "etb_set_buffer",
                        "etb_update_buffer", "etb_dump", "etb_open", "etb_read", "etb_release"}}},
                     {"etb_cs_ops"}, "etb.c");
  return kUnit;
}

const KernelUnit& bts_unit() {
  static const KernelUnit kUnit = with_events(
      "bts",
      {{"arch/x86/include/asm/msr-index.h"},
       {"arch/x86/include/asm/perf_event.h"},
       {"arch/x86/include/asm/intel_ds.h"},
       {"arch/x86/events/intel/ds.c", {"intel_pmu_enable_bts", "intel_pmu_disable_bts"}},
       {"arch/x86/events/intel/bts.c",
        {"buf_nr_pages", "buf_size", "bts_buffer_setup_aux", "bts_buffer_free_aux",
         "bts_buffer_offset", "bts_config_buffer", "bts_buffer_pad_out", "bts_update",
         "__bts_event_start", "bts_event_start", "__bts_event_stop", "bts_event_stop",
         "intel_bts_enable_local", "intel_bts_disable_local", "bts_buffer_reset",
         "intel_bts_interrupt", "bts_event_del", "bts_event_add"}}},
      {"perf_event_itrace_started", "cpu_hw_events", "get_debugctlmsr", "update_debugctlmsr"},
      {"PERF_PMU_CAP_AUX_NO_SG", "MSR_IA32_DEBUGCTLMSR", "INTEL_PMC_IDX_FIXED_BTS"}, "bts.c");
  return kUnit;
}

}  // namespace ringcheck
