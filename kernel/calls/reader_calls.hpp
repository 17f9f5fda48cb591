#pragma once
// Programs of libperf's reader of a data ring.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Tries `programs` random programs of the reader; `object` is of reader_unit().
CallReport hold_reader_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs);

}  // namespace ringcheck
