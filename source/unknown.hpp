#pragma once
// What is known of values that are not known yet: that two of them are the same.

#include <cstdint>

#include "source/value.hpp"

namespace ringcheck::source {

/// A name for what the access whose first slot is `slot` finds, `bits` bits with zeros above.
std::uint32_t name_of_access(std::uint32_t slot, unsigned bits);

/// True: the two numbers are equal.
Value are_equal(const Value& a, const Value& b);

/// The low `bits` bits of `value`.
Value low_part(const Value& value, unsigned bits);

/// The low `bits` bits of `value` as a signed number of 64 bits.
Value with_sign(const Value& value, unsigned bits);

/// Gives `result`, which `i` computes from `a` and `b` and which is not known, its name. Makes it
/// known if `i` compares two numbers that are equal.
void name_result(const Instruction& i, const Value& a, const Value& b, Value& result);

}  // namespace ringcheck::source
