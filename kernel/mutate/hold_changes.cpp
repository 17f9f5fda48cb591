// Each change runs in a process of its own: a changed text may crash, or loop for ever.
// Tested by `make kernel`.
#include "kernel/mutate/hold_changes.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

/// Some of `changes`, evenly spread.
std::vector<TokenChange> spread(std::vector<TokenChange> changes, std::uint64_t most) {
  if (most == 0 || most >= changes.size()) return changes;
  std::vector<TokenChange> chosen;
  for (std::uint64_t i = 0; i < most; ++i)
    chosen.push_back(std::move(changes[i * changes.size() / most]));
  return chosen;
}

/// The first line of a text.
std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// Holds one area; returns what differs, or nothing. Errors: those of compiling.
std::optional<std::string> difference_in(const CallArea& area, const KernelTree& tree,
                                         const ChangeOptions& options) {
  const CallReport report = hold_area(area, tree, options.seed, options.programs);
  if (report.difference) return first_line(*report.difference);
  if (!report.unnamed_stores.empty())
    return "the kernel alone stores to " + *report.unnamed_stores.begin();
  return {};
}

/// True iff the preprocessor leaves the line out for every area: nonsense in its place compiles as
/// well.
bool is_left_out(const KernelTree& tree, const CText& file, TokenChange change,
                 const ChangeOptions& options) {
  change.to = "@";
  KernelTree nonsense = tree;
  nonsense.replace(options.file, changed_text(file, change));
  for (const CallArea* area : options.areas) try {
      const NativeObject object(nonsense, area->unit(), area->options);
    } catch (const InputError&) {
      return false;
    }
  return true;
}

/// Tries one change in this process; returns a letter for the fate, and what found the change.
std::string try_here(const KernelTree& tree, const CText& file, const TokenChange& change,
                     const ChangeOptions& options) {
  if (is_left_out(tree, file, change, options)) return "l";
  KernelTree changed = tree;
  changed.replace(options.file, changed_text(file, change));
  try {
    for (const CallArea* area : options.areas)
      if (const auto found = difference_in(*area, changed, options))
        return fmt::format("d{}: {}", area->name, *found);
  } catch (const InputError& error) {
    return fmt::format("r{}", first_line(error.what()));
  }
  return "m";
}

/// A change that a process tries.
struct Running {
  std::size_t index = 0;
  int answers = -1;  ///< the end of the pipe that it answers to
};

/// Starts a process for change number `index`.
Running start(const KernelTree& tree, const CText& file, const TokenChange& change,
              std::size_t index, const ChangeOptions& options, pid_t& child) {
  int ends[2];
  std::cout << std::flush;  // or the child would write it too
  if (pipe(ends) != 0) throw InputError({"pipe", 0, 0, "cannot be had"});
  child = fork();
  if (child < 0) throw InputError({"fork", 0, 0, "a process cannot be had"});
  if (child == 0) {
    close(ends[0]);
    const rlimit seconds{options.most_seconds, options.most_seconds};
    setrlimit(RLIMIT_CPU, &seconds);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    std::string answer;
    try {
      answer = try_here(tree, file, change, options);
    } catch (const std::exception&) {
      _exit(1);
    }
    const bool told = write(ends[1], answer.data(), answer.size()) >= 0;
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  return {index, ends[0]};
}

std::string read_all(int from) {
  std::string text;
  char piece[512];
  for (ssize_t got = read(from, piece, sizeof(piece)); got > 0;
       got = read(from, piece, sizeof(piece)))
    text.append(piece, static_cast<std::size_t>(got));
  close(from);
  return text;
}

void settle(TriedChange& tried, const std::string& answer, int status) {
  const bool ended = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !answer.empty();
  if (!ended) {
    tried.fate = ChangeFate::crashes;
    const bool slow =
        WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
    tried.by = slow ? "it does not end" : "it crashes";
    return;
  }
  tried.by = answer.substr(1);
  if (answer[0] == 'r') tried.fate = ChangeFate::refused;
  if (answer[0] == 'l') tried.fate = ChangeFate::left_out;
  if (answer[0] == 'd') tried.fate = ChangeFate::differs;
  if (answer[0] != 'm') return;
  tried.by = equivalence_of(tried.change);
  tried.fate = tried.by.empty() ? ChangeFate::missed : ChangeFate::equivalent;
}

/// A folder for what the processes write; it is removed with its object.
class Scratch {
 public:
  Scratch() {
    std::string name =
        (std::filesystem::temp_directory_path() / "ringcheck-changes-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw InputError({name, 0, 0, "cannot be made"});
    folder_ = name;
    setenv("TMPDIR", name.c_str(), 1);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    setenv("TMPDIR", folder_.parent_path().c_str(), 1);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace

std::vector<TriedChange> hold_changes(const KernelTree& tree, const ChangeOptions& options) {
  const std::unique_ptr<CText> file = tree.read(options.file);
  const std::vector<TokenChange> changes = spread(token_changes(*file), options.most);
  if (changes.empty())
    throw InputError({options.file, 0, 0, "saw no function, expected one to change"});
  std::vector<TriedChange> tried;
  for (const TokenChange& change : changes) tried.push_back({change, ChangeFate::missed, {}});
  const Scratch scratch;
  std::map<pid_t, Running> running;
  const std::size_t workers = std::max(1U, options.workers);
  std::vector<bool> ended_of(tried.size());
  std::size_t told = 0;
  for (std::size_t next = 0; next < tried.size() || !running.empty();) {
    if (next < tried.size() && running.size() < workers) {
      pid_t child = 0;
      const Running started = start(tree, *file, tried[next].change, next, options, child);
      running[child] = started;
      ++next;
      continue;
    }
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    const auto found = running.find(ended);
    if (found == running.end()) continue;
    settle(tried[found->second.index], read_all(found->second.answers), status);
    ended_of[found->second.index] = true;
    running.erase(found);
    for (; told < tried.size() && ended_of[told]; ++told) options.tell(tried[told]);
  }
  return tried;
}

}  // namespace ringcheck
