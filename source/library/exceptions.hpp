#pragma once
// Exceptions that a thread has thrown.

#include "source/machine.hpp"

namespace ringcheck::source {

/// What the error says of an exception that nobody catches.
inline constexpr const char* kUncaught = "the program throws an exception";

/// The place at which `exception` was thrown.
std::uint32_t place_of_throw(Machine& machine, std::uint64_t exception);

}  // namespace ringcheck::source
