#pragma once
// Set-up of buffers: rb_alloc and rb_alloc_aux on the kernel's text and on the specification.

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// Runs `programs` random programs of the events unit in `object`; the same for the same seed.
CallReport hold_alloc_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs);

}  // namespace ringcheck
