#pragma once
// ShownFinding: a finding of docs/findings.md, made to happen in the kernel's own text.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernel/native/native_object.hpp"
#include "kernel/tree/events_unit.hpp"

namespace ringcheck {

/// Buffers of 64 bytes, as in the text of the findings.
inline constexpr unsigned kFindingPageShift = 6;

/// A finding that needs no weak memory, and calls that show it.
struct ShownFinding {
  std::string_view id;  ///< "F-02"
  /// What the text does, if it does it; nothing if no interleaving of the calls shows it. `object`
  /// is of `unit` with pages of `page_shift`.
  std::optional<std::string> (*shown)(const NativeObject& object);
  const KernelUnit& (*unit)() = events_unit;
  unsigned page_shift = kFindingPageShift;
};

/// The findings that can be shown, in the order of docs/findings.md.
std::span<const ShownFinding> all_shown_findings();

}  // namespace ringcheck
