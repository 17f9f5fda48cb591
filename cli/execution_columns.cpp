// Tested by tests/cli/execution_columns_test.cpp.
#include "cli/execution_columns.hpp"

#include <algorithm>
#include <array>

#include "cli/text_layout.hpp"

namespace ringcheck {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kStep = 46;       ///< between CPUs
constexpr std::size_t kLevelStep = 16;  ///< between a CPU and what interrupts it
constexpr std::size_t kLeastStep = 2;

}  // namespace

std::string level_name(std::uint8_t level) {
  constexpr std::array<const char*, 4> kNames = {"task", "softirq", "hardirq", "NMI"};
  return level < kNames.size() ? kNames[level] : "level " + std::to_string(level);
}

void place_columns(std::vector<ExecutionColumn>& columns, std::size_t width) {
  std::size_t at = kIndent;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (c > 0) at += columns[c].thread == columns[c - 1].thread ? kLevelStep : kStep;
    columns[c].at = at;
  }
  if (width == 0) return;
  // From the right: each column fits, and leaves a step for each column to its left.
  std::size_t most = width;
  for (std::size_t c = columns.size(); c-- > 0;) {
    const std::size_t least = kIndent + c * kLeastStep;
    const std::size_t fits = width > columns[c].widest ? width - columns[c].widest : 0;
    most = std::max(least, std::min(most, fits));
    columns[c].at = std::min(columns[c].at, most);
    most = std::max(kLeastStep, columns[c].at) - kLeastStep;
  }
}

std::string column_heads(const std::vector<ExecutionColumn>& columns) {
  std::string heads;
  std::string line;
  for (const ExecutionColumn& column : columns) {
    if (!line.empty() && columns_of(line) + 1 >= column.at) {
      heads += line + '\n';
      line.clear();
    }
    line.append(column.at - columns_of(line), ' ').append(column.name);
  }
  return heads + line + '\n';
}

}  // namespace ringcheck
