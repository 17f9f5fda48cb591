#pragma once
// The schedules of a plan that have been needed so far.

#include <algorithm>
#include <deque>

#include "models/schedule.hpp"
#include "models/values.hpp"

namespace ringcheck {

/// Keys of the graph that `values` has loaded. Pre: the plan's key nodes are computed, and nodes
/// show their own values.
template <int W>
Keys keys_of(const PreparedPlan& program, const Values<W>& values) {
  Keys keys;
  for (std::size_t k = 0; k < std::min(program.key_nodes.size(), Keys::kMost); ++k) {
    const cat::NodeId n = program.key_nodes[k];
    const std::uint64_t bit = std::uint64_t{1} << (k % 64);
    if (values.none(n))
      keys.empty[k / 64] |= bit;
    else if (values.is_set(n) && values.set(n) == values.universe())
      keys.full[k / 64] |= bit;
  }
  return keys;
}

/// Makes each schedule once. References to schedules stay valid.
class Schedules {
 public:
  explicit Schedules(const PreparedPlan& program) : program_(program) {}

  /// The schedule for graphs with these keys.
  const Schedule& with(const Keys& keys) {
    if (last_ != nullptr && last_->keys == keys) return *last_;
    const auto known = std::ranges::find(made_, keys, &Schedule::keys);
    last_ = known != made_.end() ? &*known : &made_.emplace_back(make_schedule(program_, keys));
    return *last_;
  }

  [[nodiscard]] std::size_t count() const { return made_.size(); }
  /// Invalidates all references.
  void clear() {
    made_.clear();
    last_ = nullptr;
  }

 private:
  const PreparedPlan& program_;
  std::deque<Schedule> made_;
  const Schedule* last_ = nullptr;
};

}  // namespace ringcheck
