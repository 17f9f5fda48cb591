// pt-overlap: two snapshots of Intel PT share trace, in records that are padded. A decoder takes
// the first one, and only what is new from the second. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/intel_pt_overlap.hpp"

#include "properties/perf_tool/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPsbEvery = 8, kMost = 64, kAlignment = 8;
constexpr std::array<std::string_view, 1> kProperties = {"I-15"};
constexpr std::array kSetup = {
    Dial{"first starts at", 0, 2},   Dial{"first ends at", 3, 25},
    Dial{"second starts at", 0, 25}, Dial{"second has so much more", 0, 9},
    Dial{"zeroes from", 0, 3},       Dial{"a PSB seems to be after the trace", 0, 1},
};
/// Where the first record starts: with a PSB, after one, and after one that it might have had.
constexpr std::array<std::uint64_t, 3> kFirst = {0, 1, 12};
/// How many of each PSB's units are packets that do something.
constexpr std::array<std::uint64_t, 4> kZeroesFrom = {0, 1, 6, 8};

/// Unit `i` of the trace: a PSB, another packet, or one that does nothing (PAD, a zero).
std::uint64_t trace_unit(std::uint64_t i, std::uint64_t zeroes_from) {
  if (i % kPsbEvery == 0) return kPsbUnit + i;
  return i % kPsbEvery < zeroes_from ? 1 + i % 100 : 0;
}

/// What a decoder sees of units `from` to `to` of the memory: all but those that do nothing.
std::vector<std::uint64_t> packets(const std::vector<std::uint64_t>& memory, std::uint64_t from,
                                   std::uint64_t to) {
  std::vector<std::uint64_t> result;
  for (std::uint64_t i = from; i < to; ++i)
    if (memory.at(i) != 0) result.push_back(memory.at(i));
  return result;
}

std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// The first PSB from unit `from` on.
std::uint64_t psb_from(std::uint64_t from) {
  return (from + kPsbEvery - 1) / kPsbEvery * kPsbEvery;
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t first = kFirst.at(example.setup[0]);
  const std::uint64_t end = example.setup[1];
  const std::uint64_t start = example.setup[2];
  // The second snapshot is the later one, of a ring that overwrites old trace.
  if (end <= first || start < first) return;
  const std::uint64_t last_psb = (end - 1) / kPsbEvery * kPsbEvery;
  const bool shared = last_psb >= first && start <= last_psb;
  const std::uint64_t new_end = std::max(start, end) + example.setup[3];
  const std::uint64_t zeroes_from = kZeroesFrom.at(example.setup[4]);
  // Trace goes on with a PSB and its time: new trace is longer than padding, or there is none.
  if (shared && new_end != end && start + padded(new_end - start) < first + padded(end - first))
    return;
  const std::uint64_t beyond = example.setup[5] != 0 ? ~std::uint64_t{0} : 0;
  std::vector<std::uint64_t> memory(2 * kMost, beyond), all(kMost);
  for (std::uint64_t i = 0; i < new_end; ++i) all.at(i) = trace_unit(i, zeroes_from);
  const auto record = [&](std::uint64_t at, std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = 0; i < padded(to - from); ++i)
      memory.at(at + i) = i < to - from ? all.at(from + i) : 0;
  };
  record(0, first, end);
  record(kMost, start, new_end);
  SequentialCpu<> cpu(memory);
  const PtTrace<std::uint64_t> a{{0, kMost, 1}, padded(end - first)};
  const PtTrace<std::uint64_t> b{{kMost, kMost, 1}, padded(new_end - start)};
  const std::uint64_t from = intel_pt_find_overlap(cpu, a, b, defects);
  judge.require(from <= b.length, "I-15", "a decoder starts after the end of a snapshot");
  // Without something in common the decoder needs a PSB to start with.
  const std::uint64_t fresh = shared ? end : std::min(psb_from(start), new_end);
  judge.require(packets(memory, kMost + from, kMost + b.length) == packets(all, fresh, new_end),
                "I-15", "a decoder gets trace of two snapshots twice, or not at all");
}

}  // namespace

const AuxSequence kPtOverlap = {
    "pt-overlap", "two snapshots of Intel PT that share trace are decoded",
    kProperties,  kSetup,
    {},           true,
    run};

}  // namespace ringcheck
