#pragma once
// For who asks only whether random cases violate anything, and not for the shortest that does.

#include <string_view>

namespace ringcheck {

/// Told the id of the property that a random case violates, as soon as one does and before it is
/// shrunk. Null: nobody asks.
inline void (*first_finding)(std::string_view property) = nullptr;

}  // namespace ringcheck
