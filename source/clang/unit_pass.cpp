// Tested by tests/source/clang_test.cpp.
#include "source/clang/unit_pass.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "source/llvm/lower.hpp"
#include "source/unit_file.hpp"

namespace ringcheck::source {

namespace {

class WriteUnit : public llvm::PassInfoMixin<WriteUnit> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    if (const char* file = std::getenv(kUnitFileVariable)) {
      llvm::SmallString<0> bitcode;
      llvm::raw_svector_ostream out(bitcode);
      llvm::WriteBitcodeToFile(module, out, /*ShouldPreserveUseListOrder=*/true);
      Unit unit;
      const std::string read(bitcode.data(), bitcode.size());
      if (lower_bitcode(read, unit).empty())
        std::ofstream(file, std::ios::binary) << bytes_of_unit(unit, read);
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming): LLVM's
};

}  // namespace

void add_unit_pass(llvm::PassBuilder& builder) {
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel /*level*/) {
        passes.addPass(WriteUnit());
      });
}

}  // namespace ringcheck::source
