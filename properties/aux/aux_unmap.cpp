// aux-unmap: begin while another CPU unmaps the AUX area. The mapping count drops before one access
// of begin, and the mapping's reference to the pages before the same access or a later one.
//
// Source: kernel/events/core.c perf_mmap_close: first the count drops, then running events are
// stopped, then the reference drops. An event that is being started is not found running. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-39"};
constexpr std::array kSetup = {
    Dial{"count drops before access", 0, 20},
    Dial{"reference so many accesses later", 0, 20},
};

/// A buffer that has no AUX area takes no transaction.
void judge_without_area(DefectSet defects, AuxJudge& judge) {
  AuxBench bench(bench_setup(16, 0), defects);
  bench.m.aux.has_aux = false;
  const std::uint64_t references = bench.word(bench.m.aux.at.refcount);
  auto cpu = bench.cpu();
  perf_aux_output_begin(cpu, bench.m.aux, bench.m.handle, bench.m.events[0]);
  judge.require(!bench.open() && bench.word(bench.m.aux.at.refcount) == references, "I-39",
                "a transaction is opened on an AUX area that there is not");
}

/// An event that has no buffer opens nothing: its handle stays as it was.
void judge_without_buffer(DefectSet defects, AuxJudge& judge) {
  AuxBench bench(bench_setup(16, 0), defects);
  PerfEvent loose = bench.m.events[0];
  loose.attached = false;
  bench.word(bench.m.handle.event) = loose.number + 1;
  const std::vector<std::uint64_t> before = bench.m.memory;
  auto cpu = bench.cpu();
  const bool begun = perf_aux_output_begin(cpu, bench.m.aux, bench.m.handle, loose);
  judge.require(!begun && bench.m.memory == before, "I-39",
                "an event without a buffer opens a transaction, or clears its handle");
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  AuxBench bench(bench_setup(16, 0), defects);
  const AuxBufferCells& at = bench.m.aux.at;
  bool freed_by_unmap = false;
  std::uint64_t accesses = 0;
  const auto unmap = [&] {
    if (accesses++ == example.setup[0]) bench.word(at.aux_mmap_count) = 0;
    if (accesses > example.setup[0] + example.setup[1] && !freed_by_unmap && !bench.open()) {
      freed_by_unmap = true;
      --bench.word(at.aux_refcount);
    }
  };
  auto cpu = bench.watched_cpu(unmap);
  perf_aux_output_begin(cpu, bench.m.aux, bench.m.handle, bench.m.events[0]);
  judge.require(bench.said.count<said::AuxFreed>() == 0, "I-39",
                "begin drops the last reference to the AUX pages, where nobody may free them");
  const std::uint64_t references = (freed_by_unmap ? 0U : 1U) + (bench.open() ? 1U : 0U);
  judge.require(bench.word(at.aux_refcount) == references, "I-39",
                "the AUX pages have not one reference for their mapping and each transaction");
  judge_without_area(defects, judge);
  judge_without_buffer(defects, judge);
}

}  // namespace

const AuxSequence kAuxUnmap = {
    "aux-unmap", "begin while another CPU unmaps the area", kProperties, kSetup, {}, true, run};

}  // namespace ringcheck
