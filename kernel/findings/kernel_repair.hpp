#pragma once
// KernelRepair: the smallest change of a kernel's text that removes a finding.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernel/tree/c_text.hpp"
#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// A piece of the kernel's text and what repairs it.
struct RepairStep {
  std::string_view function;
  std::string_view from;  ///< stands once in the function
  std::string_view to;
  std::string_view file{};  ///< of the tree; empty: that of the repair
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

/// The text of `file` after the step; nothing if the step has no place in it.
std::optional<std::string> repaired_text(const CText& file, const RepairStep& step);

/// Whether the function that `step` names has what the step leaves.
bool is_repaired(const CText& file, const RepairStep& step);

/// `tree` after the repair; nothing if a step has no place in it. Errors: InputError for a file
/// that the tree does not have.
std::optional<KernelTree> repaired_tree(const KernelTree& tree, const KernelRepair& repair);

/// Whether `tree` has the files of the repair, and they read as the repair leaves them.
bool is_repaired(const KernelTree& tree, const KernelRepair& repair);

/// What the repair changes in `tree`, as a patch; nothing if a step has no place in it. Errors: as
/// for repaired_tree().
std::optional<std::string> repair_as_patch(const KernelTree& tree, const KernelRepair& repair);

}  // namespace ringcheck
