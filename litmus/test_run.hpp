#pragma once
// Counts the final states of a litmus test, as herd7 does.
// Each consistent complete execution that passes the filter is positive or negative by the
// proposition of the condition, whatever its quantifier. Executions in which a thread waits for a
// lock for ever do not count. Flags are those of the executions that count.

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explore/explore_many.hpp"
#include "explore/saturating.hpp"
#include "explore/watch.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/architecture.hpp"
#include "litmus/arithmetic.hpp"
#include "litmus/assembly/numbers.hpp"
#include "litmus/compile.hpp"
#include "litmus/counted_states.hpp"
#include "litmus/litmus.hpp"
#include "litmus/symmetry.hpp"
#include "models/c11_calls.hpp"
#include "models/for_pieces.hpp"

namespace ringcheck::litmus {

using Values = std::vector<std::uint64_t>;

/// A value as states show it: an address by the name of its location.
inline std::string value_text(const Program& program, std::uint64_t value) {
  const std::uint64_t location = value - kAddressBase;
  if (location < program.locations.size()) return program.locations[location].name;
  return fmt::format_int(static_cast<std::int64_t>(value)).str();
}

/// herd7's order of values: numbers, then addresses by name.
inline bool value_before(const Program& program, std::uint64_t a, std::uint64_t b) {
  const auto is_address = [&](std::uint64_t v) {
    return v - kAddressBase < program.locations.size();
  };
  if (is_address(a) != is_address(b)) return is_address(b);
  if (is_address(a)) return value_text(program, a) < value_text(program, b);
  return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
}

/// A test under a model; takes in executions one after the other. What it is made of outlives it.
class Run {
 public:
  Run(const LitmusTest& test, const Model& model, const LitmusOptions& options)
      : test_(test),
        model_(model),
        options_(options),
        compiled_(compile(test, options, c11_calls(model), several_sizes(model))) {
    if (compiled_.has_several_sizes) model_ = for_pieces(model).value();
    if (options.symmetric == SymmetricThreads::once)
      compiled_.program.symmetric = symmetric_threads(test, compiled_.columns, compiled_.required);
    arrangements_ = column_arrangements(compiled_.program.symmetric, compiled_.columns);
    if (!speaks(model, test.architecture))
      throw InputError(Diagnostic{
          test.file, 1, 1,
          fmt::format("saw a test for {}, expected one that model {} knows; {} has model {}",
                      row_of(test.architecture).name, model.name(), row_of(test.architecture).name,
                      default_model(test.architecture))});
    refuse_unknown_primitives();
    for (const Column& column : compiled_.columns)
      for_each_location(column, [&](LocId l) { asked_.set(l); });
    observes_locals_ = std::ranges::any_of(compiled_.columns,
                                           [](const Column& column) { return column.thread >= 0; });
  }

  LitmusResult run() {
    LitmusResult result = empty();
    if (!run_by_classes(result)) {
      const auto take = [&](const Execution& execution) {
        visit(execution, result);
        return true;
      };
      const auto its = compiled_.has_several_sizes ? explore : explore_one_of_many;
      result.counts = its(compiled_.program, model_, options_.limits, take);
    }
    finish(result);
    return result;
  }

  [[nodiscard]] const Program& program() const { return compiled_.program; }
  /// The model, for accesses of several sizes if the test has them.
  [[nodiscard]] const Model& model() const { return model_; }

  /// The result of no execution.
  [[nodiscard]] LitmusResult empty() const {
    LitmusResult result;
    result.name = test_.name;
    result.file = test_.file;
    result.quantifier = test_.quantifier;
    result.condition = fmt::format("{} ({})", text_of(test_.quantifier), text_of(test_.condition));
    return result;
  }

  /// Takes in an execution. Errors: InputError when it ends in a fault.
  void visit(const Execution& execution, LitmusResult& result) {
    if (execution.ending == Ending::fault) {
      const Place place = place_of_fault(compiled_, execution.text);
      throw InputError(
          Diagnostic{test_.file, place.line, place.column,
                     fmt::format("an execution of {}: {}", test_.name, execution.text)});
    }
    if (execution.ending == Ending::complete) count(execution, result);
  }

  /// Adds the states and flags that were seen to `result`.
  void finish(LitmusResult& result) const {
    if (result.positive > 0)
      result.observation =
          result.negative > 0 ? LitmusObservation::sometimes : LitmusObservation::always;
    result.states = take_states();
    result.flags.assign(flags_.begin(), flags_.end());
  }

  /// The states and flags that were seen, as JSON. And back: adds them to what is known.
  [[nodiscard]] nlohmann::ordered_json to_json() const {
    return {
        {"states", std::vector<std::pair<Values, std::uint64_t>>(states_.begin(), states_.end())},
        {"flags", flags_}};
  }
  void add(const nlohmann::ordered_json& seen) {
    for (const auto& [state, executions] :
         seen.at("states").get<std::vector<std::pair<Values, std::uint64_t>>>())
      add_count(states_[state], executions);
    for (const auto& flag : seen.at("flags")) flags_.insert(flag.get<std::string>());
  }
  void add(const Run& other) {
    for (const auto& [state, executions] : other.states_) add_count(states_[state], executions);
    flags_.insert(other.flags_.begin(), other.flags_.end());
  }

 private:
  static assembly::SeveralSizes several_sizes(const Model& model) {
    return knows_pieces(model) ? assembly::SeveralSizes::known : assembly::SeveralSizes::refused;
  }

  /// Calls `use` with each location of the program that holds a part of what `column` shows.
  template <class Use>
  static void for_each_location(const Column& column, Use&& use) {
    if (column.thread >= 0) return;
    for (unsigned b = 0; b < column.bytes; b += std::max<unsigned>(column.piece, 1))
      use(static_cast<LocId>(column.location + b));
  }

  void refuse_unknown_primitives() const {
    for (const Use& use : compiled_.uses)
      if (const auto reason = model_.refuses(use.tags))
        reject(test_, use.place,
               fmt::format("saw {}, expected what model {} knows: {}", use.name, model_.name(),
                           *reason));
  }

  void count(const Execution& execution, LitmusResult& result) {
    read_state(execution.graph);
    const std::uint64_t copies = count_product(execution.copies, ways_of_herd(execution.graph));
    bool counts = false;
    if (arrangements_.size() == 1) {
      counts = take_state(copies, result);
    } else {
      // This execution counts for several; each arrangement of the columns is the state of equally
      // many of them.
      std::map<Values, std::uint64_t> states;
      Values arranged(state_.size());
      for (const std::vector<std::size_t>& arrangement : arrangements_) {
        for (std::size_t c = 0; c < state_.size(); ++c) arranged[c] = state_[arrangement[c]];
        ++states[arranged];
      }
      for (const auto& [state, arrangements] : states) {
        state_ = state;
        counts |= take_state(count_share(copies, arrangements, arrangements_.size()), result);
      }
    }
    if (!counts) return;
    if (options_.show) {
      read_state(execution.graph);
      options_.show({compiled_.program, execution.graph, holds(compiled_.condition, state_),
                     state_text(shown_names(), shown_values())});
    }
    for (std::string& flag : model_.flags(execution.graph, asked_)) flags_.insert(std::move(flag));
  }

  /// Takes in all executions by classes (counted_states.hpp). Returns false, with nothing done, if
  /// they have to be explored one by one.
  bool run_by_classes(LitmusResult& result) {
    if (options_.executions == ByClasses::no || options_.limits.executions != 0 || options_.show)
      return false;
    Watch watch(options_.limits);
    EndedBy ended_by = EndedBy::nothing;
    int left = kStatesBetweenLooks;
    const auto go_on = [&] {
      if (ended_by == EndedBy::nothing && --left <= 0) {
        left = kStatesBetweenLooks;
        ended_by = watch.look();
      }
      return ended_by == EndedBy::nothing;
    };
    std::uint64_t seen = 0;
    const auto take = [&](const Values& state, std::uint64_t executions) {
      state_ = state;
      add_count(seen, executions);
      const bool counts = take_state(executions, result);
      return Taken{counts, go_on()};
    };
    const auto counted = count_states(compiled_, model_, asked_, take, go_on, flags_);
    if (!counted) return false;
    result.counts = *counted;
    result.counts.complete = seen;
    result.counts.ended_by = ended_by;
    return true;
  }

  /// How often herd7 counts this execution. herd7 goes through an AArch64 CAS that stores the new
  /// value, or that stores nothing, in two ways that give the same events.
  [[nodiscard]] std::uint64_t ways_of_herd(const ExecutionGraph& graph) const {
    std::uint64_t ways = 1;
    if (test_.architecture != Architecture::aarch64) return ways;
    for (int e = 0; e < graph.size(); ++e) {
      const Event& event = graph[static_cast<EventNumber>(e)];
      if (event.kind == EventKind::read && event.compare == Compare::succeed_if_equal) ways *= 2;
      if (is_first_of_compare_exchange(graph, event)) ways *= 2;
    }
    return ways;
  }

  /// True iff `event` is the first piece read by a compare-exchange that stores the new value or
  /// nothing: two choices stand before it.
  static bool is_first_of_compare_exchange(const ExecutionGraph& graph, const Event& event) {
    if (event.kind != EventKind::read || event.id.index != event.instruction || event.id.index < 2)
      return false;
    const auto chooses = [&](int slot) {
      const EventNumber e = graph.at(event.id.thread, slot);
      return e != kNoEvent && graph[e].kind == EventKind::choice;
    };
    return event.tags.has(Tag::amo) && chooses(event.id.index - 1) && chooses(event.id.index - 2);
  }

  /// Counts `executions` executions with the final state `state_`. Returns false when they do not
  /// count.
  bool take_state(std::uint64_t executions, LitmusResult& result) {
    if (compiled_.filter && !holds(*compiled_.filter, state_)) return false;
    add_count(holds(compiled_.condition, state_) ? result.positive : result.negative, executions);
    // Most states come in their order.
    const auto after = last_ ? std::next(*last_) : states_.end();
    last_ = states_.try_emplace(after, shown_values());
    add_count((*last_)->second, executions);
    return true;
  }

  [[nodiscard]] Values shown_values() const {
    Values shown;
    for (std::size_t c = 0; c < state_.size(); ++c)
      if (compiled_.shown[c]) shown.push_back(state_[c]);
    return shown;
  }

  /// Names of the columns that are shown, with the sign that follows.
  [[nodiscard]] std::vector<std::string> shown_names() const {
    std::vector<std::string> names;
    for (std::size_t c = 0; c < compiled_.columns.size(); ++c) {
      if (!compiled_.shown[c]) continue;
      const Column& column = compiled_.columns[c];
      names.push_back(text_of(StateName{column.thread, column.name, {}}) + '=');
    }
    return names;
  }

  static std::uint64_t final_value(const ExecutionGraph& graph, const Column& column) {
    std::uint64_t value = 0;
    for_each_location(column, [&](LocId l) {
      value |= graph[graph.co_last(l)].value << 8U * static_cast<unsigned>(l - column.location);
    });
    if (column.piece == 0 || is_address(value)) return value;
    return assembly::extended(value, column.bytes, column.type->is_signed);
  }

  void read_state(const ExecutionGraph& graph) {
    state_.assign(compiled_.columns.size(), 0);
    for (std::size_t c = 0; c < state_.size(); ++c)
      if (compiled_.columns[c].thread < 0) state_[c] = final_value(graph, compiled_.columns[c]);
    if (!observes_locals_) return;
    const Transcript transcript = transcribe(compiled_.program, graph, model_.dependence());
    for (const Observation& observation : transcript.observations)
      state_[observation.kind] = observation.numbers[0];
  }

  std::vector<LitmusState> take_states() const {
    std::vector<const std::pair<const Values, std::uint64_t>*> sorted;
    for (const auto& entry : states_) sorted.push_back(&entry);
    const auto before = [&](std::uint64_t a, std::uint64_t b) {
      return value_before(compiled_.program, a, b);
    };
    const auto less = [&](const auto* a, const auto* b) {
      return std::lexicographical_compare(a->first.begin(), a->first.end(), b->first.begin(),
                                          b->first.end(), before);
    };
    // The map's own order is herd7's unless there are addresses or numbers below 0.
    if (!std::ranges::is_sorted(sorted, less)) std::ranges::sort(sorted, less);
    const std::vector<std::string> names = shown_names();
    std::vector<LitmusState> states;
    states.reserve(sorted.size());
    for (const auto* entry : sorted)
      states.push_back({state_text(names, entry->first), entry->second});
    return states;
  }

  /// `names`: shown_names().
  [[nodiscard]] std::string state_text(const std::vector<std::string>& names,
                                       const Values& shown) const {
    std::string text;
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (c > 0) text += ' ';
      text += names[c];
      text += value_text(compiled_.program, shown[c]);
      text += ';';
    }
    return text;
  }

  const LitmusTest& test_;
  Model model_;
  const LitmusOptions& options_;
  CompiledTest compiled_;
  std::vector<std::vector<std::size_t>> arrangements_;  ///< column_arrangements
  bool observes_locals_ = false;
  LocationSet asked_;  // locations whose final values are observed
  Values state_;
  std::map<Values, std::uint64_t> states_;
  std::optional<std::map<Values, std::uint64_t>::iterator> last_;  // the one that came last
  std::set<std::string> flags_;
};

/// Processor time of this thread, in seconds.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace ringcheck::litmus
