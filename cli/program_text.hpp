#pragma once
// The result of a check of a program, for people to read.

#include <string>
#include <vector>

#include "cli/execution_text.hpp"
#include "explore/thread_run.hpp"
#include "models/model.hpp"
#include "source/check_program.hpp"

namespace ringcheck {

/// The name of a verdict.
std::string_view verdict_of(const source::CheckResult& result);

/// The lines of an execution's events, as a transcript names sites: `file:line`.
class SourceLines {
 public:
  explicit SourceLines(const source::ErrorExecution& execution);
  [[nodiscard]] const Transcript& transcript() const { return transcript_; }

 private:
  std::vector<std::string> names_;
  Transcript transcript_;
};

/// Verdict, error and numbers of executions; below an error that needs threads, a table of the
/// execution with lines of the source, and why `model` allows it.
std::string program_text(const std::string& file, const Model& model,
                         const source::CheckResult& result, const ExecutionStyle& style = {});

}  // namespace ringcheck
