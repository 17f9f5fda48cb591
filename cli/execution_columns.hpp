#pragma once
// Where the columns of an execution begin.

#include <cstdint>
#include <string>
#include <vector>

#include "graph/event.hpp"

namespace ringcheck {

/// A CPU, or one of its interrupt levels.
struct ExecutionColumn {
  ThreadId thread = 0;
  std::uint8_t level = 0;
  std::string name;
  std::size_t widest = 0;  ///< columns that its longest line takes
  std::size_t at = 0;      ///< where its lines begin
};

/// What an interrupt level is called: "softirq" for 1, and so on.
std::string level_name(std::uint8_t level);

/// Sets `at` of each column. Each line has one event, so columns may overlap: CPUs are far apart,
/// the levels of one CPU less so. All move closer, down to two blanks, if a line would not fit into
/// `width` columns; 0: any line fits.
void place_columns(std::vector<ExecutionColumn>& columns, std::size_t width);

/// The names over the columns, in as many lines as keep them apart.
std::string column_heads(const std::vector<ExecutionColumn>& columns);

}  // namespace ringcheck
