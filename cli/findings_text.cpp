// Entries of docs/findings.md: the text below a heading "## X-nn …".
// Tested by tests/cli/report_site_test.cpp.
#include "cli/findings_text.hpp"

#include <algorithm>

#include "docs/embedded.hpp"
#include "graph/check.hpp"

namespace ringcheck {

namespace {

std::string_view whole_text() {
  const auto& files = embedded_doc_files();
  const auto found = std::ranges::find(files, "findings.md", &EmbeddedFile::name);
  RC_CHECK(found != files.end(), "docs/findings.md is not embedded");
  return found->text;
}

/// True for "F-03 …".
bool is_entry(std::string_view heading) {
  return heading.size() > 5 && heading[0] >= 'A' && heading[0] <= 'Z' && heading[1] == '-' &&
         heading[2] >= '0' && heading[2] <= '9' && heading[4] == ' ';
}

/// Where the next heading of the first or second level is, from `at` on.
std::size_t next_heading(std::string_view text, std::size_t at) {
  for (std::size_t i = text.find("\n#", at); i != std::string_view::npos;
       i = text.find("\n#", i + 1))
    if (text.substr(i + 1).starts_with("# ") || text.substr(i + 1).starts_with("## ")) return i + 1;
  return text.size();
}

/// `text` without the anchor of the entry after it.
std::string_view before_anchor(std::string_view text) {
  return text.substr(0, text.find("\n<a id="));
}

}  // namespace

std::vector<FindingsEntry> findings_entries() {
  const std::string_view text = whole_text();
  std::vector<FindingsEntry> entries;
  for (std::size_t at = next_heading(text, 0); at < text.size(); at = next_heading(text, at)) {
    const std::size_t end = next_heading(text, at);
    const std::string_view heading = text.substr(at, text.find('\n', at) - at);
    const std::string_view name = heading.substr(std::min(heading.size(), heading.find(' ') + 1));
    if (heading.starts_with("## ") && is_entry(name))
      entries.push_back(
          {name.substr(0, 4), name.substr(5),
           before_anchor(text.substr(at + heading.size(), end - at - heading.size()))});
  }
  return entries;
}

std::string_view findings_introduction() {
  const std::string_view text = whole_text();
  const std::size_t start = text.find('\n');
  std::size_t end = next_heading(text, 0);
  while (end < text.size() && !is_entry(text.substr(end + 3, 8))) end = next_heading(text, end);
  return before_anchor(text.substr(start, end - start));
}

}  // namespace ringcheck
