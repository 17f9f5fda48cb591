// pt-sampled: an NMI takes an AUX sample in the middle of stopping an Intel PT unit, or of taking
// another AUX sample; aux-sample-size: the size of samples.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/pt/pt_machine.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/pt/aux_sample.hpp"

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
  b.bench.said.heard = [&](std::uint32_t kind) {
    if (kind == said::AuxSampled<>::kKind)
      judge.require(b.word(b.pt.at.ctl) == 0, "I-20",
                    "trace is copied to a sample while the unit writes");
  };
  const auto sample = [&](auto& cpu) {
    perf_aux_sample_output(cpu, b.pt.aux, sampling, [&](auto& c) {
      using C = std::remove_reference_t<decltype(c)>;
      PerfOutputHandle<C> handle;
      if (!perf_output_begin(c, b.pt.aux.ring, handle, 8 + kSampleBytes, b.bench.m.events[0]))
        return;
      perf_output_word(c, b.pt.aux.ring, handle, header_word(kRecordAux, 0, 8 + kSampleBytes));
      pt_event_snapshot_aux(c, unit, b.pt, handle, kSampleBytes);
      perf_output_end(c, b.pt.aux.ring, handle);
    });
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

constexpr std::array<std::string_view, 1> kSizeProperties = {"I-12"};
constexpr std::array kSizeSetup = {
    Dial{"wanted, in 1000 bytes", 0, 80},
    Dial{"header, in 8 bytes", 1, 64},
    Dial{"area in pages 2^", 0, 6},
};

void run_size(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t header = example.setup[1] * 8;
  const std::uint64_t area = std::uint64_t{4096} << example.setup[2];
  const std::uint64_t size = aux_sample_size(example.setup[0] * 1000, header, area, defects);
  judge.require(header + size <= kMostRecordBytes && size % 8 == 0 && size <= area, "I-12",
                "a sample is larger than its record can tell");
}

}  // namespace

const AuxSequence kPtSampled = {
    "pt-sampled", "an NMI takes an AUX sample while the unit is stopped, or sampled",
    kProperties,  kSetup,
    {},           true,
    run};
const AuxSequence kAuxSampleSize = {
    "aux-sample-size", "sizes of AUX samples", kSizeProperties, kSizeSetup, {}, true, run_size};

}  // namespace ringcheck
