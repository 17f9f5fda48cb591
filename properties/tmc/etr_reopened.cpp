// etr-reopened: the head moves between enabling an ETR and copying from it: room is skipped, or the
// transaction is closed and another one opened. wide-copy: a copy with room of more than 4 GiB
// (docs/findings.md V-18).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

/// An ETR with a flat, coherent buffer as large as the AUX area.
struct FlatEtr {
  FlatEtr(const AuxMachineSetup& setup, DefectSet defects) : bench(with_buffer(setup), defects) {
    AuxMachine& m = bench.m;
    buf.at = EtrCells::at(m.driver);
    buf.data.memory = buf.data.view = {m.driver + EtrCells::kCount, setup.aux_size, setup.aux_unit};
    m.word(buf.at.refcnt) = 1;
    m.word(buf.at.perf_buf) = buf.name;
  }
  static AuxMachineSetup with_buffer(AuxMachineSetup setup) {
    setup.driver_words = EtrCells::kCount + setup.aux_size / setup.aux_unit;
    return setup;
  }
  std::uint64_t copy() {
    auto cpu = bench.cpu();
    SettledUnit unit;
    return tmc_update_etr_buffer(cpu, unit, buf, 4, bench.m.aux, bench.m.handle);
  }

  AuxBench bench;
  EtrBuf buf;
};

constexpr std::uint64_t kSize = 64, kFrame = 16;
constexpr std::array<std::string_view, 1> kProperties = {"I-35"};
constexpr std::array kSetup = {
    Dial{"origin", 0, kOrigins - 1},
    Dial{"skipped", 0, 32},
    Dial{"written by a transaction before", 0, 16},
    Dial{"frames", 0, 3},
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  FlatEtr etr(bench_setup(kSize, origin_of(example.setup[0], kSize)), defects);
  AuxMachine& m = etr.bench.m;
  auto cpu = etr.bench.cpu();
  perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]);
  etr.buf.head_at_enable = m.word(m.handle.head);
  perf_aux_output_skip(cpu, m.aux, m.handle, example.setup[1]);
  if (example.setup[2] != 0) {
    perf_aux_output_end(cpu, m.aux, m.handle, example.setup[2]);
    etr.bench.tail() = m.word(m.aux.at.aux_head);
    perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]);
  }
  for (std::uint64_t i = 0; i < kSize; ++i) {
    m.word(etr.buf.data.view.address(i)) = 1 + i;
    etr.bench.trace(i) = 0;
  }
  m.word(etr.buf.at.rwp) = example.setup[3] * kFrame;
  const std::uint64_t room = m.word(m.handle.size);
  const std::uint64_t head = m.word(m.handle.head);
  const std::uint64_t copied = etr.copy();
  if (example.setup[3] * kFrame > room) return;
  for (std::uint64_t i = 0; i < copied; ++i)
    judge.require(etr.bench.trace(head + i) == 1 + i, "I-35",
                  "the copy does not start at the transaction's head");
}

constexpr std::uint64_t kLarge = std::uint64_t{1} << 24U;  ///< bytes of trace in a word of memory
constexpr std::uint64_t kLargeWords = 512;                 ///< 8 GiB
constexpr std::array kWideSetup = {Dial{"room, in 16 MiB", 1, kLargeWords - 1},
                                   Dial{"trace, in 16 MiB", 1, kLargeWords - 1}};

constexpr std::array kWideShares = {Share{"room is short", 35}, Share{"more than 4 GiB", 20}};

void run_wide_copy(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool repaired) {
  AuxMachineSetup setup = bench_setup(kLarge * kLargeWords, 0);
  setup.aux_unit = kLarge;
  FlatEtr etr(setup, defects);
  etr.buf.wide_mask = repaired;
  etr.bench.word(etr.buf.at.rwp) = example.setup[1] * kLarge;
  const std::uint64_t room = example.setup[0] * kLarge;
  judge.comes_to("room is short", example.setup[0] < example.setup[1]);
  judge.comes_to("more than 4 GiB",
                 std::min(example.setup[0], example.setup[1]) * kLarge >> 32U != 0);
  etr.bench.word(etr.bench.m.handle.size) = room;
  judge.require(etr.copy() == std::min(room, example.setup[1] * kLarge), "I-35",
                "not as much is copied as there is, or as there is room for");
}
void run_wide(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_wide_copy(example, defects, judge, false);
}
void run_wide_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_wide_copy(example, defects, judge, true);
}

}  // namespace

const AuxSequence kEtrReopened = {"etr-reopened",
                                  "the head moves between enabling an ETR and copying from it",
                                  kProperties,
                                  kSetup,
                                  {},
                                  true,
                                  run};
const AuxSequence kWideCopy = {
    "wide-copy", "one copy of gigabytes", kProperties, kWideSetup, {}, false, run_wide, 200,
    kWideShares};
const AuxSequence kWideCopyRepaired = {"wide-copy-repaired",
                                       "one copy of gigabytes",
                                       kProperties,
                                       kWideSetup,
                                       {},
                                       false,
                                       run_wide_repaired,
                                       200,
                                       kWideShares};

}  // namespace ringcheck
