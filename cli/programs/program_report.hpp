#pragma once
// The results of checks of programs: text, rows, the first witness and its pictures.

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/ci_report.hpp"
#include "cli/exit_status.hpp"
#include "cli/programs/program_page.hpp"
#include "explore/sample.hpp"
#include "models/model.hpp"
#include "source/replay.hpp"

namespace ringcheck {

/// Where results of checks of programs go besides standard output.
struct ProgramOutputs {
  std::string json;     ///< path of the rows, "-" for standard output, empty for none
  std::string witness;  ///< path of the first witness, empty for none
  ProgramPictures pictures{};
  CiOptions ci{};
  bool all_events = false;  ///< executions are shown with every event
};

/// The check as a row for CI systems. A place of the form file:line:column is taken apart.
CiRow ci_row_of(const source::ProgramCheck& check, const Model& model,
                const source::CheckResult& result, double seconds);

/// Prints and writes the results of checks of programs, in their order.
class ProgramReport {
 public:
  /// Errors: InputError for a file that cannot be written.
  explicit ProgramReport(ProgramOutputs outputs);

  /// Takes in the result of a check; with walks in `sample`, of so many executions drawn at random.
  void take(const source::ProgramCheck& check, const Model& model,
            const source::CheckResult& result, const SampleOptions& sample = {});
  /// To be called after the last one. `left_in`: the checkpoint to go on from; empty: none.
  /// Returns the worst status.
  [[nodiscard]] ExitStatus end(const std::string& left_in = "");

 private:
  /// True iff `outputs_` wants text for people on standard output.
  [[nodiscard]] bool prints() const { return outputs_.json != "-"; }
  void write_first(const source::ProgramCheck& check, const source::CheckResult& result);

  ProgramOutputs outputs_;
  bool written_;  ///< the first witness and its pictures are, or nobody wants them
  ExitStatus status_ = ExitStatus::holds;
  nlohmann::ordered_json rows_ = nlohmann::ordered_json::array();
  std::vector<CiRow> ci_rows_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace ringcheck
