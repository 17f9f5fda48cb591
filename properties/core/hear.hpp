#pragma once
// Hears an observation as the struct of its kind.

#include <cstdint>

#include "protocol/core/observation.hpp"

namespace ringcheck {

/// Calls `listener` with what an observation says, if its kind is that of one of Said, and with
/// nothing else. `numbers` are those of the observation.
template <template <class> class... Said, class Numbers, class Listener>
void hear(std::uint32_t kind, const Numbers& numbers, Listener& listener) {
  (void)((kind == Said<std::uint64_t>::kKind && (listener(heard<Said>(numbers)), true)) || ...);
}

}  // namespace ringcheck
