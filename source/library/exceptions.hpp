#pragma once
// Exceptions that a thread has thrown.

#include "source/machine.hpp"

namespace ringcheck::source {

/// The place at which `exception` was thrown.
std::uint32_t place_of_throw(Machine& machine, std::uint64_t exception);

}  // namespace ringcheck::source
