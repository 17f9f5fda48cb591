#pragma once
// The compiler of the kernel's text.

#include <filesystem>
#include <string>
#include <vector>

#include "kernel/tree/unit_folder.hpp"

namespace ringcheck {

/// Runs clang-19. Errors: InputError with the first lines that it printed.
void run_compiler(const UnitFolder& folder, const std::vector<std::string>& arguments);

/// Preprocesses `path` with `arguments` and gives it longs of 32 bits (narrow_longs.hpp); the text
/// knows this by RC_LONG_32. Returns the path of the new text. Errors: InputError.
std::filesystem::path narrow_file(const UnitFolder& folder, const std::filesystem::path& path,
                                  std::vector<std::string> arguments);

}  // namespace ringcheck
