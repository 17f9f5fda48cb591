// Depth-first search through the states of threads that share one memory. Rounds are strongly
// connected sets of states: if there is a way from each state to each other one, there is a way
// that goes through all of them again and again. That way is fair if each thread takes a step on
// it, has ended, or somewhere on it cannot take one.
// Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
// Tested by tests/source/rounds_test.cpp and tests/source/early_look_test.cpp.
#include "explore/interleavings.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>

#include "explore/ending.hpp"
#include "explore/machine.hpp"
#include "explore/state_key.hpp"
#include "explore/watch.hpp"
#include "models/fast_sc.hpp"

namespace ringcheck {

namespace {

constexpr std::uint32_t kNoNode = UINT32_MAX;

class Search {
 public:
  Search(const Program& program, const InterleavingLimits& limits,
         const InterleavingVisitors& visit)
      : program_(program),
        limits_(limits),
        visit_(visit),
        machine_(program, observer_),
        watch_(limits.limits) {}

  EndedBy run() {
    machine_.start(level(0).state);
    std::size_t depth = 0;
    enter(0);
    for (std::uint64_t steps = 0; more_;) {
      Level& here = level(depth);
      if (here.next == here.steps.size()) {
        leave(here.node);
        if (depth == 0) return ended_by_;
        const std::uint32_t child = here.node;
        note_edge(level(--depth), child);
        continue;
      }
      if (steps == limits_.steps) return EndedBy::executions;
      const MachineStep step = here.steps[here.next++];
      Level& child = level(depth + 1);
      child.state.copy_below(here.state);
      machine_.take(child.state, step);
      if (steps++ % kStatesBetweenLooks == 0)
        if (const EndedBy limit = watch_.look(); limit != EndedBy::nothing) return limit;
      if (enter(depth + 1))
        ++depth;
      else
        note_edge(here, child.node);
    }
    return EndedBy::visitor;
  }

 private:
  using State = Machine<ScMachine>::State;

  /// A step from one state to another on the path, or in the part attached to it.
  struct Edge {
    std::uint32_t to = kNoNode;
    ThreadId thread = 0;
    const char* place = nullptr;  ///< what the thread declared last
  };
  /// A state that was seen.
  struct Node {
    std::uint32_t low = 0;  ///< the first state to which there is a way back
    bool is_open = true;    ///< it is not yet known with which states it is connected
    std::vector<Edge> edges;
    std::vector<bool> moves;  ///< by thread: it could take a step, or has not ended well
  };
  /// A state of the path, and the steps not yet tried there.
  struct Level {
    State state;
    std::vector<MachineStep> steps;
    std::size_t next = 0;
    std::uint32_t node = kNoNode;
  };

  Level& level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
    return *levels_[depth];
  }

  /// Looks at the state at `depth`, just reached. Returns true iff the search goes on from there.
  bool enter(std::size_t depth) {
    Level& here = level(depth);
    make_key(here.state, true, key_);
    const auto [known, is_new] = seen_.try_emplace(key_, static_cast<std::uint32_t>(nodes_.size()));
    here.node = known->second;
    if (!is_new) return false;
    nodes_.emplace_back().low = here.node;
    open_.push_back(here.node);
    here.next = 0;
    here.steps.clear();
    const bool is_fault = std::ranges::any_of(here.state.path.threads, [](const auto& position) {
      return position.reason == StopReason::fault;
    });
    if (!is_fault || !visit_.round) machine_.steps(here.state, here.steps);
    if (here.steps.empty()) {
      more_ = finish(here.state.path);
    } else if (is_fault) {
      here.steps.resize(1);  // What the others do makes no difference any more.
    } else if (depth + 1 >= static_cast<std::size_t>(limits_.depth)) {
      here.steps.clear();
      ended_by_ = EndedBy::executions;
    } else if (visit_.round) {
      note_moves(here);
    } else {
      take_alone(here);
    }
    return true;
  }

  /// A read of a location that no running thread but its own may write comes before all else.
  void take_alone(Level& here) const {
    const PathState& path = here.state.path;
    for (const MachineStep& step : here.steps) {
      if (step.kind != MachineStep::Kind::read) continue;
      const Event& read = path.graph[path.threads[step.thread].waiting];
      bool is_alone = !read.atomic;
      for (std::size_t t = 0; t < program_.threads.size() && is_alone; ++t)
        is_alone = t == step.thread || ending_of(path.threads[t].reason).has_value() ||
                   !program_.threads[t].may_write.test(static_cast<int>(read.location));
      if (!is_alone || read.rmw != kNoEvent) continue;
      here.steps.assign(1, MachineStep(step));
      return;
    }
  }

  void note_moves(const Level& here) {
    std::vector<bool>& moves = nodes_[here.node].moves;
    const auto& threads = here.state.path.threads;
    moves.assign(threads.size(), false);
    for (std::size_t t = 0; t < threads.size(); ++t)
      moves[t] = ending_of(threads[t].reason).value_or(Ending::complete) != Ending::complete;
    for (const MachineStep& step : here.steps) {
      moves[step.thread] = true;
      // No other step is taken then, but others could be.
      if (step.kind == MachineStep::Kind::choose) moves.assign(threads.size(), true);
    }
  }

  /// Notes that the last step taken at `from` led to `to`.
  void note_edge(const Level& from, std::uint32_t to) {
    if (!visit_.round) return;
    const ThreadId thread = from.steps[from.next - 1].thread;
    if (!nodes_[to].is_open) return;
    Node& node = nodes_[from.node];
    node.low = std::min(node.low, nodes_[to].low);
    node.edges.push_back({to, thread, from.state.path.threads[thread].declared.place});
  }

  /// Called when all that can be reached from state `root` is known.
  void leave(std::uint32_t root) {
    if (!visit_.round || nodes_[root].low != root) return;
    const auto first = std::ranges::find(open_, root);
    const std::vector<std::uint32_t> set(first, open_.end());
    open_.erase(first, open_.end());
    look_for_round(set);
    for (const std::uint32_t n : set) {
      nodes_[n].is_open = false;
      nodes_[n].edges = {};
      nodes_[n].moves = {};
    }
  }

  /// Looks for a round in `set`, which is strongly connected.
  void look_for_round(const std::vector<std::uint32_t>& set) {
    std::vector<std::vector<const char*>> places(program_.threads.size());
    std::vector<bool> moved(program_.threads.size(), false);
    for (const std::uint32_t n : set)
      for (const Edge& edge : nodes_[n].edges) {
        if (edge.to < set.front() || !nodes_[edge.to].is_open) continue;
        moved[edge.thread] = true;
        if (edge.place != nullptr) places[edge.thread].push_back(edge.place);
      }
    Round round;
    bool any = false;
    for (std::size_t t = 0; t < moved.size(); ++t) {
      const bool waits = std::ranges::any_of(
          set, [&](std::uint32_t n) { return nodes_[n].moves.size() > t && !nodes_[n].moves[t]; });
      if (!moved[t] && !waits) return;
      any = any || moved[t];
      if (moved[t] && !places[t].empty()) round.places.push_back(std::move(places[t]));
    }
    if (any) more_ = visit_.round(round) && more_;
  }

  /// Hands on the end `path`.
  bool finish(const PathState& path) const {
    Execution end{path.graph, Ending::complete, ""};
    for (const ThreadPosition& position : path.threads) {
      const std::optional<Ending> its = ending_of(position.reason);
      // A thread that awaits what never comes makes no execution.
      if (!its && !visit_.round) return true;
      if (its && *its > end.ending) {
        end.ending = *its;
        end.text = position.text;
      }
    }
    return !visit_.end || visit_.end(end);
  }

  const Program& program_;
  const InterleavingLimits& limits_;
  const InterleavingVisitors& visit_;
  StateObserver observer_;
  Machine<ScMachine> machine_;
  Watch watch_;
  bool more_ = true;
  EndedBy ended_by_ = EndedBy::nothing;
  std::vector<std::unique_ptr<Level>> levels_;
  std::unordered_map<std::string, std::uint32_t> seen_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> open_;  ///< states not yet known to be in no round
  std::string key_;
};

}  // namespace

EndedBy search_interleavings(const Program& program, const InterleavingLimits& limits,
                             const InterleavingVisitors& visit) {
  require_capacity(program);
  return Search(program, limits, visit).run();
}

}  // namespace ringcheck
