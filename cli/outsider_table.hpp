#pragma once
// docs/outsiders.md, which the command carries with it: changes of the specification that make no
// difference, and why.

#include <string>
#include <string_view>
#include <vector>

#include "protocol/core/outsider.hpp"

namespace ringcheck {

/// A row of the table.
struct EquivalentOutsider {
  std::string file;      ///< below protocol/
  std::string function;  ///< of that file
  std::string change;    ///< as outsider::Place has it; "*": each in the function
  std::string why;       ///< it makes no difference

  [[nodiscard]] bool is(const outsider::Place& place) const;
};

/// The rows of the tables in `text`, Markdown, whose first column is headed "file".
std::vector<EquivalentOutsider> equivalent_outsiders(std::string_view text);
/// Those of docs/outsiders.md.
std::vector<EquivalentOutsider> equivalent_outsiders();

}  // namespace ringcheck
