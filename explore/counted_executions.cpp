// Counts the executions of a straight program.
// Tested by tests/explore/counted_executions_test.cpp.
#include "explore/counted_executions.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "explore/saturating.hpp"

namespace ringcheck {

std::uint64_t size_of(const StraightProgram& program, ExecutionClass executions) {
  std::uint64_t size = 1;
  for (std::size_t l = 0; l < executions.size(); ++l)
    if (executions[l] == kAnyChoice)
      size = count_product(size, program.locations[l].choices.size());
  return size;
}

void ClassSearch::Arcs::add(const LocationChoice& choice) {
  for (const auto& [from, to] : choice.edges) after[from] |= PartMask{1} << to;
}

ClassSearch::ClassSearch(StraightProgram& program, CatChecker& checker)
    : program_(program), checker_(checker), chosen_(program.locations.size(), kAnyChoice) {
  choose_order();
  Rest rest;
  std::iota(rest.tree.begin(), rest.tree.end(), Part{0});
  rests_.assign(order_.size() + 1, rest);
  for (std::size_t depth = order_.size(); depth-- > 0;) {
    rests_[depth] = rests_[depth + 1];
    connect(rests_[depth], program_.locations[order_[depth]]);
  }
}

/// True iff the parts have an order that agrees with `arcs`.
bool ClassSearch::is_acyclic(const Arcs& arcs) const {
  const int parts = program_.parts;
  PartMask left = parts == kMostParts ? ~PartMask{0} : (PartMask{1} << parts) - 1;
  for (PartMask before = 0; left != before;) {
    before = left;
    for (PartMask rest = left; rest != 0; rest &= rest - 1) {
      const int p = std::countr_zero(rest);
      if ((arcs.after[static_cast<std::size_t>(p)] & left) == 0) left &= ~(PartMask{1} << p);
    }
  }
  return left == 0;
}

/// Adds the parts that choices of `location` may connect.
void ClassSearch::connect(Rest& rest, const LocationAccesses& location) const {
  std::vector<PartEdge> pairs;
  for (const LocationChoice& choice : location.choices) {
    if (choice.edges.size() > 1) {
      Arcs arcs;
      arcs.add(choice);
      if (!is_acyclic(arcs)) rest.is_forest = false;
    }
    for (auto [a, b] : choice.edges) pairs.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  for (const auto& [a, b] : pairs) {
    const Part from = rest.tree[b];
    const Part to = rest.tree[a];
    if (from == to) rest.is_forest = false;
    for (Part& tree : rest.tree)
      if (tree == std::max(from, to)) tree = std::min(from, to);
  }
}

/// True iff the parts stay in order whatever is chosen for `rest`.
bool ClassSearch::stays_in_order(const Arcs& arcs, const Rest& rest) const {
  if (!rest.is_forest) return false;
  Arcs between;
  for (int p = 0; p < program_.parts; ++p) {
    const auto part = static_cast<std::size_t>(p);
    for (PartMask to = arcs.after[part]; to != 0; to &= to - 1) {
      const Part tree = rest.tree[static_cast<std::size_t>(std::countr_zero(to))];
      if (tree == rest.tree[part]) return false;
      between.after[rest.tree[part]] |= PartMask{1} << tree;
    }
  }
  return is_acyclic(between);
}

ClassSearch::PartMask ClassSearch::parts_of(const LocationAccesses& location) {
  PartMask parts = 0;
  for (const LocationChoice& choice : location.choices)
    for (const auto& [a, b] : choice.edges) parts |= PartMask{1} << a | PartMask{1} << b;
  return parts;
}

/// Locations connected to decided ones come first; among these, those with the fewest choices.
void ClassSearch::choose_order() {
  std::vector<std::size_t> left(program_.locations.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  PartMask reached = 0;
  while (!left.empty()) {
    const auto rank = [&](std::size_t l) {
      const LocationAccesses& location = program_.locations[l];
      const std::size_t choices = location.choices.size();
      const bool connected = (parts_of(location) & reached) != 0;
      return std::tuple(choices > 1, !connected, choices, l);
    };
    const auto next = std::ranges::min_element(left, {}, rank);
    reached |= parts_of(program_.locations[*next]);
    order_.push_back(*next);
    left.erase(next);
  }
}

bool ClassSearch::is_class(std::size_t depth, const Arcs& arcs, bool in_order) const {
  if (depth == order_.size()) return true;
  return in_order && stays_in_order(arcs, rests_[depth]);
}

/// Adds up executions and questions as if the answer to each question were yes. Returns false when
/// there are too many states.
bool ClassSearch::foresee(std::size_t depth, const Arcs& arcs, bool in_order) {
  constexpr double kMost = 200000;
  if (++states_ > kMost) return false;
  if (is_class(depth, arcs, in_order)) {
    double executions = 1;
    for (std::size_t d = depth; d < order_.size(); ++d)
      executions *= static_cast<double>(program_.locations[order_[d]].choices.size());
    forecast_.executions += executions;
    return true;
  }
  for (const LocationChoice& choice : program_.locations[order_[depth]].choices) {
    Arcs next = arcs;
    next.add(choice);
    const bool still = in_order && is_acyclic(next);
    if (!still) ++forecast_.questions;
    if (!foresee(depth + 1, next, still)) return false;
  }
  return true;
}

/// Returns false once the search has been ended.
bool ClassSearch::search(std::size_t depth, const Arcs& arcs, bool in_order) {
  if (!(*go_on_)()) return false;
  ++counts_.nodes;
  if (is_class(depth, arcs, in_order)) {
    add_count(counts_.complete, size_of(program_, chosen_));
    return (*visit_)(chosen_);
  }
  const std::size_t l = order_[depth];
  const LocationAccesses& location = program_.locations[l];
  bool goes_on = true;
  for (std::size_t c = 0; c < location.choices.size() && goes_on; ++c) {
    Arcs next = arcs;
    next.add(location.choices[c]);
    const bool still = in_order && is_acyclic(next);
    const std::size_t before = done_.size();
    apply(program_.events, location, location.choices[c], done_);
    chosen_[l] = static_cast<int>(c);
    if (still || is_consistent()) goes_on = search(depth + 1, next, still);
    undo(program_.events, done_, before);
  }
  chosen_[l] = kAnyChoice;
  return goes_on;
}

bool ClassSearch::is_consistent() {
  ++counts_.checks;
  return checker_.consistent(program_.events);
}

std::optional<ClassSearch::Forecast> ClassSearch::foresee() {
  if (!foresee(0, Arcs{}, true)) return std::nullopt;
  return forecast_;
}

ExploreCounts ClassSearch::run(const ClassVisitor& visit, const std::function<bool()>& go_on) {
  visit_ = &visit;
  go_on_ = &go_on;
  counts_ = {};
  search(0, Arcs{}, true);
  const int events = program_.events.size() - program_.events.locations();
  counts_.events = count_product(counts_.complete, static_cast<std::uint64_t>(events));
  counts_.events_max = counts_.complete > 0 ? events : 0;
  return counts_;
}

}  // namespace ringcheck
