#pragma once
// CText: the text of a C file as its top-level items.
//
// Just enough of C to cut a file of the kernel into definitions that can be taken by name:
// comments, literals, directives with their conditions, and braces. Nothing is preprocessed.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// What a top-level item is.
enum class CItemKind : std::uint8_t {
  function,     ///< with its body
  macro,        ///< #define
  include,      ///< #include
  declaration,  ///< types, variables and prototypes
};

/// An #if around items.
struct CCondition {
  std::string text;  ///< the #if line, with the #elif and #else lines that the items are under
  std::uint64_t line = 0;  ///< of the #if: tells conditions with the same text apart

  friend bool operator==(const CCondition&, const CCondition&) = default;
};

/// An item of a C file.
struct CItem {
  CItemKind kind = CItemKind::declaration;
  std::vector<std::string> names;      ///< what it defines or declares
  std::string_view text;               ///< as it stands in the file
  std::uint64_t line = 0;              ///< of its first character, from 1
  std::vector<CCondition> conditions;  ///< outermost first, without a guard of the whole file

  /// True iff `name` is among its names.
  [[nodiscard]] bool defines(std::string_view name) const;
};

/// A C file, cut into items. The items point into the text.
class CText {
 public:
  /// Errors: InputError with `name`, a line and what was seen there if braces,
  /// conditions or literals do not close.
  CText(std::string name, std::string text);
  CText(const CText&) = delete;
  CText& operator=(const CText&) = delete;
  ~CText() = default;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<CItem>& items() const { return items_; }

 private:
  std::string name_;
  std::string text_;
  std::vector<CItem> items_;
};

/// The identifiers of a piece of C, in order, each once; those in comments and literals do not
/// count.
std::vector<std::string> identifiers_of(std::string_view text);

}  // namespace ringcheck
