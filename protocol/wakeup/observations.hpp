#pragma once
// What tasks that wait say about themselves.

#include <array>

#include "protocol/core/observation.hpp"

namespace ringcheck::said {

/// Poll slept and returns.
template <class Value = std::uint64_t>
struct WokenUp {
  static constexpr std::uint32_t kKind = 38;
};

/// Address of the trigger: poll found nothing, and its wait queue's trigger was loaded as 0.
template <class Value = std::uint64_t>
struct Asleep {
  static constexpr std::uint32_t kKind = 39;
  Value trigger;
};

/// Every kind of them.
inline constexpr std::array kWakeupKinds = {WokenUp<>::kKind, Asleep<>::kKind};

}  // namespace ringcheck::said
