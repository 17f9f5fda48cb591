// ringcheck-clang: compiles one file as clang does, with clang's arguments, and lowers it in the
// same process. It has what it needs of clang and LLVM in itself: clang's own command spends more
// time in the dynamic linker than most programs take to be compiled and checked.
//
// It fails where it cannot do what clang would do, and says nothing: whoever runs it then asks
// clang (source/compile.cpp). Tested by tests/source/clang_test.cpp.
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/TargetParser/Host.h>

#include <memory>
#include <vector>

#include "source/clang/unit_pass.hpp"

/// Polly's passes, which LLVM's libraries refer to: there are none here.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {  // NOLINT(readability-identifier-naming)
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder& /*builder*/) {}};
}

namespace {

/// Diagnostics that are counted, and that nobody reads.
llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> silence() {
  const auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the engine owns its consumer
  return clang::CompilerInstance::createDiagnostics(options.get(), new clang::DiagnosticConsumer);
}

/// What clang's driver makes of `arguments`, if that is one compilation to bitcode and nothing else.
std::shared_ptr<clang::CompilerInvocation> invocation_of(llvm::ArrayRef<const char*> arguments) {
  const auto diagnostics = silence();
  clang::driver::Driver driver(arguments.front(), llvm::sys::getDefaultTargetTriple(),
                               *diagnostics);
  const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(arguments));
  if (!compilation || compilation->containsError() || compilation->getJobs().size() != 1)
    return nullptr;
  const clang::driver::Command& command = *compilation->getJobs().begin();
  if (llvm::StringRef(command.getCreator().getName()) != "clang") return nullptr;
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, command.getArguments(),
                                                 *diagnostics) ||
      invocation->getFrontendOpts().ProgramAction != clang::frontend::EmitBC)
    return nullptr;
  return invocation;
}

/// True iff only what is linked here is needed: no optimisation, which asks the machine that is
/// compiled for, no options of LLVM's, no plugins.
bool is_plain(const clang::CompilerInvocation& invocation) {
  const clang::FrontendOptions& options = invocation.getFrontendOpts();
  return invocation.getCodeGenOpts().OptimizationLevel == 0 && options.LLVMArgs.empty() &&
         options.Plugins.empty() && options.AddPluginActions.empty();
}

/// Compiles as `arguments` say, the name of clang's command first. Returns false if it does not
/// compile, or not here.
bool compile(llvm::ArrayRef<const char*> arguments) {
  const auto invocation = invocation_of(arguments);
  if (!invocation || !is_plain(*invocation)) return false;
  invocation->getCodeGenOpts().PassBuilderCallbacks.emplace_back(ringcheck::source::add_unit_pass);
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(new clang::DiagnosticConsumer);
  clang::EmitBCAction action;
  return compiler.ExecuteAction(action);
}

}  // namespace

int main(int count, char** words) {
  std::vector<const char*> arguments(words, words + count);
  // clang looks for its own headers from where its command is.
  arguments.front() = RINGCHECK_CLANG_COMMAND;
  return compile(arguments) ? 0 : 1;
}
