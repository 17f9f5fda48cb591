#pragma once
// Defects: known mistakes that a program makes when asked to, by name.

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

#include "graph/check.hpp"

namespace ringcheck {

/// A few names, in the order given, that live for ever.
template <std::size_t Capacity>
class FewNames {
 public:
  constexpr FewNames() = default;
  constexpr FewNames(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) push_back(name);
  }
  constexpr void push_back(std::string_view name) {
    RC_CHECK(count_ < Capacity, "too many names in a row");
    names_[count_++] = name;
  }
  [[nodiscard]] constexpr bool has(std::string_view name) const {
    return std::find(begin(), end(), name) != end();
  }
  [[nodiscard]] constexpr bool empty() const { return count_ == 0; }
  [[nodiscard]] constexpr const std::string_view* begin() const { return names_.data(); }
  [[nodiscard]] constexpr const std::string_view* end() const { return names_.data() + count_; }

  friend constexpr bool operator==(const FewNames&, const FewNames&) = default;

 private:
  std::array<std::string_view, Capacity> names_{};
  std::size_t count_ = 0;
};

/// Names of models or of properties, as rows of tables have them.
using Names = FewNames<8>;

/// Names of mistakes that are put into a program. What each does is up to the program; a name that
/// the program does not know changes nothing.
class Defects {
 public:
  constexpr Defects() = default;
  constexpr Defects(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) insert(name);
  }
  /// A defect as a specification has it.
  template <class Defect>
  requires requires(const Defect& defect) {
    std::string_view(defect.name);
    std::string_view(defect.entry);
  }
  constexpr Defects(const Defect& defect)  // NOLINT(google-explicit-constructor): a set of one
      : Defects({defect.name}) {}

  constexpr void insert(std::string_view name) {
    if (!has(name)) names_.push_back(name);
  }
  [[nodiscard]] constexpr bool has(std::string_view name) const { return names_.has(name); }
  [[nodiscard]] constexpr bool none() const { return names_.empty(); }
  [[nodiscard]] constexpr const FewNames<4>& names() const { return names_; }

  friend constexpr bool operator==(const Defects&, const Defects&) = default;

 private:
  FewNames<4> names_;
};

}  // namespace ringcheck
