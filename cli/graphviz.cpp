// Runs `dot`: the text goes in by way of a file without a name, so that neither end waits for the
// other. Tested by tests/cli/explain_test.cpp.
#include "cli/graphviz.hpp"

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

File unnamed_file() {
  File file(std::tmpfile(), std::fclose);
  if (!file) throw InputError({"", 0, 0, "cannot make a temporary file for Graphviz"});
  return file;
}

std::string text_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 1 << 14> piece{};
  while (const std::size_t n = std::fread(piece.data(), 1, piece.size(), file))
    text.append(piece.data(), n);
  return text;
}

}  // namespace

std::string svg_of_dot(const std::string& dot) {
  const File in = unnamed_file();
  const File out = unnamed_file();
  std::fwrite(dot.data(), 1, dot.size(), in.get());
  std::rewind(in.get());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  std::string program = "dot";
  std::string format = "-Tsvg";
  char* const arguments[] = {program.data(), format.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, ::environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw InputError(
        {"dot", 0, 0, "saw no such program, expected Graphviz' (Debian's package graphviz)"});
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw InputError({"dot", 0, 0, "Graphviz failed to draw the picture"});
  return text_of(out.get());
}

}  // namespace ringcheck
