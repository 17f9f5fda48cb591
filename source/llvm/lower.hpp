#pragma once
// The interface of the module that knows LLVM. The module is loaded when a program is checked
// (source/compile.hpp), so nothing else needs LLVM.

#include <string>

#include "source/ir.hpp"

namespace ringcheck::source {

/// Reads LLVM IR, as text or as bitcode, from the file `path`, promotes local variables to
/// registers and lowers it to `unit`. `wrong` gets what is wrong with the file, if anything.
using LowerIr = void (*)(const std::string& path, Unit& unit, std::string& wrong);

/// The name of the function of type LowerIr in the module.
inline constexpr const char* kLowerIrSymbol = "ringcheck_lower_ir";

/// The same with `bitcode`, within the module. Returns what is wrong with it; empty: nothing.
std::string lower_bitcode(const std::string& bitcode, Unit& unit);

}  // namespace ringcheck::source
