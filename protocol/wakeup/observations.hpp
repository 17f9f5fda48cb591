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

/// Reason: who asked for SIGIO is to get one from here on.
template <class Value = std::uint64_t>
struct SignalDue {
  static constexpr std::uint32_t kKind = 44;
  Value reason;
};

/// Reason: SIGIO is sent, with the reason that was loaded.
template <class Value = std::uint64_t>
struct Signalled {
  static constexpr std::uint32_t kKind = 45;
  Value reason;
};

/// Name of its sample: the event has overflowed.
template <class Value = std::uint64_t>
struct Overflowed {
  static constexpr std::uint32_t kKind = 46;
  Value name;
};

/// Every kind of them.
inline constexpr std::array kWakeupKinds = {WokenUp<>::kKind, Asleep<>::kKind, SignalDue<>::kKind,
                                            Signalled<>::kKind, Overflowed<>::kKind};

}  // namespace ringcheck::said
