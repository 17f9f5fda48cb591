// Tested by tests/cli/program_session_test.cpp.
#include "cli/programs/program_session.hpp"

#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <utility>

#include "cli/checkpoint_file.hpp"
#include "cli/output.hpp"
#include "cli/running_estimate.hpp"
#include "cli/session_time.hpp"
#include "graph/diagnostic.hpp"
#include "source/resumable_check.hpp"
#include "source/sample_check.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

constexpr CheckpointKind kKind{"ringcheck-program-checkpoint-1", "check"};
constexpr std::uint64_t kSeed = 1;

/// What is checked: it must be the same when the check goes on.
Json identity(const ProgramRun& run) {
  Json json = settings_json(run.check);
  json["program"] = run.code->unit.digest;
  return json;
}

/// What tells the check of a checkpoint from the one that is to go on.
std::string difference(const Json& kept, const Json& mine) {
  const auto one_of = [](const Json& check, const std::string& key) {
    return check.contains(key) ? check.at(key).dump() : "nothing";
  };
  for (const auto& [key, value] : mine.items()) {
    const std::string was = one_of(kept, key);
    if (was == value.dump()) continue;
    if (key == "program")
      return "saw a check of the program as it was before a change, expected one of it as it is";
    return fmt::format("saw a check with {} {}, expected {}", key, was, value.dump());
  }
  return "saw a check with other options, expected the same";
}

std::vector<Json> known_in(const std::string& path, const std::vector<ProgramRun>& runs) try {
  Json checks = read_checkpoint(kKind, path, runs.size());
  std::vector<Json> known;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Json mine = identity(runs[i]);
    if (checks.at(i).at("check") != mine)
      throw InputError({path, 0, 0, difference(checks[i].at("check"), mine)});
    known.push_back(std::move(checks[i].at("known")));
  }
  return known;
} catch (const Json::exception&) {
  throw InputError(
      {path, 0, 0, "lacks parts or has others, expected a checkpoint of `ringcheck check`"});
}

}  // namespace

struct ProgramSession::State {
  explicit State(const SessionOptions& options)
      : workers(static_cast<int>(options.jobs)), time(options), progress(options.progress) {}

  Workers workers;
  SessionTime time;
  std::mutex mutex;  ///< for progress
  Progress progress;
};

ProgramSession::ProgramSession(std::vector<ProgramRun> runs, const SessionOptions& options,
                               const SampleOptions& sample)
    : runs_(std::move(runs)), options_(options), sample_(sample), known_(runs_.size()) {
  if (!options_.checkpoint.empty()) require_writable(options_.checkpoint);
  if (!options_.resume.empty()) known_ = known_in(options_.resume, runs_);
}

void ProgramSession::keep() const {
  Json checks = Json::array();
  for (std::size_t i = 0; i < runs_.size(); ++i)
    checks.push_back({{"check", identity(runs_[i])}, {"known", known_[i]}});
  write_output(options_.checkpoint, checkpoint_text(kKind, std::move(checks)));
}

source::CheckResult ProgramSession::check(State& state, std::size_t i) {
  const ProgramRun& run = runs_[i];
  if (sample_.walks > 0)
    return source::sample_check(run.code, run.model, run.check.options, sample_,
                                state.time.next().limits);
  source::ResumableProgramCheck check(run.code, run.model, run.check.options);
  if (!known_[i].is_null()) try {
      check.resume(known_[i]);
    } catch (const InputError& error) {
      throw InputError({options_.resume, 0, 0, error.diagnostic().message});
    }
  RunningEstimate size(
      [&](int probes) { return estimate_size(check.program(), run.model, probes, kSeed); });
  ParallelOptions how;
  if (state.workers.count() > 1) how.workers = &state.workers;
  if (state.progress.wanted())
    how.progress = [&](const ExploreProgress& now) {
      const std::lock_guard lock(state.mutex);
      const std::string name = fmt::format("{} under {}", run.check.file, run.model.name());
      state.progress.show(fmt::format("{} of {} checks; {}", i, runs_.size(),
                                      progress_text(name, now, size.look())));
    };
  for (bool more = !check.done(); more && !state.time.interrupted();) {
    const SessionSlice slice = state.time.next();
    how.limits = slice.limits;
    check.run(how);
    more = !check.done() && slice.goes_on(check.counts().ended_by);
    if (options_.checkpoint.empty()) continue;
    known_[i] = check.to_json();
    if (more) keep();
  }
  all_done_ = all_done_ && check.done();
  return check.result();
}

void ProgramSession::run(
    const std::function<void(const ProgramRun&, const source::CheckResult&)>& take) {
  State state(options_);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const source::CheckResult result = check(state, i);
    state.progress.wipe();
    take(runs_[i], result);
  }
  if (!options_.checkpoint.empty()) keep();
}

}  // namespace ringcheck
