// Tested by tests/source/unit_file_test.cpp and tests/cli.
#include "source/compile.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "check/checksum.hpp"
#include "graph/diagnostic.hpp"
#include "source/llvm/lower.hpp"
#include "source/unit_file.hpp"

extern char** environ;  // NOLINT(readability-identifier-naming): POSIX's

namespace ringcheck::source {

namespace {

namespace fs = std::filesystem;

constexpr const char* kClang = "clang-19";

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw InputError({file, 0, 0, what});
}

fs::path folder_of_command() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(".") : self.parent_path();
}

/// A file that the command needs to compile: beside it, where it is installed, or in the folder that
/// this was built in. Empty if there is none.
fs::path companion(const std::string& name) {
  const fs::path here = folder_of_command();
  for (const fs::path& folder :
       {here, here / ".." / "lib" / "ringcheck", fs::path(RINGCHECK_BUILT_IN)})
    if (fs::exists(folder / name)) return folder / name;
  return {};
}

/// Where our own headers are: installed, or in the source folder that the command is built from.
fs::path our_headers() {
  const fs::path installed = folder_of_command() / ".." / "share" / "ringcheck" / "include";
  return fs::exists(installed / "ringcheck" / "linux.h") ? installed : fs::path(RINGCHECK_HEADERS);
}

LowerIr lowering() {
  static const LowerIr kLower = [] {
    const fs::path module = companion("ringcheck-llvm.so");
    if (module.empty())
      refuse("",
             "saw no ringcheck-llvm.so beside the command: ringcheck was built without LLVM 19, "
             "which programs in C, C++ and LLVM IR need");
    void* handle = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) refuse(module, dlerror());
    void* function = dlsym(handle, kLowerIrSymbol);
    if (function == nullptr) refuse(module, dlerror());
    return reinterpret_cast<LowerIr>(function);
  }();
  return kLower;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

/// A file that is removed with its object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending) {
    std::string name = (fs::temp_directory_path() / ("ringcheck-XXXXXX" + ending)).string();
    const int file = mkstemps(name.data(), static_cast<int>(ending.size()));
    if (file < 0) refuse(name, "cannot be made");
    close(file);
    path_ = name;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string text() const { return text_of(path_); }

 private:
  std::string path_;
};

/// Runs a command with its errors to `errors`, and with `setting` in its environment if that is not
/// empty. Returns its exit status, or -1.
int run(const std::vector<std::string>& command, const std::string& errors,
        const std::string& setting) {
  std::vector<char*> environment;
  for (char** word = environ; *word != nullptr; ++word) environment.push_back(*word);
  if (!setting.empty()) environment.push_back(const_cast<char*>(setting.c_str()));
  environment.push_back(nullptr);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_TRUNC, 0600);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The call of clang that compiles `path` to `output`.
std::vector<std::string> clang_command(const std::string& path, const CompileOptions& options,
                                       const std::string& output) {
  std::vector<std::string> command{kClang, "-c", "-emit-llvm", "-g", "-o", output};
  if (options.optimise.empty()) {
    command.insert(command.end(), {"-O0", "-Xclang", "-disable-O0-optnone"});
  } else {
    command.insert(command.end(), {"-" + options.optimise, "-fno-vectorize", "-fno-slp-vectorize"});
  }
  command.insert(command.end(), {"-fno-discard-value-names", "-fno-stack-protector"});
#if defined(__x86_64__)
  // An atomic access to 16 bytes is an instruction, as on other machines of 64 bits.
  const bool is_for_host = std::ranges::none_of(options.arguments, [](const std::string& word) {
    return word.starts_with("--target") || word == "-target";
  });
  if (is_for_host) command.emplace_back("-mcx16");
#endif
  // The templates of the C++ library become part of the program.
  // std::shared_ptr reads its two counts one by one, as it does for other checkers of races.
  if (!path.ends_with(".c"))
    command.insert(command.end(), {"-D_GLIBCXX_EXTERN_TEMPLATE=0", "-D_GLIBCXX_TSAN=1"});
  const fs::path headers = our_headers();
  command.insert(command.end(), {"-isystem", headers.string(), "-isystem",
                                 (headers / "ringcheck" / "peers").string()});
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  if (options.reader.empty()) {
    command.push_back(path);
  } else {
    const char* writer = path.ends_with(".c") ? "perf_ring.c" : "perf_ring.cpp";
    command.insert(command.end(), {"-DRINGCHECK_READER=" + options.reader, "-include", path,
                                   (headers / "ringcheck" / "reader" / writer).string()});
  }
  return command;
}

/// Compiles `path` to `output`, lowers it in the same process, and writes the unit to `made`
/// (source/clang/main.cpp). Returns false if that is impossible or `path` does not compile:
/// run_clang() tells why.
bool run_lowering_clang(const std::string& path, const CompileOptions& options,
                        const std::string& output, const std::string& made) {
  const fs::path program = companion("ringcheck-clang");
  if (program.empty()) return false;
  std::vector<std::string> command = clang_command(path, options, output);
  command.front() = program.string();
  const TemporaryFile errors(".txt");
  return run(command, errors.path(), std::string(kUnitFileVariable) + "=" + made) == 0;
}

/// Compiles `path` to `output`.
void run_clang(const std::string& path, const CompileOptions& options, const std::string& output) {
  const std::vector<std::string> command = clang_command(path, options, output);
  const TemporaryFile errors(".txt");
  const int status = run(command, errors.path(), "");
  if (status == -1) refuse(path, std::string("cannot be compiled: ") + kClang + " does not start");
  if (status == 0) return;
  std::string words = errors.text();
  while (!words.empty() && words.back() == '\n') words.pop_back();
  refuse(path, "does not compile:\n" + words);
}

bool ends_with_one_of(const std::string& path, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings)
    if (path.ends_with(ending)) return true;
  return false;
}

/// Arguments that make clang write something else, or elsewhere.
void refuse_other_outputs(const CompileOptions& options) {
  for (const std::string& word : options.arguments)
    for (const std::string_view output : {"-o", "-E", "-S", "-c", "-M", "-MM", "-fsyntax-only"})
      if (word == output || (output == "-o" && word.starts_with("-o") && !word.starts_with("-obj")))
        refuse("",
               "saw " + word + " among clang's arguments, expected none that says what it writes");
}

}  // namespace

Unit compile(const std::string& path, const CompileOptions& options, std::string* ir) {
  std::error_code error;
  if (fs::is_directory(path, error)) refuse(path, "saw a folder, expected a file");
  if (!fs::is_regular_file(path, error)) refuse(path, "saw no such file");
  refuse_other_outputs(options);
  Unit unit;
  std::string wrong;
  std::string read;
  if (ends_with_one_of(path, {".ll", ".bc"})) {
    if (!options.reader.empty())
      refuse(path, "saw LLVM IR with --reader, expected a reader in C or C++");
    lowering()(path, unit, wrong);
    read = text_of(path);
  } else if (ends_with_one_of(path, {".c", ".cc", ".cpp", ".cxx"})) {
    const TemporaryFile bitcode(".bc");
    const TemporaryFile made(".unit");
    if (!run_lowering_clang(path, options, bitcode.path(), made.path())) {
      lowering();  // Where there is no LLVM, nothing need be compiled.
      run_clang(path, options, bitcode.path());
    }
    read = bitcode.text();
    if (!unit_of_bytes(made.text(), read, unit)) {
      unit = {};
      lowering()(bitcode.path(), unit, wrong);
      if (wrong.starts_with(bitcode.path())) wrong.replace(0, bitcode.path().size(), path);
    }
  } else {
    refuse(path, "saw a file of another kind, expected .c, .cc, .cpp, .cxx, .ll or .bc");
  }
  if (!wrong.empty()) refuse("", wrong);
  if (unit.files.size() == 1) unit.files.push_back(path);
  unit.digest = checksum(read);
  if (ir != nullptr) *ir = std::move(read);
  return unit;
}

}  // namespace ringcheck::source
