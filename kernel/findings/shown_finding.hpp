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

/// A piece of the kernel's text and what repairs it.
struct RepairStep {
  std::string_view function;
  std::string_view from;  ///< stands once in the function
  std::string_view to;
};

/// The smallest change of a tree that removes a finding.
struct KernelRepair {
  std::string_view finding;
  std::string_view file;
  std::span<const RepairStep> steps;
  /// What the specification calls it in scenarios, such as "reserve=head-first"; empty: nothing.
  std::string_view setting{};
  /// Whether it is enough for calls without weak memory.
  bool by_calls = true;
};

/// The repairs, in the order of docs/findings.md. A finding may have several: the first that
/// applies to a tree is for its version.
std::span<const KernelRepair> all_kernel_repairs();

/// The text of `file` after the repair; nothing if a step has no place in it.
std::optional<std::string> repaired_text(const CText& file, const KernelRepair& repair);

/// Whether `file` reads as the repair leaves it.
bool is_repaired(const CText& file, const KernelRepair& repair);

}  // namespace ringcheck
