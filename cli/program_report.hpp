#pragma once
// What checks of programs came to: text, rows, the first witness and its pictures.

#include <nlohmann/json.hpp>
#include <string>

#include "cli/exit_status.hpp"
#include "cli/program_page.hpp"
#include "explore/sample.hpp"
#include "models/model.hpp"
#include "source/replay.hpp"

namespace ringcheck {

/// Prints and writes the results of checks of programs, in their order.
class ProgramReport {
 public:
  /// Paths of the rows ("-": standard output), of the first witness and of its pictures; empty:
  /// none. Errors: InputError for a file that cannot be written.
  ProgramReport(std::string json, std::string witness, ProgramPictures pictures = {});

  /// Takes in the result of a check, with walks in `sample` of so many executions drawn at random.
  void take(const source::ProgramCheck& check, const Model& model,
            const source::CheckResult& result, const SampleOptions& sample = {});
  /// To be called after the last one. `left_in`: the checkpoint to go on from; empty: none.
  /// Returns the worst status.
  [[nodiscard]] ExitStatus end(const std::string& left_in = "") const;

 private:
  std::string json_;
  std::string witness_;
  ProgramPictures pictures_;
  bool written_;
  ExitStatus status_ = ExitStatus::holds;
  nlohmann::ordered_json rows_ = nlohmann::ordered_json::array();
};

}  // namespace ringcheck
