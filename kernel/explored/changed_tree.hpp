#pragma once
// Trees that are changed to be explored: without an ordering point, and with interrupts.

#include <optional>

#include "kernel/explored/kernel_scenario.hpp"
#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// `tree` with `point` left out; nothing if the text does not have it once.
std::optional<KernelTree> tree_without(const KernelTree& tree, const DroppedPoint& point);

/// `tree` with some plain accesses made calls, so an interrupt can come there: the load and the
/// store that raise rb->nest and, where tasks are woken, the accesses to event->pending_wakeup.
/// Nothing if the text does not have each once.
std::optional<KernelTree> tree_with_interrupts(const KernelTree& tree,
                                               const KernelScenario& scenario);

}  // namespace ringcheck
