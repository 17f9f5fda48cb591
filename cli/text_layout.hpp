#pragma once
// Paragraphs and columns for people.

#include <cstddef>
#include <string>
#include <string_view>

namespace ringcheck {

/// As many columns as help and explanations take, whatever the terminal.
inline constexpr std::size_t kTextWidth = 80;

/// How many columns `text` takes: its characters, each of one column.
std::size_t columns_of(std::string_view text);

/// `text` in lines of at most `width` columns, each after `indent` blanks; lines that it has already
/// end where they end. A word that is longer than a line has one of its own.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = kTextWidth);

/// `left` in a column that begins after `indent` blanks, and beside it, from column `at` on, `right`
/// in lines of at most `width` columns; below it where `left` is too long.
std::string beside(std::string_view left, std::string_view right, std::size_t indent,
                   std::size_t at, std::size_t width = kTextWidth);

}  // namespace ringcheck
