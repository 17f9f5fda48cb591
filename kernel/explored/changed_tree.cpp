// Tested by tests/kernel/kernel_scenario_test.cpp and `make kernel`.
#include "kernel/explored/changed_tree.hpp"

#include <fmt/format.h>

#include <vector>

#include "kernel/findings/kernel_repair.hpp"

namespace ringcheck {

std::optional<KernelTree> tree_without(const KernelTree& tree, const DroppedPoint& point) {
  if (point.file.empty()) return tree;
  const std::string from = fmt::format("{}(", point.call);
  const RepairStep step{point.function, from, "rc_nothing("};
  return repaired_tree(tree, {point.site, point.file, {&step, 1}});
}

std::optional<KernelTree> tree_with_interrupts(const KernelTree& tree,
                                               const KernelScenario& scenario) {
  constexpr std::string_view kRing = "kernel/events/ring_buffer.c";
  constexpr std::string_view kCore = "kernel/events/core.c";
  constexpr RepairStep kNest{"perf_output_get_handle", "(*(volatile unsigned int *)&rb->nest)++;",
                             "rc_increment(rb->nest);"};
  constexpr RepairStep kWakeup{"perf_output_wakeup", "handle->event->pending_wakeup = 1;",
                               "rc_interrupt_point();\n\thandle->event->pending_wakeup = 1;"};
  constexpr RepairStep kPending{"perf_pending_irq", "if (event->pending_wakeup) {",
                                "rc_interrupt_point();\n\tif (event->pending_wakeup) {\n"
                                "\t\trc_interrupt_point();",
                                kCore};
  std::vector<RepairStep> steps = {kNest};
  if (scenario.program == kWakeupProgram) steps.insert(steps.end(), {kWakeup, kPending});
  return repaired_tree(tree, {"", kRing, steps});
}

}  // namespace ringcheck
