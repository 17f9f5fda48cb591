#pragma once
// CScanner: the tokens of a C text, one after the other.

#include <cstdint>
#include <string>
#include <string_view>

namespace ringcheck {

/// Kinds of tokens, as far as cutting a file into items needs them.
enum class CTokenKind : std::uint8_t { identifier, literal, punctuation, directive, end };

/// A token: a piece of the text. A directive is the whole of it, continued lines included.
struct CToken {
  CTokenKind kind = CTokenKind::end;
  std::string_view text;
  std::size_t begin = 0;   ///< in the text scanned
  std::uint64_t line = 1;  ///< of its first character

  [[nodiscard]] std::size_t end() const { return begin + text.size(); }
  [[nodiscard]] bool is(std::string_view spelled) const { return text == spelled; }
};

/// Reads a C text token by token. Punctuation comes one character at a time.
class CScanner {
 public:
  /// `name`: of the file, for errors. Both outlive the scanner.
  CScanner(const std::string& name, std::string_view text) : name_(name), text_(text) {}

  /// The next token; of kind `end` after the last one.
  /// Errors: InputError for a comment or literal that does not close.
  CToken next();
  /// Errors out: `name:line: saw …, expected …`.
  [[noreturn]] void fail(std::uint64_t line, std::string_view saw, std::string_view expected) const;

 private:
  bool skip_comment();
  void skip_space();
  CToken take(CTokenKind kind, std::size_t size);
  [[nodiscard]] std::size_t directive_size() const;
  [[nodiscard]] std::size_t literal_size() const;

  const std::string& name_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  bool line_start_ = true;
};

/// True iff `c` may stand in an identifier.
bool is_identifier_char(char c);

}  // namespace ringcheck
