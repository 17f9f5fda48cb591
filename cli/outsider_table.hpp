#pragma once
// docs/outsiders.md, which the command carries inside it: changes of the specification that make no
// difference, and why.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/core/outsider.hpp"

namespace ringcheck {

/// A row of the table.
struct EquivalentOutsider {
  std::string file;      ///< below protocol/
  std::string function;  ///< of that file
  std::string change;    ///< as in outsider::Place; "*": every change in the function
  std::string why;       ///< why it makes no difference
  std::size_t line = 0;  ///< of the table's file, from 1
  std::size_t nth = 0;   ///< which of the function's changes that read so, from 1; 0: all of them

  /// True iff the row is about place number `number` of `places`.
  [[nodiscard]] bool is(std::span<const outsider::Place> places, std::size_t number) const;
};

/// The rows of the tables in `text`, Markdown, whose first column is headed "file".
std::vector<EquivalentOutsider> equivalent_outsiders(std::string_view text);
/// Those of docs/outsiders.md.
std::vector<EquivalentOutsider> equivalent_outsiders();

/// What is wrong with the rows that are about none of `places`, a line each; "" if nothing is.
std::string stale_rows(const std::vector<EquivalentOutsider>& rows,
                       std::span<const outsider::Place> places);

}  // namespace ringcheck
