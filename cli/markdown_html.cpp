// Markdown to HTML, line by line. It knows only the Markdown that reports use.
// Tested by tests/cli/markdown_html_test.cpp.
#include "cli/markdown_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ringcheck {

namespace {

/// The text between `open` at `at` and the next `close`; empty if there is none.
std::string_view between(std::string_view text, std::size_t at, std::string_view open,
                         std::string_view close) {
  if (text.substr(at, open.size()) != open) return {};
  const std::size_t start = at + open.size();
  const std::size_t end = text.find(close, start);
  return end == std::string_view::npos ? std::string_view{} : text.substr(start, end - start);
}

/// `[text](target)` at `at`; its length, 0 where there is none.
std::size_t link_at(std::string_view text, std::size_t at, std::string& html) {
  const std::string_view label = between(text, at, "[", "]");
  if (label.empty()) return 0;
  const std::size_t after = at + label.size() + 2;
  const std::string_view target = between(text, after, "(", ")");
  if (target.empty()) return 0;
  html += fmt::format("<a href=\"{}\">{}</a>", escaped_html(target), escaped_html(label));
  return label.size() + 2 + target.size() + 2;
}

/// The text in `*…*` at `at`; empty if no word begins there.
std::string_view stressed(std::string_view text, std::size_t at) {
  const std::string_view inner = between(text, at, "*", "*");
  return inner.starts_with(' ') || inner.ends_with(' ') ? std::string_view{} : inner;
}

/// How long the mark of a list item is at the start of a line: 2 for "- ", 3 for "1. "; 0: none.
std::size_t item_mark(std::string_view text) {
  if (text.starts_with("- ")) return 2;
  const std::size_t digits = text.find_first_not_of("0123456789");
  return digits != std::string_view::npos && digits > 0 && text.substr(digits).starts_with(". ")
             ? digits + 2
             : 0;
}

/// A line with its bold, code and links.
std::string inline_html(std::string_view text) {
  std::string html;
  for (std::size_t i = 0; i < text.size();) {
    if (const auto code = between(text, i, "`", "`"); !code.empty()) {
      html += fmt::format("<code>{}</code>", escaped_html(code));
      i += code.size() + 2;
    } else if (const auto bold = between(text, i, "**", "**"); !bold.empty()) {
      html += fmt::format("<strong>{}</strong>", inline_html(bold));
      i += bold.size() + 4;
    } else if (const auto stress = stressed(text, i); !stress.empty()) {
      html += fmt::format("<em>{}</em>", inline_html(stress));
      i += stress.size() + 2;
    } else if (const std::size_t length = link_at(text, i, html); length > 0) {
      i += length;
    } else if (text.substr(i).starts_with("\\*")) {
      html += '*';
      i += 2;
    } else {
      html += escaped_html(text.substr(i++, 1));
    }
  }
  return html;
}

class Converter {
 public:
  std::string convert(std::string_view markdown) {
    while (!markdown.empty()) {
      const std::size_t end = std::min(markdown.find('\n'), markdown.size());
      line(markdown.substr(0, end));
      markdown.remove_prefix(std::min(end + 1, markdown.size()));
    }
    go_to(Block::none);
    return std::move(html_);
  }

 private:
  enum class Block { none, paragraph, list, numbered, table, code };

  // Leaves the open block and enters another.
  void go_to(Block next) {
    if (next == block_) return;
    constexpr const char* kClose[] = {
        "", "</p>\n", "</li>\n</ul>\n", "</li>\n</ol>\n", "</tbody></table></div>\n", "</pre>\n"};
    constexpr const char* kOpen[] = {"",
                                     "<p>",
                                     "<ul>\n",
                                     "<ol>\n",
                                     "<div class=\"scroll\" tabindex=\"0\"><table><thead>\n",
                                     "<pre tabindex=\"0\">"};
    html_ += kClose[static_cast<std::size_t>(block_)];
    html_ += kOpen[static_cast<std::size_t>(next)];
    block_ = next;
    row_ = 0;
  }

  void line(std::string_view text) {
    if (text.starts_with("```")) return go_to(block_ == Block::code ? Block::none : Block::code);
    if (block_ == Block::code) {
      html_ += escaped_html(text) + '\n';
    } else if (text.starts_with("<details>")) {
      const std::string_view title = between(text, 9, "<summary>", "</summary>");
      go_to(Block::none);
      html_ += fmt::format("<details id=\"{}\"><summary>{}</summary>\n", slug_of(title),
                           inline_html(title));
    } else if (text == "</details>") {
      go_to(Block::none);
      html_ += "</details>\n";
    } else if (text.starts_with('#')) {
      heading(text);
    } else if (text.starts_with("| ") || text.starts_with("|--")) {
      go_to(Block::table);
      row(text);
    } else if (const std::size_t mark = item_mark(text); mark > 0) {
      item(text.substr(mark), text.starts_with('-') ? Block::list : Block::numbered);
    } else if (in_list() && text.starts_with("  ")) {
      html_ += '\n' + inline_html(text.substr(text.find_first_not_of(' ')));
    } else if (text.starts_with("![")) {
      picture(text);
    } else if (text.empty()) {
      go_to(Block::none);
    } else {
      go_to(Block::paragraph);
      html_ += inline_html(text) + '\n';
    }
  }

  [[nodiscard]] bool in_list() const { return block_ == Block::list || block_ == Block::numbered; }

  // The item stays open for lines that belong to it.
  void item(std::string_view text, Block list) {
    if (block_ == list) html_ += "</li>\n";
    go_to(list);
    html_ += "<li>" + inline_html(text);
  }

  void heading(std::string_view text) {
    go_to(Block::none);
    const std::size_t level = text.find_first_not_of('#');
    const std::string_view title = text.substr(std::min(level + 1, text.size()));
    html_ +=
        fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", level, slug_of(title), inline_html(title));
  }

  void picture(std::string_view text) {
    go_to(Block::none);
    const std::string_view name = between(text, 1, "[", "]");
    const std::string_view path = between(text, name.size() + 3, "(", ")");
    html_ += fmt::format("<img alt=\"{}\" src=\"{}\">\n", escaped_html(name), escaped_html(path));
  }

  // The second row is the one of dashes.
  void row(std::string_view text) {
    if (row_++ == 1) {
      html_ += "</thead><tbody>\n";
      return;
    }
    const char* const cell = row_ == 1 ? "th" : "td";
    html_ += "<tr>";
    text.remove_prefix(1);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('|'), text.size());
      std::string_view content = text.substr(0, end);
      while (content.starts_with(' ')) content.remove_prefix(1);
      while (content.ends_with(' ')) content.remove_suffix(1);
      html_ += fmt::format("<{0}>{1}</{0}>", cell, inline_html(content));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    html_ += "</tr>\n";
  }

  std::string html_;
  Block block_ = Block::none;
  int row_ = 0;  ///< of the table
};

}  // namespace

std::string slug_of(std::string_view heading) {
  std::string slug;
  for (const char c : heading) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (letter)
      slug += c;
    else if (c >= 'A' && c <= 'Z')
      slug += static_cast<char>(c - 'A' + 'a');
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug;
}

std::string escaped_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string html_of_markdown(std::string_view markdown) {
  return Converter().convert(markdown);
}

}  // namespace ringcheck
