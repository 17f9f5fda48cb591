#pragma once
// CallArea: a part of the kernel, whose calls are held against the specification's.

#include <cstdint>
#include <span>
#include <string_view>

#include "kernel/calls/call_report.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// A part of the kernel: what is compiled for it, and how programs of calls on it are tried.
struct CallArea {
  std::string_view name;
  std::string_view what;  ///< its calls, for people
  const KernelUnit& (*unit)();
  NativeOptions options{};
  /// Tries `programs` random programs; the same for the same seed.
  CallReport (*hold)(const NativeObject& object, std::uint64_t seed, std::uint64_t programs);
};

/// Compiles what an area needs, and tries programs. Where the set-up of a program fails on the
/// kernel's text, that is the difference. Errors: InputError of compiling.
CallReport hold_area(const CallArea& area, const KernelTree& tree, std::uint64_t seed,
                     std::uint64_t programs);

/// All areas, in the order in which they are shown.
std::span<const CallArea> all_call_areas();

}  // namespace ringcheck
