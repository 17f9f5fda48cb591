#pragma once
// Numbers that calls of the kernel's read-modify-writes (`__LKMM_xchg` and its kin) pass.

#include <array>
#include <cstdint>

#include "source/ir.hpp"

namespace ringcheck::source {

/// How such a call is ordered: the names are LKMM's.
enum class Annotation : std::uint64_t { once = 0, acquire = 1, release = 2, full = 3 };

/// What it does, by its number.
inline constexpr std::array kKernelOperations{RmwOp::add, RmwOp::subtract, RmwOp::bit_and,
                                              RmwOp::bit_or, RmwOp::bit_xor};

}  // namespace ringcheck::source
