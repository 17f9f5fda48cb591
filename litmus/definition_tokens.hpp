#pragma once
// Tokens of a file of definitions. Internal to litmus/.

#include <string>
#include <string_view>

#include "litmus/test.hpp"

namespace ringcheck::litmus {

struct DefinitionToken {
  std::string text;  ///< empty: the end of the file
  bool is_name = false;
  bool is_number = false;
  std::uint64_t number = 0;
  Place place;
};

/// Cuts a file of definitions into tokens, one at a time, without comments. Names may hold `-`
/// between braces, as annotations do.
class DefinitionTokens {
 public:
  /// Pre: `text` and `file` outlive it. Errors of all: InputError with the place.
  DefinitionTokens(std::string_view text, const std::string& file) : text_(text), file_(file) {
    take();
  }

  [[nodiscard]] const DefinitionToken& peek() const { return token_; }
  [[nodiscard]] bool at_end() const { return token_.text.empty(); }
  DefinitionToken take();
  bool take_if(std::string_view text);
  void expect(std::string_view text);
  DefinitionToken expect_name(const std::string& what);
  [[noreturn]] void fail(const DefinitionToken& saw, const std::string& expected) const;

 private:
  [[nodiscard]] char at(std::size_t ahead = 0) const {
    return next_ + ahead < text_.size() ? text_[next_ + ahead] : '\0';
  }
  void advance();
  void skip_blanks();
  [[nodiscard]] DefinitionToken read();

  std::string_view text_;
  const std::string& file_;
  std::size_t next_ = 0;
  int line_ = 1;
  int column_ = 1;
  bool in_annotation_ = false;  // after a `{` that follows a name at once
  DefinitionToken token_;
};

}  // namespace ringcheck::litmus
