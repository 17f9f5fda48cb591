// The one function that the module offers: file in, unit out.
#include "source/llvm/lower.hpp"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string_view>

#include "source/llvm/module.hpp"

namespace ringcheck::source {

namespace {

/// What LLVM says, taken over.
std::string taken(char* message) {
  std::string text = message == nullptr ? "" : message;
  LLVMDisposeMessage(message);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// The text of IR in `buffer`, without what LLVM before 19 wrote about indices (`inrange i32 0`):
/// it promised the optimiser something, and is written in another way now. Takes `buffer` over.
LLVMMemoryBufferRef without_old_promises(LLVMMemoryBufferRef buffer) {
  constexpr std::string_view kPromise = ", inrange i";
  constexpr std::string_view kWithout = ", i";
  const std::string_view before(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
  if (before.starts_with("BC") || before.find(kPromise) == std::string_view::npos) return buffer;
  std::string text(before);
  LLVMDisposeMemoryBuffer(buffer);
  for (std::size_t at = 0; (at = text.find(kPromise, at)) != std::string::npos;)
    text.replace(at, kPromise.size(), kWithout);
  return LLVMCreateMemoryBufferWithMemoryRangeCopy(text.data(), text.size(), "text");
}

/// A module, and the objects needed to read it.
class Reading {
 public:
  Reading() : context_(LLVMContextCreate()) {
    // Errors that a reader finds are returned; LLVM's own handler would end the process.
    LLVMContextSetDiagnosticHandler(context_, &Reading::note, this);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() {
    if (module_ != nullptr) LLVMDisposeModule(module_);
    LLVMContextDispose(context_);
  }

  std::string read(const std::string& path) {
    char* message = nullptr;
    LLVMMemoryBufferRef buffer = nullptr;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path.c_str(), &buffer, &message) != 0)
      return path + ": " + taken(message);
    return read(path, without_old_promises(buffer));
  }

  /// Reads `buffer`, which it takes over, of a file called `path`.
  std::string read(const std::string& path, LLVMMemoryBufferRef buffer) {
    char* message = nullptr;
    if (LLVMParseIRInContext(context_, buffer, &module_, &message) != 0) {
      module_ = nullptr;
      const std::string text = taken(message);
      return text.starts_with(path) ? text : path + ": " + text;
    }
    if (LLVMVerifyModule(module_, LLVMReturnStatusAction, &message) != 0)
      return path + ": saw IR that is not valid: " + taken(message);
    LLVMDisposeMessage(message);
    if (!noted_.empty()) return path + ": " + noted_;
    return "";
  }

  /// Makes functions of std::atomic parts of their callers, promotes locals to registers, and does
  /// nothing else.
  std::string promote() {
    LLVMSetIsNewDbgInfoFormat(module_, 0);
    const char* passes = mark_functions_of_atomics(module_)
                             ? "always-inline,function(sroa<preserve-cfg>)"
                             : "function(sroa<preserve-cfg>)";
    const LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    const LLVMErrorRef error = LLVMRunPasses(module_, passes, nullptr, options);
    LLVMDisposePassBuilderOptions(options);
    if (error == nullptr) return "";
    char* message = LLVMGetErrorMessage(error);
    std::string text = message;
    LLVMDisposeErrorMessage(message);
    return text;
  }

  [[nodiscard]] LLVMModuleRef module() const { return module_; }

 private:
  static void note(LLVMDiagnosticInfoRef info, void* self) {
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    std::string& noted = static_cast<Reading*>(self)->noted_;
    if (noted.empty()) noted = taken(LLVMGetDiagInfoDescription(info));
  }

  LLVMContextRef context_;
  LLVMModuleRef module_ = nullptr;
  std::string noted_;
};

std::string lower(Reading& reading, const std::string& path, Unit& unit) {
  if (std::string wrong = reading.promote(); !wrong.empty()) return path + ": " + wrong;
  try {
    ModuleLowering(reading.module(), unit).run();
  } catch (const NotModelled& refused) {
    return (refused.where.empty() ? path : refused.where) + ": saw " + refused.what +
           ", which is not modelled";
  }
  return "";
}

}  // namespace

std::string lower_bitcode(const std::string& bitcode, Unit& unit) {
  Reading reading;
  const LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.data(), bitcode.size(), "bitcode");
  if (std::string wrong = reading.read("bitcode", buffer); !wrong.empty()) return wrong;
  return lower(reading, "bitcode", unit);
}

}  // namespace ringcheck::source

// NOLINTNEXTLINE(readability-identifier-naming): the name that dlsym looks for
extern "C" void ringcheck_lower_ir(const std::string& path, ringcheck::source::Unit& unit,
                                   std::string& wrong) {
  ringcheck::source::Reading reading;
  wrong = reading.read(path);
  if (wrong.empty()) wrong = lower(reading, path, unit);
}
