#pragma once
// Sinks of CoreSight with memory of their own: programs of driver calls on the kernel's text and on
// the specification, with the sink as a device.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Runs `programs` random programs of a TMC-ETF in `object`; the same for the same seed.
CallReport hold_etf_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs);
/// The same of an ETB10.
CallReport hold_etb_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs);

}  // namespace ringcheck
