// Input and output go through files without names, so that neither end waits for the other.
// Tested by tests/cli/run_program_test.cpp.
#include "cli/run_program.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>

#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File nameless_file() {
  File file(std::tmpfile(), std::fclose);
  if (!file) throw InputError({"", 0, 0, "cannot make a temporary file"});
  return file;
}

void go_to_start(std::FILE* file) {
  if (std::fseek(file, 0, SEEK_SET) != 0)
    throw InputError({"", 0, 0, "cannot read a temporary file"});
}

File file_with(std::string_view text) {
  File file = nameless_file();
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size())
    throw InputError({"", 0, 0, "cannot write to a temporary file"});
  go_to_start(file.get());
  return file;
}

std::string all_of(std::FILE* file) {
  go_to_start(file);
  std::string text;
  std::array<char, 1 << 14> block{};
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), file))
    text.append(block.data(), n);
  return text;
}

}  // namespace

ProgramEnd run_program(std::vector<std::string> words, const std::string& expected,
                       std::optional<std::string_view> input) {
  const File in = input ? file_with(*input) : File(nullptr, std::fclose);
  const File out = nameless_file();
  const File err = nameless_file();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (in) posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), ::environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw InputError({words.front(), 0, 0, "saw no such program, expected " + expected});
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), all_of(out.get()),
          all_of(err.get())};
}

}  // namespace ringcheck
