#pragma once
// Places in the user's source, as messages write them.

#include <source_location>
#include <string>
#include <string_view>

namespace ringcheck {

/// The file without its folder, and the line: ring.cpp:12. Empty where the place is not known, as
/// for what an expression does without a call.
inline std::string text_of(const std::source_location& where) {
  const std::string_view file(where.file_name());
  // A system header acts in the user's name, as a lock guard does.
  if (where.line() == 0 || file.starts_with("/usr/")) return "";
  return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line());
}

/// The same after a text, in parentheses; nothing where it is not known.
inline std::string in_parentheses(const std::source_location& where) {
  const std::string text = text_of(where);
  return text.empty() ? text : " (" + text + ")";
}

}  // namespace ringcheck
