#pragma once
// UnitFolder: a folder of its own in which a unit of a kernel tree is compiled.

#include <filesystem>
#include <string_view>

namespace ringcheck {

/// A temporary folder with our headers and C files in it; it goes with its object.
class UnitFolder {
 public:
  /// Errors: InputError if it cannot be made.
  UnitFolder();
  UnitFolder(const UnitFolder&) = delete;
  UnitFolder& operator=(const UnitFolder&) = delete;
  ~UnitFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Writes a file into it; returns its path. Errors: InputError.
  [[nodiscard]] std::filesystem::path write(std::string_view name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace ringcheck
