// The lexer of the cat language.
// Source: herd7's manual, chapter "Cat language"; names may hold '.' and '-', and end in one prime:
// `po-loc`, `DMB.ISH` and `po'` are one token each, and a difference needs its backslash. Tested by
// tests/models/parser_test.cpp.
#include <algorithm>
#include <cctype>
#include <iterator>

#include "graph/diagnostic.hpp"
#include "models/language/token.hpp"

namespace ringcheck::cat {
namespace {

constexpr std::string_view kKeywords[] = {
    "let",       "rec",          "and",
    "when",      "acyclic",      "irreflexive",
    "show",      "unshow",       "empty",
    "as",        "fun",          "in",
    "flag",      "include",      "begin",
    "end",       "call",         "enum",
    "debug",     "match",        "with",
    "from",      "do",           "forall",
    "try",       "if",           "then",
    "else",      "default",      "subset",
    "procedure", "instructions", "undefined_unless",
    "not",       "variant",      "assert",
    "catdep",
};

bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_name_char(char c) {
  return is_alpha(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source), text_(source.text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    while (skip_blank()) tokens.push_back(next());
    tokens.push_back({TokenKind::end, {}, here()});
    return tokens;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool starts_with(std::string_view prefix) const {
    return text_.substr(at_).starts_with(prefix);
  }
  [[nodiscard]] Position here() const {
    return {&source_, line_, static_cast<int>(at_ - line_start_) + 1};
  }

  void advance(std::size_t count) {
    for (; count > 0; --count, ++at_) {
      if (text_[at_] != '\n') continue;
      ++line_;
      line_start_ = at_ + 1;
    }
  }

  // Skips blanks and comments; false at the end of the text.
  bool skip_blank() {
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
        advance(1);
      else if (starts_with("//") || c == '#')
        skip_line();
      else if (starts_with("(*"))
        skip_comment();
      else
        return true;
    }
    return false;
  }

  void skip_line() {
    while (at_ < text_.size() && peek() != '\n') advance(1);
  }

  // Comments nest.
  void skip_comment() {
    const Position start = here();
    int depth = 0;
    do {
      if (at_ >= text_.size()) fail(start, "saw the start of a comment, expected its end '*)'");
      if (starts_with("(*"))
        ++depth, advance(2);
      else if (starts_with("*)"))
        --depth, advance(2);
      else
        advance(1);
    } while (depth > 0);
  }

  Token next() {
    const char c = peek();
    if (is_alpha(c) || (c == '_' && is_alpha(peek(1)))) return name();
    if (c == '"') return quoted();
    if (c == '\'' && is_alpha(peek(1))) return tag();
    for (std::string_view symbol : {"||", "&&", "++", "->", "-1"})
      if (starts_with(symbol)) return take(TokenKind::symbol, symbol.size());
    if (c != '\0' && std::string_view("()[]{}_0|&*~+^\\?=;,").find(c) != std::string_view::npos)
      return take(TokenKind::symbol, 1);
    fail(here(), "saw " + printable(c) + ", expected a name, an operator, a bracket or a string");
  }

  Token take(TokenKind kind, std::size_t length) {
    Token token{kind, text_.substr(at_, length), here()};
    advance(length);
    return token;
  }

  [[nodiscard]] std::size_t name_length(std::size_t start) const {
    std::size_t length = start;
    while (is_name_char(peek(length))) ++length;
    return peek(length) == '\'' ? length + 1 : length;
  }

  Token name() {
    Token token = take(TokenKind::name, name_length(1));
    if (std::ranges::find(kKeywords, token.text) != std::end(kKeywords))
      token.kind = TokenKind::keyword;
    return token;
  }

  Token tag() {
    Token token = take(TokenKind::tag, name_length(1));
    token.text.remove_prefix(1);
    return token;
  }

  Token quoted() {
    const std::size_t close = text_.find('"', at_ + 1);
    if (close == std::string_view::npos)
      fail(here(), "saw the start of a string, expected its closing '\"'");
    Token token = take(TokenKind::string, close + 1 - at_);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
  }

  static std::string printable(char c) {
    if (std::isprint(static_cast<unsigned char>(c)) != 0) return std::string("'") + c + "'";
    return "byte " + std::to_string(static_cast<unsigned char>(c));
  }

  const Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
};

}  // namespace

void fail(const Position& at, const std::string& message) {
  throw InputError({at.source != nullptr ? at.source->name : "", at.line, at.column, message});
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::end:
      return "end of file";
    case TokenKind::string:
      return "string \"" + std::string(token.text) + "\"";
    case TokenKind::tag:
      return "tag ''" + std::string(token.text) + "'";
    default:
      return "'" + std::string(token.text) + "'";
  }
}

std::vector<Token> tokenize(const Source& source) {
  return Lexer(source).run();
}

}  // namespace ringcheck::cat
