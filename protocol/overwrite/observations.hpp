#pragma once
// What readers of overwrite buffers say about themselves.

#include <array>

#include "protocol/core/observation.hpp"

namespace ringcheck::said {

/// The pause flag was stored as set.
template <class Value = std::uint64_t>
struct Paused {
  static constexpr std::uint32_t kKind = 40;
};

/// The pause flag was stored as clear.
template <class Value = std::uint64_t>
struct Resumed {
  static constexpr std::uint32_t kKind = 41;
};

/// Start, end: an overwrite reader will read these stream offsets.
template <class Value = std::uint64_t>
struct SnapshotBegun {
  static constexpr std::uint32_t kKind = 42;
  Value start, end;
};

/// Every kind of them.
inline constexpr std::array kOverwriteKinds = {Paused<>::kKind, Resumed<>::kKind,
                                               SnapshotBegun<>::kKind};

}  // namespace ringcheck::said
