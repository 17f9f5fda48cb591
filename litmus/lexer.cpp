// Splits a litmus test into tokens.
// Two comment rules meet in one file: outside of the threads' bodies `(* … *)` is a comment;
// inside, `(*x)` is a parenthesis and a dereference. `//` and `/* … */` are comments everywhere.
// The first pair of braces holds the initial state; each later pair holds the body of a thread.
// Between the name and the initial state there may be documentation, which is skipped.
// Tested by tests/litmus/parse_errors_test.cpp.
#include "litmus/lexer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

#include "graph/diagnostic.hpp"
#include "litmus/architecture.hpp"

namespace ringcheck::litmus {

namespace {

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool in_identifier(char c) {
  return starts_identifier(c) || is_digit(c);
}
bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// Longest first.
constexpr auto kSymbols = std::to_array<std::string_view>(
    {"<<=", ">>=", "...", "/\\", "\\/", "&&", "||", "==", "=>", "!=", "<=", ">=", "<<",
     ">>",  "->",  "++",  "--",  "+=",  "-=", "*=", "/=", "&=", "|=", "^=", "%=", "(",
     ")",   "{",   "}",   "[",   "]",   ",",  ";",  ":",  "=",  "*",  "&",  "~",  "!",
     "+",   "-",   "/",   "%",   "^",   "|",  "<",  ">",  "?",  "."});

constexpr auto kQuestions =
    std::to_array<std::string_view>({"locations", "filter", "exists", "forall", "not"});

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// Only the first line.
  Tokens read_head() {
    Tokens result;
    result.name = read_name(result);
    return result;
  }

  Tokens read() {
    Tokens result = read_head();
    skip_documentation();
    if (result.architecture != Architecture::c) {
      do {
        skip_blanks();
        result.tokens.push_back(read_token());
      } while (result.tokens.back().kind != TokenKind::end && blocks_ == 0);
      if (result.tokens.back().kind == TokenKind::end) return result;
      result.table = read_table();
    }
    do {
      skip_blanks();
      result.tokens.push_back(read_token());
    } while (result.tokens.back().kind != TokenKind::end);
    return result;
  }

 private:
  [[noreturn]] void fail(const Place& place, const std::string& message) const {
    throw InputError(Diagnostic{file_, place.line, place.column, message});
  }

  [[nodiscard]] bool at_end() const { return next_ >= text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return next_ + ahead < text_.size() ? text_[next_ + ahead] : '\0';
  }
  [[nodiscard]] bool looking_at(std::string_view s) const {
    return peek() == s.front() && text_.substr(next_, s.size()) == s;
  }
  [[nodiscard]] bool in_body() const { return depth_ > 0 && blocks_ > 0; }

  void advance(std::size_t count = 1) {
    for (; count > 0 && !at_end(); --count, ++next_) {
      if (text_[next_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else {
        ++place_.column;
      }
    }
  }

  void skip_comment(std::string_view open, std::string_view close) {
    const Place begin = place_;
    advance(open.size());
    while (!at_end() && !looking_at(close)) advance();
    if (at_end()) fail(begin, "saw a comment without end, expected " + std::string(close));
    advance(close.size());
  }

  bool skip_any_comment() {
    if (looking_at("/*")) {
      skip_comment("/*", "*/");
    } else if (looking_at("//")) {
      while (!at_end() && peek() != '\n') advance();
    } else if (looking_at("(*") && !in_body()) {
      skip_comment("(*", "*)");
    } else {
      return false;
    }
    return true;
  }

  void skip_blanks() {
    while (!at_end()) {
      if (is_space(peek()))
        advance();
      else if (!skip_any_comment())
        return;
    }
  }

  /// Reads rows, each with a `;` at its end, up to the question about final states.
  std::vector<std::vector<Cell>> read_table() {
    std::vector<std::vector<Cell>> rows;
    for (skip_blanks(); !at_end() && !at_question(); skip_blanks()) {
      rows.emplace_back();
      do rows.back().push_back(read_cell());
      while (take_separator() == '|');
    }
    return rows;
  }

  [[nodiscard]] bool at_question() const {
    std::size_t length = 0;
    while (in_identifier(peek(length))) ++length;
    const std::string_view word = text_.substr(next_, length);
    return peek() == '~' || std::ranges::find(kQuestions, word) != kQuestions.end();
  }

  Cell read_cell() {
    while (!at_end() && is_space(peek())) advance();
    Cell cell{{}, place_};
    while (!at_end() && peek() != '|' && peek() != ';') {
      const std::size_t before = next_;
      if (looking_at("(*")) {
        skip_comment("(*", "*)");
        cell.text.append(next_ - before, ' ');
      } else {
        cell.text += peek();
        advance();
      }
    }
    while (!cell.text.empty() && is_space(cell.text.back())) cell.text.pop_back();
    return cell;
  }

  char take_separator() {
    if (at_end()) fail(place_, "saw the end of the file, expected | or ; after an instruction");
    const char separator = peek();
    advance();
    return separator;
  }

  /// Reads `C name` and the rest of its line. The name goes without a suffix .litmus, as in herd7.
  std::string read_name(Tokens& tokens) {
    skip_blanks();
    const Place begin = place_;
    const std::size_t first = next_;
    while (!at_end() && !is_space(peek())) advance();
    const std::string_view word = text_.substr(first, next_ - first);
    const auto* known =
        std::ranges::find_if(kArchitectures, [&](const auto& row) { return row.name == word; });
    tokens.intel = word == "X86";
    if (tokens.intel) known = &row_of(Architecture::x86_64);
    if (known == kArchitectures.end()) {
      const Token saw{TokenKind::identifier, word, 0, begin};
      fail(begin, "saw " + (word.empty() ? describe(Token{}) : describe(saw)) +
                      ", expected C, AArch64, X86_64, X86, RISCV or PPC and the name of a test");
    }
    tokens.architecture = known->architecture;
    while (!at_end() && peek() != '\n' && is_space(peek())) advance();
    const Place name_place = place_;
    std::string name;
    while (!at_end() && !is_space(peek())) {
      name += peek();
      advance();
    }
    if (name.empty()) fail(name_place, "saw the end of the line, expected the name of the test");
    constexpr std::string_view kSuffix = ".litmus";
    if (name.size() > kSuffix.size() && name.ends_with(kSuffix))
      name.resize(name.size() - kSuffix.size());
    return name;
  }

  void skip_documentation() {
    while (!at_end() && peek() != '{') {
      if (skip_any_comment()) continue;
      if (peek() == '"' && quote_ends())
        skip_comment("\"", "\"");
      else
        advance();
    }
    if (at_end()) fail(place_, "saw the end of the file, expected { of the initial state");
  }

  /// True iff the next quote is closed at all: a lone quote in documentation is a character.
  [[nodiscard]] bool quote_ends() const {
    return text_.find('"', next_ + 1) != std::string_view::npos;
  }

  Token read_token() {
    Token token{TokenKind::end, {}, 0, place_};
    if (at_end()) return token;
    if (starts_identifier(peek())) return read_identifier();
    if (is_digit(peek())) return read_number();
    token.kind = TokenKind::symbol;
    for (std::string_view symbol : kSymbols)
      if (looking_at(symbol)) return take_symbol(symbol);
    token.text = text_.substr(next_, 1);
    fail(place_, "saw " + describe(token) + ", which is no part of a litmus test");
  }

  Token take_symbol(std::string_view symbol) {
    Token token{TokenKind::symbol, text_.substr(next_, symbol.size()), 0, place_};
    advance(symbol.size());
    if (symbol == "{") ++depth_;
    if (symbol == "}" && depth_ > 0 && --depth_ == 0) ++blocks_;
    return token;
  }

  Token read_identifier() {
    Token token{TokenKind::identifier, {}, 0, place_};
    std::size_t length = 1;
    while (in_identifier(peek(length))) ++length;
    token.text = text_.substr(next_, length);
    advance(length);
    return token;
  }

  Token read_number() {
    Token token{TokenKind::number, {}, 0, place_};
    std::size_t length = 1;
    while (in_identifier(peek(length))) ++length;
    token.text = text_.substr(next_, length);
    std::string_view digits = token.text;
    while (!digits.empty() &&
           (std::string_view("uUlL").find(digits.back()) != std::string_view::npos))
      digits.remove_suffix(1);
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      base = 16;
      digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits.front() == '0') {
      base = 8;
    }
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    token.number = static_cast<std::int64_t>(value);
    const bool whole = end == digits.data() + digits.size() && !digits.empty();
    if (whole && (error == std::errc::result_out_of_range || !is_number(value)))
      fail(place_, "saw " + describe(token) + ", expected " + std::string(kNumberExpected));
    if (!whole || error != std::errc{})
      fail(place_, "saw " + describe(token) + ", expected a number");
    advance(length);
    return token;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t next_ = 0;
  Place place_{1, 1};
  int depth_ = 0;   ///< braces that are open
  int blocks_ = 0;  ///< outermost pairs of braces that are closed
};

}  // namespace

Tokens read_tokens(std::string_view text, const std::string& file) {
  return Lexer(text, file).read();
}

Tokens read_head(std::string_view text, const std::string& file) {
  return Lexer(text, file).read_head();
}

std::string describe(const Token& token) {
  if (token.kind == TokenKind::end) return "the end of the file";
  constexpr std::size_t kLongest = 40;
  std::string text = "'";
  for (char c : token.text.substr(0, kLongest)) {
    if (std::isprint(static_cast<unsigned char>(c)) != 0) {
      text += c;
    } else {
      constexpr std::string_view kHex = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      text += "\\x";
      text += kHex[byte / 16];
      text += kHex[byte % 16];
    }
  }
  return text + (token.text.size() > kLongest ? "…'" : "'");
}

}  // namespace ringcheck::litmus
