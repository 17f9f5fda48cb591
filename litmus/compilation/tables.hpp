#pragma once
// The kernel's tables, one a file. Internal to litmus/compilation/.

#include <span>

#include "litmus/compilation/table.hpp"

namespace ringcheck::litmus {

std::span<const CompilationRow> arm64_rows();
std::span<const CompilationRow> arm64_llsc_rows();
std::span<const CompilationRow> x86_64_rows();
std::span<const CompilationRow> riscv_rows();
std::span<const CompilationRow> powerpc_rows();
std::span<const CompilationRow> generic_rows();

}  // namespace ringcheck::litmus
