#pragma once
// Opening of events: programs that open events of four PMUs, fork tasks that have them, and close
// them, on the kernel's text and on the specification.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Runs `programs` random programs of the opening unit in `object`; the same for the same seed.
CallReport hold_open_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs);

}  // namespace ringcheck
