// Rows of docs/outsiders.md.
// Tested by tests/cli/outsiders_test.cpp.
#include "cli/outsider_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "docs/embedded.hpp"
#include "graph/check.hpp"

namespace ringcheck {
namespace {

std::string trimmed(std::string text) {
  text.erase(0, std::min(text.size(), text.find_first_not_of(' ')));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

/// The cells of a line "| a | b |"; a `|` after a backslash is one of the text.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  if (!line.starts_with("|")) return cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += '|';
      ++i;
    } else if (line[i] == '|') {
      cells.push_back(trimmed(std::move(cell)));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

/// Takes " (2)" off the end of a change, and returns the number; 0 if there is none.
std::size_t nth_of(std::string& change) {
  const std::size_t at = change.rfind(" (");
  if (at == std::string::npos || change.back() != ')') return 0;
  std::size_t nth = 0;
  const char* end = change.data() + change.size() - 1;
  const auto read = std::from_chars(change.data() + at + 2, end, nth);
  if (read.ec != std::errc() || read.ptr != end) return 0;
  change.resize(at);
  return nth;
}

}  // namespace

bool EquivalentOutsider::is(std::span<const outsider::Place> places, std::size_t number) const {
  const auto reads_so = [&](const outsider::Place& place) {
    return file == place.file && function == place.function &&
           (change == "*" || change == place.change);
  };
  return reads_so(places[number]) &&
         (nth == 0 || std::ranges::count_if(places.first(number + 1), reads_so) ==
                          static_cast<std::ptrdiff_t>(nth));
}

std::vector<EquivalentOutsider> equivalent_outsiders(std::string_view text) {
  constexpr std::size_t kColumns = 4;
  std::vector<EquivalentOutsider> rows;
  bool inside = false;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.size(), text.find('\n'));
    std::vector<std::string> cells = cells_of(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    const bool whole = cells.size() == kColumns;
    if (!whole) inside = false;
    if (inside && !cells[0].starts_with("--")) {
      const std::size_t nth = nth_of(cells[2]);
      rows.push_back({cells[0], cells[1], cells[2], cells[3], line, nth});
    }
    if (whole && cells[0] == "file") inside = true;
  }
  return rows;
}

std::vector<EquivalentOutsider> equivalent_outsiders() {
  const auto& files = embedded_doc_files();
  const auto found = std::ranges::find(files, "outsiders.md", &EmbeddedFile::name);
  RC_CHECK(found != files.end(), "docs/outsiders.md is not embedded");
  return equivalent_outsiders(found->text);
}

std::string stale_rows(const std::vector<EquivalentOutsider>& rows,
                       std::span<const outsider::Place> places) {
  std::string text;
  for (const EquivalentOutsider& row : rows) {
    std::size_t number = 0;
    while (number < places.size() && !row.is(places, number)) ++number;
    if (number == places.size())
      text += fmt::format("\n  line {}: {} {}: {}", row.line, row.file, row.function, row.change);
  }
  return text;
}

}  // namespace ringcheck
