// Makes the test that shows a cycle.
// Along the edges that stay at a location, the accesses are put in the order of the cycle: each
// write one further in coherence order, each read at the place that it reads from. A cycle that
// never leaves its location is cut at an edge within a thread: the condition asks about coherence
// there.
// Tested by tests/litmus/cycle_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "graph/diagnostic.hpp"
#include "litmus/generate/cycle.hpp"

namespace ringcheck::litmus {

namespace {

/// An access of the cycle: the source of the edge of the same number.
struct Node {
  std::size_t location = 0;
  std::int64_t position = 0;  ///< in coherence order, 0: before every write
  std::size_t thread = 0;
  std::size_t index = 0;  ///< in its thread; the two halves of an exchange have the same
};

/// True iff the location, or the chain of positions, begins anew at the target of the edge.
bool leaves(const std::vector<Relaxation>& edges, std::size_t edge, bool one_location) {
  if (!one_location) return !edges[edge].same_location;
  const auto cut = [](const Relaxation& r) { return r.kind < RelaxationKind::detour; };
  return std::ranges::find_if(edges, cut) - edges.begin() == static_cast<std::ptrdiff_t>(edge);
}

std::vector<Node> nodes_of(const std::vector<Relaxation>& edges) {
  const bool one_location = std::ranges::all_of(edges, &Relaxation::same_location);
  const std::size_t n = edges.size();
  std::vector<Node> nodes(n);
  for (std::size_t i = 1; i < n; ++i) {
    const bool external = edges[i - 1].external;
    nodes[i].thread = nodes[i - 1].thread + (external ? 1 : 0);
    const bool same_access = edges[i - 1].kind == RelaxationKind::exchange;
    nodes[i].index = external ? 0 : nodes[i - 1].index + (same_access ? 0 : 1);
    nodes[i].location = nodes[i - 1].location + (edges[i - 1].same_location ? 0 : 1);
  }
  // The last access may be at the location of the first.
  const std::size_t last = nodes.back().location;
  if (edges.back().same_location)
    for (Node& node : nodes)
      if (node.location == last) node.location = 0;
  std::size_t start = 0;
  while (!leaves(edges, (start + n - 1) % n, one_location)) ++start;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = (start + k) % n;
    const std::size_t before = (i + n - 1) % n;
    nodes[i].position = leaves(edges, before, one_location) ? 0 : nodes[before].position;
    if (edges[before].kind == RelaxationKind::detour) ++nodes[i].position;
    if (edges[i].from == Direction::write) ++nodes[i].position;
  }
  return nodes;
}

std::string location_name(std::size_t number) {
  constexpr std::string_view kNames = "xyzabcdefghijklmnopqrstuvw";
  return number < kNames.size() ? std::string(1, kNames[number]) : fmt::format("x{}", number);
}

/// The mark of an exchange whose read and write have the marks of `edge`. Errors: InputError for
/// marks that no exchange has.
Mark exchange_mark(const Relaxation& edge, const CycleLanguage& language, std::string_view option) {
  const Mark read = edge.from_mark.value_or(Mark::once);
  const Mark write = edge.to_mark.value_or(Mark::once);
  const bool c = language.architecture == Architecture::c;
  if (read == Mark::once && (write == Mark::once || write == Mark::release)) return write;
  if (read == Mark::acquire && write == Mark::once) return read;
  if (read == Mark::acquire && write == Mark::release && !c) return Mark::full;
  throw InputError(
      {std::string(option), edge.place.line, edge.place.column,
       fmt::format("saw '{}', expected marks that an exchange has", text_of(edge, language))});
}

/// The access of a node, without fences and dependencies before it.
StraightAccess access_of(const std::vector<Relaxation>& edges, const Node& node, std::size_t i) {
  const Relaxation& edge = edges[i];
  const Relaxation& before = edges[(i + edges.size() - 1) % edges.size()];
  StraightAccess access;
  access.kind = edge.from == Direction::read ? AccessKind::read : AccessKind::write;
  access.location = node.location;
  access.mark = edge.from_mark.value_or(Mark::once);
  const bool controls =
      edge.kind == RelaxationKind::dependency && edge.dependency == DependencyKind::control;
  const bool asked = edge.kind == RelaxationKind::from_read ||
                     edge.kind == RelaxationKind::detour || edge.kind == RelaxationKind::exchange ||
                     controls;
  if (access.kind == AccessKind::write)
    access.value = node.position;
  else if (before.kind == RelaxationKind::reads_from || before.kind == RelaxationKind::detour ||
           asked)
    access.seen = node.position;
  return access;
}

/// The value that `access` writes or else reads; empty: nothing is said of it.
std::optional<std::int64_t> told_value(const StraightAccess& access) {
  if (access.kind == AccessKind::read) return access.seen;
  return access.value;
}

/// True iff `thread` sees, or makes, the write of `first` and then the next one.
bool tells(const std::vector<StraightAccess>& thread, std::size_t location, std::int64_t first) {
  std::int64_t before = 0;
  for (const StraightAccess& access : thread) {
    if (access.location != location || !told_value(access)) continue;
    if (access.kind == AccessKind::exchange && access.seen == first) return true;
    if (before == first && *told_value(access) == first + 1) return true;
    before = *told_value(access);
  }
  return false;
}

/// True iff the final value or a thread tells the order of the writes to a location.
bool is_told(const StraightTest& test, std::size_t location, std::int64_t writes) {
  for (std::int64_t first = 1; first + 1 < writes; ++first)
    if (std::ranges::none_of(test.threads,
                             [&](const auto& thread) { return tells(thread, location, first); }))
      return false;
  return true;
}

/// A thread that reads the values of a location in their order.
std::vector<StraightAccess> observer_of(std::size_t location, std::int64_t writes) {
  std::vector<StraightAccess> thread;
  for (std::int64_t value = 1; value <= writes; ++value) {
    StraightAccess access;
    access.location = location;
    access.seen = value;
    thread.push_back(std::move(access));
  }
  return thread;
}

/// Says in the condition how the writes to each location are ordered.
void tell_order(const std::vector<std::int64_t>& writes, Observers observers,
                std::string_view option, StraightTest& test) {
  for (std::size_t l = 0; l < test.locations.size(); ++l) {
    if (writes[l] < 2) continue;
    const bool told = is_told(test, l, writes[l]);
    if (observers == Observers::force || (observers == Observers::accept && !told)) {
      test.threads.push_back(observer_of(l, writes[l]));
      continue;
    }
    test.locations[l].final_value = writes[l];
    if (!told)
      throw InputError(
          {std::string(option), 0, 0,
           fmt::format("saw {} writes to {} in an order that no final state tells, expected two at "
                       "most, or some by one thread, or --obs accept",
                       writes[l], test.locations[l].name)});
  }
}

}  // namespace

StraightTest test_of_cycle(const Cycle& cycle, const CycleLanguage& language,
                           std::string_view option, Observers observers) {
  const auto& edges = cycle.edges;
  const std::vector<Node> nodes = nodes_of(edges);
  StraightTest test;
  std::vector<std::int64_t> writes;
  std::vector<std::vector<StraightAccess>> others;  // the writes of detours
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Node& node = nodes[i];
    while (test.locations.size() <= node.location) {
      test.locations.push_back({location_name(test.locations.size())});
      writes.push_back(0);
    }
    test.threads.resize(node.thread + 1);
    auto& thread = test.threads[node.thread];
    if (edges[i].from == Direction::write) ++writes[node.location];
    if (edges[i].kind == RelaxationKind::detour) {
      ++writes[node.location];
      others.push_back(
          {{.kind = AccessKind::write, .location = node.location, .value = node.position + 1}});
    }
    const Relaxation& before = edges[(i + edges.size() - 1) % edges.size()];
    if (i > 0 && before.kind == RelaxationKind::exchange) {
      thread.back().kind = AccessKind::exchange;
      thread.back().value = node.position;
      thread.back().mark = exchange_mark(before, language, option);
      continue;
    }
    StraightAccess access = access_of(edges, node, i);
    if (node.index > 0) {
      if (!before.fence.empty()) access.fences.push_back(find_fence(language, before.fence)->text);
      if (before.kind == RelaxationKind::dependency)
        access.dependencies.push_back({before.dependency, node.index - 1});
    }
    thread.push_back(std::move(access));
  }
  std::ranges::move(others, std::back_inserter(test.threads));
  tell_order(writes, observers, option, test);
  return test;
}

}  // namespace ringcheck::litmus
