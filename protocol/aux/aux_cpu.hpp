#pragma once
// AuxCpu: what the AUX area needs from a Cpu beyond what the data ring needs.

#include <concepts>

#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// A Cpu with reference counts and with the arithmetic of buffers that are not powers of two.
///
/// - `*`, `/`, `%`: of 64-bit numbers; the divisor is not 0.
/// - `refcount_inc_not_zero`: adds one unless the count is 0, without order; tells whether it did.
/// - `refcount_dec_and_test`: takes one away, with release order; tells whether the count became 0,
///   which is an acquire then.
/// - `wmb`: the store barrier towards devices, and for stores that devices made on the CPU's
///   behalf.
template <class C>
concept AuxCpu = Cpu<C> && requires(C cpu, const typename C::Value& v) {
  { v / v } -> std::convertible_to<typename C::Value>;
  { v % v } -> std::convertible_to<typename C::Value>;
  { v* v } -> std::convertible_to<typename C::Value>;
  { cpu.refcount_inc_not_zero(v) } -> std::same_as<typename C::Truth>;
  { cpu.refcount_dec_and_test(v) } -> std::same_as<typename C::Truth>;
  cpu.wmb();
};

}  // namespace ringcheck
