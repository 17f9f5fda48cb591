// Tested by tests/source/resumable_check_test.cpp.
#include "source/resumable_check.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "check/run_check.hpp"
#include "explore/watch.hpp"
#include "graph/diagnostic.hpp"
#include "models/for_programs.hpp"
#include "source/early_look.hpp"
#include "source/execution_tally.hpp"
#include "source/observed_ends.hpp"
#include "source/replay.hpp"

namespace ringcheck::source {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

[[noreturn]] void reject(const std::string& what) {
  throw InputError({"checkpoint", 0, 0, what});
}

}  // namespace

ResumableProgramCheck::ResumableProgramCheck(std::shared_ptr<const Code> code, const Model& asked,
                                             const CheckOptions& options)
    : code_(std::move(code)),
      options_(options),
      subject_(code_, for_programs(asked), subject_options(options)) {
  end_early();
}

/// What is known without an exploration.
void ResumableProgramCheck::end_early() {
  if (subject_.early_error()) {
    result_.error = error_of(subject_, *subject_.early_error());
  } else if (subject_.ended()) {
    result_.executions = 1;
    if (const auto leak = subject_.leaks_early()) {
      result_.leak = code_->where(*leak);
      if (options_.leaks) result_.error = error_of(subject_, ErrorKind::leak, *leak, kNothingFrees);
    }
  } else if (const auto& wait = subject_.stops_early()) {
    stop_early(*wait);
  } else {
    return;
  }
  done_ = true;
}

/// The only execution ends, before a thread is created, in `wait`.
void ResumableProgramCheck::stop_early(const SequentialWait& wait) {
  if (wait.why == SequentialWait::Why::bound) {
    result_.executions = result_.cut = 1;
    result_.bound = "a loop at " + code_->where(wait.place);
    return;
  }
  result_.blocked = 1;
  if (options_.termination && wait.is_endless())
    result_.error = error_of(subject_, kind_of(wait), wait.place, kWaitsForEver);
}

void ResumableProgramCheck::run(ParallelOptions how) {
  const Clock::time_point start = Clock::now();
  const double seconds = how.limits.seconds;
  if (!done_ && result_.explorations == 0 && how.limits.executions == 0) {
    if (!begin(how, true)) return;
    how.limits.seconds = seconds_left(seconds, start);
  }
  while (!done_) {
    const std::optional<Demand> demand = explore(how);
    if (!demand) return;
    learn(*demand);
    how.limits.seconds = seconds_left(seconds, start);
  }
}

void ResumableProgramCheck::look(const ExploreLimits& limits) {
  ParallelOptions how;
  how.limits = limits;
  begin(how, false);
}

/// Looks early and, if states are cheap, explores some of them before it looks deeper. After that,
/// goes on with what it has explored, or forgets it. Returns true iff all is left to explore.
bool ResumableProgramCheck::begin(ParallelOptions how, bool goes_on) {
  const Clock::time_point start = Clock::now();
  const ExploreLimits limits = how.limits;
  const auto left = [&] {
    ExploreLimits now = limits;
    now.seconds = seconds_left(limits.seconds, start);
    return now;
  };
  if (!take(look_early(subject_, options_, limits)).goes_deeper) return !done_;
  if (!has_cheap_states(subject_)) {
    take(look_deeper(subject_, options_, left()));
    return !done_;
  }
  std::optional<EarlyLook> deeper;
  std::vector<Demand> learnt;
  how.pause = {kStatesBeforeDeeperLook, kExecutionsBeforeDeeperLook, [&] {
                 // The exploration rests on what is known of the program.
                 Subject subject = Subject::afresh(subject_);
                 for (const Demand& demand : subject_.learnt()) subject.learn(demand);
                 deeper = look_deeper(subject, options_, left());
                 learnt = subject.learnt();
                 return goes_on && !deeper->result;
               }};
  how.limits = left();
  while (const std::optional<Demand> demand = explore(how)) {
    learn(*demand);
    how.limits = left();
    if (deeper) how.pause = {};
  }
  if (!deeper || (goes_on && !deeper->result)) return false;
  forget();
  for (std::size_t i = subject_.learnt().size(); i < learnt.size(); ++i) subject_.learn(learnt[i]);
  take(std::move(*deeper));
  return !done_;
}

/// Forgets what was explored.
void ResumableProgramCheck::forget() {
  const std::uint64_t explorations = result_.explorations;
  result_ = {};
  result_.explorations = explorations;
  rest_.clear();
  done_ = false;
}

/// Takes over what a look has found.
EarlyLook ResumableProgramCheck::take(EarlyLook look) {
  result_.explorations += look.learnt;
  if (!look.result) return look;
  const std::uint64_t explorations = result_.explorations + 1;
  result_ = std::move(*look.result);
  result_.explorations = explorations;
  done_ = true;
  return look;
}

std::optional<Demand> ResumableProgramCheck::explore(ParallelOptions how) {
  if (done_) return {};
  program_ = counted_program(subject_, options_);
  how = counting(std::move(how), subject_, options_);
  if (rest_.empty()) ++result_.explorations;
  how.from = std::move(rest_);
  rest_.clear();
  auto [explored, tally] = fold_executions(program_, subject_.model(), how, [this] {
    return ExecutionTally(subject_, program_, subject_.model(), options_);
  });
  result_.counts = explored.counts;
  if (tally.demand()) return tally.demand();
  append(result_, tally.take());
  rest_ = std::move(explored.rest);
  done_ = result_.error || rest_.empty();
  return {};
}

void ResumableProgramCheck::learn(const Demand& demand) {
  subject_.learn(demand);
  forget();
}

std::vector<ringcheck::Piece> ResumableProgramCheck::divide(std::size_t pieces) {
  program_ = subject_.program();
  return ringcheck::divide(program_, subject_.model(), rest_, pieces).pieces;
}

CheckResult ResumableProgramCheck::result() const {
  CheckResult result = result_;
  if (result.error) {
    result.verdict = CheckResult::Verdict::violated;
  } else if (!done_) {
    result.verdict = CheckResult::Verdict::bound_reached;
    const std::string bound(bound_of(result.counts.ended_by, 0).bound);
    result.bound = bound == "interrupted" ? bound : "the limit of " + bound;
  } else if (result.cut > 0) {
    result.verdict = CheckResult::Verdict::bound_reached;
  }
  return result;
}

Json ResumableProgramCheck::to_json() const {
  Json json = {{"done", done_},
               {"executions", result_.executions},
               {"blocked", result_.blocked},
               {"cut", result_.cut},
               {"bound", result_.bound},
               {"leak", result_.leak},
               {"explorations", result_.explorations},
               {"learnt", learnt_json(subject_.learnt())},
               {"rest", rest_},
               {"error", nullptr}};
  if (result_.error) json["error"] = error_json(result_);
  return json;
}

void ResumableProgramCheck::resume(const Json& known) try {
  if (done_) return;
  known.at("done").get_to(done_);
  known.at("executions").get_to(result_.executions);
  known.at("blocked").get_to(result_.blocked);
  known.at("cut").get_to(result_.cut);
  known.at("bound").get_to(result_.bound);
  known.at("leak").get_to(result_.leak);
  known.at("explorations").get_to(result_.explorations);
  known.at("rest").get_to(rest_);
  for (const Demand& demand : learnt_from(known.at("learnt"))) subject_.learn(demand);
  if (const Json& error = known.at("error"); !error.is_null()) {
    if (!error.contains("decisions")) {  // threads that go round for ever: no execution ends so
      result_.error = ProgramError{ErrorKind::termination, error.at("what"), error.at("where"), ""};
      return;
    }
    run_again(subject_, options_, error, result_);
    if (!result_.error) reject("saw an execution that is no error of the program");
  }
} catch (const nlohmann::json::exception& error) {
  reject(error.what());
}

}  // namespace ringcheck::source
