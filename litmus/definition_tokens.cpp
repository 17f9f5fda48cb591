// Tokens of a file of definitions.
// Within an annotation, which stands in braces right after a name, a `-` belongs to the name:
// __fence{after-atomic}.
// Tested by tests/litmus/definitions_test.cpp.
#include "litmus/definition_tokens.hpp"

#include <cctype>
#include <charconv>

#include "graph/diagnostic.hpp"

namespace ringcheck::litmus {

namespace {

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

DefinitionToken DefinitionTokens::take() {
  DefinitionToken taken = token_;
  const bool follows = token_.is_name;
  const std::size_t end = next_;
  skip_blanks();
  in_annotation_ = in_annotation_ ? taken.text == "{" : false;
  if (at() == '{' && follows && end == next_) in_annotation_ = true;
  token_ = read();
  return taken;
}

bool DefinitionTokens::take_if(std::string_view text) {
  if (token_.text != text) return false;
  take();
  return true;
}

void DefinitionTokens::expect(std::string_view text) {
  if (!take_if(text)) fail(token_, std::string(text));
}

DefinitionToken DefinitionTokens::expect_name(const std::string& what) {
  if (!token_.is_name) fail(token_, what);
  return take();
}

void DefinitionTokens::fail(const DefinitionToken& saw, const std::string& expected) const {
  const std::string what = saw.text.empty() ? "the end of the file" : "'" + saw.text + "'";
  throw InputError(Diagnostic{file_, saw.place.line, saw.place.column,
                              "saw " + what + ", expected " + expected});
}

void DefinitionTokens::advance() {
  if (at() == '\n') {
    ++line_;
    column_ = 0;
  }
  ++column_;
  ++next_;
}

void DefinitionTokens::skip_blanks() {
  while (next_ < text_.size()) {
    const DefinitionToken here{{}, false, false, 0, {line_, column_}};
    if (std::isspace(static_cast<unsigned char>(at())) != 0) {
      advance();
    } else if (at() == '/' && at(1) == '/') {
      while (next_ < text_.size() && at() != '\n') advance();
    } else if (at() == '/' && at(1) == '*') {
      const std::size_t end = text_.find("*/", next_ + 2);
      if (end == std::string_view::npos) fail({"/*", false, false, 0, here.place}, "its end, */");
      while (next_ < end + 2) advance();
    } else {
      return;
    }
  }
}

DefinitionToken DefinitionTokens::read() {
  DefinitionToken token;
  token.place = {line_, column_};
  if (next_ >= text_.size()) return token;
  const std::size_t begin = next_;
  const auto text = [&] { return std::string(text_.substr(begin, next_ - begin)); };
  if (starts_name(at())) {
    while (starts_name(at()) || is_digit(at()) || (in_annotation_ && at() == '-')) advance();
    token.is_name = true;
  } else if (is_digit(at())) {
    while (is_digit(at())) advance();
    token.is_number = true;
    const std::string digits = text();
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), token.number);
    if (read.ec != std::errc{}) fail({digits, false, true, 0, token.place}, "a smaller number");
  } else {
    if (at() == '=' && at(1) == '=') advance();
    advance();
  }
  token.text = text();
  return token;
}

}  // namespace ringcheck::litmus
