#pragma once
// Peak resident memory of this process.

#include <cstdint>

namespace ringcheck::bench {

/// Forgets the peak so far, where Linux lets us: /proc/self/clear_refs.
void reset_peak_memory();
/// The peak of resident memory since then. Units: bytes; 0 where it is not known.
std::uint64_t peak_memory();

}  // namespace ringcheck::bench
