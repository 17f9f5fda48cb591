#pragma once
// What `ringcheck kernel` does besides holding areas: changes of the text, findings in it,
// and scenarios under memory models.

#include <streambuf>
#include <vector>

#include "cli/commands.hpp"
#include "kernel/calls/call_area.hpp"

namespace ringcheck {

/// The buffer for the command's text: it writes nothing if the JSON has standard output for itself.
std::streambuf* text_buffer(const KernelOptions& options);

/// Changes tokens of options.changes in each tree, and prints how each is found. Status: violated
/// when one is missed. Errors: InputError.
ExitStatus try_kernel_changes(const KernelOptions& options,
                              const std::vector<const CallArea*>& areas,
                              const std::vector<KernelTree>& trees);

/// Prints which findings each tree shows, and whether it still shows them after their repairs.
/// Status: violated when a finding survives its repair. Errors: InputError.
ExitStatus show_kernel_findings(const KernelOptions& options, const std::vector<KernelTree>& trees);

/// Writes the repairs of findings, as patches of each tree, to the folder options.patches, which is
/// made if it is not there. Errors: InputError if the folder cannot be made or written to, or if
/// two trees have the same version.
ExitStatus write_kernel_patches(const KernelOptions& options, const std::vector<KernelTree>& trees);

/// Explores options.scenarios on each tree and in the specification, and prints both results.
/// Status: violated when they differ. Errors: InputError.
ExitStatus explore_kernel(const KernelOptions& options, const std::vector<KernelTree>& trees);

}  // namespace ringcheck
