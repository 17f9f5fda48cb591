#pragma once
// Waits that may time out.

#include <optional>

#include "source/library_call.hpp"

namespace ringcheck::source {

/// Whether the wait of `call` times out, which is chosen; its end is in the structure of seconds
/// and nanoseconds that argument `until` points to. nullopt: as for Machine::choose().
std::optional<bool> times_out(LibraryCall& call, std::size_t until);

/// The same, where its end is known as seconds and nanoseconds.
std::optional<bool> times_out_at(LibraryCall& call, const Value& seconds, const Value& nanoseconds);

}  // namespace ringcheck::source
