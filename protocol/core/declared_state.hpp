#pragma once
// What protocol code still carries from what it did before.

#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// Declares that what the code does from here on depends on where it stands (`place`, another text
/// at each place), on `values`, at most four, and on what it reads from here on, but not on what it
/// has read before. A machine that explores states by what they can still do merges what differs in
/// nothing else; to other machines it is nothing.
template <Cpu C, class... Values>
void declare_state(C& cpu, const char* place, const Values&... values) {
  if constexpr (requires { cpu.declare_state(place, values...); })
    cpu.declare_state(place, values...);
}

}  // namespace ringcheck
