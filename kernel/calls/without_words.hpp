#pragma once
// WithoutWords: for sides that compare only answers, neither memory nor traces.

#include <cstring>
#include <functional>
#include <string>

#include "kernel/calls/hold_calls.hpp"
#include "kernel/glue/events_api.h"

namespace ringcheck {

/// The part of a side (CallRunner) that all sides without words and guards share.
class WithoutWords {
 public:
  [[nodiscard]] const CallGuard* guard(const Call&) const { return nullptr; }
  [[nodiscard]] std::uint64_t word(std::uint64_t) const { return 0; }
  [[nodiscard]] bool compares(std::uint64_t) const { return false; }
  [[nodiscard]] Trace& trace() { return trace_; }
  void on_access(const std::function<void()>&) const {}
  void settle() const {}

 private:
  Trace trace_;
};

/// The name of a word where there are none.
inline std::string no_name(std::uint64_t) {
  return {};
}

/// The value of a field of the kernel, as a signed number if it is signed.
inline std::int64_t value_of(const rc_place& place) {
  std::int64_t value = 0;
  std::memcpy(&value, const_cast<void*>(place.at), place.bytes);
  return value;
}

}  // namespace ringcheck
