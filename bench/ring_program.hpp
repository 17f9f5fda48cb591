#pragma once
// The program that all benchmarks run: the ring of one word a record, one writer, one reader.

#include <cstdint>

#include "explore/program.hpp"

namespace ringcheck::bench {

/// The ring of protocol/spsc_ring.hpp with `slots` slots, `records` records to write and as many
/// polls, as a program to explore.
Program ring_program(std::uint64_t slots, std::uint64_t records);

}  // namespace ringcheck::bench
