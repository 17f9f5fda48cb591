// Finds out whether a program is straight, and the choices of its locations.
// Tested by tests/explore/counted_executions_test.cpp.
#include "explore/straight_program.hpp"

#include <algorithm>
#include <optional>
#include <ranges>

#include "graph/check.hpp"
#include "models/grace_periods.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

namespace {

constexpr std::size_t kMostChoices = 512;  ///< of a location
constexpr std::size_t kMostWays = 8;       ///< through a thread
constexpr std::size_t kMostPrograms = 64;

/// The outcomes of a thread's branches on one way to its end.
using Way = std::vector<Speculation>;

/// Adds to `ways` the ways of thread `t` that begin with `way`. Returns false if the thread does
/// not run to its end, if a branch depends on several loads, or if there are too many ways.
bool add_ways(const Program& program, ThreadId t, Way& way, std::vector<Way>& ways) {
  ExecutionGraph graph;
  graph.reset(program.initial_values(), static_cast<int>(program.threads.size()), false);
  ThreadRun run(program, graph, t, Dependence::syntactic, way);
  const Stop stop = run.run();
  if (stop.reason == StopReason::finished) {
    ways.push_back(way);
    return ways.size() <= kMostWays;
  }
  if (stop.reason != StopReason::unresolved || !stop.at_branch) return false;
  int loads = 0;
  for_each(run.waiting_for(), [&](int) { ++loads; });
  if (loads != 1) return false;
  for (const bool taken : {false, true}) {
    way.push_back({t, stop.branch, taken});
    const bool fits = add_ways(program, t, way, ways);
    way.pop_back();
    if (!fits) return false;
  }
  return true;
}

bool is_plain_fence(const Event& event) {
  return event.kind == EventKind::fence && event.location == kNoLocation && event.level == 0;
}

/// True iff everything about access `event` except rf and co is known, and it stands by itself.
bool is_straight_access(const Event& event) {
  const bool whole = event.rmw == kNoEvent && event.claim == Claim::none &&
                     event.instruction == kWholeAccess &&
                     (event.compare == Compare::none || event.compare == Compare::await_equal);
  if (!whole || event.location == kNoLocation || event.level != 0) return false;
  return event.kind == EventKind::read || (event.kind == EventKind::write && event.value_known);
}

class Builder {
 public:
  Builder(const Program& program, const Model& model, std::vector<Speculation> branches)
      : program_(program), dependence_(model.dependence()) {
    result_.branches = std::move(branches);
  }

  /// Returns nothing if there is no such program. A program with a location without choices has no
  /// executions.
  std::optional<StraightProgram> build() {
    if (!issue_events()) return std::nullopt;
    const ExecutionGraph& graph = result_.events;
    part_of_.resize(static_cast<std::size_t>(graph.size()));
    for (int t = 0; t < graph.threads(); ++t)
      if (!divide(static_cast<ThreadId>(t))) return std::nullopt;
    collect_accesses();
    for (LocationAccesses& location : result_.locations)
      if (!add_choices(location)) return std::nullopt;
    return std::move(result_);
  }

 private:
  static std::size_t index(EventNumber e) { return e; }

  /// Runs each thread to its end without the value of any load.
  bool issue_events() {
    ExecutionGraph& graph = result_.events;
    graph.reset(program_.initial_values(), static_cast<int>(program_.threads.size()),
                dependence_ == Dependence::syntactic);
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      ThreadRun run(program_, graph, static_cast<ThreadId>(t), Dependence::syntactic,
                    result_.branches);
      if (run.run().reason != StopReason::finished) return false;
    }
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const Event& event = graph[static_cast<EventNumber>(e)];
      if (!is_plain_fence(event) && !is_straight_access(event)) return false;
    }
    return true;
  }

  /// Divides thread `t` into parts. Returns false if that cannot be done.
  bool divide(ThreadId t) {
    const ExecutionGraph& graph = result_.events;
    TagSet fences;
    bool loose = dependence_ == Dependence::syntactic;
    LocationSet seen;
    for (int slot = 0; slot < graph.slots(t); ++slot) {
      const EventNumber e = graph.at(t, slot);
      if (e == kNoEvent) return false;
      const Event& event = graph[e];
      if (event.kind == EventKind::fence) {
        fences = fences | event.tags;
        loose = false;
        continue;
      }
      loose = loose && event.tags == TagSet{Tag::once} && !seen.test(event.location) &&
              !depends(graph, e);
      seen.set(event.location);
    }
    if (fences.has_any(kGracePeriods) && fences.has_any(kSections)) return false;
    const int needed = loose ? graph.slots(t) : 1;
    if (result_.parts + needed > kMostParts) return false;
    for (int slot = 0; slot < graph.slots(t); ++slot)
      part_of_[index(graph.at(t, slot))] = static_cast<Part>(result_.parts + (loose ? slot : 0));
    result_.parts += needed;
    return true;
  }

  /// True iff the branches of its thread go as they should when read `r` reads from `source`.
  bool agrees(EventNumber r, EventNumber source) {
    ExecutionGraph& graph = result_.events;
    const ThreadId t = graph[r].id.thread;
    const bool branches = std::ranges::any_of(
        result_.branches, [&](const Speculation& branch) { return branch.thread == t; });
    if (!branches || graph[r].materialised) return true;
    graph.resolve_read(r, source);
    ThreadRun run(program_, graph, t, Dependence::syntactic, result_.branches);
    const bool agree = run.run().reason == StopReason::finished;
    graph.unresolve_read(r);
    return agree;
  }

  static bool depends(const ExecutionGraph& graph, EventNumber e) {
    const Dependencies& its = graph.dependencies(e);
    return its.address.any() || its.data.any() || its.control.any();
  }

  void collect_accesses() {
    const ExecutionGraph& graph = result_.events;
    std::vector<LocationAccesses> of(static_cast<std::size_t>(graph.locations()));
    for (int t = 0; t < graph.threads(); ++t)
      for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
        const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
        if (graph[e].kind == EventKind::fence) continue;
        LocationAccesses& location = of[graph[e].location];
        location.location = graph[e].location;
        location.all.push_back(e);
        if (graph[e].kind == EventKind::read) location.reads.push_back(e);
      }
    for (LocationAccesses& location : of)
      if (!location.all.empty()) result_.locations.push_back(std::move(location));
  }

  /// Adds each order of the writes (those of a thread in program order) with each way to read from
  /// them. Returns false if there are too many.
  bool add_choices(LocationAccesses& location) {
    std::vector<std::vector<EventNumber>> left;  // writes by thread, the first one last
    for (const EventNumber access : location.all | std::views::reverse) {
      const Event& event = result_.events[access];
      if (event.kind != EventKind::write) continue;
      if (left.empty() || result_.events[left.back().front()].id.thread != event.id.thread)
        left.emplace_back();
      left.back().push_back(access);
    }
    may_read_.clear();
    for (const EventNumber r : location.reads) {
      const Event& read = result_.events[r];
      const auto add = [&](EventNumber source) {
        const bool waits_on =
            read.compare == Compare::await_equal && result_.events[source].value != read.expected;
        if (!waits_on && agrees(r, source)) may_read_.emplace_back(r, source);
      };
      add(location.location);
      for (const EventNumber e : location.all)
        if (result_.events[e].kind == EventKind::write) add(e);
    }
    std::vector<EventNumber> order;
    return add_orders(location, left, order);
  }

  bool add_orders(LocationAccesses& location, std::vector<std::vector<EventNumber>>& left,
                  std::vector<EventNumber>& order) {
    bool complete = true;
    for (std::vector<EventNumber>& thread : left) {
      if (thread.empty()) continue;
      complete = false;
      order.push_back(thread.back());
      thread.pop_back();
      const bool fits = add_orders(location, left, order);
      thread.push_back(order.back());
      order.pop_back();
      if (!fits) return false;
    }
    if (!complete) return true;
    LocationChoice choice{order, {}, {}};
    return add_reads(location, choice, 0, 0);
  }

  /// Goes on with the accesses from number `next` on. Earlier accesses of the same thread have come
  /// as far as place `reached` in the order.
  bool add_reads(LocationAccesses& location, LocationChoice& choice, std::size_t next,
                 std::size_t reached) {
    if (next == location.all.size()) {
      if (location.choices.size() == kMostChoices) return false;
      location.choices.push_back(choice);
      add_edges(location, location.choices.back());
      return true;
    }
    const ExecutionGraph& graph = result_.events;
    const Event& access = graph[location.all[next]];
    if (next > 0 && graph[location.all[next - 1]].id.thread != access.id.thread) reached = 0;
    if (access.kind == EventKind::write) {
      const auto place = std::ranges::find(choice.order, location.all[next]);
      const auto its = static_cast<std::size_t>(place - choice.order.begin()) + 1;
      return its <= reached || add_reads(location, choice, next + 1, its);
    }
    for (std::size_t place = reached; place <= choice.order.size(); ++place) {
      const EventNumber source = place == 0 ? location.location : choice.order[place - 1];
      if (std::ranges::find(may_read_, std::pair(location.all[next], source)) == may_read_.end())
        continue;
      choice.sources.push_back(source);
      const bool fits = add_reads(location, choice, next + 1, place);
      choice.sources.pop_back();
      if (!fits) return false;
    }
    return true;
  }

  void add_edges(const LocationAccesses& location, LocationChoice& choice) const {
    const auto add = [&](EventNumber from, EventNumber to) {
      const PartEdge edge{part_of_[index(from)], part_of_[index(to)]};
      if (edge.first != edge.second && std::ranges::find(choice.edges, edge) == choice.edges.end())
        choice.edges.push_back(edge);
    };
    for (std::size_t i = 1; i < choice.order.size(); ++i) add(choice.order[i - 1], choice.order[i]);
    for (std::size_t i = 0; i < location.reads.size(); ++i) {
      const EventNumber source = choice.sources[i];
      const auto place = std::ranges::find(choice.order, source);
      const bool is_initial = place == choice.order.end();
      if (!is_initial) add(source, location.reads[i]);
      const auto next = is_initial ? choice.order.begin() : place + 1;
      if (next != choice.order.end()) add(location.reads[i], *next);
    }
  }

  const Program& program_;
  const Dependence dependence_;
  StraightProgram result_;
  std::vector<Part> part_of_;                                  // by event
  std::vector<std::pair<EventNumber, EventNumber>> may_read_;  // of the location at hand
};

}  // namespace

std::vector<StraightProgram> straight_programs(const Program& program, const Model& model) {
  const ModelData& data = model.data();
  if (!data.order_suffices || data.users || data.exact_only_when_complete) return {};
  std::vector<Way> all{{}};
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    std::vector<Way> ways;
    Way way;
    if (!add_ways(program, static_cast<ThreadId>(t), way, ways)) return {};
    if (all.size() * ways.size() > kMostPrograms) return {};
    std::vector<Way> longer;
    for (const Way& before : all)
      for (const Way& its : ways) {
        longer.push_back(before);
        longer.back().insert(longer.back().end(), its.begin(), its.end());
      }
    all = std::move(longer);
  }
  std::vector<StraightProgram> programs;
  for (Way& way : all) {
    std::optional<StraightProgram> straight = Builder(program, model, std::move(way)).build();
    if (!straight) return {};
    if (std::ranges::none_of(straight->locations,
                             [](const LocationAccesses& l) { return l.choices.empty(); }))
      programs.push_back(std::move(*straight));
  }
  return programs;
}

void apply(ExecutionGraph& graph, const LocationAccesses& location, const LocationChoice& choice,
           std::vector<EventNumber>& done) {
  EventNumber before = location.location;  // the initial write
  for (const EventNumber w : choice.order) {
    if (!graph[w].materialised) {
      graph.place_write(w, before);
      done.push_back(w);
    }
    before = w;
  }
  for (std::size_t i = 0; i < location.reads.size(); ++i) {
    const EventNumber r = location.reads[i];
    if (graph[r].materialised) {
      RC_CHECK(graph[r].rf == choice.sources[i],
               "a read that sees another write than coherence says");
      continue;
    }
    graph.resolve_read(r, choice.sources[i]);
    done.push_back(r);
  }
}

void undo(ExecutionGraph& graph, std::vector<EventNumber>& done, std::size_t from) {
  for (; done.size() > from; done.pop_back())
    if (graph[done.back()].kind == EventKind::read)
      graph.unresolve_read(done.back());
    else
      graph.unplace_write(done.back());
}

}  // namespace ringcheck
