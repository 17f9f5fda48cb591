// pt-sampled: an NMI takes an AUX sample in the middle of stopping an Intel PT unit, or of taking
// another AUX sample. pt-sample-stopped: another CPU has the sampler stopped while a sample is
// taken (docs/findings.md V-26). aux-sample-size: the size of samples.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>

#include "properties/pt/pt_machine.hpp"
#include "properties/pt/pt_take_sample.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-20", "I-24"};
constexpr std::array kSetup = {
    Dial{"in the middle of another sample", 0, 1},
    Dial{"NMI before access", 0, 80},
};
constexpr std::uint64_t kSampleBytes = 16;

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  PtBenchSetup setup;
  setup.snapshot = true;
  PtBench b(setup, defects);
  const std::uint64_t sampling = b.bench.m.other_handle.wakeup;  // a word that nobody else uses
  SettledUnit unit;
  bool masked = false;
  b.bench.said.heard = [&](std::uint32_t kind) {
    if (kind == said::AuxSampled<>::kKind)
      judge.require(b.word(b.pt.at.ctl) == 0, "I-20",
                    "trace is copied to a sample while the unit writes");
  };
  const auto sample = [&](auto& cpu) {
    take_sample(cpu, unit, b, {sampling, kSampleBytes, SamplePadding::word}, masked);
  };
  auto cpu = b.bench.cpu();
  pt_event_start(cpu, unit, b.pt, b.bench.m.events[0]);
  b.write(kPtPageBytes);
  std::uint64_t left = example.setup[1];
  const auto nmi = [&](auto& c) {
    if (b.bench.open()) sample(c);
  };
  auto interrupted = b.bench.interrupted_cpu(&left, nmi);
  if (example.setup[0] != 0)
    sample(interrupted);
  else
    pt_event_stop(interrupted, unit, b.pt, b.bench.m.events[0]);
  if (example.setup[0] == 0)
    judge.require(b.word(b.pt.at.ctl) == 0, "I-24",
                  "the unit may write after its event was stopped");
}

constexpr std::array<std::string_view, 1> kStoppedProperties = {"I-01"};
constexpr std::array kStoppedSetup = {Dial{"stopped before access", 0, 80}};
constexpr std::uint64_t kStale = 0x5a5a'5a5a'5a5a'5a5a;

/// A software event takes a sample with interrupts enabled, and another CPU has the sampler stopped
/// meanwhile. The record must have trace or zeroes, not what stood there a lap before.
void run_stopped(const AuxCase& example, AuxJudge& judge, SamplePadding padding) {
  PtBenchSetup setup;
  setup.snapshot = true;
  PtBench b(setup, {});
  const PerfBuffer& ring = b.pt.aux.ring;
  const std::uint64_t sampling = b.bench.m.other_handle.wakeup;
  SettledUnit unit;
  auto cpu = b.bench.cpu();
  pt_event_start(cpu, unit, b.pt, b.bench.m.events[0]);
  b.write(kPtPageBytes);
  for (std::uint64_t i = 0; i < ring.data_size / kWordBytes; ++i) b.word(ring.at.data + i) = kStale;
  bool masked = false;
  std::uint64_t left = example.setup[0];
  auto interrupted = b.bench.interrupted_cpu(&left, [&](auto& c) {
    if (!masked) pt_event_stop(c, unit, b.pt, b.bench.m.events[0]);
  });
  const auto start = take_sample(interrupted, unit, b, {sampling, kSampleBytes, padding}, masked);
  if (!start) return;
  const std::uint64_t size = header_size(b.word(ring.data_word(*start)));
  for (std::uint64_t i = 0; i < size; i += kWordBytes)
    judge.require(b.word(ring.data_word(*start + i)) != kStale, "I-01",
                  "a sample has what stood in the buffer a lap before");
}
void run_stopped_as_it_is(const AuxCase& example, DefectSet, AuxJudge& judge) {
  run_stopped(example, judge, SamplePadding::word);
}
void run_stopped_repaired(const AuxCase& example, DefectSet, AuxJudge& judge) {
  run_stopped(example, judge, SamplePadding::all);
}

constexpr std::array<std::string_view, 1> kSizeProperties = {"I-12"};
constexpr std::array kSizeSetup = {
    Dial{"wanted, in 1001 bytes", 0, 80},
    Dial{"header, in 8 bytes", 1, 64},
    Dial{"area in pages 2^", 0, 6},
};

void run_size(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t header = example.setup[1] * 8;
  const std::uint64_t area = std::uint64_t{4096} << example.setup[2];
  const std::uint64_t size = aux_sample_size(example.setup[0] * 1001, header, area, defects);
  judge.require(header + size <= kMostRecordBytes && size % 8 == 0 && size <= area, "I-12",
                "a sample is larger than its record can tell");
  const std::uint64_t most = std::min(kMostRecordBytes - header, area);
  judge.require(size == std::min(most, example.setup[0] * 1001) / 8 * 8, "I-12",
                "a sample has less than was asked for and would fit");
}

}  // namespace

const AuxSequence kPtSampled = {
    "pt-sampled", "an NMI takes an AUX sample while the unit is stopped, or sampled",
    kProperties,  kSetup,
    {},           true,
    run};
const AuxSequence kPtSampleStopped = {"pt-sample-stopped",
                                      "a sampler is stopped while an AUX sample is taken",
                                      kStoppedProperties,
                                      kStoppedSetup,
                                      {},
                                      true,
                                      run_stopped_as_it_is};
const AuxSequence kPtSampleStoppedRepaired = {"pt-sample-stopped-repaired",
                                              "a sampler is stopped while an AUX sample is taken",
                                              kStoppedProperties,
                                              kStoppedSetup,
                                              {},
                                              true,
                                              run_stopped_repaired};
const AuxSequence kAuxSampleSize = {
    "aux-sample-size", "sizes of AUX samples", kSizeProperties, kSizeSetup, {}, true, run_size};

}  // namespace ringcheck
