#pragma once
// Programs of samples with all their fields.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Tries `programs` random programs of samples; `object` is of sample_unit().
CallReport hold_sample_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs);

}  // namespace ringcheck
