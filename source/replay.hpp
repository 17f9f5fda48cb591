#pragma once
// Witnesses of errors of programs: files that name the program and the decisions that lead to its
// error.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "source/check_program.hpp"
#include "source/compile.hpp"

namespace ringcheck::source {

/// What one check checked.
struct ProgramCheck {
  std::string file;
  CompileOptions compile;
  std::string model;
  CheckOptions options;
};

/// The first words of what witness_json makes, for those who read several kinds of witnesses.
inline constexpr const char* kWitnessFormat = "ringcheck-program-witness-1";

/// The error of `result` as JSON text. Pre: result.error.
std::string witness_json(const ProgramCheck& check, const CheckResult& result);

/// `check` as JSON: the file, how it is compiled, the model and the options. And back; errors:
/// nlohmann::json::exception when something is missing.
nlohmann::ordered_json settings_json(const ProgramCheck& check);
ProgramCheck settings_from(const nlohmann::ordered_json& json);

/// The error of `result` and the decisions that lead to it. Pre: result.error.
nlohmann::ordered_json error_json(const CheckResult& result);

/// Runs `subject`, which has learnt all that it has to, along the decisions of `error`, which
/// error_json made, and puts the error that it has in this execution into `result`. Returns whether
/// the model allows the execution. Errors: InputError when the decisions do not fit the program.
bool run_again(const Subject& subject, const CheckOptions& options,
               const nlohmann::ordered_json& error, CheckResult& result);

/// What was learnt about a program as JSON, and back. Errors: InputError for anything else.
nlohmann::ordered_json learnt_json(const std::vector<Demand>& learnt);
std::vector<Demand> learnt_from(const nlohmann::ordered_json& json);

/// A witness that was run again.
struct ProgramReplay {
  ProgramCheck check;
  bool consistent = true;  ///< under the model
  CheckResult result;      ///< with the error that the program has now in this execution
  /// That execution with the dependencies of its code, whether or not the model uses them; nothing
  /// if there is no execution.
  std::optional<ExecutionGraph> dependent{};
};

/// Compiles the program again and runs it along the decisions of `text`, which witness_json made.
/// Errors: InputError for text that is not a witness, and when the program has changed and the
/// decisions no longer fit it.
ProgramReplay replay_program(const std::string& text);

}  // namespace ringcheck::source
