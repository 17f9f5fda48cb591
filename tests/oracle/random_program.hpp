#pragma once
// Seeded random programs.

#include "tests/oracle/ir.hpp"

namespace ringcheck::oracle {

/// A random program: 2 to 4 threads, 1 to 3 locations, 3 to 10 accesses, of which about
/// `rmw_percent` in a hundred are read-modify-writes; with dependencies, branches, assumes,
/// choices, fences and every ordering. The same for the same arguments on every machine.
TestProgram random_program(std::uint64_t seed, int rmw_percent);

/// A program whose accesses take 1, 2 or 4 of the same few locations as a whole, at multiples of
/// their size.
TestProgram random_program_of_sizes(std::uint64_t seed, int rmw_percent);

}  // namespace ringcheck::oracle
