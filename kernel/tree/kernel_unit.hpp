#pragma once
// KernelUnit: what is taken out of a kernel tree to be compiled together.

#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// A file of the tree, and the functions taken from it. The types, macros, variables and prototypes
/// that they need come along by themselves, from any file of the unit.
struct TreeFile {
  std::string_view path;  ///< from the root of the tree
  /// Names of functions; `*` takes the whole file, and a trailing `?` says that some versions of
  /// the kernel do without the function.
  std::vector<std::string_view> functions{};
  bool functions_alone = false;  ///< none of its types, macros and variables comes along
};

/// Files that make one compilation unit, in the order in which the compiler is to see them.
struct KernelUnit {
  std::string_view name;
  std::vector<TreeFile> files;
  /// Names that our headers define in the place of the tree's.
  std::vector<std::string_view> ours{};
  /// Types, macros and variables that our own C needs; versions may do without them.
  std::vector<std::string_view> needs{};
  /// Our own C after the kernel's, by name in kernel/glue.
  std::string_view glue{};
  /// Lines before our headers: what they are to define for this unit alone.
  std::string_view defines{};
};

}  // namespace ringcheck
