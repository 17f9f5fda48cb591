// What is taken from the perf core for samples.
// Tested by `make kernel`.
#include "kernel/tree/sample_unit.hpp"

#include "kernel/tree/events_unit.hpp"

namespace ringcheck {
namespace {

KernelUnit make_unit() {
  KernelUnit unit = events_unit();
  unit.name = "samples";
  unit.defines = "#define RC_SAMPLES 1\n";
  unit.glue = "samples.c";
  std::erase(unit.ours, "perf_output_sample_regs");
  std::erase(unit.ours, "perf_output_sample_ustack");
  unit.ours.insert(unit.ours.end(),
                   {"perf_misc_flags", "perf_instruction_pointer", "perf_virt_to_phys",
                    "perf_get_page_size", "perf_reg_value", "perf_reg_abi", "perf_get_regs_user"});
  unit.needs = {"perf_copy_f", "perf_branch_stack", "PERF_SAMPLE_BRANCH_HW_INDEX"};
  const auto add = [&](std::string_view path, std::vector<std::string_view> functions) {
    for (TreeFile& file : unit.files)
      if (file.path == path)
        file.functions.insert(file.functions.end(), functions.begin(), functions.end());
  };
  add("include/linux/perf_event.h", {"perf_sample_save_callchain?", "perf_sample_save_raw_data?",
                                     "perf_sample_save_brstack?", "perf_sample_data_size?"});
  add("kernel/events/core.c",
      {"__perf_event_header_size", "perf_output_sample_regs", "perf_sample_regs_user",
       "perf_sample_regs_intr", "perf_ustack_task_size", "perf_sample_ustack_size",
       "perf_output_sample_ustack", "__cond_set?", "perf_prepare_sample", "perf_prepare_header?",
       "__perf_event_output", "perf_event_output", "perf_event_output_forward",
       "perf_event_output_backward"});
  return unit;
}

}  // namespace

const KernelUnit& sample_unit() {
  static const KernelUnit kUnit = make_unit();
  return kUnit;
}

}  // namespace ringcheck
