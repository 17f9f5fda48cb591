// Runs the checks of one call of `verify`.
// Tested by tests/cli/check_session_test.cpp.
#include "cli/check_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "check/ordered_tasks.hpp"
#include "cli/checkpoint_file.hpp"
#include "cli/running_estimate.hpp"
#include "cli/session_time.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

constexpr CheckpointKind kKind{"ringcheck-checkpoint-2", "verify"};
constexpr std::uint64_t kSeed = 1;

}  // namespace

struct CheckSession::State {
  explicit State(const SessionOptions& options)
      : workers(static_cast<int>(options.jobs)), time(options), progress(options.progress) {}

  Workers workers;
  SessionTime time;
  std::mutex mutex;  ///< for all that follows
  Progress progress;
  std::size_t done = 0;
  std::vector<Json> saved;  ///< by check; null: the check is being run for the first time
};

CheckSession::CheckSession(std::vector<Check> runs, const SessionOptions& options)
    : runs_(std::move(runs)), options_(options) {
  if (!options_.checkpoint.empty()) require_writable(options_.checkpoint);
  checks_.reserve(runs_.size());
  if (options_.resume.empty()) {
    for (const Check& run : runs_) checks_.emplace_back(run);
    return;
  }
  const Json checks = read_checkpoint(kKind, options_.resume, runs_.size());
  try {
    for (std::size_t i = 0; i < runs_.size(); ++i) checks_.emplace_back(runs_[i], checks[i]);
  } catch (const nlohmann::json::exception&) {
    throw incomplete_checkpoint(kKind, options_.resume);
  } catch (const InputError& error) {
    throw InputError({options_.resume, 0, 0, error.diagnostic().message});
  }
}

CheckSession::CheckSession(std::vector<ResumableCheck> checks, const SessionOptions& options)
    : options_(options), checks_(std::move(checks)) {
  if (!options_.checkpoint.empty()) require_writable(options_.checkpoint);
  for (const ResumableCheck& check : checks_) runs_.push_back(check.check());
}

std::string CheckSession::checkpoint_text(State& state) const {
  Json checks = Json::array();
  for (std::size_t i = 0; i < checks_.size(); ++i)
    checks.push_back(state.saved[i].is_null() ? ResumableCheck(runs_[i]).to_json()
                                              : state.saved[i]);
  return ringcheck::checkpoint_text(kKind, std::move(checks));
}

CheckResult CheckSession::check(State& state, std::size_t i) {
  ResumableCheck& check = checks_[i];
  RunningEstimate size([&run = runs_[i]](int probes) {
    return estimate_size(run.build().program, *run.model, probes, kSeed);
  });
  CheckOptions options;
  options.workers = &state.workers;
  options.visits_all = !options_.checkpoint.empty();
  options.progress = [&](const ExploreProgress& now) {
    if (!state.progress.wanted()) return;
    const SizeEstimate& now_about = size.look();
    const std::lock_guard lock(state.mutex);
    state.progress.show(fmt::format(
        "{} of {} checks; {}", state.done, runs_.size(),
        progress_text(fmt::format("{} under {}", runs_[i].scenario->name, runs_[i].model->name()),
                      now, now_about)));
  };
  for (bool more = !check.done(); more;) {
    if (state.time.interrupted()) break;
    const SessionSlice slice = state.time.next();
    options.limits = slice.limits;
    check.run(options);
    more = slice.goes_on(check.counts().ended_by);
    if (options_.checkpoint.empty()) continue;
    const std::lock_guard lock(state.mutex);
    state.saved[i] = check.to_json();
    if (more) write_output(options_.checkpoint, checkpoint_text(state));
  }
  const std::lock_guard lock(state.mutex);
  ++state.done;
  state.progress.show(fmt::format("{} of {} checks", state.done, runs_.size()));
  return check.result();
}

void CheckSession::run(const std::function<void(const Check&, CheckResult)>& take) {
  State state(options_);
  for (const auto& resumable : checks_)
    state.saved.push_back(options_.resume.empty() ? Json(nullptr) : resumable.to_json());
  std::size_t next = 0;
  run_ordered(
      runs_.size(), state.workers, [&](std::size_t i) { return check(state, i); },
      [&](CheckResult result) {
        const std::lock_guard lock(state.mutex);
        state.progress.wipe();
        take(runs_[next++], std::move(result));
      });
  if (!options_.checkpoint.empty()) write_output(options_.checkpoint, checkpoint_text(state));
}

std::string CheckSession::left_in() const {
  const bool all =
      std::ranges::all_of(checks_, [](const ResumableCheck& check) { return check.done(); });
  return all ? "" : options_.checkpoint;
}

}  // namespace ringcheck
