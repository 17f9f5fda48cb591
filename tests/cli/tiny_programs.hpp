#pragma once
// Programs of a few accesses, and a chosen execution of each.

#include <functional>
#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "explore/program.hpp"

namespace ringcheck::tests {

/// The code of a thread.
using Body = std::function<void(ThreadRun&)>;

/// Locations of every tiny program: two that all threads write, and one that only P0 writes.
inline constexpr LocId kX = 0;
inline constexpr LocId kY = 1;
inline constexpr LocId kMine = 2;

/// READ_ONCE, WRITE_ONCE of x or y.
Word read_once(ThreadRun& run, LocId location);
void write_once(ThreadRun& run, LocId location, const Word& value);

/// The program with these threads P0, P1, …; x, y and mine start as 0.
Program program_of(std::vector<Body> threads);

Program message_passing();  ///< P0: x = 1; y = 1. P1: reads y; reads x
Program load_buffering();   ///< P0: reads x; y = 1. P1: reads y; x = 1
Program store_buffering();  ///< P0: x = 1; reads y. P1: y = 1; reads x
Program two_plus_two_w();   ///< P0: x = 1; y = 2. P1: y = 1; x = 2

/// The execution of `program` under `model` whose reads see these values, thread by thread in
/// program order. If there are several, the first.
ExecutionGraph execution_of(const Program& program, const Model& model,
                            const std::vector<std::uint64_t>& values);

}  // namespace ringcheck::tests
