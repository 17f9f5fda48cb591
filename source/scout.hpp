#pragma once
// What a thread stores to places that the layout does not know yet.
//
// A run that comes to such a store cannot go on: it asks for the place to be known, and everything
// starts again. A loop over an array would do this for each of its elements. So from the first such
// store on the thread goes on without events, as long as it only computes and stores; then it asks
// for all places at once.

#include <cstdint>
#include <map>
#include <vector>

#include "source/layout.hpp"

namespace ringcheck::source {

/// What is to be learnt for the stores of a run that goes on without events.
class Scout {
 public:
  /// Forgets all.
  void reset() {
    wants_.clear();
    stores_.clear();
    count_ = 0;
  }
  /// True iff a store has been left out.
  [[nodiscard]] bool is_out() const { return count_ > 0; }
  /// True iff the run has left out as many stores as a graph has room for.
  [[nodiscard]] bool is_full() const { return count_ > std::size_t{kMaxEvents}; }
  /// A store is left out: what it needs is to be known.
  void leave_out(const Extent& store, const std::vector<Demand>& needs) {
    ++count_;
    if (!stores_.try_emplace(store.address, store.bytes).second) return;
    wants_.insert(wants_.end(), needs.begin(), needs.end());
  }
  /// True iff a store that was left out may have stored to some of these bytes.
  [[nodiscard]] bool may_store_to(const Extent& extent) const {
    constexpr std::uint64_t kWidest = 16;
    const std::uint64_t from = extent.address < kWidest ? 0 : extent.address - kWidest;
    const auto at = stores_.upper_bound(from);
    return at != stores_.end() && at->first < extent.address + extent.bytes;
  }
  [[nodiscard]] const std::vector<Demand>& wants() const { return wants_; }

 private:
  std::vector<Demand> wants_;
  std::map<std::uint64_t, std::uint32_t> stores_;  ///< address and bytes
  std::size_t count_ = 0;
};

}  // namespace ringcheck::source
