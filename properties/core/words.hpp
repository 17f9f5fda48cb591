#pragma once
// Lists of words in the tables of this folder and of the command.

#include <string_view>
#include <vector>

namespace ringcheck {

/// The words of `list`, which are separated by spaces.
std::vector<std::string_view> words_of(std::string_view list);

}  // namespace ringcheck
