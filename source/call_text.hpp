#pragma once
// Calls, as they stand in the text of a source.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ringcheck::source {

/// A part of a text.
struct TextRange {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// A call in a source.
struct CallText {
  std::size_t start = 0;  ///< of the name with what qualifies it: `std::`, `queue.`
  std::size_t name = 0;
  std::string word;  ///< the name
  std::size_t close = 0;
  std::vector<TextRange> arguments;  ///< without the space around them
  bool of_member = false;            ///< the name comes after `.` or `->`
};

/// The call whose name starts at `at`, or ends a chain of names that starts there; nullopt: none
/// does.
std::optional<CallText> call_at(const std::string& text, std::size_t at);

/// True iff `c` can be a part of a name.
bool is_part_of_name(char c);

/// True iff `text` has a macro called `word`.
bool defines_macro(const std::string& text, const std::string& word);

}  // namespace ringcheck::source
