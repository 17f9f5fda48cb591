// The module as a plugin of clang: it lowers what clang compiles in clang's own process. The
// command then need not load LLVM, which takes longer than checking most programs. The plugin
// lowers the bitcode that clang is about to write; the reader of the unit compares the two
// (source/unit_file.hpp).
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "source/llvm/lower.hpp"
#include "source/unit_file.hpp"

namespace {

/// Writes the unit of a module. If there is no unit, it writes nothing: the command says why.
class WriteUnit : public llvm::PassInfoMixin<WriteUnit> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    if (const char* file = std::getenv(ringcheck::source::kUnitFileVariable)) {
      llvm::SmallString<0> bitcode;
      llvm::raw_svector_ostream out(bitcode);
      llvm::WriteBitcodeToFile(module, out, /*ShouldPreserveUseListOrder=*/true);
      ringcheck::source::Unit unit;
      const std::string read(bitcode.data(), bitcode.size());
      if (ringcheck::source::lower_bitcode(read, unit).empty())
        std::ofstream(file, std::ios::binary) << ringcheck::source::bytes_of_unit(unit, read);
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming): LLVM's
};

void add_pass(llvm::PassBuilder& builder) {
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel /*level*/) {
        passes.addPass(WriteUnit());
      });
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that clang looks for
extern "C" llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ringcheck", "1", add_pass};
}
