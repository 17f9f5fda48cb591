#pragma once
// Expect: compares what is recorded with what the specification has, and keeps the first
// difference.

#include <optional>
#include <string>

#include "properties/core/conform_set.hpp"

namespace ringcheck {

/// Compares one row, step by step. After the first difference it compares nothing more.
class Expect {
 public:
  /// Pre: `row` outlives this.
  explicit Expect(const Json& row) : row_(row) {}

  /// What follows belongs to step `step` of the row's list "steps".
  void at_step(std::uint64_t step) { step_ = step; }
  /// Calls `take(step, index)` for each of `steps`, the row's list, up to the first difference.
  template <class Take>
  void each_step(const Json& steps, Take&& take) {
    for (std::size_t i = 0; i < steps.size() && !differs(); ++i) {
      at_step(i);
      take(steps[i], i);
    }
  }
  /// Compares; returns whether everything was the same so far. `expected`: as recorded.
  bool same(const std::string& what, const Json& expected, const Json& actual) {
    if (!first_ && expected != actual)
      first_ = Difference{step_, what, expected, actual, cut_after(row_, step_)};
    return !first_;
  }
  [[nodiscard]] bool differs() const { return first_.has_value(); }
  [[nodiscard]] std::optional<Difference> first() const { return first_; }

 private:
  const Json& row_;
  std::uint64_t step_ = 0;
  std::optional<Difference> first_;
};

/// The field `name`, which must be a power of two of at most `most`. Errors: RowError.
inline std::uint64_t power_of_two(Fields& fields, const char* name, std::uint64_t most) {
  const std::uint64_t value = fields.number(name, most);
  if (value == 0 || (value & (value - 1)) != 0)
    throw RowError(fields.place(name) + ": saw " + std::to_string(value) +
                   ", expected a power of two");
  return value;
}

}  // namespace ringcheck
