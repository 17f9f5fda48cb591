#pragma once
// Sequential consistency: acyclic (po | rf | co | fr), and atomic read-modify-writes. Equal to
// models/cat/sc.cat. Source: Lamport, "How to make a multiprocessor computer that correctly
// executes multiprocess programs", 1979.

#include "models/checker.hpp"
#include "models/fast_store_order.hpp"

namespace ringcheck {

/// A machine without store buffers: every write is in memory before the next access performs.
struct ScMachine {
  static constexpr bool kForwards = false;
  static constexpr bool kDrainsLaterWrites = false;
  static bool drains_before(const Event& /*read*/) { return true; }
  static bool would_drain_before(const Event& /*read*/) { return true; }
  static bool drains_after(const Event& /*write*/) { return true; }
  static bool is_full_fence(const Event& /*fence*/) { return false; }
};

/// An incremental checker of sequential consistency.
using ScChecker = StoreOrderChecker<ScMachine>;
static_assert(ConsistencyChecker<ScChecker>);
extern template class StoreOrderChecker<ScMachine>;

}  // namespace ringcheck
