#pragma once
// Compares two texts line by line, and writes what differs as a patch.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck::source {

/// A line, with its end, in a text and in a later one; nothing: that text does not have it.
struct ChangedLine {
  std::optional<std::string> before;
  std::optional<std::string> after;

  [[nodiscard]] bool changed() const { return before != after; }
};

/// The lines of both texts in order, with as few changes as possible (E. W. Myers, "An O(ND)
/// Difference Algorithm and Its Variations", 1986); where several lines are replaced, those of
/// `before` come first.
std::vector<ChangedLine> changed_lines(std::string_view before, std::string_view after);

/// What differs, with three lines around each change, for `patch -p1`; empty if nothing does.
/// `name`: of the file, below the folder that the patch is for.
std::string unified_diff(std::string_view name, const std::vector<ChangedLine>& lines);

}  // namespace ringcheck::source
