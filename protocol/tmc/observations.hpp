#pragma once
// What the code of CoreSight's sinks says about itself.

#include <array>

#include "protocol/core/observation.hpp"

namespace ringcheck::said {

/// Device address, size: made visible to the CPU.
template <class Value = std::uint64_t>
struct Synced {
  static constexpr std::uint32_t kKind = 108;
  Value address, size;
};

/// Offset in the bounce buffer: a barrier packet was put there.
template <class Value = std::uint64_t>
struct BarrierPacket {
  static constexpr std::uint32_t kKind = 111;
  Value offset;
};

/// The driver's buffer for sysfs is used, or freed again, after it was freed.
template <class Value = std::uint64_t>
struct FreedUsed {
  static constexpr std::uint32_t kKind = 121;
};

/// Every kind of them.
inline constexpr std::array kTmcKinds = {Synced<>::kKind, BarrierPacket<>::kKind,
                                         FreedUsed<>::kKind};

}  // namespace ringcheck::said
