// States of classes of executions.
// Tested by tests/litmus/counted_states_test.cpp.
#include "litmus/counted_states.hpp"

#include <algorithm>
#include <map>

#include "explore/saturating.hpp"
#include "explore/thread_run.hpp"
#include "models/flags.hpp"
#include "models/kept_checker.hpp"

namespace ringcheck::litmus {

namespace {

constexpr std::size_t kMostSaid = 4096;  ///< ways in which a thread may read

}  // namespace

std::optional<CountedStates> CountedStates::of(const CompiledTest& test,
                                               const StraightProgram& program) {
  CountedStates states(test, program);
  for (Speaker& speaker : states.speakers_)
    if (!states.listen(speaker)) return std::nullopt;
  return states;
}

CountedStates::CountedStates(const CompiledTest& test, const StraightProgram& program)
    : test_(&test),
      program_(&program),
      seen_(program.locations.size()),
      listeners_(program.locations.size()),
      columns_(program.locations.size()),
      state_(test.columns.size()) {
  for (std::size_t c = 0; c < test.columns.size(); ++c) {
    const Column& column = test.columns[c];
    if (column.thread >= 0) continue;
    state_[c] = test.program.locations[column.location].initial;
    for (std::size_t l = 0; l < columns_.size(); ++l)
      if (program.locations[l].location == column.location) columns_[l].push_back(c);
  }
  add_speakers();
  tell_kinds_apart();
}

void CountedStates::add_speakers() {
  for (std::size_t c = 0; c < test_->columns.size(); ++c) {
    if (test_->columns[c].thread < 0) continue;
    const auto thread = static_cast<ThreadId>(test_->columns[c].thread);
    if (speakers_.empty() || speakers_.back().thread != thread) {
      Speaker speaker;
      speaker.thread = thread;
      for (std::size_t l = 0; l < program_->locations.size(); ++l) {
        const auto is_its = [&](EventNumber r) { return program_->events[r].id.thread == thread; };
        if (std::ranges::none_of(program_->locations[l].reads, is_its)) continue;
        speaker.reads.push_back(l);
        listeners_[l].push_back(speakers_.size());
      }
      speakers_.push_back(std::move(speaker));
    }
    speakers_.back().columns.push_back(c);
  }
}

/// All that columns show of a choice: what speakers read there, and the final value.
std::vector<std::uint64_t> CountedStates::shown(std::size_t location, std::size_t choice) const {
  const LocationAccesses& accesses = program_->locations[location];
  const LocationChoice& its = accesses.choices[choice];
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < accesses.reads.size(); ++i) {
    const ThreadId reader = program_->events[accesses.reads[i]].id.thread;
    const auto is_heard = [&](std::size_t s) { return speakers_[s].thread == reader; };
    if (std::ranges::any_of(listeners_[location], is_heard))
      values.push_back(program_->events[its.sources[i]].value);
  }
  if (!columns_[location].empty() && !its.order.empty())
    values.push_back(program_->events[its.order.back()].value);
  return values;
}

void CountedStates::tell_kinds_apart() {
  for (std::size_t l = 0; l < seen_.size(); ++l) {
    std::map<std::vector<std::uint64_t>, std::size_t> numbers;
    Seen& seen = seen_[l];
    for (std::size_t c = 0; c < program_->locations[l].choices.size(); ++c) {
      const auto [entry, fresh] = numbers.emplace(shown(l, c), seen.kinds.size());
      if (fresh) seen.kinds.push_back({c, 0});
      ++seen.kinds[entry->second].choices;
      seen.kind_of.push_back(entry->second);
    }
  }
}

/// Learns what `speaker` says for each way to read. Returns false if that is not possible.
bool CountedStates::listen(Speaker& speaker) {
  std::size_t ways = 1;
  for (const std::size_t l : speaker.reads) {
    ways *= seen_[l].kinds.size();
    if (ways > kMostSaid) return false;
  }
  ExecutionGraph graph = program_->events;
  std::vector<std::size_t> kinds(speaker.reads.size());
  std::vector<EventNumber> done;
  for (std::size_t way = 0; way < ways; ++way) {
    std::size_t rest = way;
    for (const std::size_t l : speaker.reads) {
      const Seen& seen = seen_[l];
      const LocationAccesses& accesses = program_->locations[l];
      apply(graph, accesses, accesses.choices[seen.kinds[rest % seen.kinds.size()].example], done);
      rest /= seen.kinds.size();
    }
    if (!hear(speaker, graph)) return false;
    undo(graph, done, 0);
  }
  return true;
}

/// Notes what `speaker` says in `graph`, which has all that it reads.
bool CountedStates::hear(Speaker& speaker, ExecutionGraph& graph) const {
  Transcript transcript;
  ThreadRun run(test_->program, graph, speaker.thread, Dependence::syntactic, program_->branches,
                &transcript);
  if (run.run().reason != StopReason::finished) return false;
  std::vector<std::uint64_t> values(speaker.columns.size());
  for (const Observation& observation : transcript.observations) {
    const auto column = std::ranges::find(speaker.columns, observation.kind);
    if (column == speaker.columns.end()) return false;
    values[static_cast<std::size_t>(column - speaker.columns.begin())] = observation.numbers[0];
  }
  speaker.said.push_back(std::move(values));
  return true;
}

void CountedStates::show(const Speaker& speaker) {
  std::size_t way = 0;
  for (std::size_t i = speaker.reads.size(); i-- > 0;) {
    const Seen& seen = seen_[speaker.reads[i]];
    way = way * seen.kinds.size() + seen.kind;
  }
  const std::vector<std::uint64_t>& said = speaker.said[way];
  for (std::size_t i = 0; i < said.size(); ++i) state_[speaker.columns[i]] = said[i];
}

std::uint64_t CountedStates::final_value(std::size_t location, std::size_t kind) const {
  const LocationAccesses& accesses = program_->locations[location];
  const LocationChoice& choice = accesses.choices[seen_[location].kinds[kind].example];
  const EventNumber last = choice.order.empty() ? accesses.location : choice.order.back();
  return program_->events[last].value;
}

/// Lets `location` be of this kind in the state at hand.
void CountedStates::put(std::size_t location, std::size_t kind) {
  seen_[location].kind = kind;
  for (const std::size_t c : columns_[location]) state_[c] = final_value(location, kind);
  for (const std::size_t s : listeners_[location]) show(speakers_[s]);
}

bool CountedStates::visit(ExecutionClass executions, const Visitor& visit) {
  std::vector<std::size_t> open;
  for (std::size_t l = 0; l < seen_.size(); ++l) {
    if (executions[l] == kAnyChoice) open.push_back(l);
    const auto choice = static_cast<std::size_t>(std::max(executions[l], 0));
    seen_[l].kind = executions[l] == kAnyChoice ? 0 : seen_[l].kind_of[choice];
  }
  for (std::size_t l = 0; l < seen_.size(); ++l)
    for (const std::size_t c : columns_[l]) state_[c] = final_value(l, seen_[l].kind);
  for (const Speaker& speaker : speakers_) show(speaker);
  for (;;) {
    std::uint64_t number = 1;
    for (const std::size_t l : open)
      number = count_product(number, seen_[l].kinds[seen_[l].kind].choices);
    if (!visit(state_, number)) return false;
    std::size_t i = open.size();
    while (i > 0 && seen_[open[i - 1]].kind + 1 == seen_[open[i - 1]].kinds.size()) {
      --i;
      put(open[i], 0);
    }
    if (i == 0) return true;
    put(open[i - 1], seen_[open[i - 1]].kind + 1);
  }
}

namespace {

/// What one straight program of a test needs to be counted.
struct Counting {
  StraightProgram* program;
  CountedStates states;
  ClassSearch search;
  std::vector<std::string> flags;  ///< of its executions
};

/// An execution of `program`, consistent or not.
ExecutionGraph example_of(const StraightProgram& program) {
  ExecutionGraph example = program.events;
  std::vector<EventNumber> unused;
  for (const LocationAccesses& location : program.locations)
    apply(example, location, location.choices.front(), unused);
  return example;
}

/// All that is needed to count `programs`. Empty if they have to be explored, or if classes would
/// save little: a question costs about as much as exploring an execution.
std::vector<Counting> prepare(const CompiledTest& test, const Model& model,
                              const LocationSet& asked, CatChecker& checker,
                              std::vector<StraightProgram>& programs) {
  constexpr double kMostExecutions = 0x1p62;
  std::vector<Counting> countings;
  ClassSearch::Forecast all;
  for (StraightProgram& program : programs) {
    ClassSearch search(program, checker);
    const auto forecast = search.foresee();
    if (!forecast) return {};
    all.executions += forecast->executions;
    all.questions += forecast->questions;
    const ExecutionGraph example = example_of(program);
    if (flags_may_vary(model, example)) return {};
    std::optional<CountedStates> states = CountedStates::of(test, program);
    if (!states) return {};
    countings.push_back(
        {&program, std::move(*states), std::move(search), model.flags(example, asked)});
  }
  if (all.executions >= kMostExecutions || 2 * all.questions > all.executions) return {};
  return countings;
}

}  // namespace

std::optional<ExploreCounts> count_states(const CompiledTest& test, const Model& model,
                                          const LocationSet& asked, const StateVisitor& visit,
                                          const std::function<bool()>& go_on,
                                          std::set<std::string>& flags) {
  if (test.has_several_sizes || !test.program.symmetric.empty()) return std::nullopt;
  std::vector<StraightProgram> programs = straight_programs(test.program, model);
  if (programs.empty()) return std::nullopt;
  KeptChecker checker(model);
  std::vector<Counting> countings = prepare(test, model, asked, checker.get(), programs);
  if (countings.empty()) return std::nullopt;
  ExploreCounts counts;
  for (Counting& its : countings) {
    bool any = false;
    const auto visit_state = [&](const std::vector<std::uint64_t>& state,
                                 std::uint64_t executions) {
      const Taken taken = visit(state, executions);
      any |= taken.counts;
      return taken.goes_on;
    };
    const auto visit_class = [&](ExecutionClass executions) {
      return its.states.visit(executions, visit_state);
    };
    counts.add(its.search.run(visit_class, go_on));
    if (any) flags.insert(its.flags.begin(), its.flags.end());
    if (!go_on()) break;
  }
  return counts;
}

}  // namespace ringcheck::litmus
