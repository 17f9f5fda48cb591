// pt-restarted: an NMI takes an AUX sample before each access of starting an Intel PT event, or of
// restarting it for new address ranges. The driver opens its gate for samples as in Linux 6.12; in
// 6.1 it may let the unit go on before it is programmed (pt-restarted-as-it-is, V-48).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/pt/pt_restart.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 4> kProperties = {"I-20", "I-26", "I-40", "I-58"};
constexpr std::array kSetup = {Dial{"ranges before", 0, 3}, Dial{"ranges after", 0, 3},
                               Dial{"NMI before access", 0, 60}, Dial{"a single range", 0, 1}};

/// Sets of ranges; with 0 of "ranges before" the event starts for the first time.
constexpr std::array<std::array<PtFilter, 2>, 3> kRanges = {
    std::array{PtFilter{2, 5, 1}, PtFilter{8, 9, 1}},
    std::array{PtFilter{2, 5, 1}, PtFilter{8, 12, 2}},
    std::array{PtFilter{3, 6, 1}, PtFilter{20, 25, 1}}};

std::span<const PtFilter> ranges_of(std::uint64_t number) {
  if (number == 0) return {};
  return kRanges.at(number - 1);
}

/// Memory in which the registers of a unit that traces keep what they have. A write to them faults,
/// unless it is of RTIT_CTL, and disables trace or changes nothing. Source: Intel SDM volume 3,
/// MSRs of Intel PT; arch/x86/mm/extable.c ex_handler_msr.
template <class Interrupts>
class RegistersOfUnit : public SequentialCpu<IgnoreObservations, Interrupts> {
 public:
  using Plain = SequentialCpu<IgnoreObservations, Interrupts>;
  using Value = typename Plain::Value;
  RegistersOfUnit(std::vector<std::uint64_t>& memory, const PtRegisters& at, bool* faulted,
                  Interrupts interrupts)
      : Plain(memory, {}, interrupts), memory_(memory), at_(at), faulted_(faulted) {}

  void write_once(Value address, Value value) {
    Plain::interrupt_point();
    Value& word = memory_.at(address);
    const bool traces = address < at_.kept_base && (memory_[at_.ctl] & kPtCtlOn) != 0;
    const bool allowed = address == at_.ctl && ((value & kPtCtlOn) == 0 || value == word);
    if (traces && !allowed) {
      *faulted_ = true;
      return;
    }
    stopped_ = stopped_ || (traces && (value & kPtCtlOn) == 0);
    word = value;
  }
  /// Whether the unit traced, and was stopped.
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  std::vector<std::uint64_t>& memory_;
  PtRegisters at_;
  bool* faulted_;
  bool stopped_ = false;
};

/// A unit, its driver's words after its registers, and the NMI.
struct Bench {
  static constexpr std::uint64_t kBase = 0x1000, kBytes = 4096, kTable = 3, kSampleBytes = 16;
  static constexpr std::uint64_t kOldStatus = 0x30;

  Bench(const AuxCase& example, PtGate opens, AuxJudge& judging)
      : judge(judging), memory(PtRegisters::kCount + 3), left(example.setup[2]) {
    pt.at = PtRegisters::at(0);
    pt.gate = PtRegisters::kCount;
    pt.config = pt.gate + 1;
    pt.open = pt.gate + 2;
    pt.output = {example.setup[3] != 0, kBase, kBytes, kTable, 0};
    pt.opens = opens;
  }

  [[nodiscard]] bool traces() const { return (memory[pt.at.ctl] & kPtCtlOn) != 0; }
  /// What the driver notes of the control is what the unit has.
  [[nodiscard]] bool noted() const {
    return ((memory[pt.config] ^ memory[pt.at.ctl]) & kPtCtlOn) == 0;
  }

  /// A sample is of a transaction, and of a unit that is stopped for it, and goes on.
  void sample() {
    RegistersOfUnit<NoInterrupts> cpu(memory, pt.at, &faulted, {});
    const bool traced = traces();
    const std::uint64_t bytes = pt_sample_programmed(cpu, pt, kSampleBytes);
    judge.require(bytes == (memory[pt.open] != 0 ? kSampleBytes : 0), "I-20",
                  "a sample has trace of no transaction, or none of the one that is open");
    judge.require(bytes == 0 || !traced || cpu.stopped(), "I-20",
                  "a sample has trace of a unit that runs");
    judge.require(!traced || memory[pt.gate] == 0 || traces(), "I-20",
                  "a unit stays stopped after a sample");
  }

  AuxJudge& judge;
  std::vector<std::uint64_t> memory;
  PtRestart pt;
  std::uint64_t left;  ///< accesses before the NMI
  bool faulted = false;
};

/// What the unit has when the event runs.
void judge_programmed(const Bench& b, std::span<const PtFilter> ranges, AuxJudge& judge) {
  const std::vector<std::uint64_t>& memory = b.memory;
  const PtRegisters& at = b.pt.at;
  judge.require(!b.faulted, "I-58", "registers are written while the unit traces");
  std::uint64_t levels = kPtCtlOn | kPtCtlKernel | kPtCtlUser;
  if (!b.pt.output.single) levels |= kPtCtlTables;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    levels |= std::uint64_t{ranges[i].config} << (32 + 4 * i);
    judge.require(memory[at.ranges + 2 * i] == ranges[i].first &&
                      memory[at.ranges + 2 * i + 1] == ranges[i].last,
                  "I-40", "the unit has other ranges than its event");
  }
  judge.require(memory[at.ctl] == levels && memory[b.pt.config] == levels, "I-58",
                "the unit traces something else than its event asks for, or not at all");
  const std::uint64_t mask = b.pt.output.single ? Bench::kBytes - 1 : Bench::kTable << 7U | 0x7f;
  judge.require(memory[at.base] == Bench::kBase && memory[at.mask] == mask, "I-58",
                "the unit writes to another place than its buffer");
  judge.require(memory[b.pt.gate] != 0 && memory[b.pt.open] != 0, "I-26",
                "an event runs that has no transaction, or takes no interrupts");
}

void run(const AuxCase& example, AuxJudge& judge, PtGate opens) {
  Bench b(example, opens, judge);
  RegistersOfUnit<NoInterrupts> plain(b.memory, b.pt.at, &b.faulted, {});
  const auto nmi = [&b](auto&) { b.sample(); };
  using Nmi = InterruptOnce<decltype(nmi)>;
  RegistersOfUnit<Nmi> cpu(b.memory, b.pt.at, &b.faulted, Nmi(&b.left, nmi));
  const std::span<const PtFilter> ranges = ranges_of(example.setup[1]);
  std::uint64_t& status = b.memory[b.pt.at.status];
  status = Bench::kOldStatus;
  const bool restarts = example.setup[0] != 0;
  if (restarts) {
    const std::span<const PtFilter> before = ranges_of(example.setup[0]);
    pt_start_programmed(plain, b.pt, {.filters = before});
    judge_programmed(b, before, judge);
    judge.require(status == 0, "I-58", "an event starts with an old status");
    status = Bench::kOldStatus;
    b.sample();
    pt_stop_programmed(cpu, b.pt);
    judge.require(b.memory[b.pt.gate] == 0 && b.memory[b.pt.open] == 0, "I-26",
                  "an event is stopped, and its transaction open or its interrupts taken");
    judge.require(!b.traces() && b.noted(), "I-58",
                  "a unit traces for an event that is stopped, or is taken to");
  }
  pt_start_programmed(cpu, b.pt, {.filters = ranges});
  judge_programmed(b, ranges, judge);
  judge.require(status == (restarts ? Bench::kOldStatus : 0), "I-58",
                "an event starts with an old status, or forgets one when it is restarted");
}

void run_late(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, PtGate::after_programming);
}
void run_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, PtGate::before_programming);
}

constexpr std::string_view kTitle = "an NMI takes an AUX sample while an event starts, or restarts";

}  // namespace

const AuxSequence kPtRestarted = {"pt-restarted", kTitle, kProperties, kSetup, {}, true, run_late};
const AuxSequence kPtRestartedAsItIs = {
    "pt-restarted-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
