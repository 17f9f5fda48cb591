// told-records: a record of a symbol is told to up to three events, each with a ring and a sample
// id of its own. The kernel is that of Linux 6.12; in 6.1 (told-records-as-it-is, D-17) the record
// of each event but the first is too long by the sample ids of those before it.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/core/record_header.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/record/told_record.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-12", "I-46"};
constexpr std::uint64_t kEvents = 3, kRing = 16, kLap = 0xab;
/// Sample ids of no field, one field, two and all of them.
constexpr std::array<std::uint64_t, 4> kTypes = {
    0, kSampleTid, kSampleTid | kSampleTime,
    kSampleTid | kSampleTime | kSampleId | kSampleStreamId | kSampleCpu | kSampleIdentifier};
constexpr std::array kSetup = {
    Dial{"sample id of the first", 0, kTypes.size() - 1},
    Dial{"sample id of the second", 0, kTypes.size() - 1},
    Dial{"sample id of the third", 0, kTypes.size() - 1},
    Dial{"words that it tells", 0, 2},
    Dial{"event whose ring is paused (3: none)", 0, kEvents},
};

PerfEvent listener(std::uint64_t number, std::uint64_t type) {
  PerfEvent event{.id = 70 + number, .primary_id = 80 + number, .sample_type = type};
  event.sample_id_all = true;
  event.pid = 5;
  event.tid = 6;
  event.time = 1000 + number;
  return event;
}

/// What the record of `event` has to be.
std::vector<std::uint64_t> wanted_record(const PerfEvent& event,
                                         std::span<const std::uint64_t> words) {
  std::vector<std::uint64_t> record = {0};
  record.insert(record.end(), words.begin(), words.end());
  if ((event.sample_type & kSampleTid) != 0)
    record.push_back(std::uint64_t{event.tid} << 32U | event.pid);
  if ((event.sample_type & kSampleTime) != 0) record.push_back(event.time);
  if ((event.sample_type & kSampleId) != 0) {  // and with it all others
    const std::array rest = {event.primary_id, event.id, std::uint64_t{event.cpu},
                             event.primary_id};
    record.insert(record.end(), rest.begin(), rest.end());
  }
  constexpr std::uint32_t kKsymbol = 17;
  const auto bytes = static_cast<std::uint16_t>(record.size() * sizeof(std::uint64_t));
  record[0] = std::bit_cast<std::uint64_t>(RecordHeader{kKsymbol, 0, bytes});
  return record;
}

void run(const AuxCase& example, AuxJudge& judge, ToldSize afterwards) {
  constexpr std::array<std::uint64_t, 2> kTold = {0x1000, 0x2000};
  const std::uint64_t cells = PerfBufferCells::count(kRing);
  std::vector<std::uint64_t> memory(cells * kEvents);
  const auto words = std::span(kTold).first(example.setup[3]);
  ToldRecord record = told_record(words, afterwards);
  SequentialCpu<> cpu(memory);
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const PerfEvent event = listener(i, kTypes.at(example.setup[i]));
    const PerfBuffer rb = PerfBuffer::make(i * cells, kRing);
    const auto first = memory.begin() + static_cast<std::ptrdiff_t>(rb.at.data);
    std::fill(first, first + kRing, kLap);
    const bool paused = example.setup[4] == i;
    memory[rb.at.paused] = paused ? 1 : 0;
    tell_record(cpu, rb, record, event);
    if (paused) continue;
    const std::vector<std::uint64_t> wanted = wanted_record(event, words);
    const std::uint64_t size = record_header(memory[rb.at.data]).size;
    const auto id = static_cast<std::ptrdiff_t>(event.id_bytes() / kWordBytes);
    const auto end = first + static_cast<std::ptrdiff_t>(size / kWordBytes);
    judge.require(std::equal(end - id, end, wanted.end() - id, wanted.end()), "I-46",
                  "the sample id at the end of a record is not that of its event");
    judge.require(memory[rb.at.data_head] == wanted.size() * kWordBytes, "I-12",
                  "a record has more bytes than were written");
    judge.require(std::equal(wanted.begin(), wanted.end(), first), "I-12",
                  "a record is not what was told");
  }
}

void run_restored(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, ToldSize::restored);
}
void run_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, ToldSize::grows);
}

constexpr std::string_view kTitle = "a record of a symbol is told to several events";

}  // namespace

const AuxSequence kToldRecords = {"told-records", kTitle,      kProperties, kSetup, {},
                                  true,           run_restored};
const AuxSequence kToldRecordsAsItIs = {
    "told-records-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
