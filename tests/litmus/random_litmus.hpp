#pragma once
// Random litmus tests in the kernel's C dialect.

#include <cstdint>
#include <string>

namespace ringcheck::tests {

/// A test of two or three threads with plain and marked accesses, fences, dependencies, branches,
/// read-modify-writes, locks, RCU and SRCU. The same for the same seed on every machine.
std::string random_litmus_test(std::uint64_t seed);

/// The same with primitives for which machines have instructions: no locks and no grace periods,
/// but local_t operations.
std::string random_instructions_test(std::uint64_t seed);

}  // namespace ringcheck::tests
