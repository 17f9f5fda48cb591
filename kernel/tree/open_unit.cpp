// What is taken of the opening of events.
// Tested by `make kernel`.
#include "kernel/tree/open_unit.hpp"

#include "kernel/tree/filters_unit.hpp"
#include "kernel/tree/spe_fields.hpp"

namespace ringcheck {
namespace {

KernelUnit make_unit() {
  KernelUnit unit = filters_unit();
  unit.name = "open";
  unit.defines = "#define RC_FILTERS 1\n#define RC_OPEN 1\n";
  unit.glue = "open.c";
  std::erase(unit.ours, "exclusive_event_init");
  std::erase(unit.ours, "exclusive_event_destroy");
  unit.ours.insert(unit.ours.end(),
                   {"ATTR_CFG_GET_FLD", "x86_reserve_hardware", "x86_release_hardware", "x86_pmu",
                    "perfmon_capable", "security_perf_event_open"});
  unit.needs = spe_fields();
  unit.needs.insert(unit.needs.end(),
                    {"PERF_PMU_CAP_EXCLUSIVE", "ETM_ADDR_CMP_MAX", "bts_pmu", "etm_pmu", "pt_pmu"});
  unit.files = {
      {"include/uapi/linux/perf_event.h", {"*"}},
      {"include/linux/perf_event.h",
       {"has_addr_filter", "perf_event_addr_filters", "is_write_backward", "has_branch_stack",
        "is_exclusive_pmu", "perf_allow_kernel?"}},
      {"kernel/events/internal.h"},
      {"kernel/events/core.c",
       {"get_ctx", "has_inherit_and_sample_read?", "init_event_group", "perf_event__state_init",
        "perf_event_alloc", "is_orphaned_event", "inherit_event", "free_event_rcu", "__free_event?",
        "_free_event", "free_event", "free_filters_list", "perf_addr_filters_splice",
        "exclusive_event_init", "exclusive_event_destroy", "exclusive_event_match",
        "exclusive_event_installable", "perf_allow_kernel?"}},
      {"arch/x86/include/asm/msr-index.h"},
      {"arch/x86/include/asm/intel_pt.h"},
      {"arch/x86/events/core.c", {"x86_add_exclusive", "x86_del_exclusive"}, true},
      {"arch/x86/events/intel/pt.h"},
      {"arch/x86/events/intel/pt.c",
       {"pt_addr_filters_init", "pt_addr_filters_fini", "pt_event_valid", "pt_event_init",
        "pt_event_destroy"}},
      {"arch/x86/events/intel/bts.c", {"bts_event_destroy", "bts_event_init"}},
      {"include/linux/coresight.h"},
      {"drivers/hwtracing/coresight/coresight-priv.h"},
      {"drivers/hwtracing/coresight/coresight-etm-perf.h"},
      {"drivers/hwtracing/coresight/coresight-etm-perf.c",
       {"etm_addr_filters_alloc", "etm_event_destroy", "etm_event_init"}},
      {"drivers/perf/arm_spe_pmu.c",
       {"set_spe_event_has_cx", "get_spe_event_has_cx", "arm_spe_event_to_pmscr",
        "arm_spe_event_to_pmsfcr", "arm_spe_event_to_pmsevfr", "arm_spe_event_to_pmsnevfr?",
        "arm_spe_pmsevfr_res0", "arm_spe_pmu_event_init"}}};
  return unit;
}

}  // namespace

const KernelUnit& open_unit() {
  static const KernelUnit kUnit = make_unit();
  return kUnit;
}

}  // namespace ringcheck
