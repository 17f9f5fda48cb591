#pragma once
// FindingPlace: where in the kernel a finding of docs/findings.md is.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// A function that a finding is in.
struct FindingPlace {
  std::string_view finding;  ///< "F-08"
  std::string_view file;     ///< of the tree
  std::string_view function;
};

/// All places, in the order of docs/findings.md.
std::span<const FindingPlace> all_finding_places();

/// The functions of a finding that differ in `tree` from those in `first`: other tokens, or none at
/// all. Errors: InputError if a file cannot be read.
std::vector<std::string> changed_places(std::string_view finding, const KernelTree& first,
                                        const KernelTree& tree);

}  // namespace ringcheck
