// Tokens of C: comments and space go, directives stay whole.
// Tested by tests/kernel/c_text_test.cpp.
#include "kernel/tree/c_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "graph/diagnostic.hpp"

namespace ringcheck {

bool is_identifier_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void CScanner::fail(std::uint64_t line, std::string_view saw, std::string_view expected) const {
  throw InputError(
      {name_, static_cast<int>(line), 1, fmt::format("saw {}, expected {}", saw, expected)});
}

bool CScanner::skip_comment() {
  if (text_.substr(at_, 2) == "//") {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }
  if (text_.substr(at_, 2) != "/*") return false;
  const std::size_t close = text_.find("*/", at_ + 2);
  if (close == std::string_view::npos) fail(line_, "a comment", "its end");
  line_ += static_cast<std::uint64_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(close),
                                                 '\n'));
  at_ = close + 2;
  return true;
}

void CScanner::skip_space() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_;
      line_start_ = true;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') {
      ++at_;
    } else if (!skip_comment()) {
      return;
    }
  }
}

std::size_t CScanner::directive_size() const {
  std::size_t at = at_;
  while (at < text_.size() && text_[at] != '\n') {
    if (text_.substr(at, 2) == "/*")
      at = std::min(text_.find("*/", at + 2), text_.size() - 2) + 2;
    else
      at += text_.substr(at, 2) == "\\\n" ? 2 : 1;
  }
  return at - at_;
}

std::size_t CScanner::literal_size() const {
  const char quote = text_[at_];
  for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
    if (text_[at] == '\\')
      ++at;
    else if (text_[at] == quote)
      return at + 1 - at_;
    else if (text_[at] == '\n')
      break;
  }
  fail(line_, std::string_view(&quote, 1), "its end on the same line");
}

CToken CScanner::take(CTokenKind kind, std::size_t size) {
  const CToken token{kind, text_.substr(at_, size), at_, line_};
  line_ += static_cast<std::uint64_t>(std::count(token.text.begin(), token.text.end(), '\n'));
  at_ += size;
  line_start_ = false;
  return token;
}

CToken CScanner::next() {
  skip_space();
  if (at_ == text_.size()) return {CTokenKind::end, {}, at_, line_};
  const char c = text_[at_];
  if (c == '#' && line_start_) return take(CTokenKind::directive, directive_size());
  if (c == '"' || c == '\'') return take(CTokenKind::literal, literal_size());
  if (!is_identifier_char(c)) return take(CTokenKind::punctuation, 1);
  std::size_t size = 0;
  while (at_ + size < text_.size() && is_identifier_char(text_[at_ + size])) ++size;
  const bool number = std::isdigit(static_cast<unsigned char>(c)) != 0;
  return take(number ? CTokenKind::literal : CTokenKind::identifier, size);
}

}  // namespace ringcheck
