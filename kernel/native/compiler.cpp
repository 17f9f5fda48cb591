// Tested by tests/kernel/native_machine_test.cpp and `make kernel`.
#include "kernel/native/compiler.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

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

}  // namespace

void run_compiler(const UnitFolder& folder, const std::vector<std::string>& arguments) {
  std::vector<char*> argv = {const_cast<char*>(kCompiler)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const std::filesystem::path messages = folder.path() / "messages";
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

std::filesystem::path narrow_file(const UnitFolder& folder, const std::filesystem::path& path,
                                  std::vector<std::string> arguments) {
  const std::string expanded = path.string() + ".i";
  arguments.insert(arguments.end(), {"-DRC_LONG_32", "-E", path.string(), "-o", expanded});
  run_compiler(folder, arguments);
  return folder.write(path.filename().string() + ".narrow.c", narrow_longs(read_file(expanded)));
}

}  // namespace ringcheck
