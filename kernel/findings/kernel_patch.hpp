#pragma once
// KernelPatch: the repair of a finding, as input to `patch -p1`.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// How the repair of a finding changes a tree's text.
struct KernelPatch {
  std::string_view finding;  ///< "F-02"
  std::string_view setting;  ///< what scenarios call it, such as "reserve=head-first"; may be empty
  bool repaired = false;     ///< the text has the repair
  std::string text{};        ///< a unified diff; empty: the repair has no place in the text
};

/// A patch for each finding that has a repair (all_kernel_repairs), in their order. Errors:
/// InputError if a file of `tree` cannot be read.
std::vector<KernelPatch> kernel_patches(const KernelTree& tree);

}  // namespace ringcheck
