// spe-offline: the CPU of an Arm SPE unit goes offline in a transaction, or without an event that
// samples there. The driver comes after perf; in Linux 6.1 (spe-offline-as-it-is, V-53) it comes
// before.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/spe/spe_offline.hpp"

#include "properties/spe/sequences.hpp"
#include "properties/spe/spe_bench.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 32, kSize = 4 * kPage;
constexpr std::uint64_t kBase = std::uint64_t{1} << 40U;
constexpr std::array<std::string_view, 3> kProperties = {"I-24", "I-25", "I-31"};
constexpr std::array kSetup = {Dial{"pages before", 0, 5}, Dial{"bytes", 0, 16},
                               Dial{"snapshot", 0, 1}, Dial{"full", 0, 1},
                               Dial{"without an event", 0, 1}};

/// A unit that nobody uses, with a report that nobody has taken.
void run_without_event(AuxBench& b, const SpeUnit& spe, AuxJudge& judge) {
  SettledUnit unit;
  auto cpu = b.cpu();
  b.word(spe.at.pmbptr) = kBase;
  b.word(spe.at.pmbsr) = kSpeService | kSpeFull;
  arm_spe_pmu_reset_local(cpu, unit, spe);
  judge.require(b.word(spe.at.pmbptr) == 0 && b.word(spe.at.pmbsr) == 0, "I-24",
                "a unit keeps a report or a pointer, and its CPU is offline");
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge, SpeOffline first) {
  const std::uint64_t origin = example.setup[0] * kPage, bytes = example.setup[1];
  AuxMachineSetup setup = bench_setup(kSize, origin);
  setup.driver_words = SpeCells::kCount;
  setup.wakeup = origin / kSize * kSize;
  setup.overwrite = example.setup[2] != 0;
  AuxBench b(setup, defects);
  const SpeUnit spe = spe_on(b, kBase, kPage, 8);
  if (example.setup[4] != 0) return run_without_event(b, spe, judge);
  const PerfEvent& event = b.m.events[0];
  SettledUnit unit;
  auto cpu = b.cpu();
  arm_spe_pmu_start(cpu, unit, spe, event);
  const std::uint64_t offset = origin % kSize + bytes;
  b.word(spe.at.pmbptr) = kBase + offset;
  if (example.setup[3] != 0) b.word(spe.at.pmbsr) = kSpeService | kSpeFull;
  arm_spe_cpu_goes_offline(cpu, unit, spe, event, first);
  judge.require(!b.open() && (b.word(spe.at.pmblimitr) & kSpeEnable) == 0 &&
                    b.word(spe.at.pmscr) == 0 && b.word(spe.at.pmbsr) == 0,
                "I-24", "a unit is on, or its transaction open, and its CPU is offline");
  const std::uint64_t head = b.word(b.m.aux.at.aux_head);
  if (setup.overwrite)
    judge.require(head == offset, "I-31", "the head is not where the unit would write next");
  else
    judge.require(head == origin + bytes, "I-25",
                  "aux_head moves by more or less than was written");
}

void run_perf_first(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run(example, defects, judge, SpeOffline::perf);
}
void run_as_it_is(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run(example, defects, judge, SpeOffline::unit);
}

constexpr std::string_view kTitle = "the CPU of an Arm SPE unit goes offline in a transaction";

}  // namespace

const AuxSequence kSpeOffline = {"spe-offline", kTitle,        kProperties, kSetup, {},
                                 true,          run_perf_first};
const AuxSequence kSpeOfflineAsItIs = {
    "spe-offline-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
