#pragma once
// Programs of perf's reader of an AUX area.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Tries `programs` random programs of the reader; `object` is of auxtrace_unit().
CallReport hold_auxtrace_calls(const NativeObject& object, std::uint64_t seed,
                               std::uint64_t programs);

}  // namespace ringcheck
