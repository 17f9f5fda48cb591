#pragma once
// What comes of a check of a program, as a person reads it.

#include <string>

#include "models/model.hpp"
#include "source/check_program.hpp"

namespace ringcheck {

/// The name of a verdict.
std::string_view verdict_of(const source::CheckResult& result);

/// Verdict, error and numbers of executions; below an error that needs threads, a table of the
/// execution with lines of the source, and why `model` allows it.
std::string program_text(const std::string& file, const Model& model,
                         const source::CheckResult& result);

}  // namespace ringcheck
