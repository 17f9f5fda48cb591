// bts-samples: branches are stored, the debug store is emptied to a ring, and a reader reads. The
// kernel is repaired; in Linux 6.1 (bts-samples-as-it-is, D-19) all samples of a debug store are
// lost where not all of them fit, and count as one.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/core/record_header.hpp"
#include "properties/sampling/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/sampling/bts_samples.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 4> kProperties = {"I-01", "I-07", "I-10", "I-61"};
constexpr std::uint64_t kWords = 16;
constexpr std::array kSetup = {Dial{"leaves out the kernel", 0, 1}};
enum Step : std::size_t { branch, drain, read };
constexpr std::array kSteps = {Dial{"branch (1, 2: from or to the kernel)", 0, 2}, Dial{"drain"},
                               Dial{"read"}};
constexpr std::array kShares = {Share{"loses branches", 10}, Share{"tells of losses", 3},
                                Share{"leaves branches out", 20}};

template <BtsDrain Drain>
class BtsSamples {
 public:
  BtsSamples(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        rb_(PerfBuffer::make(0, kWords)),
        memory_(PerfBufferCells::count(kWords)),
        exclude_kernel_(example.setup[0] != 0) {
    rb_.defects = defects;
  }

  void step(const AuxStep& step) {
    if (step.kind == branch)
      store_branch(step.amount);
    else if (step.kind == drain)
      empty_store();
    else
      memory_[rb_.at.data_tail] = memory_[rb_.at.data_head];
  }

 private:
  void store_branch(std::uint64_t kind) {
    constexpr std::uint64_t kKernel = std::uint64_t{1} << 63U;
    const std::uint64_t at = stored_++ * 16;
    const BtsBranch made = {kind == 1 ? at + kKernel : at, kind == 2 ? at + 8 + kKernel : at + 8};
    store_.push_back(made);
    judge_.comes_to("leaves branches out", exclude_kernel_ && kind != 0);
    if (!exclude_kernel_ || kind == 0) wanted_.push_back(made);
  }

  void empty_store() {
    SequentialCpu<> cpu(memory_);
    const std::uint64_t before = memory_[rb_.at.data_head];
    const std::uint64_t pending = memory_[rb_.at.lost];
    intel_pmu_drain_bts_buffer(cpu, rb_, event_, store_, exclude_kernel_, Drain);
    store_.clear();
    const std::uint64_t samples = read_since(before);
    if (judge_.found()) return;
    const std::uint64_t lost = wanted_.size() - samples;
    lost_ += lost;
    wanted_.clear();
    judge_.comes_to("loses branches", lost != 0);
    const std::uint64_t used = memory_[rb_.at.data_head] - memory_[rb_.at.data_tail];
    // The next record may have to bring a LOST record along.
    const std::uint64_t wants = kSampleBytes + (pending != 0 ? kLostBytes : 0);
    judge_.require(lost == 0 || used + wants >= kWords * sizeof(std::uint64_t), "I-07",
                   "a sample is lost that would have had room");
    judge_.require(told_ + memory_[rb_.at.lost] == lost_, "I-10",
                   "of branches that are lost not all are counted");
  }

  /// Reads what came since `before`: samples are branches that were wanted, in order. Returns how
  /// many.
  std::uint64_t read_since(std::uint64_t before) {
    std::uint64_t samples = 0;
    for (std::uint64_t at = before; at != memory_[rb_.at.data_head];) {
      const RecordHeader header = record_header(word(at));
      if (!judge_.require(header.size == kSampleBytes, "I-01", "there is no record")) return 0;
      if (header.type == kLost) {
        told_ += word(at + 16);
        judge_.comes_to("tells of losses");
      } else {
        const bool is_next = word(at) == kSampleHeader && samples < wanted_.size() &&
                             word(at + 8) == wanted_[samples].from &&
                             word(at + 16) == wanted_[samples].to;
        if (!judge_.require(is_next, "I-61", "a sample is of another branch")) return 0;
        ++samples;
      }
      at += header.size;
    }
    return samples;
  }
  std::uint64_t word(std::uint64_t offset) { return memory_[rb_.data_word(offset)]; }

  static constexpr std::uint32_t kLost = 2;
  static constexpr std::uint64_t kSampleBytes = 24, kLostBytes = 24;
  static constexpr std::uint64_t kSampleHeader = 9 | kSampleBytes << 48U;

  AuxJudge& judge_;
  PerfBuffer rb_;
  PerfEvent event_;
  std::vector<std::uint64_t> memory_;
  std::vector<BtsBranch> store_, wanted_;
  bool exclude_kernel_;
  std::uint64_t stored_ = 0, lost_ = 0, told_ = 0;
};

constexpr std::string_view kTitle = "a debug store of branches is emptied to a ring";

}  // namespace

const AuxSequence kBtsSamples = {"bts-samples",
                                 kTitle,
                                 kProperties,
                                 kSetup,
                                 kSteps,
                                 false,
                                 run_steps<BtsSamples<BtsDrain::one_by_one>>,
                                 2000,
                                 kShares};
const AuxSequence kBtsSamplesAsItIs = {"bts-samples-as-it-is",
                                       kTitle,
                                       kProperties,
                                       kSetup,
                                       kSteps,
                                       false,
                                       run_steps<BtsSamples<BtsDrain::in_one>>,
                                       2000};

}  // namespace ringcheck
