// Tested by tests/source/line_diff_test.cpp.
#include "source/line_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace ringcheck::source {

namespace {

using Offset = std::ptrdiff_t;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
    lines.push_back(text.substr(start, end - start));
    start = end;
  }
  return lines;
}

/// Two texts, and how far each diagonal (lines of `before` less lines of `after`) is reached with a
/// number of changes: `reached[changes][diagonal + changes]` is the line of `before`.
struct Search {
  std::vector<std::string_view> before;
  std::vector<std::string_view> after;
  std::vector<std::vector<Offset>> reached{};

  [[nodiscard]] Offset end_before() const { return static_cast<Offset>(before.size()); }
  [[nodiscard]] Offset end_after() const { return static_cast<Offset>(after.size()); }

  [[nodiscard]] Offset at(Offset changes, Offset diagonal) const {
    return reached[static_cast<std::size_t>(changes)][static_cast<std::size_t>(diagonal + changes)];
  }

  /// Whether the last of `changes` that reach `diagonal` adds a line; else it takes one away.
  [[nodiscard]] bool adds(Offset changes, Offset diagonal) const {
    if (diagonal == -changes) return true;
    return diagonal != changes && at(changes - 1, diagonal - 1) < at(changes - 1, diagonal + 1);
  }

  /// Where the last of `changes` that reach `diagonal` leaves `before`.
  [[nodiscard]] Offset after_change(Offset changes, Offset diagonal) const {
    if (changes == 0) return 0;
    return adds(changes, diagonal) ? at(changes - 1, diagonal + 1)
                                   : at(changes - 1, diagonal - 1) + 1;
  }

  /// Reaches the ends of both with as few changes as possible; returns their number.
  Offset run() {
    for (Offset changes = 0;; ++changes) {
      std::vector<Offset> furthest(static_cast<std::size_t>(2 * changes + 1));
      for (Offset diagonal = -changes; diagonal <= changes; diagonal += 2) {
        Offset line = after_change(changes, diagonal);
        while (line < end_before() && line - diagonal < end_after() &&
               before[static_cast<std::size_t>(line)] ==
                   after[static_cast<std::size_t>(line - diagonal)])
          ++line;
        furthest[static_cast<std::size_t>(diagonal + changes)] = line;
      }
      reached.push_back(std::move(furthest));
      const Offset last = end_before() - end_after();
      if (last >= -changes && last <= changes && (last + changes) % 2 == 0 &&
          at(changes, last) >= end_before())
        return changes;
    }
  }
};

/// Puts lines that go before those that come in their place.
void removals_first(std::vector<ChangedLine>& lines) {
  for (auto line = lines.begin(); line != lines.end();) {
    const auto end =
        std::find_if(line, lines.end(), [](const ChangedLine& one) { return !one.changed(); });
    std::stable_partition(line, end, [](const ChangedLine& one) { return !one.after; });
    line = std::find_if(end, lines.end(), [](const ChangedLine& one) { return one.changed(); });
  }
}

void add_line(std::string& diff, char mark, const std::string& line) {
  diff += mark + line;
  if (!line.ends_with('\n')) diff += "\n\\ No newline at end of file\n";
}

/// Where a hunk starts in one of the two texts, and its lines.
std::string range(std::size_t start, std::size_t lines) {
  return fmt::format("{},{}", lines == 0 ? start : start + 1, lines);
}

/// Lines [from, to) as a hunk; `before` and `after` lines come before it, and are moved after it.
std::string hunk(const std::vector<ChangedLine>& lines, std::size_t from, std::size_t to,
                 std::size_t& before, std::size_t& after) {
  std::string body;
  std::size_t old_lines = 0;
  std::size_t new_lines = 0;
  for (std::size_t n = from; n < to; ++n) {
    const ChangedLine& line = lines[n];
    if (line.before) ++old_lines;
    if (line.after) ++new_lines;
    if (!line.changed()) add_line(body, ' ', *line.before);
    if (line.changed() && line.before) add_line(body, '-', *line.before);
    if (line.changed() && line.after) add_line(body, '+', *line.after);
  }
  const std::string ranges =
      fmt::format("-{} +{}", range(before, old_lines), range(after, new_lines));
  before += old_lines;
  after += new_lines;
  return fmt::format("@@ {} @@\n{}", ranges, body);
}

}  // namespace

std::vector<ChangedLine> changed_lines(std::string_view before, std::string_view after) {
  Search search{lines_of(before), lines_of(after)};
  Offset changes = search.run();
  std::vector<ChangedLine> lines;
  Offset line = search.end_before();
  Offset diagonal = line - search.end_after();
  for (;; --changes) {
    for (const Offset start = search.after_change(changes, diagonal); line > start; --line) {
      const std::string same(search.before[static_cast<std::size_t>(line - 1)]);
      lines.push_back({same, same});
    }
    if (changes == 0) break;
    if (search.adds(changes, diagonal)) {
      lines.push_back(
          {std::nullopt, std::string(search.after[static_cast<std::size_t>(line - diagonal - 1)])});
      ++diagonal;
    } else {
      lines.push_back(
          {std::string(search.before[static_cast<std::size_t>(line - 1)]), std::nullopt});
      --line;
      --diagonal;
    }
  }
  std::ranges::reverse(lines);
  removals_first(lines);
  return lines;
}

std::string unified_diff(std::string_view name, const std::vector<ChangedLine>& lines) {
  constexpr std::size_t kContext = 3;
  std::string hunks;
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t next = 0;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    if (!lines[n].changed()) continue;
    std::size_t last = n;
    for (std::size_t m = n; m < lines.size() && m <= last + 2 * kContext + 1; ++m)
      if (lines[m].changed()) last = m;
    const std::size_t from = n - std::min(n - next, kContext);
    // What no hunk shows is in both.
    before += from - next;
    after += from - next;
    next = std::min(lines.size(), last + kContext + 1);
    hunks += hunk(lines, from, next, before, after);
    n = next - 1;
  }
  return hunks.empty() ? "" : fmt::format("--- a/{}\n+++ b/{}\n{}", name, name, hunks);
}

}  // namespace ringcheck::source
