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

constexpr std::array<std::string_view, 2> kProperties = {"I-40", "I-58"};
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
    if (traces && !allowed)
      *faulted_ = true;
    else
      word = value;
  }

 private:
  std::vector<std::uint64_t>& memory_;
  PtRegisters at_;
  bool* faulted_;
};

void run(const AuxCase& example, AuxJudge& judge, PtGate opens) {
  std::vector<std::uint64_t> memory(PtRegisters::kCount + 3);
  PtRestart pt;
  pt.at = PtRegisters::at(0);
  pt.gate = PtRegisters::kCount;
  pt.config = pt.gate + 1;
  pt.open = pt.gate + 2;
  pt.output = {example.setup[3] != 0, 0x1000, 4096, 0, 0};
  pt.opens = opens;
  bool faulted = false;
  RegistersOfUnit<NoInterrupts> plain(memory, pt.at, &faulted, {});
  constexpr std::uint64_t kSampleBytes = 16;
  std::uint64_t left = example.setup[2];
  const auto nmi = [&](auto&) { pt_sample_programmed(plain, pt, kSampleBytes); };
  using Nmi = InterruptOnce<decltype(nmi)>;
  RegistersOfUnit<Nmi> cpu(memory, pt.at, &faulted, Nmi(&left, nmi));
  const std::span<const PtFilter> ranges = ranges_of(example.setup[1]);
  if (example.setup[0] != 0) {
    pt_start_programmed(plain, pt, {.filters = ranges_of(example.setup[0])});
    pt_stop_programmed(cpu, pt);
  }
  pt_start_programmed(cpu, pt, {.filters = ranges});
  judge.require(!faulted, "I-58", "registers are written while the unit traces");
  std::uint64_t levels = kPtCtlOn | kPtCtlKernel | kPtCtlUser;
  if (!pt.output.single) levels |= kPtCtlTables;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    levels |= std::uint64_t{ranges[i].config} << (32 + 4 * i);
    judge.require(memory[pt.at.ranges + 2 * i] == ranges[i].first &&
                      memory[pt.at.ranges + 2 * i + 1] == ranges[i].last,
                  "I-40", "the unit has other ranges than its event");
  }
  judge.require(memory[pt.at.ctl] == levels, "I-58",
                "the unit traces something else than its event asks for, or not at all");
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
