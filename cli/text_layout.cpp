// Tested by tests/cli/text_layout_test.cpp.
#include "cli/text_layout.hpp"

#include <algorithm>

namespace ringcheck {

namespace {

/// One paragraph, without the end of its last line.
std::string paragraph(std::string_view text, std::size_t indent, std::size_t width) {
  std::string lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(start);
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    if (word.empty()) break;
    if (!line.empty() && indent + columns_of(line) + 1 + columns_of(word) > width) {
      lines.append(indent, ' ').append(line) += '\n';
      line.clear();
    }
    line.append(line.empty() ? "" : " ").append(word);
  }
  if (!line.empty()) lines.append(indent, ' ').append(line);
  return lines;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines += paragraph(text.substr(0, end), indent, width) + '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string beside(std::string_view left, std::string_view right, std::size_t indent,
                   std::size_t at, std::size_t width) {
  std::string text = std::string(indent, ' ') + std::string(left);
  if (right.empty()) return text + '\n';
  std::string column = wrapped(right, at, width);
  if (indent + columns_of(left) + 2 > at) return text + '\n' + column;
  return text + column.substr(indent + columns_of(left));
}

}  // namespace ringcheck
