#pragma once
// The program that all benchmarks run: scenario spsc-ring, one writer and one reader.

#include <cstdint>

#include "explore/program.hpp"

namespace ringcheck::bench {

/// Scenario spsc-ring with `slots` slots, `records` records to write and as many
/// polls, as a program to explore.
Program ring_program(std::uint64_t slots, std::uint64_t records);

}  // namespace ringcheck::bench
