#pragma once
// KernelTree: a folder with the kernel's source.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "kernel/tree/c_text.hpp"
#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// The kernel's source in a folder, or as much of it as somebody unpacked.
class KernelTree {
 public:
  /// Errors: InputError if `folder` has no Makefile of a kernel.
  explicit KernelTree(std::filesystem::path folder);

  /// As its Makefile has it: "6.1.192".
  [[nodiscard]] const std::string& version() const { return version_; }
  /// 6 and 1 of it.
  [[nodiscard]] int major() const { return major_; }
  [[nodiscard]] int minor() const { return minor_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// True iff the tree has the file.
  [[nodiscard]] bool has(std::string_view path) const;
  /// From now on the file's content is `text`.
  void replace(std::string_view path, std::string text);
  /// The items of a file. Errors: InputError if it is missing or cannot be cut.
  [[nodiscard]] std::unique_ptr<CText> read(std::string_view path) const;
  /// The C text of a unit, ours around the tree's. Errors: InputError.
  [[nodiscard]] std::string source_of(const KernelUnit& unit) const;

 private:
  std::filesystem::path folder_;
  std::string version_;
  int major_ = 0, minor_ = 0;
  std::map<std::string, std::string, std::less<>> replaced_;
};

}  // namespace ringcheck
