// ibs-samples: AMD IBS units with any abilities sample; perf reads the registers in raw data.
// ibs-stopped: a unit's interrupt comes before each access of stopping the unit, and after it. The
// driver is repaired; in Linux 6.1 the interrupt may let the unit go on (ibs-stopped-as-it-is,
// V-44). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/sampling/ibs.hpp"

#include "properties/aux/aux_bench.hpp"
#include "properties/sampling/sample_ring.hpp"
#include "properties/sampling/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kRegisters = 7, kExtra = 2;
constexpr std::array<std::string_view, 1> kProperties = {"I-66"};
constexpr std::array kSetup = {Dial{"operations", 0, 1},
                               Dial{"abilities", 0, 15},
                               Dial{"raw", 0, 1},
                               Dial{"valid", 0, 1},
                               Dial{"instruction pointer is wrong", 0, 1},
                               Dial{"throttled", 0, 1},
                               Dial{"the driver is repaired", 0, 1}};

std::uint32_t caps_of(std::uint64_t abilities) {
  constexpr std::array<std::uint32_t, 4> kCaps = {kIbsBranchTarget, kIbsRipCheck, kIbsFetchExtended,
                                                  kIbsOpData4};
  std::uint32_t caps = 0;
  for (std::size_t i = 0; i < kCaps.size(); ++i)
    if ((abilities >> i & 1U) != 0) caps |= kCaps.at(i);
  return caps;
}

/// A unit on words of memory: registers in a row, others, state.
Ibs unit_of(const AuxCase& example, DefectSet defects, bool respects_stopping) {
  Ibs ibs;
  ibs.ops = example.setup[0] != 0;
  ibs.caps = caps_of(example.setup[1]);
  ibs.extra = kRegisters;
  ibs.state = kRegisters + kExtra;
  ibs.raw = example.setup[2] != 0;
  ibs.respects_stopping = respects_stopping;
  ibs.defects = defects;
  return ibs;
}

/// Reads raw data as perf does: a word of 32 bits, then words of 64.
std::vector<std::uint64_t> registers_in(const std::vector<std::uint8_t>& raw, std::uint64_t& caps) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes && at + i < raw.size(); ++i)
      value |= std::uint64_t{raw[at + i]} << 8 * i;
    return value;
  };
  caps = number(0, 4);
  std::vector<std::uint64_t> registers;
  for (std::size_t at = 4; at + 8 <= raw.size(); at += 8) registers.push_back(number(at, 8));
  return registers;
}

/// What raw data has from a unit. For fetches: control, linear and physical address, and the
/// control's extension. For operations: control, instruction pointer, three words of data, linear
/// and physical address, and then the branch's target and a fourth word of data.
/// Source: arch/x86/include/asm/msr-index.h MSR_AMD64_IBS_REG_COUNT_MAX; perf_ibs_handle_irq.
std::vector<std::uint64_t> registers_of(const std::vector<std::uint64_t>& memory, bool ops,
                                        std::uint32_t caps) {
  std::vector<std::uint64_t> registers(memory.begin(), memory.begin() + (ops ? 7 : 3));
  std::size_t beside = kRegisters;
  const std::array<std::uint32_t, 2> abilities =
      ops ? std::array{kIbsBranchTarget, kIbsOpData4} : std::array{kIbsFetchExtended, 0U};
  for (const std::uint32_t ability : abilities)
    if ((caps & ability) != 0) registers.push_back(memory[beside++]);
  return registers;
}

/// Judges the unit's next interrupts. Its event runs, unless it is throttled: then one interrupt
/// may be late, further ones are somebody else's, and once it is started again it samples.
void judge_next(const Ibs& ibs, std::vector<std::uint64_t>& memory, bool throttled,
                AuxJudge& judge) {
  SequentialCpu<> cpu(memory);
  const auto interrupt = [&](bool valid) {
    if (valid) memory[0] |= kIbsValid;
    return perf_ibs_handle_irq(cpu, ibs, [](const IbsSample&) { return false; });
  };
  if (throttled) {
    judge.require(interrupt(true) == IbsHandled::late, "I-66",
                  "after a stop an interrupt is taken for a sample, or for somebody else's");
    judge.require((memory[0] & kIbsEnable) == 0, "I-66", "a late interrupt lets the unit go on");
    judge.require(interrupt(true) == IbsHandled::not_mine, "I-66",
                  "after a stop more than one interrupt is taken for the unit's");
    perf_ibs_start(cpu, ibs);
    judge.require((memory[0] & kIbsEnable) != 0, "I-66", "a unit that is started is not enabled");
  }
  judge.require(interrupt(false) == IbsHandled::not_mine, "I-66",
                "an interrupt that is somebody else's is taken for the unit's");
  judge.require(interrupt(true) == IbsHandled::sampled, "I-66",
                "a unit that runs has no sample for its interrupt");
  constexpr std::uint64_t kOtherBits = 0x1234;
  memory[0] |= kOtherBits;
  perf_ibs_stop(cpu, ibs);
  judge.require(memory[0] == kOtherBits, "I-66",
                "a stop does not disable the unit, or changes more of its control");
  perf_ibs_start(cpu, ibs);
  judge.require(memory[0] == kIbsEnable && interrupt(true) == IbsHandled::sampled, "I-66",
                "a unit that is started after a stop does not sample");
}

void run_samples(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  // If no stop comes in between, Linux 6.1's driver is as good as the repaired one.
  const Ibs ibs = unit_of(example, defects, example.setup[6] != 0);
  const bool valid = example.setup[3] != 0, invalid_ip = example.setup[4] != 0;
  const bool throttled = example.setup[5] != 0;
  std::vector<std::uint64_t> memory(kRegisters + kExtra + 1);
  SequentialCpu<> starting(memory);
  // An event that was added without a start is stopped: its unit has no interrupt under way.
  perf_ibs_stop(starting, ibs);
  judge.require(perf_ibs_handle_irq(starting, ibs, [](const IbsSample&) { return false; }) ==
                    IbsHandled::not_mine,
                "I-66", "an interrupt is taken for that of a unit that was never started");
  perf_ibs_start(starting, ibs);
  judge.require(memory[0] == kIbsEnable, "I-66", "a unit is started with something else");
  for (std::uint64_t i = 1; i < kRegisters + kExtra; ++i) memory[i] = 0x1000 * (i + 1);
  if (invalid_ip) memory[2] |= kIbsRipInvalid;
  if (valid) memory[0] |= kIbsValid;
  const std::vector<std::uint64_t> wanted = registers_of(memory, ibs.ops, ibs.caps);
  // A unit that goes on tags another operation at once.
  const auto go_on = [&] {
    if ((memory[0] & (kIbsEnable | kIbsValid)) != kIbsEnable) return;
    for (std::uint64_t i = 1; i < kRegisters + kExtra; ++i) memory[i] = 0x77;
  };
  SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(go_on)>> cpu(
      memory, {}, BeforeEachAccess<decltype(go_on)>(go_on));
  const SampleAttr attr{.sample_type = kSampleIp | (ibs.raw ? kSampleRaw : 0)};
  SampleRing ring(attr, 64, defects);
  constexpr std::uint64_t kInterrupted = 0x99;
  const IbsHandled handled = perf_ibs_handle_irq(cpu, ibs, [&](const IbsSample& sample) {
    SampleData data;
    data.words.at(sample_word(kSampleIp)) = sample.ip.value_or(kInterrupted);
    judge.require(ibs.raw || sample.raw.empty(), "I-66",
                  "a sample has raw data that its event does not ask for");
    data.raw = sample.raw;
    ring.write({.id = 77}, data);
    return throttled;
  });
  const auto records = ring.read();
  judge.require((handled == IbsHandled::sampled) == valid && records.size() == (valid ? 1U : 0U),
                "I-66", "an interrupt without a sample gives one, or one with a sample none");
  if (judge.found() || !valid) return;
  const SampleData& sample = records.front().sample;
  const bool told_wrong = ibs.ops && (ibs.caps & kIbsRipCheck) != 0 && invalid_ip;
  judge.require(sample.words.at(sample_word(kSampleIp)) == (told_wrong ? kInterrupted : wanted[1]),
                "I-66", "a sample has another instruction pointer than the unit's, or a wrong one");
  if (ibs.raw) {
    std::uint64_t caps = 0;
    const auto found = registers_in(sample.raw.value_or(std::vector<std::uint8_t>()), caps);
    judge.require(caps == ibs.caps && found == wanted, "I-66",
                  "raw data is not the unit's abilities and registers");
  }
  judge.require(throttled ? (memory[0] & kIbsEnable) == 0 : memory[0] == kIbsEnable, "I-66",
                "the unit does not go on, or goes on though its event is throttled");
  judge_next(ibs, memory, throttled, judge);
}

constexpr std::array<std::string_view, 1> kStoppedProperties = {"I-28"};
constexpr std::array kStoppedSetup = {
    Dial{"operations", 0, 1}, Dial{"abilities", 0, 1},
    Dial{"raw", 0, 1},        Dial{"interrupt before access", 0, 20},
    Dial{"valid", 0, 1},      Dial{"throttled", 0, 1}};

/// The unit was enabled when its interrupt was on its way, so each interrupt has an owner.
void run_stopped_with(const AuxCase& example, DefectSet defects, AuxJudge& judge,
                      bool respects_stopping) {
  const Ibs ibs = unit_of(example, defects, respects_stopping);
  std::vector<std::uint64_t> memory(kRegisters + kExtra + 1);
  SequentialCpu<> plain(memory);
  perf_ibs_start(plain, ibs);
  std::uint64_t left = example.setup[3];
  IbsHandled handled = IbsHandled::sampled;
  const auto come = [&](auto& cpu) {
    // While the unit is enabled it interrupts only for a sample.
    if (example.setup[4] != 0 || (memory[0] & kIbsEnable) != 0) memory[0] |= kIbsValid;
    handled =
        perf_ibs_handle_irq(cpu, ibs, [&](const IbsSample&) { return example.setup[5] != 0; });
  };
  SequentialCpu<IgnoreObservations, InterruptOnce<decltype(come)>> cpu(
      memory, {}, InterruptOnce<decltype(come)>(&left, come));
  perf_ibs_stop(cpu, ibs);
  const bool after = left != InterruptOnce<decltype(come)>::kFired;
  if (after) come(plain);
  judge.require(handled != IbsHandled::not_mine, "I-28", "an interrupt of the unit's is nobody's");
  judge.require((memory[0] & kIbsEnable) == 0, "I-28", "a unit that was stopped goes on");
}

void run_stopped(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_stopped_with(example, defects, judge, true);
}
void run_stopped_as_it_is(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_stopped_with(example, defects, judge, false);
}

}  // namespace

const AuxSequence kIbsSamples = {
    "ibs-samples", "samples of AMD IBS units of any abilities", kProperties, kSetup, {}, true,
    run_samples};
const AuxSequence kIbsLateInterrupt = {"ibs-stopped",
                                       "an interrupt of an AMD IBS unit while it is stopped",
                                       kStoppedProperties,
                                       kStoppedSetup,
                                       {},
                                       true,
                                       run_stopped};
const AuxSequence kIbsStoppedAsItIs = {"ibs-stopped-as-it-is",
                                       "an interrupt of an AMD IBS unit while it is stopped",
                                       kStoppedProperties,
                                       kStoppedSetup,
                                       {},
                                       true,
                                       run_stopped_as_it_is};

}  // namespace ringcheck
