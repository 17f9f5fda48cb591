// Compiling with clang-19 and loading with dlopen.
//
// The thread sanitizer's instrumentation turns each plain access of the text into a call. The
// callbacks are ours (headers/native_runtime.c); the sanitizer's own runtime is not linked. Nothing
// is optimised, so accesses come as in the source.
// Tested by tests/kernel/native_machine_test.cpp.
#include "kernel/native/native_object.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <vector>

#include "graph/diagnostic.hpp"
#include "kernel/native/compiler.hpp"

namespace ringcheck {
NativeObject::NativeObject(const KernelTree& tree, const KernelUnit& unit,
                           const NativeOptions& options)
    : version_(tree.version()), source_(tree.source_of(unit)), options_(options) {
  const std::filesystem::path& folder = folder_.path();
  const std::string source = folder_.write("unit.c", source_).string();
  const std::string runtime = (folder / "native_runtime.c").string();
  const std::string services = (folder / "native_services.c").string();
  std::vector<std::string> common = folder_.arguments_for(tree);
  common.insert(common.end(), {"-O0", "-g1", "-fPIC", "-fasynchronous-unwind-tables",
                               fmt::format("-DRC_PAGE_SHIFT={}", options.page_shift)});
  if (options.vmalloc) common.emplace_back("-DCONFIG_PERF_USE_VMALLOC=1");
  const auto compile = [&](const std::string& from, std::vector<std::string> more) {
    const std::string text = options.long_32 ? narrow_file(folder_, from, common).string() : from;
    more.insert(more.begin(), common.begin(), common.end());
    more.insert(more.end(), {"-c", text, "-o", from + ".o"});
    run_compiler(folder_, more);
  };
  compile(source,
          {"-fsanitize=thread", "-fsanitize-coverage=inline-8bit-counters,pc-table", "-mllvm",
           "-tsan-distinguish-volatile=1", "-mllvm", "-tsan-instrument-read-before-write=1",
           "-mllvm", "-tsan-instrument-func-entry-exit=0"});
  compile(runtime, {});
  compile(services, {});
  const std::string object = (folder / "unit.so").string();
  run_compiler(folder_, {"-shared", "-nostdlib", "-Wl,-z,defs", source + ".o", runtime + ".o",
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
