// pt-overlap: two snapshots of Intel PT that share trace, in records that are padded; a decoder
// takes the first one, and of the second what is new. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/intel_pt_overlap.hpp"

#include "properties/perf_tool/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPsbEvery = 8, kMost = 64, kAlignment = 8;
constexpr std::array<std::string_view, 1> kProperties = {"I-15"};
constexpr std::array kSetup = {
    Dial{"first ends at", 8, 32},
    Dial{"second starts with PSB", 0, 5},
    Dial{"second has so much more", 0, 15},
    Dial{"zeroes from", 0, 8},
};

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

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t end = example.setup[0];
  const std::uint64_t start = example.setup[1] * kPsbEvery;
  // The second record has the last PSB of the first, or begins after it.
  const bool shared = start <= (end - 1) / kPsbEvery * kPsbEvery;
  const std::uint64_t new_end = std::max(start, end) + example.setup[2];
  if (shared && padded(new_end - start) < padded(end) - start) return;
  std::vector<std::uint64_t> memory(2 * kMost), all(kMost);
  for (std::uint64_t i = 0; i < new_end; ++i) all.at(i) = trace_unit(i, example.setup[3]);
  for (std::uint64_t i = 0; i < end; ++i) memory.at(i) = all.at(i);
  for (std::uint64_t i = start; i < new_end; ++i) memory.at(kMost + i - start) = all.at(i);
  SequentialCpu<> cpu(memory);
  const PtTrace<std::uint64_t> a{{0, kMost, 1}, padded(end)};
  const PtTrace<std::uint64_t> b{{kMost, kMost, 1}, padded(new_end - start)};
  const std::uint64_t from = intel_pt_find_overlap(cpu, a, b, defects);
  std::vector<std::uint64_t> decoded = packets(memory, 0, end);
  for (const std::uint64_t packet : packets(memory, kMost + from, kMost + b.length))
    decoded.push_back(packet);
  std::vector<std::uint64_t> wanted = packets(all, 0, end);
  for (const std::uint64_t packet : packets(all, std::max(start, end), new_end))
    wanted.push_back(packet);
  judge.require(decoded == wanted, "I-15",
                "a decoder gets trace of two snapshots twice, or not at all");
}

}  // namespace

const AuxSequence kPtOverlap = {
    "pt-overlap", "two snapshots of Intel PT that share trace are decoded",
    kProperties,  kSetup,
    {},           true,
    run};

}  // namespace ringcheck
