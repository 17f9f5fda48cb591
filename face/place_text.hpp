#pragma once
// Places in the user's source, as messages write them.

#include <source_location>
#include <string>
#include <string_view>

namespace ringcheck {

/// True iff a place is known, as it is not for what an expression does without a call. A system
/// header acts in the user's name, as a lock guard does: its place says nothing.
inline bool is_known(const std::source_location& where) {
  if (where.line() == 0) return false;
  const char* its = where.file_name();
  for (const char c : std::string_view("/usr/"))
    if (*its++ != c) return true;
  return false;
}

/// The file without its folder, and the line: ring.cpp:12. Empty where the place is not known.
inline std::string text_of(const std::source_location& where) {
  if (!is_known(where)) return "";
  const std::string_view file(where.file_name());
  return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line());
}

/// The same after a text, in parentheses. Where it is not known, the place before it: (after
/// ring.cpp:12); nothing if that is not known either.
inline std::string in_parentheses(const std::source_location& where,
                                  const std::source_location& before) {
  if (is_known(where)) return " (" + text_of(where) + ")";
  return is_known(before) ? " (after " + text_of(before) + ")" : "";
}

}  // namespace ringcheck
