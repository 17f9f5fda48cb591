// Simulating a cluster, worker by worker.
// A worker takes the next shard when it is free; a failure throws away what was not written, and the
// shard waits to be taken up again.
// Tested by tests/shards/simulation_test.cpp.
#include "shards/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <queue>
#include <random>

namespace ringcheck::shards {

namespace {

constexpr double kSecondsOfAnHour = 3600;

/// Numbers in [0, 1), the same with every library.
double fraction(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11U) * 0x1p-53;
}

class Simulation {
 public:
  Simulation(const std::vector<double>& shards, const Cluster& cluster)
      : cluster_(cluster), random_(cluster.seed) {
    for (const double seconds : shards) ready_.push_back({0, seconds});
    result_.work = std::accumulate(shards.begin(), shards.end(), 0.0);
  }

  Simulated run() {
    const auto shards = static_cast<double>(ready_.size());
    const double before = cluster_.divide * shards;
    const double after = cluster_.gather * shards;
    const auto slow = static_cast<std::size_t>(
        std::floor(cluster_.slow_share * static_cast<double>(cluster_.workers)));
    for (std::size_t w = 0; w < cluster_.workers; ++w)
      free_.push({before, w < slow ? cluster_.slow_factor : 1});
    double end = before;
    while (!ready_.empty()) end = std::max(end, take_next());
    const auto workers = static_cast<double>(cluster_.workers);
    result_.serial = workers * (before + after);
    result_.seconds = end + after;
    result_.idle = workers * result_.seconds - result_.serial - result_.work - result_.slow -
                   result_.lost - result_.starting;
    return result_;
  }

 private:
  struct Shard {
    double since;  ///< from when it may be taken up
    double left;   ///< seconds of work
  };
  struct Worker {
    double free;    ///< from when
    double factor;  ///< how much longer it takes
    friend bool operator<(const Worker& a, const Worker& b) { return a.free > b.free; }
  };

  /// The worker that is free first takes the next shard. Returns when it is free again.
  double take_next() {
    Worker worker = free_.top();
    free_.pop();
    Shard shard = ready_.front();
    ready_.pop_front();
    const double begin = std::max(worker.free, shard.since);
    const double writes = std::floor(shard.left / cluster_.write_every) + 1;
    const double work = shard.left * worker.factor;
    double fails_after = work;
    if (cluster_.failures > 0)
      fails_after = -std::log(1 - fraction(random_)) * kSecondsOfAnHour / cluster_.failures;
    if (fails_after < work) {
      const double done = fails_after / worker.factor;
      const double kept = std::floor(done / cluster_.write_every) * cluster_.write_every;
      result_.lost += (done - kept) * worker.factor + cluster_.restart;
      result_.slow += kept * (worker.factor - 1);
      result_.starting += cluster_.start;
      worker.free = begin + cluster_.start + fails_after + cluster_.restart;
      ready_.push_back({worker.free, shard.left - kept});
    } else {
      const double starting = cluster_.start + writes * cluster_.write;
      result_.slow += shard.left * (worker.factor - 1);
      result_.starting += starting;
      worker.free = begin + starting + work;
    }
    free_.push(worker);
    return worker.free;
  }

  const Cluster& cluster_;
  std::mt19937_64 random_;
  std::deque<Shard> ready_;
  std::priority_queue<Worker> free_;
  Simulated result_;
};

}  // namespace

Simulated simulate(const std::vector<double>& shards, const Cluster& cluster) {
  return Simulation(shards, cluster).run();
}

std::vector<double> put_together(const std::vector<double>& measured, std::size_t count) {
  const double whole = std::accumulate(measured.begin(), measured.end(), 0.0);
  std::vector<double> shards(std::min(count, measured.size()), 0.0);
  double before = 0;
  for (const double seconds : measured) {
    // By where the middle of the subtree lies in the whole.
    const double place = whole > 0 ? (before + seconds / 2) / whole : 0;
    const auto shard = static_cast<std::size_t>(place * static_cast<double>(shards.size()));
    shards[std::min(shard, shards.size() - 1)] += seconds;
    before += seconds;
  }
  std::erase(shards, 0.0);
  return shards;
}

std::vector<double> enlarge(const std::vector<double>& measured, double seconds,
                            std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> subtrees;
  for (double sum = 0; sum < seconds;) {
    const auto i =
        static_cast<std::size_t>(fraction(random) * static_cast<double>(measured.size()));
    subtrees.push_back(std::min(measured[i], seconds - sum));
    sum += measured[i];
  }
  return subtrees;
}

ShardChoice best_shards(const std::vector<double>& subtrees, const Cluster& cluster) {
  ShardChoice best;
  for (std::size_t shards = cluster.workers; shards < 2 * subtrees.size(); shards *= 2) {
    const std::vector<double> sizes = put_together(subtrees, shards);
    const Simulated simulated = simulate(sizes, cluster);
    if (best.shards == 0 || simulated.seconds < best.simulated.seconds)
      best = {sizes.size(), simulated};
  }
  if (best.shards == 0) best = {subtrees.size(), simulate(subtrees, cluster)};
  return best;
}

}  // namespace ringcheck::shards
