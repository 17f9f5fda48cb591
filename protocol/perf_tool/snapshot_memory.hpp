#pragma once
// SnapshotMemory: the memory that perf's part for a unit takes for what it remembers of buffers.
//
// Source: calloc, zalloc, reallocarray and free in the finders of
// tools/perf/arch/x86/util/{intel-pt,intel-bts}.c and tools/perf/arch/arm64/util/arm-spe.c.
// Tested by tests/protocol/perf_tool/snapshot_memory_test.cpp.

#include <cstdint>

namespace ringcheck {

/// Pieces of memory, counted.
struct SnapshotMemory {
  std::uint64_t left = UINT64_MAX;  ///< allocations that succeed before one fails
  std::uint64_t held = 0;           ///< pieces that were taken and not given back

  /// Takes a piece; false if there is none.
  constexpr bool take() {
    if (left == 0) return false;
    --left;
    ++held;
    return true;
  }
  /// Gives `pieces` pieces back.
  constexpr void give(std::uint64_t pieces = 1) { held -= pieces; }
};

}  // namespace ringcheck
