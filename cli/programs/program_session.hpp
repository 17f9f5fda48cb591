#pragma once
// The checks of one call of `check`: shared workers, limits, progress, and checkpoints.

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "explore/sample.hpp"
#include "models/model.hpp"
#include "source/replay.hpp"

namespace ringcheck {

/// A program that is checked under a model.
struct ProgramRun {
  source::ProgramCheck check;  ///< with the user's name for the model
  Model model;
  std::shared_ptr<const source::Code> code;
};

/// Runs checks of programs one after the other, each by all workers. Limits and checkpoints are
/// those of CheckSession.
class ProgramSession {
 public:
  /// Errors: InputError for a file to resume from that is not about the same checks, and for a
  /// checkpoint that cannot be written.
  /// `sample`: if it has walks, each check makes those instead.
  ProgramSession(std::vector<ProgramRun> runs, const SessionOptions& options,
                 const SampleOptions& sample = {});

  /// Runs all checks and hands on their results in order. Errors: as for
  /// source::ResumableProgramCheck.
  void run(const std::function<void(const ProgramRun&, const source::CheckResult&)>& take);

  /// The file from which checks that a limit ended can go on; empty when a limit ended none, or
  /// nothing was written.
  [[nodiscard]] std::string left_in() const { return all_done_ ? "" : options_.checkpoint; }

 private:
  struct State;
  source::CheckResult check(State& state, std::size_t i);
  void keep() const;

  std::vector<ProgramRun> runs_;
  SessionOptions options_;
  SampleOptions sample_;
  std::vector<nlohmann::ordered_json> known_;  ///< by check; null: nothing
  bool all_done_ = true;
};

}  // namespace ringcheck
