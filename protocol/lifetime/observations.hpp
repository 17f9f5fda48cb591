#pragma once
// What code that attaches, maps and stops says about itself.

#include <array>

#include "protocol/core/observation.hpp"

namespace ringcheck {

/// What must not happen to a buffer or an event while somebody uses it.
enum class LifetimeBreak : std::uint8_t {
  used_after_free = 1,  ///< a freed buffer is accessed
  freed_twice,
  accounted_twice,  ///< the accounting of a buffer's pages is undone twice
  no_buffer,        ///< a mapping is closed whose event has no buffer
  wrong_list,       ///< a walk of a buffer's list of events ends up on another buffer's
  stop_missed,      ///< an active event is not stopped
  freed_in_atomic,  ///< pages are freed where nobody may sleep
  reference_left,   ///< a reference to pages is left when they are freed
  allocated_twice,  ///< pages are allocated where there are some
  null_used,        ///< a null pointer is taken for a buffer
  used_unmade,      ///< a mapping is used before its memory is there
  wrong_page,       ///< a fault maps another page than the one at its place
  page_missed,      ///< a fault finds no page where there is one
};

namespace said {

/// LifetimeBreak.
template <class Value = std::uint64_t>
struct LifetimeBroken {
  static constexpr std::uint32_t kKind = 56;
  Value what;
};

/// A rare step was taken: an event was moved, stopped or freed.
template <class Value = std::uint64_t>
struct LifetimeStep {
  static constexpr std::uint32_t kKind = 57;
};

/// Index of the event whose wait queue is woken.
template <class Value = std::uint64_t>
struct WaitersWoken {
  static constexpr std::uint32_t kKind = 58;
  Value event;
};

/// Every kind of them.
inline constexpr std::array kLifetimeKinds = {LifetimeBroken<>::kKind, LifetimeStep<>::kKind,
                                              WaitersWoken<>::kKind};

}  // namespace said
}  // namespace ringcheck
