// Runs the checks of one call of `verify`.
// Tested by tests/cli/check_session_test.cpp.
#include "cli/check_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "check/ordered_tasks.hpp"
#include "cli/interrupt.hpp"
#include "explore/estimate.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr const char* kFormat = "ringcheck-checkpoint-2";
constexpr double kCheckpointSeconds = 30;
constexpr int kProbes = 512;  ///< of the first estimate; each one later has four times as many
constexpr int kMostProbes = kProbes << 10U;
constexpr double kEstimateSeconds = 0.2;  ///< after an estimate that took so long there is no other
constexpr std::uint64_t kSeed = 1;

/// A sum over `text` that finds what was damaged or cut off. Source: Fowler, Noll, Vo, FNV-1a.
std::string checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", sum);
}

/// An estimate of the size of a check that becomes better each time that somebody looks.
class RunningEstimate {
 public:
  explicit RunningEstimate(const Check& run) : run_(run) {}

  const SizeEstimate& look() {
    if (seconds_ >= kEstimateSeconds || probes_ > kMostProbes) return size_;
    const Clock::time_point start = Clock::now();
    size_ = estimate_size(run_.build().program, *run_.model, probes_, kSeed);
    seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
    probes_ *= 4;
    return size_;
  }

 private:
  const Check& run_;
  SizeEstimate size_;
  int probes_ = kProbes;  ///< of the next one
  double seconds_ = 0;    ///< that the last one took
};

/// What is said of one check that is under way. The time left is said as long as the estimate is
/// not refuted.
std::string progress_text(const Check& run, const ExploreProgress& now, const SizeEstimate& size) {
  std::string text = fmt::format("{} under {}: {} executions", run.scenario->name,
                                 run.model->name(), now.complete);
  const auto done = static_cast<double>(now.complete);
  const double rate = done / now.seconds;
  if (size.executions > 0)
    text += fmt::format(" of about {:.3g} ± {:.1g}", size.executions, 2 * size.error);
  text += fmt::format(", {:.3g} a second", rate);
  if (done > 0 && done < size.executions)
    text += fmt::format(", about {:.0f} s left", (size.executions - done) / rate);
  else if (done > 0 && size.executions > 0)
    text += ", more than estimated";
  return text;
}

}  // namespace

struct CheckSession::State {
  explicit State(const SessionOptions& options)
      : workers(static_cast<int>(options.jobs)), progress(options.progress) {}

  Workers workers;
  const std::atomic<bool>& interrupt = interrupt_flag();
  Clock::time_point start = Clock::now();
  std::mutex mutex;  ///< for all that follows
  Progress progress;
  std::size_t done = 0;
  std::vector<Json> saved;  ///< by check; null: it is being run for the first time
};

CheckSession::CheckSession(std::vector<Check> runs, const SessionOptions& options)
    : runs_(std::move(runs)), options_(options) {
  if (!options_.checkpoint.empty()) require_writable(options_.checkpoint);
  checks_.reserve(runs_.size());
  if (options_.resume.empty()) {
    for (const Check& run : runs_) checks_.emplace_back(run);
    return;
  }
  try {
    const Json json = Json::parse(read_input(options_.resume));
    if (json.at("format") != kFormat)
      throw InputError({"", 0, 0, fmt::format("saw no format {}", kFormat)});
    const Json& checks = json.at("checks");
    if (json.at("checksum") != checksum(checks.dump()))
      throw InputError({"", 0, 0, "saw other contents than its checksum is of: it was changed"});
    if (checks.size() != runs_.size())
      throw InputError({"", 0, 0,
                        fmt::format("saw {} checks, expected {}: the same command line",
                                    checks.size(), runs_.size())});
    for (std::size_t i = 0; i < runs_.size(); ++i) checks_.emplace_back(runs_[i], checks[i]);
  } catch (const nlohmann::json::exception& error) {
    throw InputError(
        {options_.resume, 0, 0,
         fmt::format("{}, expected a checkpoint of `ringcheck verify`", error.what())});
  } catch (const InputError& error) {
    throw InputError({options_.resume, 0, 0, error.diagnostic().message});
  }
}

std::string CheckSession::checkpoint_text(State& state) const {
  Json checks = Json::array();
  for (std::size_t i = 0; i < checks_.size(); ++i)
    checks.push_back(state.saved[i].is_null() ? ResumableCheck(runs_[i]).to_json()
                                              : state.saved[i]);
  const std::string sum = checksum(checks.dump());
  return Json{{"format", kFormat}, {"checksum", sum}, {"checks", std::move(checks)}}.dump(1) + "\n";
}

CheckResult CheckSession::check(State& state, std::size_t i) {
  ResumableCheck& check = checks_[i];
  RunningEstimate size(runs_[i]);
  CheckOptions options;
  options.workers = &state.workers;
  options.limits = {options_.limit_executions, 0, options_.memory << 20U, &state.interrupt};
  options.progress = [&](const ExploreProgress& now) {
    if (!state.progress.wanted()) return;
    const SizeEstimate& now_about = size.look();
    const std::lock_guard lock(state.mutex);
    state.progress.show(fmt::format("{} of {} checks; {}", state.done, runs_.size(),
                                    progress_text(runs_[i], now, now_about)));
  };
  for (bool more = !check.done(); more;) {
    double left = 0;
    if (options_.seconds > 0) {
      left = std::max(1e-9, options_.seconds -
                                std::chrono::duration<double>(Clock::now() - state.start).count());
    }
    const bool slice = !options_.checkpoint.empty() && (left == 0 || left > kCheckpointSeconds);
    options.limits.seconds = slice ? kCheckpointSeconds : left;
    if (state.interrupt) break;
    check.run(options);
    more = slice && check.counts().ended_by == EndedBy::time;
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
  for (std::size_t i = 0; i < checks_.size(); ++i)
    state.saved.push_back(options_.resume.empty() ? Json(nullptr) : checks_[i].to_json());
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
  const bool all = std::all_of(checks_.begin(), checks_.end(),
                               [](const ResumableCheck& check) { return check.done(); });
  return all ? "" : options_.checkpoint;
}

}  // namespace ringcheck
