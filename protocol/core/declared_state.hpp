#pragma once
// What protocol code still remembers of its past.

#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// Declares what the code's future depends on: its position (`place`, another text at each place),
/// `values`, at most four, and what it reads from here on. It does not depend on what the code has
/// read before. A machine that explores states by what they can still do merges those that differ
/// in nothing else; other machines ignore the call.
template <Cpu C, class... Values>
void declare_state(C& cpu, const char* place, const Values&... values) {
  if constexpr (requires { cpu.declare_state(place, values...); })
    cpu.declare_state(place, values...);
}

}  // namespace ringcheck
