// aux-copy: any range of a small AUX area copied into a record.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/aux/aux_copy.hpp"
#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kSize = 16;
constexpr std::array<std::string_view, 1> kProperties = {"I-34"};
constexpr std::array kSetup = {Dial{"from", 0, 2 * kSize - 1}, Dial{"bytes", 1, kSize}};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t from = example.setup[0];
  const std::uint64_t bytes = example.setup[1];
  AuxMachineSetup setup = bench_setup(kSize, 0);
  AuxBench bench(setup, defects);
  bench.m.aux.ring.whole_words = false;
  for (std::uint64_t i = 0; i < kSize; ++i) bench.trace(i) = i + 1;
  auto cpu = bench.cpu();
  PerfOutputHandle<AuxBench::Cpu> handle;
  if (!perf_output_begin(cpu, bench.m.aux.ring, handle, 8 + kSize, bench.m.events[0])) return;
  perf_output_word(cpu, bench.m.aux.ring, handle, header_word(kRecordAux, 0, 8 + kSize));
  const std::uint64_t copied = perf_output_copy_aux(cpu, bench.m.aux, handle, from, from + bytes);
  judge.require(copied == bytes, "I-34", "not as many bytes are copied as the range has");
  for (std::uint64_t i = 0; i < std::min(copied, bytes); ++i) {
    const std::uint64_t word = bench.word(bench.m.aux.ring.data_word(8 + i));
    judge.require((word >> (8 * (i % 8)) & 0xff) == (from + i) % kSize + 1, "I-34",
                  "the copy is not the range in order");
  }
}

}  // namespace

const AuxSequence kAuxCopy = {"aux-copy",  "any range of an area of 16 bytes copied into a record",
                              kProperties, kSetup,
                              {},          true,
                              run};

}  // namespace ringcheck
