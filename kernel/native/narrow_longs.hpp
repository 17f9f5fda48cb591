#pragma once
// C text for a machine whose `long` has 32 bits.

#include <string>
#include <string_view>

namespace ringcheck {

/// Preprocessed C with `int` for each single `long`, and 32-bit literals for those with one L.
/// `long long` stays as it is.
std::string narrow_longs(std::string_view preprocessed);

}  // namespace ringcheck
