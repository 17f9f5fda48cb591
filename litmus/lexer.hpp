#pragma once
// Tokens of a litmus test.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/test.hpp"

namespace ringcheck::litmus {

enum class TokenKind : std::uint8_t { identifier, number, symbol, end };

/// A token; `text` points into the text that was read.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::int64_t number = 0;
  Place place;
};

/// A cell of a table of instructions. Comments in it are blanks.
struct Cell {
  std::string text;
  Place place;  ///< of its first character
};

/// A litmus test split into its name and the tokens from the initial state's `{` on; ends with an
/// `end` token. The table of an assembly test, after the initial state, is kept apart.
struct Tokens {
  Architecture architecture = Architecture::c;
  bool intel = false;  ///< header X86: 32 bits, in Intel's order of operands
  std::string name;
  std::vector<Token> tokens;
  std::vector<std::vector<Cell>> table;  ///< rows of cells; the first row names the threads
};

/// Addresses of locations are numbers from here on; a test may not have such numbers of its own.
inline constexpr std::uint64_t kFirstAddress = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kAddresses = std::uint64_t{1} << 32;
inline constexpr bool is_number(std::uint64_t value) {
  return value - kFirstAddress >= kAddresses;
}
inline constexpr std::string_view kNumberExpected =
    "a number below 2^48, or from 2^48 + 2^32 to 2^64";

/// Splits `text`, the contents of `file`.
/// Errors: InputError for what is not a token, a comment without end, or a text that is not a
/// litmus test of a known architecture.
Tokens read_tokens(std::string_view text, const std::string& file);

/// Reads only the first line: architecture and name. Errors: as read_tokens.
Tokens read_head(std::string_view text, const std::string& file);

/// The token in the words of an error message.
std::string describe(const Token& token);

}  // namespace ringcheck::litmus
