#pragma once
// Witnesses of errors of programs: files that say which program, and by which decisions it comes to
// its error.

#include <string>

#include "source/check_program.hpp"
#include "source/compile.hpp"

namespace ringcheck::source {

/// What one check was of.
struct ProgramCheck {
  std::string file;
  CompileOptions compile;
  std::string model;
  CheckOptions options;  ///< without jobs and limits
};

/// The first words of what witness_json makes, for those who read several kinds of witnesses.
inline constexpr const char* kWitnessFormat = "ringcheck-program-witness-1";

/// The error of `result` as JSON text. Pre: result.error.
std::string witness_json(const ProgramCheck& check, const CheckResult& result);

/// A witness that was run again.
struct ProgramReplay {
  ProgramCheck check;
  bool consistent = true;  ///< under the model
  CheckResult result;      ///< with the error that the program has now in this execution
};

/// Compiles the program again and runs it along the decisions of `text`, which witness_json made.
/// Errors: InputError for text that is no witness, and when the program has changed so that the
/// decisions do not fit it.
ProgramReplay replay_program(const std::string& text);

}  // namespace ringcheck::source
