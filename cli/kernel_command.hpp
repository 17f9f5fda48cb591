#pragma once
// What `ringcheck kernel` does besides holding areas: changes of the text, findings in it,
// and scenarios under memory models.

#include <streambuf>
#include <vector>

#include "cli/commands.hpp"
#include "kernel/calls/call_area.hpp"

namespace ringcheck {

/// What an output stream for the command's text writes to: nothing where the JSON has standard
/// output for itself.
std::streambuf* text_buffer(const KernelOptions& options);

/// Changes tokens of options.changes in each tree, and prints how each is found. Status: violated
/// when one is missed. Errors: InputError.
ExitStatus try_kernel_changes(const KernelOptions& options,
                              const std::vector<const CallArea*>& areas,
                              const std::vector<KernelTree>& trees);

/// Prints which findings each tree shows, and whether it does after their repairs. Status: violated
/// when a repair leaves its finding. Errors: InputError.
ExitStatus show_kernel_findings(const KernelOptions& options, const std::vector<KernelTree>& trees);

/// Writes the repairs of findings as patches of each tree to the folder options.patches, made if it
/// is not there. Errors: InputError if it cannot be made or written to, or two trees are of one
/// version.
ExitStatus write_kernel_patches(const KernelOptions& options, const std::vector<KernelTree>& trees);

/// Explores options.scenarios on each tree and in the specification, and prints what comes of both.
/// Status: violated when they differ. Errors: InputError.
ExitStatus explore_kernel(const KernelOptions& options, const std::vector<KernelTree>& trees);

}  // namespace ringcheck
