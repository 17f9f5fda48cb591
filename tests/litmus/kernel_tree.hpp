#pragma once
// The memory model of a kernel tree, where there is one.

#include <filesystem>
#include <optional>

namespace ringcheck::tests {

/// The folder tools/memory-model of a Linux 6.1 tree: below $RINGCHECK_KERNEL_TREE, or else from
/// Debian's package linux-source-6.1, whose archive is unpacked into the build directory the first
/// time. nullopt if there is neither.
std::optional<std::filesystem::path> kernel_memory_model();

/// What to say when a test is skipped for want of one.
inline constexpr const char* kNoKernelTree =
    "no kernel tree: set RINGCHECK_KERNEL_TREE, or install linux-source-6.1";

}  // namespace ringcheck::tests
