// Lists of words.
// Tested by tests/cli/findings_test.cpp.
#include "properties/core/words.hpp"

#include <algorithm>

namespace ringcheck {

std::vector<std::string_view> words_of(std::string_view list) {
  std::vector<std::string_view> words;
  while (!list.empty()) {
    const std::size_t space = std::min(list.find(' '), list.size());
    if (space > 0) words.push_back(list.substr(0, space));
    list.remove_prefix(std::min(space + 1, list.size()));
  }
  return words;
}

}  // namespace ringcheck
