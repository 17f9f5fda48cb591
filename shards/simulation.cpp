// Simulating a cluster, worker by worker.
// A worker takes the next shard when it is free; a failure throws away what was not written, and
// the shard waits to be taken up again. Workers that share processors go on at equal speed.
// Tested by tests/shards/simulation_test.cpp.
#include "shards/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
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
      : cluster_(cluster), random_(cluster.seed), ready_(shards.begin(), shards.end()) {
    result_.work = std::accumulate(shards.begin(), shards.end(), 0.0);
  }

  Simulated run() {
    const auto shards = static_cast<double>(ready_.size());
    const double before = cluster_.divide * shards;
    const double after = cluster_.gather * shards;
    const auto workers = static_cast<double>(cluster_.workers);
    const auto slow = static_cast<std::size_t>(std::floor(cluster_.slow_share * workers));
    for (std::size_t w = 0; w < cluster_.workers; ++w)
      free_.push_back(w < slow ? cluster_.slow_factor : 1);
    now_ = before;
    do give_out();
    while (end_next());
    result_.serial = workers * (before + after);
    result_.seconds = now_ + after;
    result_.idle = workers * result_.seconds - result_.serial - result_.work - result_.slow -
                   result_.lost - result_.starting - result_.sharing;
    return result_;
  }

 private:
  /// A worker that does something, up to a point in time.
  struct Busy {
    double end;     ///< by the clock of its queue
    double since;   ///< by the clock of all
    double takes;   ///< without sharing
    double factor;  ///< how much longer the worker takes
    double left;    ///< seconds of work on its shard that a failure leaves; 0: it is done
    friend bool operator<(const Busy& a, const Busy& b) { return a.end > b.end; }
  };

  /// Free workers take shards.
  void give_out() {
    for (; !free_.empty() && !ready_.empty(); ready_.pop_front(), free_.pop_front())
      begin(free_.front(), ready_.front());
  }

  /// A worker that takes `factor` times as long takes up a shard with `left` seconds of work.
  void begin(double factor, double left) {
    const double work = left * factor;
    double fails_after = work;
    if (cluster_.failures > 0)
      fails_after = -std::log(1 - fraction(random_)) * kSecondsOfAnHour / cluster_.failures;
    const bool fails = fails_after < work;
    double kept = left;
    double starting = cluster_.start;
    if (fails) {
      const double done = fails_after / factor;
      kept = std::floor(done / cluster_.write_every) * cluster_.write_every;
      result_.lost += (done - kept) * factor + cluster_.restart;
    } else {
      starting += (std::floor(left / cluster_.write_every) + 1) * cluster_.write;
    }
    result_.starting += starting;
    result_.slow += kept * (factor - 1);
    const double takes = starting + std::min(fails_after, work);
    working_.push({progress_ + takes, now_, takes, factor, fails ? left - kept : 0});
  }

  /// Lets time go on until a worker is free again. Returns false when all were.
  bool end_next() {
    if (working_.empty() && restarting_.empty()) return false;
    const auto busy = static_cast<double>(working_.size());
    const double speed = cluster_.processors > 0 ? std::min(1.0, cluster_.processors / busy) : 1.0;
    const double never = std::numeric_limits<double>::infinity();
    const double end = working_.empty() ? never : now_ + (working_.top().end - progress_) / speed;
    if (!restarting_.empty() && restarting_.top().end < end) {
      const Busy up = restarting_.top();
      restarting_.pop();
      if (!working_.empty()) progress_ += (up.end - now_) * speed;
      now_ = up.end;
      ready_.push_back(up.left);
      free_.push_back(up.factor);
      return true;
    }
    Busy worker = working_.top();
    working_.pop();
    progress_ = worker.end;
    now_ = end;
    result_.sharing += std::max(0.0, now_ - worker.since - worker.takes);
    if (worker.left > 0) {
      worker.end = now_ + cluster_.restart;
      restarting_.push(worker);
    } else {
      free_.push_back(worker.factor);
    }
    return true;
  }

  const Cluster& cluster_;
  std::mt19937_64 random_;
  std::deque<double> ready_;  ///< seconds that are left of shards
  std::deque<double> free_;   ///< workers' factors, in the order in which they became free
  double now_ = 0;
  /// How much a worker that never stops would have done by now: all go on at one speed.
  double progress_ = 0;
  std::priority_queue<Busy> working_;     ///< by progress_
  std::priority_queue<Busy> restarting_;  ///< by now_
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
    // By the place of the subtree's middle in the whole.
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
