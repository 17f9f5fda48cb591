// Tested by tests/cli/shard_command_test.cpp.
#include "cli/programs/shard_plan.hpp"

#include <fmt/format.h>

#include <numeric>

#include "cli/output.hpp"
#include "cli/programs/shard_folder.hpp"
#include "graph/diagnostic.hpp"
#include "shards/simulation.hpp"

namespace ringcheck {

namespace {

/// The most subtrees of a simulated exploration: with more, the results look the same.
constexpr double kMostSubtrees = 1000000;

std::string row_of(std::size_t workers, const shards::ShardChoice& choice) {
  const shards::Simulated& s = choice.simulated;
  const auto share = [&](double seconds) {
    return 100 * seconds / (static_cast<double>(workers) * s.seconds);
  };
  return fmt::format(
      "{:>7} {:>8} {:>11.4g} {:>9.4g} {:>9.1f}% {:>8.1f}% {:>8.1f}% {:>8.1f}% {:>8.1f}% "
      "{:>8.1f}% {:>8.1f}%\n",
      workers, choice.shards, s.seconds, s.speed_up(), share(s.work), share(s.serial),
      share(s.starting), share(s.lost), share(s.slow), share(s.sharing), share(s.idle));
}

}  // namespace

ExitStatus plan_shards(const ShardPlanOptions& options) {
  const shards::Round round = read_round(options.folder);
  const shards::Gathered gathered = gather_folder(options.folder, round);
  const std::vector<double>& measured = gathered.seconds_of_done;
  double seconds = std::accumulate(measured.begin(), measured.end(), 0.0);
  if (seconds <= 0)
    throw InputError(
        {options.folder, 0, 0, "saw no shard that is done, expected some to measure by"});
  std::vector<double> subtrees = measured;
  if (options.hours > 0) {
    const double mean = seconds / static_cast<double>(measured.size());
    seconds = options.hours * 3600;
    if (seconds / mean > kMostSubtrees)
      throw InputError({"--hours", 0, 0,
                        fmt::format("saw a time of more than {:.0f} subtrees as measured, expected "
                                    "less, or larger shards",
                                    kMostSubtrees)});
    subtrees = shards::enlarge(measured, seconds);
  }
  std::string text = fmt::format(
      "{} subtrees, {:.4g} s of one processor\n"
      "{:>7} {:>8} {:>11} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
      subtrees.size(), seconds, "workers", "shards", "seconds", "speed-up", "working", "serial",
      "starting", "lost", "slow", "sharing", "idle");
  shards::Cluster cluster;
  cluster.failures = options.failures;
  cluster.slow_share = options.slow_share;
  cluster.slow_factor = options.slow_factor;
  cluster.start = options.start;
  cluster.divide = options.divide;
  cluster.gather = options.gather;
  cluster.processors = options.processors;
  for (const std::size_t workers : options.workers) {
    cluster.workers = workers;
    text += row_of(workers,
                   options.as_divided
                       ? shards::ShardChoice{subtrees.size(), shards::simulate(subtrees, cluster)}
                       : shards::best_shards(subtrees, cluster));
  }
  write_output("-", text);
  return ExitStatus::holds;
}

}  // namespace ringcheck
