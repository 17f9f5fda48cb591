#pragma once
// Tokens of the cat language.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck::cat {

/// A text and the name under which errors cite it. Shared by all positions that point into it.
struct Source {
  std::string name;
  std::string text;
};
using SourcePtr = std::shared_ptr<const Source>;

/// A place in a source; line and column count from 1, columns in bytes.
struct Position {
  const Source* source = nullptr;
  int line = 1;
  int column = 1;
};

/// Throws InputError with `message` at `at`.
[[noreturn]] void fail(const Position& at, const std::string& message);

enum class TokenKind {
  name,     ///< identifier that is no keyword
  keyword,  ///< let, rec, and, …
  tag,      ///< 'once
  string,   ///< "text"
  symbol,   ///< operator or bracket
  end,      ///< end of the file
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< without quotes; points into the source
  Position at;
};

/// How an error message cites a token: `';'`, `end of file`, …
std::string describe(const Token& token);

/// Cuts `source` into tokens, comments left out; the last token has kind end.
/// Errors: InputError for a byte that starts no token, and for an unclosed comment or string.
std::vector<Token> tokenize(const Source& source);

}  // namespace ringcheck::cat
