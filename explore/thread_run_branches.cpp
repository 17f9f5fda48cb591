// Branches and assumptions of the code under test: which way a run goes, and where it stops because
// the way is unknown.
// Tested by tests/explore.
#include <algorithm>

#include "explore/thread_run.hpp"

namespace ringcheck {

bool ThreadRun::decide(const Truth& condition, bool may_be_speculated, bool is_assumption) {
  std::uint16_t& decided = is_assumption ? assumptions_ : branches_;
  const Speculation* speculation = speculated(decided, is_assumption);
  if (speculation != nullptr)
    require(condition, speculation->taken);
  else if (!condition.known)
    wait_for(condition.sources, may_be_speculated, is_assumption);
  ++decided;
  return speculation != nullptr ? speculation->taken : condition.value;
}

const Speculation* ThreadRun::speculated(std::uint16_t branch, bool is_assumption) const {
  const auto found = std::ranges::find_if(speculations_, [&](const Speculation& speculation) {
    return speculation.thread == thread_ && speculation.branch == branch &&
           speculation.is_assumption == is_assumption;
  });
  return found == speculations_.end() ? nullptr : &*found;
}

void ThreadRun::require(const Truth& condition, bool outcome) {
  if (condition.known && condition.value != outcome) stop_because(StopReason::contradiction);
}

bool ThreadRun::branch(const Truth& condition) {
  const bool taken = decide(condition, !control_lasts_, false);
  control_ |= condition.sources;
  return taken;
}

bool ThreadRun::branch_speculatively(const Truth& condition) {
  return decide(condition, true, false);
}

bool ThreadRun::presume(const Truth& condition) {
  if (!follows_way() || condition.known || speculated(branches_, false) != nullptr)
    return branch_speculatively(condition);
  ++branches_;
  return true;
}

void ThreadRun::assume(const Truth& condition) {
  if (!condition.known && !decides_assumptions_) wait_for(condition.sources, false);
  const bool holds = decides_assumptions_ ? decide(condition, true, true) : condition.value;
  assumed_ |= condition.sources;
  control_ |= condition.sources;
  if (!holds) stop_because(StopReason::assumption_failed);
}

void ThreadRun::settle_on_way(int slot, bool has_stored) {
  EventNumber r = graph_->at(thread_, slot);
  if (r == kNoEvent || (*graph_)[r].kind == EventKind::fence) r = graph_->at(thread_, slot + 1);
  Event& read = graph_->event(r);
  if (read.materialised || read.compare != Compare::succeed_if_equal || !read.expected_known ||
      read.instruction != kWholeAccess)
    return;
  read.compare = has_stored ? Compare::await_equal : Compare::none;
  read.claim = has_stored ? Claim::sure : Claim::none;
  if (has_stored)
    read.tags = read.other_tags;
  else
    read.full = false;
  read.other_tags = {};
}

// Only beyond what the way has issued: an earlier run of it went that far, when less was known.
void ThreadRun::come_to(const std::array<std::uint64_t, 2>& state) {
  if (next_slot_ < way_begins_) return;
  if (std::ranges::find(states_on_way_, state) == states_on_way_.end()) {
    states_on_way_.push_back(state);
    return;
  }
  if (next_slot_ < graph_->slots(thread_)) return;
  stop_because(StopReason::assumption_failed);
}

}  // namespace ringcheck
