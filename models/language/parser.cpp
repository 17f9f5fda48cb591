// The parser of the cat language: tokens, and the file as a whole.
//
// Recursive descent by hand rather than a grammar of a parser library, for three reasons. Whether
// `a * …` is a closure or a product depends on the token after the star, which a descent decides
// with one look ahead. Errors must say in words what was seen and what was expected at the furthest
// token. And the nesting depth must be bounded, so that no input overflows the stack.
//
// Source: herd7's manual, "Cat language". Tested by tests/models/parser_test.cpp.
#include "models/language/parser.hpp"

namespace ringcheck::cat {
namespace {

/// The deepest accepted nesting of brackets, prefix and postfix operators.
constexpr int kMaxDepth = 200;

}  // namespace

File Parser::run() {
  title();
  while (peek().kind != TokenKind::end) file_.statements.push_back(statement());
  return std::move(file_);
}

void Parser::deepen() {
  if (++depth_ > kMaxDepth) {
    --depth_;
    fail(peek().at,
         "saw nesting deeper than " + std::to_string(kMaxDepth) + " levels, expected less");
  }
}

void Parser::unexpected(const std::string& expected) const {
  fail(peek().at, "saw " + describe(peek()) + ", expected " + expected);
}

void Parser::expect_symbol(std::string_view text, const std::string& where) {
  if (!accept_symbol(text)) unexpected("'" + std::string(text) + "' " + where);
}

void Parser::expect_keyword(std::string_view text, const std::string& where) {
  if (!accept_keyword(text)) unexpected("'" + std::string(text) + "' " + where);
}

std::string Parser::expect_name(const std::string& what) {
  if (peek().kind != TokenKind::name) unexpected(what);
  return std::string(take().text);
}

File parse(SourcePtr source) {
  return Parser(std::move(source)).run();
}

}  // namespace ringcheck::cat
