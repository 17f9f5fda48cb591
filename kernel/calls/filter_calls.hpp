#pragma once
// Address filters: programs of threads that set them, map files, fork and execute programs, on the
// kernel's text and on the specification.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Runs `programs` random programs of the filters' unit in `object`; the same for the same seed.
CallReport hold_filter_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs);

}  // namespace ringcheck
