#pragma once
// NativeObject: the kernel's text, compiled for this machine and loaded.

#include <string>
#include <string_view>

#include "kernel/headers/host.h"
#include "kernel/tree/kernel_tree.hpp"
#include "kernel/tree/unit_folder.hpp"
#include "protocol/core/long_width.hpp"

namespace ringcheck {

/// How a unit is compiled.
struct NativeOptions {
  unsigned page_shift = 12;  ///< log2 of the bytes of a page
  /// `long` has 32 bits, as on a 32-bit kernel. Pointers keep their 64: one that the text stores in
  /// a long fits, since all memory that the text gets lies below 2 GiB.
  bool long_32 = false;
  /// Data rings come from vmalloc, as on Arm, MIPS and SPARC (CONFIG_PERF_USE_VMALLOC).
  bool vmalloc = false;

  /// The text's `long`.
  [[nodiscard]] LongWidth width() const { return {long_32}; }
};

/// A unit of a kernel tree as a shared object in this process. It announces every access to a host,
/// those of plain C included.
class NativeObject {
 public:
  /// Compiles and loads. Errors: InputError with what the compiler said.
  NativeObject(const KernelTree& tree, const KernelUnit& unit, const NativeOptions& options = {});
  NativeObject(const NativeObject&) = delete;
  NativeObject& operator=(const NativeObject&) = delete;
  ~NativeObject();

  /// The version of the tree.
  [[nodiscard]] const std::string& version() const { return version_; }
  [[nodiscard]] const NativeOptions& options() const { return options_; }
  /// True iff `word` stands in the text. This tells versions of the kernel apart.
  [[nodiscard]] bool says(std::string_view word) const {
    return source_.find(word) != std::string::npos;
  }
  /// The address of a function or variable of the text. Errors: InputError if there is
  /// none.
  [[nodiscard]] void* find(const char* name) const;
  /// The same as a function of type `Function`.
  template <class Function>
  [[nodiscard]] Function* function(const char* name) const {
    return reinterpret_cast<Function*>(find(name));
  }
  /// From now on accesses are announced to `host`.
  void connect(const rc_host& host) const;

 private:
  std::string version_;
  std::string source_;  ///< of the unit
  NativeOptions options_;
  UnitFolder folder_;
  void* handle_ = nullptr;
};

}  // namespace ringcheck
