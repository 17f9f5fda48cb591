// Depth-first search through the states of a machine. Keeps the states of the path; of all others,
// only the key.
// Tested by tests/explore/state_search_test.cpp, and by tests/properties/core/state_check_test.cpp
// against full exploration.
#include "explore/state_search.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "explore/ending.hpp"
#include "explore/machine.hpp"
#include "explore/state_key.hpp"
#include "explore/view_machine.hpp"
#include "explore/watch.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

constexpr int kStatesBetweenLooks = 256;

template <class Machine>
class StateSearch {
  using State = typename Machine::State;

 public:
  StateSearch(const Program& program, const StateSearchOptions& options, Machine machine,
              const StateVisitor& visit)
      : program_(program),
        options_(options),
        visit_(visit),
        machine_(std::move(machine)),
        watch_(options.limits) {}

  StateCounts run() {
    machine_.start(state(0));
    std::size_t depth = 0;
    bool more = enter(0);
    while (more) {
      Level& level = *levels_[depth];
      if (level.next == level.steps.size()) {
        if (depth == 0) break;
        --depth;
        continue;
      }
      const MachineStep step = level.steps[level.next++];
      State& child = state(depth + 1);
      child.copy_below(level.state);
      machine_.take(child, step);
      ++counts_.transitions;
      more = enter(++depth);
    }
    return counts_;
  }

 private:
  /// A state of the path, and the steps not yet tried there.
  struct Level {
    State state;
    std::vector<MachineStep> steps;
    std::size_t next = 0;
  };

  State& state(std::size_t depth) {
    while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
    return levels_[depth]->state;
  }

  /// Looks at the state on top, just reached; its steps stay empty if it was reached before.
  /// Returns false to end the search.
  bool enter(std::size_t depth) {
    Level& level = *levels_[depth];
    level.steps.clear();
    level.next = 0;
    check_declarations(level.state.path);
    if (Machine::settled(level.state)) {
      machine_.make_key(level.state, options_.declared, key_);
      if (!seen_.insert(key_).second) return true;
      ++counts_.states;
    }
    if (counts_.transitions % kStatesBetweenLooks == 0) {
      counts_.ended_by = watch_.look();
      if (counts_.ended_by != EndedBy::nothing) return false;
    }
    machine_.steps(level.state, level.steps);
    if (options_.testing_only_backwards) std::reverse(level.steps.begin(), level.steps.end());
    return !level.steps.empty() || finish(level.state.path);
  }

  bool finish(const PathState& state) {
    const ExecutionGraph& graph = state.graph;
    Ending ending = Ending::complete;
    const char* text = "";
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const ThreadPosition& position = state.threads[t];
      const std::optional<Ending> its = ending_of(position.reason);
      if (!its) {
        ++counts_.stuck;
        return true;
      }
      if (*its > ending) {
        ending = *its;
        text = position.text;
      }
    }
    if (ending == Ending::complete) ++counts_.complete;
    if (ending == Ending::blocked) ++counts_.blocked;
    if (ending == Ending::cut) ++counts_.cut;
    if (ending == Ending::fault) ++counts_.faults;
    counts_.events_max = std::max(counts_.events_max, graph.size() - graph.locations());
    if (visit_({graph, ending, text}, state.watched)) return true;
    counts_.ended_by = EndedBy::visitor;
    return false;
  }

  /// Finds a declared state that leaves something out: from one local state the code goes two ways,
  /// and the declaration would merge what differs. Errors: InputError.
  void check_declarations(const PathState& state) {
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      const auto t = static_cast<ThreadId>(thread);
      if (state.threads[t].declared.place == nullptr) continue;
      key_.assign(1, static_cast<char>(t));
      append_local_state(state, t, true, key_);
      const std::uint64_t digest = digest_of_issued(state, t);
      if (const auto [known, is_new] = issued_.try_emplace(key_, digest);
          !is_new && known->second != digest)
        throw InputError({program_.name, 0, 0,
                          program_.threads[t].name + ": the state that the code declares at \"" +
                              state.threads[t].declared.place +
                              "\" is not all that it depends on"});
    }
  }

  const Program& program_;
  const StateSearchOptions& options_;
  const StateVisitor& visit_;
  Machine machine_;
  Watch watch_;
  StateCounts counts_;
  std::vector<std::unique_ptr<Level>> levels_;
  std::unordered_set<std::string> seen_;
  std::unordered_map<std::string, std::uint64_t> issued_;  ///< by local state: digest_of_issued
  std::string key_;
};

}  // namespace

bool has_state_search(const Model& model) {
  return !std::holds_alternative<CatChecker>(make_checker(model, 1, false));
}

StateCounts search_states(const Program& program, const Model& model,
                          const StateSearchOptions& options, const StateObserver& observer,
                          const StateVisitor& visit) {
  require_capacity(program);
  const AnyChecker checker = make_checker(model, 1, program.seq_cst);
  const auto search = [&](auto machine) {
    return StateSearch(program, options, std::move(machine), visit).run();
  };
  if (std::holds_alternative<ScChecker>(checker))
    return search(Machine<ScMachine>(program, observer));
  if (std::holds_alternative<TsoChecker>(checker))
    return search(Machine<TsoMachine>(program, observer));
  if (std::holds_alternative<CatChecker>(checker))
    throw InputError({program.name, 0, 0,
                      "no search for verdicts alone under " + model.name() + ", expected " +
                          std::string(kStateSearchModels)});
  if (program.seq_cst)
    throw InputError({program.name, 0, 0,
                      "no search for verdicts alone of accesses that are seq_cst under " +
                          model.name() + ", expected at most acquire and release"});
  if (program.threads.size() > kFastThreads)
    throw InputError({program.name, 0, 0,
                      "no search for verdicts alone of " + std::to_string(program.threads.size()) +
                          " threads under " + model.name() + ", expected at most " +
                          std::to_string(kFastThreads)});
  return search(ViewMachine(program, observer, options.testing_only_forgetting));
}

}  // namespace ringcheck
