#pragma once
// UnitFolder: a folder of its own in which a unit of a kernel tree is compiled.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// A temporary folder with our headers and C files in it; it is removed with its object.
class UnitFolder {
 public:
  /// Errors: InputError if it cannot be made.
  UnitFolder();
  UnitFolder(const UnitFolder&) = delete;
  UnitFolder& operator=(const UnitFolder&) = delete;
  ~UnitFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Arguments for clang with which any unit of `tree` is compiled in the folder.
  [[nodiscard]] std::vector<std::string> arguments_for(const KernelTree& tree) const;
  /// Writes a file into it; returns its path. Errors: InputError.
  [[nodiscard]] std::filesystem::path write(std::string_view name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace ringcheck
