#pragma once
// DefectSet: known mistakes that the protocol can be told to make, to show that the properties see
// them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace ringcheck {

/// A mistake that protocol code makes when asked to. The protocol as it stands has none of them.
/// Each area has its own, in its defects.hpp; no two have the same name.
struct Defect {
  std::string_view name;
  std::string_view entry;  ///< in the catalogue of real defects; empty if it is not there

  friend constexpr bool operator==(const Defect& a, const Defect& b) { return a.name == b.name; }
};

/// A few defects.
class DefectSet {
 public:
  constexpr DefectSet() = default;
  constexpr explicit DefectSet(const Defect& defect) { insert(defect); }
  /// Pre: fewer than four others are in the set.
  constexpr void insert(const Defect& defect) {
    if (!has(defect)) names_[count_++] = defect.name;
  }
  [[nodiscard]] constexpr bool has(const Defect& defect) const {
    // Mostly there is none, and code asks all the time.
    return count_ != 0 &&
           std::find(names_.data(), names_.data() + count_, defect.name) != names_.data() + count_;
  }
  [[nodiscard]] constexpr bool none() const { return count_ == 0; }

 private:
  std::array<std::string_view, 4> names_{};
  std::size_t count_ = 0;
};

}  // namespace ringcheck
