#pragma once
// For callers that ask only whether random cases violate anything, not for the shortest case.

#include <string_view>

namespace ringcheck {

/// Called with the id of the property that a random case violates, as soon as one does and before
/// the case is shrunk. Null: nobody asks.
inline void (*first_finding)(std::string_view property) = nullptr;

}  // namespace ringcheck
