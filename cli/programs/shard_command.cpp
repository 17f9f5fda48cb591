// Tested by tests/cli/shard_command_test.cpp.
#include "cli/programs/shard_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <utility>

#include "cli/check_runs.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/programs/shard_folder.hpp"
#include "cli/programs/shard_litmus.hpp"
#include "cli/programs/shard_programs.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

constexpr std::uint64_t kMostShards = 100000;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_since_1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// The number of shards and the folder of `--into N DIR`.
std::pair<std::size_t, std::string> places(const std::vector<std::string>& into) {
  const std::string& number = into.at(0);
  const bool digits = number.find_first_not_of("0123456789") == std::string::npos;
  const std::uint64_t shards = digits && number.size() < 9 ? std::stoull("0" + number) : 0;
  if (shards == 0 || shards > kMostShards)
    throw InputError({"--into " + number, 0, 0,
                      fmt::format("expected a number of shards, 1 … {}", kMostShards)});
  return {shards, into.at(1)};
}

/// What is left of a shard, according to its result.
shards::Work take_up(const std::string& file, const std::string& result) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  const shards::Origin origin = origin_of(folder.empty() ? "." : folder);
  shards::Work work = shards::read_shard(read_input(file), file, origin);
  std::error_code error;
  if (!std::filesystem::exists(result, error)) return work;
  try {
    return shards::read_result(read_input(result), result, work, origin);
  } catch (const InputError& refused) {
    std::cerr << fmt::format("{}: starting again\n", refused.what());
    return work;
  }
}

bool all_done(const shards::Gathered& gathered) {
  return std::ranges::all_of(gathered.explorations, &shards::Exploration::done);
}

/// Prints and writes what `verify`, `check` or `litmus run` would have.
ExitStatus finish(const GatherOptions& options, shards::Gathered gathered) {
  if (!gathered.explorations.empty() && gathered.explorations.front().program() != nullptr)
    return print_program_results(gathered.explorations, options.verify.check.json,
                                 options.verify.witness);
  if (gathered.explorations.empty() || gathered.explorations.front().litmus() != nullptr)
    return print_litmus_results(gathered.explorations, options.verify.check.json);
  std::vector<Check> runs;
  std::vector<ResumableCheck> checks;
  for (shards::Exploration& exploration : gathered.explorations) {
    checks.push_back(std::move(exploration).take_check());
    runs.push_back(checks.back().check());
  }
  return verify_checks(runs, std::move(checks), options.verify);
}

}  // namespace

ExitStatus shard_into(std::vector<shards::Exploration> explorations,
                      const std::vector<std::string>& into,
                      const std::map<std::string, std::string>& programs) {
  const auto& [shards, folder] = places(into);
  std::error_code error;
  if (std::filesystem::exists(folder + "/round", error))
    throw InputError({folder, 0, 0, "has a round, expected a new folder"});
  std::filesystem::create_directories(folder, error);
  require_writable(folder + "/round");
  const shards::Round round = shards::divide_round(std::move(explorations), shards, 1);
  write_programs(folder, programs);
  write_round(folder, round);
  double size = 0;
  for (const shards::Shard& shard : round.shards) size += shard.size;
  write_output(
      "-", fmt::format("{} shards of about {:.3g} executions each in {}\n", round.shards.size(),
                       size / static_cast<double>(std::max<std::size_t>(1, round.shards.size())),
                       folder));
  return ExitStatus::holds;
}

ExitStatus work(const WorkOptions& options) {
  const std::string result = result_path(options.file);
  require_writable(result);
  shards::Work work = take_up(options.file, result);
  if (work.exploration.done()) {
    write_output("-", fmt::format("{}: is done\n", options.file));
    return ExitStatus::holds;
  }
  Workers workers(static_cast<int>(options.jobs));
  const double start = seconds_since_1970();
  const double processor_before = work.processor_seconds;
  if (work.began == 0) work.began = start;
  ExploreLimits limits{0, 0, options.memory << 20U, &interrupt_flag()};
  while (!work.exploration.done()) {
    const double left = options.seconds - (seconds_since_1970() - start);
    if (options.seconds > 0 && left <= 0) break;
    limits.seconds =
        options.seconds > 0 ? std::min(left, options.write_every) : options.write_every;
    const EndedBy ended = work.exploration.run(limits, options.jobs == 1 ? nullptr : &workers);
    work.processor_seconds = processor_before + processor_seconds();
    work.ended = seconds_since_1970();
    write_output(result, shards::text_of(work));
    if (ended != EndedBy::nothing && ended != EndedBy::time) break;
  }
  const bool done = work.exploration.done();
  write_output("-",
               fmt::format("{}: {}, {} executions\n", options.file,
                           done ? "is done" : "something is left", work.exploration.executions()));
  return done ? ExitStatus::holds : ExitStatus::bound_reached;
}

std::string accounting(const shards::Round& round, const shards::Gathered& gathered) {
  std::string text = fmt::format(
      "round {}: {} of {} shards are done, {} begun; {} executions in {:.1f} s of processor time",
      round.number, gathered.done, gathered.shards, gathered.begun, gathered.executions,
      gathered.processor_seconds);
  if (gathered.processor_seconds > 0 && gathered.seconds > 0)
    text += fmt::format(
        ", {:.1f} s for the longest shard, {:.1f} s from begin to end: speed-up {:.2f}",
        gathered.longest, gathered.seconds, gathered.processor_seconds / gathered.seconds);
  return text + "\n";
}

std::size_t shards_of_next_round(const shards::Gathered& gathered, const GatherOptions& options) {
  if (options.shards > 0) return options.shards;
  if (gathered.executions == 0) return std::max<std::size_t>(1, gathered.shards - gathered.done);
  const double seconds =
      gathered.size_left * gathered.processor_seconds / static_cast<double>(gathered.executions);
  return std::max<std::size_t>(
      1, std::min(std::max(gathered.shards, std::size_t{1}),
                  static_cast<std::size_t>(std::ceil(seconds / options.shard_seconds))));
}

ExitStatus gather(const GatherOptions& options) {
  const shards::Round round = read_round(options.folder);
  shards::Gathered gathered = gather_folder(options.folder, round);
  for (const std::string& notice : gathered.notices) std::cerr << notice << '\n';
  std::cerr << accounting(round, gathered);
  if (all_done(gathered)) return finish(options, std::move(gathered));
  std::string left = fmt::format("left: {} shards, about {:.3g} executions\n",
                                 gathered.shards - gathered.done, gathered.size_left);
  for (const shards::Exploration& exploration : gathered.explorations)
    if (exploration.has_violation())
      left += fmt::format("violated already: {}\n", exploration.name());
  if (options.again) {
    const shards::Round next =
        shards::divide_round(std::move(gathered.explorations),
                             shards_of_next_round(gathered, options), round.number + 1);
    write_round(options.folder, next);
    left += fmt::format("round {}: {} shards\n", next.number, next.shards.size());
  }
  write_output("-", left);
  return ExitStatus::bound_reached;
}

}  // namespace ringcheck
