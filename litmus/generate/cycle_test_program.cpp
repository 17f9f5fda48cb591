// From a cycle to the test that shows it.
// Along the edges that stay at a location, the accesses are put in the order in which the cycle has
// them: each write one further in coherence order, each read at the place that it reads from. A
// cycle that never leaves its location is cut at an edge within a thread: there coherence is what
// is asked for.
// Tested by tests/litmus/cycle_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/diagnostic.hpp"
#include "litmus/generate/cycle.hpp"

namespace ringcheck::litmus {

namespace {

/// An access of the cycle: the source of the edge of the same number.
struct Node {
  std::size_t location = 0;
  std::int64_t position = 0;  ///< in coherence order, 0: before every write
  std::size_t thread = 0;
  std::size_t index = 0;  ///< in its thread
};

/// True iff the location, or the chain of positions, begins anew at the target of the edge.
bool leaves(const std::vector<Relaxation>& edges, std::size_t edge, bool one_location) {
  if (!one_location) return !edges[edge].same_location;
  const auto cut = [](const Relaxation& r) { return !communicates(r); };
  return std::ranges::find_if(edges, cut) - edges.begin() == static_cast<std::ptrdiff_t>(edge);
}

std::vector<Node> nodes_of(const std::vector<Relaxation>& edges) {
  const bool one_location = std::ranges::all_of(edges, &Relaxation::same_location);
  const std::size_t n = edges.size();
  std::vector<Node> nodes(n);
  for (std::size_t i = 1; i < n; ++i) {
    const bool external = edges[i - 1].external;
    nodes[i].thread = nodes[i - 1].thread + (external ? 1 : 0);
    nodes[i].index = external ? 0 : nodes[i - 1].index + 1;
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
    if (edges[i].from == Direction::write) ++nodes[i].position;
  }
  return nodes;
}

std::string location_name(std::size_t number) {
  constexpr std::string_view kNames = "xyzabcdefghijklmnopqrstuvw";
  return number < kNames.size() ? std::string(1, kNames[number]) : fmt::format("x{}", number);
}

/// The access of a node, without what stands before it.
StraightAccess access_of(const std::vector<Relaxation>& edges, const Node& node, std::size_t i) {
  const Relaxation& edge = edges[i];
  const Relaxation& before = edges[(i + edges.size() - 1) % edges.size()];
  StraightAccess access;
  access.kind = edge.from == Direction::read ? AccessKind::read : AccessKind::write;
  access.location = node.location;
  access.mark = edge.from_mark.value_or(Mark::once);
  const bool controls =
      edge.kind == RelaxationKind::dependency && edge.dependency == DependencyKind::control;
  if (access.kind == AccessKind::write)
    access.value = node.position;
  else if (before.kind == RelaxationKind::reads_from || edge.kind == RelaxationKind::from_read ||
           controls)
    access.seen = node.position;
  return access;
}

/// Refuses a location the order of whose writes neither the final value nor a thread tells.
void require_told(const StraightTest& test, std::size_t location, std::int64_t writes,
                  std::string_view option) {
  for (std::int64_t first = 1; first + 1 < writes; ++first) {
    bool told = false;
    for (const auto& thread : test.threads) {
      std::int64_t before = 0;
      for (const StraightAccess& access : thread) {
        if (access.location != location) continue;
        const bool writes_it = access.kind == AccessKind::write;
        if (!writes_it && !access.seen) continue;
        const std::int64_t value = writes_it ? access.value : *access.seen;
        told = told || (before == first && value == first + 1);
        before = value;
      }
    }
    if (!told)
      throw InputError(
          {std::string(option), 0, 0,
           fmt::format("saw {} writes to {} in an order that no final state tells, expected two at "
                       "most, or some by one thread",
                       writes, test.locations[location].name)});
  }
}

}  // namespace

StraightTest test_of_cycle(const Cycle& cycle, const CycleLanguage& language,
                           std::string_view option) {
  const auto& edges = cycle.edges;
  const std::vector<Node> nodes = nodes_of(edges);
  StraightTest test;
  std::vector<std::int64_t> writes;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Node& node = nodes[i];
    while (test.locations.size() <= node.location) {
      test.locations.push_back({location_name(test.locations.size())});
      writes.push_back(0);
    }
    test.threads.resize(node.thread + 1);
    StraightAccess access = access_of(edges, node, i);
    if (node.index > 0) {
      const Relaxation& before = edges[i - 1];
      if (!before.fence.empty()) access.fences.push_back(find_fence(language, before.fence)->text);
      if (before.kind == RelaxationKind::dependency)
        access.dependencies.push_back({before.dependency, node.index - 1});
    }
    if (access.kind == AccessKind::write) ++writes[node.location];
    test.threads[node.thread].push_back(std::move(access));
  }
  for (std::size_t l = 0; l < test.locations.size(); ++l) {
    if (writes[l] > 1) test.locations[l].final_value = writes[l];
    require_told(test, l, writes[l], option);
  }
  return test;
}

}  // namespace ringcheck::litmus
