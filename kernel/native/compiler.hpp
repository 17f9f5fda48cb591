#pragma once
// The compiler of the kernel's text.

#include <filesystem>
#include <string>
#include <vector>

#include "kernel/tree/unit_folder.hpp"

namespace ringcheck {

/// Runs clang-19. Errors: InputError with the first lines that it printed.
void run_compiler(const UnitFolder& folder, const std::vector<std::string>& arguments);

/// The path of C text that is that of `path`, preprocessed with `arguments`, with longs of 32 bits
/// (narrow_longs.hpp). It knows so by RC_LONG_32. Errors: InputError.
std::filesystem::path narrow_file(const UnitFolder& folder, const std::filesystem::path& path,
                                  std::vector<std::string> arguments);

}  // namespace ringcheck
