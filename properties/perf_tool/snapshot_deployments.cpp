// snapshot-deployments: tasks run and move on three CPUs and are traced into the buffers of a
// deployment. perf takes snapshots of all buffers. Each has a window of its own, and no tail is
// stored. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"
#include "protocol/perf_tool/snapshot_buffers.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kCpus = 3, kTasks = 3, kLen = 256;
constexpr std::array<std::string_view, 5> kProperties = {"I-21", "I-32", "I-33", "I-44", "I-74"};
constexpr std::array kSetup = {Dial{"deployment", 0, 2}, Dial{"CPUs listed", 1, 7}};
enum Step : std::size_t { run, length, snapshot };
constexpr std::array kSteps = {Dial{"task on CPU", 0, kTasks* kCpus - 1}, Dial{"for bytes", 1, 90},
                               Dial{"snapshot"}};
constexpr std::array kShares = {Share{"takes new trace", 60}, Share{"takes none of a buffer", 60},
                                Share{"fills a buffer", 5}, Share{"is not traced", 25}};
constexpr std::uint64_t kNoTail = 0x7a11;  ///< the value of aux_tail, which nobody uses

class Deployed {
 public:
  Deployed(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        defects_(defects),
        deployment_(static_cast<TraceDeployment>(example.setup[0])),
        cpus_(example.setup[1]) {
    std::size_t count = kCpus;
    if (deployment_ == TraceDeployment::per_thread) count = 1;
    if (deployment_ == TraceDeployment::cpu_list)
      count = static_cast<std::size_t>(std::popcount(cpus_));
    const SnapshotDriver driver = cs_etm_snapshots();
    find_ = driver.make();
    for (std::size_t i = 0; i < count; ++i) {
      areas_.emplace_back(kLen, true, driver.running_head);
      areas_.back().mm.idx = static_cast<std::uint32_t>(i);
      areas_.back().mm.defects = defects;
      areas_.back().memory.at(areas_.back().mm.user_tail) = kNoTail;
    }
    fresh_.resize(count);
  }
  void step(const AuxStep& step) {
    if (step.kind == run) running_ = step.amount;
    if (step.kind == length) trace(step.amount);
    if (step.kind == snapshot) take();
  }
  void take() {
    read_all_snapshots(
        std::span(areas_), [this](SnapshotArea& area) { read(area); }, defects_);
    for (const std::uint64_t fresh : fresh_)
      judge_.require(fresh == 0, "I-32", "a snapshot leaves out a buffer that has new trace");
  }

 private:
  /// The one buffer of the thread, or the buffer of each listed CPU, or of each CPU.
  [[nodiscard]] std::optional<std::size_t> wanted(std::uint64_t task, std::uint64_t cpu) const {
    std::vector<std::uint64_t> traced;
    for (std::uint64_t one = 0; one < kCpus; ++one)
      if (deployment_ == TraceDeployment::system_wide || (cpus_ & (std::uint64_t{1} << one)) != 0)
        traced.push_back(one);
    if (deployment_ == TraceDeployment::per_thread)
      return task == 0 ? std::optional<std::size_t>(0) : std::nullopt;
    const auto found = std::ranges::find(traced, cpu);
    if (found == traced.end()) return std::nullopt;
    return static_cast<std::size_t>(found - traced.begin());
  }
  /// The running task is traced, up to a lap between snapshots, for which snapshots are exact.
  void trace(std::uint64_t bytes) {
    const auto buffer = trace_buffer(deployment_, running_ / kCpus, running_ % kCpus, cpus_);
    judge_.require(buffer == wanted(running_ / kCpus, running_ % kCpus), "I-44",
                   "trace comes to another buffer than that of its thread or CPU, or to none");
    judge_.comes_to("is not traced", !buffer);
    if (!buffer) return;
    bytes = std::min(bytes, kLen - fresh_.at(*buffer));
    areas_.at(*buffer).produce(bytes);
    fresh_.at(*buffer) += bytes;
    judge_.comes_to("fills a buffer", fresh_.at(*buffer) == kLen);
  }
  void read(SnapshotArea& area) {
    judge_.comes_to(fresh_.at(area.mm.idx) != 0 ? "takes new trace" : "takes none of a buffer");
    const auto taken = area.read(true, find_);
    judge_snapshot(area, taken, std::exchange(fresh_.at(area.mm.idx), 0), judge_);
    judge_.require(area.memory.at(area.mm.user_tail) == kNoTail, "I-74",
                   "a snapshot stores aux_tail, as if what is before it were read");
  }

  AuxJudge& judge_;
  DefectSet defects_;
  TraceDeployment deployment_;
  std::uint64_t cpus_, running_ = 0;
  SnapshotFinder find_;
  std::vector<SnapshotArea> areas_;
  std::vector<std::uint64_t> fresh_;  ///< bytes since a buffer's last snapshot
};

void run_deployed(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Deployed deployed(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    if (judge.found()) return;
    deployed.step(step);
  }
  deployed.take();
}

}  // namespace

const AuxSequence kSnapshotDeployments = {"snapshot-deployments",
                                          "snapshots of the buffers of each deployment",
                                          kProperties,
                                          kSetup,
                                          kSteps,
                                          false,
                                          run_deployed,
                                          4000,
                                          kShares};

}  // namespace ringcheck
