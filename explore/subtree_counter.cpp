// Tested by tests/explore/counted_subtrees_test.cpp and
// tests/properties/core/counted_check_test.cpp.
#include "explore/subtree_counter.hpp"

#include <algorithm>
#include <utility>

#include "explore/saturating.hpp"

namespace ringcheck {

SubtreeCounter::SubtreeCounter(const Program& program, StateObserver observer,
                               MessagePassing messages, PassingReads passing,
                               SuffixForgetting testing_only_forgetting)
    : program_(program),
      observer_(std::move(observer)),
      watch_(program, observer_,
             testing_only_forgetting == SuffixForgetting::messages ? MessagePassing::always
                                                                   : messages),
      suffix_(program, passing, testing_only_forgetting) {}

void SubtreeCounter::begin(const Sums& sums) {
  its_ = sums;
  follows_ = !is_in_vain();
  open_.clear();
  sums_before_.clear();
  firsts_before_.clear();
}

WatchedPath& SubtreeCounter::path(std::size_t depth) {
  if (paths_.size() <= depth) paths_.resize(depth + 1);
  return paths_[depth];
}

void SubtreeCounter::copy_below(std::size_t depth) {
  if (follows_) path(depth + 1) = paths_[depth];
}

void SubtreeCounter::go_along(const State& state, std::span<const ValueHistory> histories) {
  if (follows_) follows_ = state.in_order && watch_.follow(path(0), state, histories);
}

bool SubtreeCounter::come_to(std::size_t depth, const State& state,
                             std::span<const ValueHistory> histories, bool divides,
                             ExploreCounts& counts) {
  if (!follows_ || !state.in_order) return false;
  WatchedPath& here = path(depth);
  if (!watch_.follow(here, state, histories) || !here.known.says_something()) {
    leave_order();
    follows_ = false;
    return false;
  }
  if (!divides) return false;
  ValueHistory key = suffix_.key(state, here);
  if (observer_.past && !observer_.past(state, suffix_.first_places(), key)) return false;
  if (const auto known = numbers_.find(key)) {
    count(found_[*known], state, counts);
    return true;
  }
  ++new_;
  if (is_in_vain()) {
    leave_order();
    told().close();
    follows_ = false;
    return false;
  }
  open(depth, key, state, counts);
  return false;
}

/// Called when the search goes into the subtree of `state`.
void SubtreeCounter::open(std::size_t depth, const ValueHistory& key, const State& state,
                          ExploreCounts& counts) {
  Open& open = open_.emplace_back();
  open.depth = depth;
  open.key = key;
  open.events = state.graph.size() - state.graph.locations();
  open.before = counts;
  open.sums = sums_before_.size();
  sums_before_.insert(sums_before_.end(), its_->numbers.begin(), its_->numbers.end());
  open.firsts = firsts_before_.size();
  firsts_before_.insert(firsts_before_.end(), its_->firsts.begin(), its_->firsts.end());
  std::ranges::fill(its_->firsts, 0U);
  counts.events_max = 0;
}

void SubtreeCounter::count(const Found& found, const State& state, ExploreCounts& counts) {
  const int events = state.graph.size() - state.graph.locations();
  const std::uint64_t ended = count_sum(found.complete, found.blocked);
  add_count(counted_, ended);
  ++counts.merged;
  add_count(counts.complete, found.complete);
  add_count(counts.blocked, found.blocked);
  add_count(counts.cut, found.cut);
  add_count(counts.discarded, found.discarded);
  add_count(counts.dead, found.dead);
  const std::uint64_t shared = count_product(found.complete, static_cast<std::uint64_t>(events));
  add_count(counts.events, count_sum(found.events, shared));
  if (found.events_max >= 0)
    counts.events_max = std::max(counts.events_max, events + found.events_max);
  for (std::size_t i = 1; i < its_->numbers.size(); ++i)
    add_count(its_->numbers[i], sums_[found.sums + i]);
  for (std::size_t i = 0; i < its_->firsts.size(); ++i)
    if (its_->firsts[i] == 0) its_->firsts[i] = firsts_[found.firsts + i];
  if (its_->see_part) its_->see_part(state.graph);
}

void SubtreeCounter::close(ExploreCounts& counts) {
  const Open& open = open_.back();
  if (open.whole && found_.size() < kMaxKept) keep(open, counts);
  counts.events_max = std::max(counts.events_max, open.before.events_max);
  for (std::size_t i = 0; i < its_->firsts.size(); ++i)
    if (const std::uint32_t before = firsts_before_[open.firsts + i]; before != 0)
      its_->firsts[i] = before;
  sums_before_.resize(open.sums);
  firsts_before_.resize(open.firsts);
  open_.pop_back();
}

void SubtreeCounter::keep(const Open& open, const ExploreCounts& counts) {
  if (its_->numbers[0] != sums_before_[open.sums] || counts.faults != open.before.faults) return;
  numbers_.add(open.key, static_cast<std::uint32_t>(found_.size()));
  Found& found = found_.emplace_back();
  found.complete = count_since(counts.complete, open.before.complete);
  found.blocked = count_since(counts.blocked, open.before.blocked);
  found.cut = count_since(counts.cut, open.before.cut);
  found.discarded = count_since(counts.discarded, open.before.discarded);
  found.dead = count_since(counts.dead, open.before.dead);
  const std::uint64_t shared =
      count_product(found.complete, static_cast<std::uint64_t>(open.events));
  found.events = count_since(counts.events, open.before.events);
  if (found.events != kMostCounted) found.events -= shared;
  // An execution has more events than the state; the search leaves the state by a read that already
  // has its event.
  if (counts.events_max > 0) found.events_max = counts.events_max - open.events;
  found.sums = static_cast<std::uint32_t>(sums_.size());
  for (std::size_t i = 0; i < its_->numbers.size(); ++i)
    sums_.push_back(count_since(its_->numbers[i], sums_before_[open.sums + i]));
  found.firsts = static_cast<std::uint32_t>(firsts_.size());
  firsts_.insert(firsts_.end(), its_->firsts.begin(), its_->firsts.end());
}

void SubtreeCounter::give_up(std::size_t depth) {
  for (Open& open : open_)
    if (open.depth <= depth) open.whole = false;
}

void SubtreeCounter::stop(ExploreCounts& counts) {
  for (Open& open : open_) open.whole = false;
  leave(0, counts);
}

}  // namespace ringcheck
