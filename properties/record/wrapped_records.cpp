// wrapped-records: a record of any size, at and around the end of a ring, as libperf hands it on:
// of Linux 6.12, and of 6.1, which copies no more of a record that wraps than a union perf_event
// has (docs/findings.md D-10). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/record/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-01"};
constexpr std::uint64_t kRingBytes = 1U << 17U;
/// Around what a union perf_event has, a sample with 8 KiB of stack, and the largest record. Units:
/// bytes.
constexpr std::array<std::uint64_t, 9> kSizes = {8,
                                                 16,
                                                 40,
                                                 kPerfEventBytes - kWordBytes,
                                                 kPerfEventBytes,
                                                 kPerfEventBytes + kWordBytes,
                                                 8192,
                                                 16384,
                                                 kMaxRecordBytes};
constexpr std::array kSetup = {Dial{"size", 0, kSizes.size() - 1},
                               Dial{"part before the end of the ring, in eighths", 0, 9}};

/// Where a record of `size` bytes starts, so that `eighths` of it lie before the ring's end.
std::uint64_t start_of(std::uint64_t size, std::uint64_t eighths) {
  const std::uint64_t before = size * eighths / 8 / kWordBytes * kWordBytes;
  return 2 * kRingBytes - (before == 0 ? kWordBytes : before);
}

void run(const AuxCase& example, AuxJudge& judge, bool copies_whole) {
  const std::uint64_t size = kSizes.at(example.setup[0]);
  const std::uint64_t start = start_of(size, example.setup[1]);
  PerfBuffer rb = PerfBuffer::make(0, kRingBytes / kWordBytes);
  rb.copies_whole = copies_whole;
  std::vector<std::uint64_t> memory(PerfBufferCells::count(kRingBytes / kWordBytes));
  std::vector<std::uint64_t> written = {header_word(kRecordSample, 0, size)};
  while (written.size() < size / kWordBytes) written.push_back(0xd000 + written.size());
  for (std::size_t i = 0; i < written.size(); ++i)
    memory.at(rb.data_word(start + i * kWordBytes)) = written[i];
  memory[rb.at.data_head] = start + size;
  SequentialCpu<> cpu(memory);
  using Reader = SequentialCpu<>;
  PerfMmap<Reader> map;
  map.prev = map.start = start;
  PerfRecord<Reader> record;
  judge.require(perf_mmap_read_event(cpu, rb, map, record), "I-01", "a record is not handed on");
  std::vector<std::uint64_t> found;
  perf_record_use(cpu, rb, record, [&](std::uint64_t word) { found.push_back(word); });
  judge.require(found == written, "I-01", "a record is handed on with other words than it has");
}

void run_whole(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, true);
}
void run_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, false);
}

constexpr std::string_view kTitle =
    "a record of any size around the end of a ring, as libperf has it";

}  // namespace

const AuxSequence kWrappedRecords = {"wrapped-records", kTitle, kProperties, kSetup, {}, true,
                                     run_whole};
const AuxSequence kWrappedRecordsAsItIs = {
    "wrapped-records-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
