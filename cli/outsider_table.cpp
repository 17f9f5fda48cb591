// Rows of docs/outsiders.md.
// Tested by tests/cli/outsiders_test.cpp.
#include "cli/outsider_table.hpp"

#include <algorithm>

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

}  // namespace

bool EquivalentOutsider::is(const outsider::Place& place) const {
  return file == place.file && function == place.function &&
         (change == "*" || change == place.change);
}

std::vector<EquivalentOutsider> equivalent_outsiders(std::string_view text) {
  constexpr std::size_t kColumns = 4;
  std::vector<EquivalentOutsider> rows;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.size(), text.find('\n'));
    std::vector<std::string> cells = cells_of(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    const bool whole = cells.size() == kColumns;
    if (!whole) inside = false;
    if (inside && !cells[0].starts_with("--"))
      rows.push_back({cells[0], cells[1], cells[2], cells[3]});
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

}  // namespace ringcheck
