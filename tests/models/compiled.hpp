#pragma once
// Texts of the cat language, compiled, for tests.

#include <map>
#include <string>

#include "models/language/compile.hpp"

namespace ringcheck::cat {

using Files = std::map<std::string, std::string>;

/// Compiles main.cat, with main.bell if there is one; other files are there to be included.
Plan compile_files(const Files& files, Style style);
Plan compile_text(const std::string& text, Style style = Style::literal);

/// The message with which `text` is refused, or "no error".
std::string error_of(const std::string& text);
std::string error_of(const Files& files);

/// Expects that `left` and `right`, two names that `text` defines, have one value on random graphs.
void expect_same(const std::string& text, const std::string& left = "left",
                 const std::string& right = "right");

}  // namespace ringcheck::cat
