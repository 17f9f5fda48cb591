#pragma once
// Mistakes that a search for verdicts under RC11 could make.

#include <cstdint>

namespace ringcheck {

/// Something that must not be forgotten, for tests that show that it matters.
enum class Rc11Forgetting : std::uint8_t {
  nothing,        ///< sound
  base_message,   ///< the message at base too, when there is a later one
  rmw_places,     ///< that a read-modify-write stands after a message
  message_views,  ///< the views that messages carry
  acquirable,     ///< what relaxed reads left for a later acquire fence
  released,       ///< what release fences and writes left for later relaxed writes
  sc_fences,      ///< the order of SC fences
};

}  // namespace ringcheck
