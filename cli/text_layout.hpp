#pragma once
// Paragraphs and columns for people.

#include <cstddef>
#include <string>
#include <string_view>

namespace ringcheck {

/// The width of help and explanations, whatever the terminal.
inline constexpr std::size_t kTextWidth = 80;

/// How many columns `text` takes: one for each character.
std::size_t columns_of(std::string_view text);

/// `text` in lines of at most `width` columns, each after `indent` blanks; line ends that `text`
/// already has stay. A word that is longer than a line has a line of its own.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = kTextWidth);

/// `left` in a column that begins after `indent` blanks, and beside it, from column `at` on, `right`
/// in lines of at most `width` columns. If `left` is too long, `right` begins below it.
std::string beside(std::string_view left, std::string_view right, std::size_t indent,
                   std::size_t at, std::size_t width = kTextWidth);

}  // namespace ringcheck
