// Compiling with clang-19 and loading with dlopen.
//
// The thread sanitizer's instrumentation makes each plain access of the text a call; the callbacks
// are ours (headers/native_runtime.c), and the sanitizer's own runtime is not linked. Nothing is
// optimised, so that accesses come as the source has them.
// Tested by tests/kernel/native_machine_test.cpp.
#include "kernel/native/native_object.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>
#include <vector>

#include "graph/diagnostic.hpp"
#include "kernel/native/narrow_longs.hpp"

namespace ringcheck {
namespace {

constexpr const char* kCompiler = "clang-19";

std::string read_file(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Runs the compiler. Errors: std::runtime_error with the first lines that it printed.
void run_compiler(const std::filesystem::path& folder, const std::vector<std::string>& arguments) {
  std::vector<char*> argv = {const_cast<char*>(kCompiler)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const std::filesystem::path messages = folder / "messages";
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen(messages.c_str(), "w", stderr) != nullptr) execvp(kCompiler, argv.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    throw InputError({kCompiler, 0, 0, "a process for it cannot be had"});
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    throw InputError({kCompiler, 0, 0, "not found; Debian's package has the same name"});
  if (status == 0) return;
  constexpr std::size_t kMostText = 2000;
  throw InputError({kCompiler, 0, 0,
                    fmt::format("cannot compile the tree's text:\n{}",
                                read_file(messages).substr(0, kMostText))});
}

}  // namespace

NativeObject::NativeObject(const KernelTree& tree, const KernelUnit& unit,
                           const NativeOptions& options)
    : version_(tree.version()), source_(tree.source_of(unit)), options_(options) {
  const std::filesystem::path& folder = folder_.path();
  const std::string source = folder_.write("unit.c", source_).string();
  const std::string runtime = (folder / "native_runtime.c").string();
  const std::string services = (folder / "native_services.c").string();
  std::vector<std::string> common = folder_.arguments_for(tree);
  common.insert(common.end(), {"-O0", "-g1", "-fPIC", "-fexceptions",
                               fmt::format("-DRC_PAGE_SHIFT={}", options.page_shift)});
  const auto compile = [&](const std::string& from, std::vector<std::string> more) {
    std::string text = from;
    if (options.long_32) {
      std::vector<std::string> expand = common;
      expand.insert(expand.end(), {"-DRC_LONG_32", "-E", from, "-o", from + ".i"});
      run_compiler(folder, expand);
      const std::string name = std::filesystem::path(from).filename().string() + ".narrow.c";
      text = folder_.write(name, narrow_longs(read_file(from + ".i"))).string();
    }
    more.insert(more.begin(), common.begin(), common.end());
    more.insert(more.end(), {"-c", text, "-o", from + ".o"});
    run_compiler(folder, more);
  };
  compile(source,
          {"-fsanitize=thread", "-fsanitize-coverage=inline-8bit-counters,pc-table", "-mllvm",
           "-tsan-distinguish-volatile=1", "-mllvm", "-tsan-instrument-func-entry-exit=0"});
  compile(runtime, {});
  compile(services, {});
  const std::string object = (folder / "unit.so").string();
  run_compiler(folder, {"-shared", "-nostdlib", "-Wl,-z,defs", source + ".o", runtime + ".o",
                        services + ".o", "-o", object});
  handle_ = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) throw InputError({object, 0, 0, dlerror()});
}

NativeObject::~NativeObject() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* NativeObject::find(const char* name) const {
  void* found = dlsym(handle_, name);
  if (found == nullptr)
    throw InputError({version_, 0, 0, fmt::format("saw no symbol {}, expected one", name)});
  return found;
}

void NativeObject::connect(const rc_host& host) const {
  function<void(const rc_host*)>("rc_connect")(&host);
}

}  // namespace ringcheck
