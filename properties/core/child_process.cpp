// Processes that answer through memory that they share with their parent.
// Tested by tests/properties/core/outsider_test.cpp.
#include "properties/core/child_process.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <vector>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

constexpr int kThrew = 1;

/// Where this process writes, if it is one of run_children.
int answers_to = -1;

void write_all(int to, const std::string& text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t wrote = write(to, text.data() + at, text.size() - at);
    if (wrote <= 0) _exit(kThrew);
    at += static_cast<std::size_t>(wrote);
  }
}

std::string read_whole(int from) {
  std::string text;
  char piece[4096];
  lseek(from, 0, SEEK_SET);
  for (ssize_t got = ::read(from, piece, sizeof(piece)); got > 0;
       got = ::read(from, piece, sizeof(piece)))
    text.append(piece, static_cast<std::size_t>(got));
  close(from);
  return text;
}

/// A process that works.
struct Child {
  std::size_t index = 0;
  int answers = -1;
};

[[noreturn]] void work(std::size_t index, unsigned most_seconds,
                       const std::function<std::string(std::size_t)>& body) {
  const rlimit seconds{most_seconds, most_seconds};
  setrlimit(RLIMIT_CPU, &seconds);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  try {
    write_all(answers_to, body(index));
  } catch (const std::exception& error) {
    write_all(answers_to, error.what());
    _exit(kThrew);
  }
  _exit(0);
}

ChildResult result_of(int status, int answers) {
  ChildResult result;
  result.text = read_whole(answers);
  if (WIFEXITED(status)) {
    if (WEXITSTATUS(status) != 0) result.end = ChildEnd::threw;
    return result;
  }
  const bool slow = WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
  result.end = slow ? ChildEnd::too_long : ChildEnd::crashed;
  return result;
}

}  // namespace

void end_child(const std::string& text) {
  write_all(answers_to, text);
  _exit(0);
}

void run_children(std::size_t count, unsigned workers, unsigned most_seconds,
                  const std::function<std::string(std::size_t)>& body,
                  const std::function<void(std::size_t, ChildResult)>& take) {
  std::map<pid_t, Child> running;
  std::vector<std::optional<ChildResult>> results(count);
  std::size_t taken = 0;
  for (std::size_t next = 0; next < count || !running.empty();) {
    if (next < count && running.size() < std::max(1U, workers)) {
      std::cout << std::flush;  // otherwise the child would write it too
      const int answers = memfd_create("answers", 0);
      const pid_t child = answers >= 0 ? fork() : -1;
      if (child < 0) throw InputError({"fork", 0, 0, "a process cannot be had"});
      if (child == 0) {
        answers_to = answers;
        work(next, most_seconds, body);
      }
      running[child] = {next++, answers};
      continue;
    }
    int status = 0;
    const auto found = running.find(waitpid(-1, &status, 0));
    if (found == running.end()) continue;
    results[found->second.index] = result_of(status, found->second.answers);
    running.erase(found);
    for (; taken < count && results[taken]; ++taken) take(taken, std::move(*results[taken]));
  }
}

}  // namespace ringcheck
