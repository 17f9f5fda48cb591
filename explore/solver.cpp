// A variable that has no value counts as false. An assignment is complete when each clause holds so:
// only clauses all of whose negated variables are true can ask for more, and one of their other
// variables is made true then.
// Tested by tests/explore/solver_test.cpp.
#include "explore/solver.hpp"

#include <algorithm>
#include <utility>

namespace ringcheck {

int Solver::new_variable() {
  value_.push_back(kUnknown);
  was_true_.push_back(false);
  activity_.push_back(0);
  level_.push_back(0);
  reason_.push_back(kNoClause);
  negative_.emplace_back();
  watches_.resize(watches_.size() + 2);
  return static_cast<int>(value_.size()) - 1;
}

void Solver::add(std::span<const Literal> literals) {
  undo(0);
  looked_at_ = 0;
  Clause clause;
  for (const Literal l : literals) {
    if (value(l) == kTrue || std::ranges::find(clause, ~l) != clause.end()) return;
    if (value(l) == kFalse || std::ranges::find(clause, l) != clause.end()) continue;
    clause.push_back(l);
  }
  if (clause.empty()) {
    impossible_ = true;
  } else if (clause.size() == 1) {
    assign(clause.front(), kNoClause);
    impossible_ = impossible_ || propagate() != kNoClause;
  } else {
    const int number = static_cast<int>(clauses_.size());
    if (std::ranges::none_of(clause, &Literal::is_negative)) positive_.push_back(number);
    for (const Literal l : clause)
      if (l.is_negative()) negative_[static_cast<std::size_t>(l.variable())].push_back(number);
    attach(std::move(clause));
  }
}

/// Adds a clause of two literals or more, and watches the first two. `levels`: it is learnt, from so
/// many levels.
void Solver::attach(Clause&& clause, int levels) {
  const auto number = static_cast<int>(clauses_.size());
  for (std::size_t i = 0; i < 2; ++i)
    watches_[static_cast<std::size_t>(clause[i].code)].push_back(number);
  clauses_.push_back(std::move(clause));
  levels_.push_back(levels);
}

int Solver::levels_of(const Clause& clause) {
  ++counts_;
  int levels = 0;
  for (const Literal l : clause) {
    const auto level = static_cast<std::size_t>(level_[static_cast<std::size_t>(l.variable())]);
    if (seen_at_level_.size() <= level) seen_at_level_.resize(level + 1);
    if (std::exchange(seen_at_level_[level], counts_) != counts_) ++levels;
  }
  return levels;
}

/// Forgets clauses that hold for good, and learnt ones that join many levels (Audemard, Simon, IJCAI
/// 2009). Pre: level 0, and all is propagated.
void Solver::forget() {
  constexpr int kFewLevels = 4;
  for (std::vector<int>& watching : watches_) watching.clear();
  for (std::size_t n = 0; n < clauses_.size(); ++n) {
    Clause& clause = clauses_[n];
    const bool holds = std::ranges::any_of(clause, [&](Literal l) { return value(l) == kTrue; });
    if (holds || levels_[n] > kFewLevels) clause = {};
    if (clause.empty()) continue;
    std::ranges::partition(clause, [&](Literal l) { return value(l) != kFalse; });
    for (std::size_t i = 0; i < 2; ++i)
      watches_[static_cast<std::size_t>(clause[i].code)].push_back(static_cast<int>(n));
  }
  for (std::vector<int>& clauses : negative_)
    std::erase_if(clauses, [&](int n) { return clauses_[static_cast<std::size_t>(n)].empty(); });
  std::erase_if(positive_, [&](int n) { return clauses_[static_cast<std::size_t>(n)].empty(); });
  learnt_ = 0;
}

void Solver::assign(Literal l, int reason) {
  const auto v = static_cast<std::size_t>(l.variable());
  value_[v] = l.is_negative() ? kFalse : kTrue;
  level_[v] = level_now();
  reason_[v] = reason;
  trail_.push_back(l);
}

/// Returns a clause that cannot hold any more, or kNoClause.
int Solver::propagate() {
  while (propagated_ < trail_.size()) {
    const Literal wrong = ~trail_[propagated_++];
    std::vector<int>& watching = watches_[static_cast<std::size_t>(wrong.code)];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watching.size(); ++i) {
      const int number = watching[i];
      Clause& clause = clauses_[static_cast<std::size_t>(number)];
      if (clause[0] == wrong) std::swap(clause[0], clause[1]);
      watching[kept++] = number;
      if (value(clause[0]) == kTrue) continue;
      const auto other = std::find_if(clause.begin() + 2, clause.end(),
                                      [&](Literal l) { return value(l) != kFalse; });
      if (other != clause.end()) {
        std::swap(clause[1], *other);
        watches_[static_cast<std::size_t>(clause[1].code)].push_back(number);
        --kept;
      } else if (value(clause[0]) == kFalse) {
        while (++i < watching.size()) watching[kept++] = watching[i];
        watching.resize(kept);
        return number;
      } else {
        assign(clause[0], number);
      }
    }
    watching.resize(kept);
  }
  return kNoClause;
}

void Solver::undo(int level) {
  if (level_now() <= level) return;
  const auto begin = static_cast<std::size_t>(begins_[static_cast<std::size_t>(level)]);
  for (std::size_t i = begin; i < trail_.size(); ++i) {
    const auto v = static_cast<std::size_t>(trail_[i].variable());
    was_true_[v] = value_[v] == kTrue;
    value_[v] = kUnknown;
  }
  trail_.resize(begin);
  begins_.resize(static_cast<std::size_t>(level));
  propagated_ = begin;
  looked_at_ = 0;
}

void Solver::prefer(int variable) {
  constexpr double kLargest = 1e100;
  double& activity = activity_[static_cast<std::size_t>(variable)];
  activity += bump_;
  if (activity < kLargest) return;
  for (double& a : activity_) a /= kLargest;
  bump_ /= kLargest;
}

/// The clause that `conflict` and its reasons come to, with one literal of the present level, which
/// is first. `back_to` gets the level at which that is implied.
Solver::Clause Solver::learn(int conflict, int& back_to) {
  Clause learnt(1);
  std::vector<bool> seen(value_.size(), false);
  int open = 0;
  std::size_t at = trail_.size();
  back_to = 0;
  for (int reason = conflict;;) {
    for (const Literal l : clauses_[static_cast<std::size_t>(reason)]) {
      const auto v = static_cast<std::size_t>(l.variable());
      if (seen[v] || level_[v] == 0 || value(l) == kTrue) continue;
      seen[v] = true;
      prefer(l.variable());
      if (level_[v] == level_now()) {
        ++open;
        continue;
      }
      learnt.push_back(l);
      if (level_[v] <= back_to) continue;
      back_to = level_[v];
      std::swap(learnt.back(), learnt[1]);
    }
    while (!seen[static_cast<std::size_t>(trail_[--at].variable())]) continue;
    learnt[0] = ~trail_[at];
    if (--open == 0) return learnt;
    reason = reason_[static_cast<std::size_t>(trail_[at].variable())];
  }
}

/// What `clause` asks for: a variable to be true; no literal (code -1) if it holds.
Literal Solver::asked_for(std::span<const Literal> clause) const {
  Literal best{-1};
  for (const Literal l : clause) {
    if (value(l) == kTrue) return {-1};
    if (value(l) == kFalse) continue;
    if (l.is_negative()) return {-1};  // It is false by default.
    const auto v = static_cast<std::size_t>(l.variable());
    const auto b = static_cast<std::size_t>(best.variable());
    if (best.code < 0 || (was_true_[v] && !was_true_[b]) ||
        (was_true_[v] == was_true_[b] && activity_[v] > activity_[b]))
      best = l;
  }
  return best;
}

/// The next variable to be true; no literal (code -1) if all clauses hold.
Literal Solver::decide(std::span<const Literal> asked) {
  if (const Literal l = asked_for(asked); l.code >= 0) return l;
  for (const int clause : positive_)
    if (const Literal l = asked_for(clauses_[static_cast<std::size_t>(clause)]); l.code >= 0)
      return l;
  for (; looked_at_ < trail_.size(); ++looked_at_) {
    const Literal l = trail_[looked_at_];
    if (l.is_negative()) continue;
    for (const int clause : negative_[static_cast<std::size_t>(l.variable())])
      if (const Literal next = asked_for(clauses_[static_cast<std::size_t>(clause)]);
          next.code >= 0)
        return next;
  }
  return {-1};
}

/// Makes assumptions, all at level 1. Returns false if one of them is wrong.
bool Solver::assume(std::span<const int> assumed_false) {
  begins_.push_back(static_cast<int>(trail_.size()));
  for (const int variable : assumed_false) {
    const Literal l = negative(variable);
    if (value(l) == kFalse) return false;
    if (value(l) == kUnknown) assign(l, kNoClause);
  }
  return true;
}

bool Solver::solve(std::span<const int> assumed_false, std::span<const Literal> asked) {
  constexpr std::size_t kManyLearnt = 2000;
  if (asked.empty()) return false;
  undo(0);
  looked_at_ = 0;
  // What was asked for before holds now.
  if (later_ >= 0) add(std::vector<Literal>{positive(later_)});
  if (impossible_) return false;
  if (learnt_ > kManyLearnt && propagate() == kNoClause) forget();
  later_ = new_variable();
  Clause goal{positive(later_)};
  goal.insert(goal.end(), asked.begin(), asked.end());
  attach(std::move(goal));
  std::vector<int> assumed(assumed_false.begin(), assumed_false.end());
  assumed.push_back(later_);
  while (!impossible_) {
    const int conflict = propagate();
    if (conflict == kNoClause) {
      if (level_now() == 0) {
        if (!assume(assumed)) return false;
        continue;
      }
      const Literal next = decide(asked);
      if (next.code < 0) return true;
      begins_.push_back(static_cast<int>(trail_.size()));
      assign(next, kNoClause);
      continue;
    }
    ++conflicts_;
    impossible_ = level_now() == 0;
    if (level_now() <= 1) return false;
    int back_to = 0;
    Clause learnt = learn(conflict, back_to);
    const int levels = levels_of(learnt);
    undo(back_to);
    bump_ *= 1.05;
    const Literal implied = learnt.front();
    const bool is_unit = learnt.size() == 1;
    const int reason = is_unit ? kNoClause : static_cast<int>(clauses_.size());
    if (!is_unit) attach(std::move(learnt), levels);
    learnt_ += is_unit ? 0 : 1;
    assign(implied, reason);
  }
  return false;
}

}  // namespace ringcheck
