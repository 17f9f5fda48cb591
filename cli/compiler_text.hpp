#pragma once
// The study of the compiler as a person and as a script reads it.

#include <nlohmann/json.hpp>
#include <string>

#include "check/compiler_study.hpp"

namespace ringcheck {

/// The table, a row a protection: what Linux 6.1 has, and which property is violated without it.
std::string compiler_table(const CompilerStudy& study, bool markdown);

/// The grounds, a line each, with the executions of the unchanged text.
std::string grounds_text(const CompilerStudy& study);

/// The table, the grounds, and the smallest witness for each protection that is needed.
std::string compiler_text(const CompilerStudy& study);

/// The same as a section of the report.
std::string compiler_markdown(const CompilerStudy& study);

/// One object a protection and ground and way of taking it away: site, kernel, without, verdict,
/// violated, ground, scenario, model, params, executions, and a witness where it is needed.
nlohmann::ordered_json compiler_json(const CompilerStudy& study);

}  // namespace ringcheck
