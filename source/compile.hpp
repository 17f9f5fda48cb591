#pragma once
// From files to programs: the compiler and the module that knows LLVM.

#include <string>
#include <vector>

#include "source/ir.hpp"

namespace ringcheck::source {

/// How C and C++ are compiled.
struct CompileOptions {
  std::string optimise;  ///< O1, O2 or O3: the compiler's passes run first; empty: none
  std::vector<std::string> arguments;  ///< for clang
  /// A function of the file that reads a perf buffer: the program is our own writer
  /// (include/ringcheck/reader/perf_ring.h) with this reader. Empty: the file is the program.
  std::string reader;
};

/// Reads `path`: C (.c), C++ (.cc, .cpp, .cxx), compiled by clang, or LLVM IR (.ll, .bc). Errors:
/// InputError for a file that cannot be read or compiled, with clang's words, and where the module
/// that knows LLVM, or clang, is not there. With `ir`, puts what LLVM has read there. In a file
/// whose name ends in .bc, it gives the same unit again without a compiler.
Unit compile(const std::string& path, const CompileOptions& options, std::string* ir = nullptr);

}  // namespace ringcheck::source
