#pragma once
// perf's parts for trace units: programs of snapshots and of what stops and starts their events, on
// the kernel's text and on the specification.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Runs `programs` random programs of the parts for Intel PT, Intel BTS, Arm SPE and CoreSight; the
/// same for the same seed. `object` is of finders_unit().
CallReport hold_finder_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs);

}  // namespace ringcheck
