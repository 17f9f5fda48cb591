#pragma once
// The result of a check of a program, for people to read.

#include <string>
#include <string_view>
#include <vector>

#include "cli/execution_text.hpp"
#include "explore/thread_run.hpp"
#include "models/model.hpp"
#include "source/check_program.hpp"

namespace ringcheck {

/// Whose words the events of a program in C or C++ are shown in under model `model`.
EventWords event_words_under(std::string_view model);

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
/// execution with lines of the source, and why `model` allows it. Below one that needs none, the
/// line of the source and what was read last.
std::string program_text(const std::string& file, const Model& model,
                         const source::CheckResult& result, const ExecutionStyle& style = {});

}  // namespace ringcheck
