#pragma once
// A check of `ringcheck verify` as a row: for people, for programs and for CI systems.

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/ci_report.hpp"
#include "cli/report.hpp"

namespace ringcheck {

/// How rows look.
struct RowStyle {
  bool states = false;     ///< of searches for the verdict alone
  bool times = true;       ///< with a column of seconds
  std::size_t models = 8;  ///< width of the column of models
  /// Columns of the terminal. Counts are left out as long as the table does not fit; 0: any width.
  std::size_t width = 0;
};

/// How wide the column of models is for `checks`. Pre: each has a model.
std::size_t model_width(const std::vector<Check>& checks);

/// What stands above the rows.
std::string head_text(const RowStyle& style);

/// One row. A machine's model comes with the table by which user space is compiled:
/// "riscv/generic".
std::string row_text(const DoneCheck& checked, const RowStyle& style);

/// The same for programs: docs/ci.md describes it.
nlohmann::ordered_json row_json(const DoneCheck& checked, bool times);

/// The same for CI systems; `accept_findings`: a violation that is a finding does not fail.
CiRow ci_row_of(const DoneCheck& checked, bool accept_findings);

}  // namespace ringcheck
