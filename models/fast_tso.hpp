#pragma once
// x86-TSO. Equal to models/cat/x86-tso.cat with the vocabulary of models/vocabulary/x86.cpp.

#include "models/checker.hpp"
#include "models/fast_store_order.hpp"

namespace ringcheck {

/// A machine with a store buffer for each CPU. mfence drains it, and so do read-modify-writes with
/// a LOCK prefix: those that are atomic against other CPUs and succeed.
struct TsoMachine {
  static constexpr bool kForwards = true;
  static constexpr bool kDrainsLaterWrites = false;
  static bool drains_before(const Event& read) { return read.atomic && read.claim == Claim::sure; }
  static bool would_drain_before(const Event& read) {
    return read.atomic && read.claim == Claim::maybe;
  }
  static bool drains_after(const Event& write) { return write.atomic; }
  static bool is_full_fence(const Event& fence) {
    return fence.tags.has(Tag::mb) && !fence.tags.has(Tag::of_full_rmw);
  }
};

/// An incremental checker of x86-TSO.
using TsoChecker = StoreOrderChecker<TsoMachine>;
static_assert(ConsistencyChecker<TsoChecker>);
extern template class StoreOrderChecker<TsoMachine>;

}  // namespace ringcheck
