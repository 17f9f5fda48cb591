// What is taken from the drivers.
// Tested by `make kernel`.
#include "kernel/tree/driver_units.hpp"

#include "kernel/tree/events_unit.hpp"

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

}  // namespace

const KernelUnit& pt_unit() {
  static const KernelUnit kUnit = with_events(
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
      "pt.c");
  return kUnit;
}

}  // namespace ringcheck
