#pragma once
// What a litmus test may be written in: the word in its first line, and its default model.

#include <algorithm>
#include <array>
#include <string_view>

#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// An architecture. A test is run under `model` when no model is named.
struct ArchitectureRow {
  Architecture architecture;
  std::string_view name;
  std::string_view model;
};

inline constexpr auto kArchitectures = std::to_array<ArchitectureRow>({
    {Architecture::c, "C", "lkmm"},
    {Architecture::aarch64, "AArch64", "armv8"},
    {Architecture::x86_64, "X86_64", "x86-tso"},
    {Architecture::riscv, "RISCV", "riscv"},
    {Architecture::ppc, "PPC", "power"},
});

/// The row of an architecture.
inline const ArchitectureRow& row_of(Architecture architecture) {
  return kArchitectures[static_cast<std::size_t>(architecture)];
}

}  // namespace ringcheck::litmus
