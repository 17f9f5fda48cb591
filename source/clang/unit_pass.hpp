#pragma once
// Lowering where clang compiles.

namespace llvm {
class PassBuilder;
}

namespace ringcheck::source {

/// Adds a pass that lowers the bitcode that clang is about to write, and writes the unit to the
/// file that kUnitFileVariable names (source/unit_file.hpp). If there is no unit, it writes nothing.
void add_unit_pass(llvm::PassBuilder& builder);

}  // namespace ringcheck::source
