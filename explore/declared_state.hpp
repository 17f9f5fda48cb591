#pragma once
// What the code of a thread has declared about its state.

#include <array>
#include <cstddef>
#include <cstdint>

#include "explore/value_history.hpp"
#include "graph/bit_row.hpp"

namespace ringcheck {

/// What code declares that it goes on with: what it does from here on is a function of its place,
/// these values, and what it reads from here on.
struct DeclaredState {
  static constexpr std::size_t kMaxValues = 6;
  const char* place = nullptr;  ///< null: nothing was declared
  std::uint16_t slot = 0;       ///< number of event slots used before it
  /// One more than the number of observations collected before it in this run, or in this part of a
  /// resumed run; 0: it was declared in an earlier part.
  std::uint16_t said = 0;
  std::uint8_t count = 0;
  std::array<std::uint64_t, kMaxValues> values{};
  /// Those of the thread's first slots of which nothing matters any more except `left_behind`.
  BitRow<4> forgotten{};
  ValueHistory left_behind{};  ///< what ThreadRun::forget was given last

  [[nodiscard]] bool forgets(int which) const {
    return which < BitRow<4>::kBits && forgotten.test(which);
  }
};

}  // namespace ringcheck
