#pragma once
// What the rows of mutants are made of.

#include "check/mutant.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

/// Where a mistake shows for which interleaving and interrupts are enough.
inline constexpr Names kAnyModel = {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"};

}  // namespace ringcheck
