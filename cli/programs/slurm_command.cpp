// Rounds on a Slurm cluster.
// A task of a job array is one `ringcheck work`. That is all that runs: what is known is in the
// folder of the shards, which all nodes see. If a node is lost, Slurm starts its task again
// (--requeue), and the task goes on from its result. A job that depends on all tasks of a round
// gathers, and submits the next round.
// Source: sbatch(1), squeue(1), sacct(1). Tested by tests/cli/shard_command_test.cpp with a stand-in
// for Slurm, and by scripts/cluster_test.sh with Slurm itself.
#include "cli/programs/slurm_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/output.hpp"
#include "cli/programs/shard_folder.hpp"
#include "cli/programs/slurm_accounts.hpp"
#include "cli/run_program.hpp"
#include "graph/diagnostic.hpp"
#include "shards/seal.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// Tasks of one array: Slurm's own limit (MaxArraySize) is 1001 unless it is raised.
constexpr std::size_t kTasks = 1000;
/// Before Slurm ends a task, it is asked to write down what it knows.
constexpr int kSecondsToWrite = 30;

/// What is known about the last submission.
struct Submission {
  SlurmSubmitOptions options;
  unsigned round = 0;
  std::vector<std::string> arrays;   ///< job ids
  std::string after;                 ///< job that gathers
  std::vector<std::string> earlier;  ///< arrays of the submissions before
};

std::string submission_path(const std::string& folder) {
  return folder + "/slurm";
}

void write(const Submission& last) {
  const SlurmSubmitOptions& options = last.options;
  write_output(submission_path(options.folder),
               shards::sealed("slurm", {{"round", last.round},
                                        {"arrays", last.arrays},
                                        {"after", last.after},
                                        {"earlier", last.earlier},
                                        {"seconds", options.seconds},
                                        {"write_every", options.write_every},
                                        {"rounds", options.rounds},
                                        {"shard_seconds", options.shard_seconds},
                                        {"sbatch", options.sbatch}}));
}

Submission read_submission(const std::string& folder) {
  const std::string path = submission_path(folder);
  try {
    const Json json = shards::unsealed("slurm", read_input(path), path);
    Submission last;
    last.options.folder = folder;
    json.at("round").get_to(last.round);
    json.at("arrays").get_to(last.arrays);
    json.at("after").get_to(last.after);
    json.at("earlier").get_to(last.earlier);
    json.at("seconds").get_to(last.options.seconds);
    json.at("write_every").get_to(last.options.write_every);
    json.at("rounds").get_to(last.options.rounds);
    json.at("shard_seconds").get_to(last.options.shard_seconds);
    json.at("sbatch").get_to(last.options.sbatch);
    return last;
  } catch (const nlohmann::json::exception& error) {
    throw InputError({path, 0, 0, error.what()});
  }
}

/// Runs one of Slurm's programs. Errors: InputError with the program's message when it fails.
std::string slurm(const std::vector<std::string>& words) {
  ProgramEnd end = run_program(words, "Slurm's (Debian's package slurm-client)");
  if (end.status == 0) return std::move(end.out);
  throw InputError({words.front(), 0, 0,
                    fmt::format("ended with {}: {}", end.status,
                                end.err.substr(0, end.err.find_last_not_of('\n') + 1))});
}

/// `text` as one word of a shell.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// "0-3,7": the numbers `all`, which are in ascending order, minus `from`.
std::string ranges_of(const std::vector<std::size_t>& all, std::size_t from) {
  std::string text;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t last = i;
    while (last + 1 < all.size() && all[last + 1] == all[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", all[i] - from);
    if (last > i) text += fmt::format("-{}", all[last] - from);
    i = last + 1;
  }
  return text;
}

std::string own_path() {
  return fs::read_symlink("/proc/self/exe").string();
}

/// Submits a script of one command. Returns the job's id.
std::string submit(const Submission& to, const std::string& name,
                   const std::vector<std::string>& more, const std::string& command) {
  const std::string script = fmt::format("{}/{}.sh", to.options.folder, name);
  write_output(script, "#!/bin/sh\nexec " + command + "\n");
  std::vector<std::string> words{"sbatch",
                                 "--parsable",
                                 "--requeue",
                                 "--open-mode=append",
                                 "--job-name=ringcheck-" + name,
                                 fmt::format("--output={}/log/%x-%A-%a", to.options.folder)};
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), to.options.sbatch.begin(), to.options.sbatch.end());
  words.push_back(script);
  const std::string out = slurm(words);
  std::string id = out.substr(0, out.find_first_of(";\n"));
  if (id.empty() || id.find_first_not_of("0123456789") != std::string::npos)
    throw InputError({"sbatch", 0, 0, fmt::format("saw \"{}\", expected a job's id", out)});
  return id;
}

/// Submits, in one array, the shards of `round` in `open` whose numbers are from `first` up.
std::string submit_array(const Submission& to, unsigned round, std::size_t first,
                         const std::vector<std::size_t>& open) {
  const SlurmSubmitOptions& options = to.options;
  const std::string shard = fmt::format("{}/{}-$(printf %05d $(({} + SLURM_ARRAY_TASK_ID))).shard",
                                        "\"$dir\"", round, first);
  const std::string command =
      fmt::format("env dir={} sh -c 'exec {} work --write-every {} {}'", shell_word(options.folder),
                  "\"$0\"", options.write_every, shard);
  const auto minutes = static_cast<long>(std::ceil(options.seconds / 60));
  return submit(to, fmt::format("round-{}-from-{}", round, first),
                {"--array=" + ranges_of(open, first), fmt::format("--time={}", minutes),
                 fmt::format("--signal=B:TERM@{}", kSecondsToWrite)},
                command + " " + shell_word(own_path()));
}

/// All arrays of the folder to which `last` belongs, for its accounts.
std::vector<std::string> all_arrays(const Submission& last) {
  std::vector<std::string> all = last.earlier;
  all.insert(all.end(), last.arrays.begin(), last.arrays.end());
  return all;
}

/// Submits what is left of `round`, and what comes after it. `earlier` are the arrays before.
Submission submit_round(const SlurmSubmitOptions& options, const shards::Round& round,
                        std::vector<std::string> earlier) {
  Submission last{options, round.number, {}, "", std::move(earlier)};
  std::error_code error;
  last.options.folder = fs::absolute(options.folder).lexically_normal().string();
  fs::create_directories(last.options.folder + "/log", error);
  const std::vector<std::size_t> open = open_shards(options.folder, round);
  for (auto from = open.begin(); from != open.end();) {
    const std::size_t first = *from / kTasks * kTasks;
    const auto to = std::ranges::lower_bound(from, open.end(), first + kTasks);
    last.arrays.push_back(submit_array(last, round.number, first, {from, to}));
    from = to;
  }
  if (!open.empty() && options.rounds > 1)
    last.after =
        submit(last, fmt::format("after-round-{}", round.number),
               {fmt::format("--dependency=afterany:{}", fmt::join(last.arrays, ":"))},
               shell_word(own_path()) + " slurm gather --again " + shell_word(last.options.folder));
  write(last);
  write_output("-", fmt::format("round {}: {} tasks in jobs {}{}\n", round.number, open.size(),
                                fmt::join(last.arrays, " "),
                                last.after.empty() ? "" : ", then job " + last.after));
  return last;
}

/// The states of the tasks of `last` that are in the queue, and how many tasks are in each. Slurm
/// forgets jobs after a while: then there are none.
std::map<std::string, std::size_t> queued(const Submission& last) {
  std::map<std::string, std::size_t> states;
  for (const std::string& id : last.arrays) {
    const ProgramEnd end = run_program(
        {"squeue", "--noheader", "--array", "--jobs=" + id, "--states=all", "--format=%T"},
        "Slurm's (Debian's package slurm-client)");
    if (end.status != 0) {
      if (end.err.find("Invalid job id") != std::string::npos) continue;
      throw InputError({"squeue", 0, 0, end.err.substr(0, end.err.find('\n'))});
    }
    for (std::size_t at = 0; at < end.out.size();) {
      const std::size_t line = end.out.find('\n', at);
      if (line == std::string::npos) break;
      ++states[end.out.substr(at, line - at)];
      at = line + 1;
    }
  }
  return states;
}

/// How many of the tasks in these states have not ended.
std::size_t alive(const std::map<std::string, std::size_t>& states) {
  std::size_t tasks = 0;
  for (const auto& [state, count] : states)
    for (const char* open : {"PENDING", "RUNNING", "CONFIGURING", "COMPLETING", "SUSPENDED",
                             "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SIGNALING", "STAGE_OUT",
                             "RESIZING", "STOPPED", "SPECIAL_EXIT", "RESV_DEL_HOLD"})
      if (state == open) tasks += count;
  return tasks;
}

/// Cancels the job that comes after the tasks of `last`, unless it is the one that runs here; with
/// `tasks`, cancels the tasks too.
void cancel(const Submission& last, bool tasks) {
  for (const std::string& id : last.arrays)
    if (tasks) run_program({"scancel", "--quiet", id}, "Slurm's");
  const char* self = std::getenv("SLURM_JOB_ID");
  if (!last.after.empty() && (self == nullptr || last.after != self))
    run_program({"scancel", "--quiet", last.after}, "Slurm's");
}

/// Whether sbatch takes `word` for --quiet, which getopt_long(3) allows to be shortened, or for -Q,
/// which may be joined to other letters that take no value. Source: sbatch(1).
bool asks_for_quiet(const std::string& word) {
  if (word.starts_with("--")) return word.size() > 3 && std::string("--quiet").starts_with(word);
  if (!word.starts_with('-')) return false;
  const std::size_t letter = word.find_first_not_of("HIOWksv", 1);
  return letter != std::string::npos && word[letter] == 'Q';
}

/// Errors: InputError when sbatch would not print the job's id, on which the rest depends.
void require_job_ids(const std::vector<std::string>& sbatch) {
  for (const std::string& word : sbatch) {
    if (asks_for_quiet(word))
      throw InputError({word, 0, 0,
                        "sbatch prints no job id with it, expected an option that "
                        "leaves it its output"});
    if (word.size() > 4 && std::string("--test-only").starts_with(word))
      throw InputError({word, 0, 0, "sbatch submits nothing with it, expected an option of a job"});
  }
}

}  // namespace

ExitStatus slurm_submit(const SlurmSubmitOptions& options) {
  require_job_ids(options.sbatch);
  const shards::Round round = read_round(options.folder);
  std::vector<std::string> earlier;
  try {
    earlier = all_arrays(read_submission(options.folder));
  } catch (const InputError&) {
    // This is the first submission, or the last one cannot be read any more: accounts begin here.
  }
  submit_round(options, round, std::move(earlier));
  return ExitStatus::holds;
}

ExitStatus slurm_status(const std::string& folder) {
  const Submission last = read_submission(folder);
  const shards::Round round = read_round(folder);
  std::string text = fmt::format("round {}:", last.round);
  const auto states = queued(last);
  for (const auto& [state, count] : states) text += fmt::format(" {} {}", count, state);
  if (states.empty()) text += " no task in the queue";
  const std::size_t open = open_shards(folder, round).size();
  text += fmt::format("\n{}{} of {} shards are done\n", slurm_accounts_text(all_arrays(last)),
                      round.shards.size() - open, round.shards.size());
  text += accounting(round, gather_folder(folder, round));
  write_output("-", text);
  return open == 0 ? ExitStatus::holds : ExitStatus::bound_reached;
}

ExitStatus slurm_gather(const GatherOptions& options) {
  Submission last = read_submission(options.folder);
  GatherOptions now = options;
  if (now.shard_seconds <= 0) now.shard_seconds = last.options.shard_seconds;
  std::cerr << slurm_accounts_text(all_arrays(last));
  const bool open = !open_shards(options.folder, read_round(options.folder)).empty();
  // Without an open shard there is no task to look for, and perhaps no Slurm any more.
  const std::size_t tasks = open ? alive(queued(last)) : 0;
  now.again = now.again || tasks == 0;
  if (!now.again) {
    const ExitStatus status = gather(now);
    std::cerr << fmt::format("{} tasks are in the queue\n", tasks);
    return status;
  }
  if (open) cancel(last, tasks > 0);
  const ExitStatus status = gather(now);
  if (status != ExitStatus::bound_reached) return status;
  if (!open) cancel(last, false);
  const shards::Round next = read_round(options.folder);
  if (next.number == last.round) return status;  // a bound of the program's: nothing is left
  if (last.options.rounds > 1) --last.options.rounds;
  submit_round(last.options, next, all_arrays(last));
  return status;
}

}  // namespace ringcheck
