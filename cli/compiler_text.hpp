#pragma once
// The study of the compiler, for people and for scripts.

#include <nlohmann/json.hpp>
#include <string>

#include "check/compiler_study.hpp"

namespace ringcheck {

/// The table, one row per protection: what Linux 6.1 has, and what is violated without it.
std::string compiler_table(const CompilerStudy& study, bool markdown);

/// The grounds, one per line, with the executions of the unchanged text.
std::string grounds_text(const CompilerStudy& study);

/// The table, the grounds, and the smallest witness for each protection that is needed.
std::string compiler_text(const CompilerStudy& study);

/// The same as a section of the report.
std::string compiler_markdown(const CompilerStudy& study);

/// One object per protection, ground and way of taking the protection away: site, kernel, without,
/// verdict, violated, ground, scenario, model, params, executions, and a witness if it is needed.
nlohmann::ordered_json compiler_json(const CompilerStudy& study);

}  // namespace ringcheck
