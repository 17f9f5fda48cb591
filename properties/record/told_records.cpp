// told-records: a record of a symbol is told to up to three events, each with a ring and a sample
// id of its own. The kernel is that of Linux 6.12; in 6.1 (told-records-as-it-is, D-17) the record
// of each event but the first is too long by the sample ids of those before it. told-mappings: the
// same of a mapping, by file or build ID; in 6.1 (told-mappings-as-it-is, D-21) a device and an
// inode may be told as a build ID.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <span>
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

/// The sample id at the end of records for `event`.
std::vector<std::uint64_t> sample_id(const PerfEvent& event) {
  std::vector<std::uint64_t> record;
  if ((event.sample_type & kSampleTid) != 0)
    record.push_back(std::uint64_t{event.tid} << 32U | event.pid);
  if ((event.sample_type & kSampleTime) != 0) record.push_back(event.time);
  if ((event.sample_type & kSampleId) != 0) {  // and with it all others
    const std::array rest = {event.primary_id, event.id, std::uint64_t{event.cpu},
                             event.primary_id};
    record.insert(record.end(), rest.begin(), rest.end());
  }
  return record;
}

/// What the record of `event` has to be.
std::vector<std::uint64_t> wanted_record(const PerfEvent& event,
                                         std::span<const std::uint64_t> words) {
  constexpr std::uint32_t kKsymbol = 17;
  std::vector<std::uint64_t> record = {0};
  record.insert(record.end(), words.begin(), words.end());
  const std::vector<std::uint64_t> id = sample_id(event);
  record.insert(record.end(), id.begin(), id.end());
  const auto bytes = static_cast<std::uint16_t>(record.size() * sizeof(std::uint64_t));
  record[0] = std::bit_cast<std::uint64_t>(RecordHeader{kKsymbol, 0, bytes});
  return record;
}

/// Nothing comes to a ring that is paused.
void judge_paused(std::span<const std::uint64_t> ring, std::uint64_t head, AuxJudge& judge) {
  judge.require(head == 0 && std::ranges::count(ring, kLap) == std::ssize(ring), "I-12",
                "a record is written to a ring that takes none");
}

template <ToldSize Afterwards>
void run_records(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  constexpr std::array<std::uint64_t, 2> kTold = {0x1000, 0x2000};
  const std::uint64_t cells = PerfBufferCells::count(kRing);
  std::vector<std::uint64_t> memory(cells * kEvents);
  const auto words = std::span(kTold).first(example.setup[3]);
  ToldRecord record = told_record(words, Afterwards);
  SequentialCpu<> cpu(memory);
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const PerfEvent event = listener(i, kTypes.at(example.setup[i]));
    const PerfBuffer rb = PerfBuffer::make(i * cells, kRing);
    const auto first = memory.begin() + static_cast<std::ptrdiff_t>(rb.at.data);
    std::fill(first, first + kRing, kLap);
    const bool paused = example.setup[4] == i;
    memory[rb.at.paused] = paused ? 1 : 0;
    tell_record(cpu, rb, record, event);
    if (paused) {
      judge_paused(std::span(memory).subspan(rb.at.data, kRing), memory[rb.at.data_head], judge);
      continue;
    }
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

constexpr std::array<std::string_view, 3> kMappingProperties = {"I-01", "I-12", "I-46"};
constexpr std::uint64_t kBuildIdAlone = 3;
constexpr std::array kMappingSetup = {
    Dial{"the first asks for nothing, file, build ID; for a build ID, "
         "but no file",
         0, kBuildIdAlone},
    Dial{"the second", 0, kBuildIdAlone},
    Dial{"the third", 0, kBuildIdAlone},
    Dial{"event whose ring is paused (3: none)", 0, kEvents},
    Dial{"sample id of the second", 0, kTypes.size() - 1},
    Dial{"sample id of the third", 0, kTypes.size() - 1}};
constexpr std::uint16_t kBuildIdBit = 0x4000;

/// A reader goes by type and misc: it finds the file, its build ID, or only the name. `misc`: of
/// the mapping itself.
void judge_mapping(std::span<const std::uint64_t> record, std::uint64_t asked,
                   const ToldMapping& mapping, std::uint16_t misc, AuxJudge& judge) {
  constexpr std::uint32_t kMmap = 1, kMmap2 = 10;
  const RecordHeader header = record_header(record[0]);
  const bool build_id = (header.misc & kBuildIdBit) != 0;
  judge.require(
      header.type == (asked == 0 ? kMmap : kMmap2) && build_id == (asked == 2), "I-01",
      "a mapping's record says that it has a build ID which it has not, or not that it has");
  judge.require((header.misc & ~kBuildIdBit) == misc, "I-12", "a record has another misc");
  const std::span<const std::uint64_t> wanted = asked == 2 ? mapping.build_id : mapping.file;
  const std::ptrdiff_t words = asked == 0 ? 0 : 3;
  judge.require(std::equal(wanted.begin(), wanted.begin() + words, record.begin() + 1) &&
                    *(record.begin() + 1 + words) == mapping.name,
                "I-01", "a mapping's record tells of another file");
}

/// After what is told comes the event's sample id, and with it the record ends.
void judge_end(std::span<const std::uint64_t> record, std::uint64_t asked, std::uint64_t head,
               const PerfEvent& event, AuxJudge& judge) {
  const std::vector<std::uint64_t> id = sample_id(event);
  const std::uint64_t told = asked == 0 ? 2 : 5;
  const std::uint64_t bytes = (told + id.size()) * sizeof(std::uint64_t);
  judge.require(record_header(record[0]).size == bytes && head == bytes, "I-12",
                "a record has another size than what was written");
  judge.require(std::ranges::equal(record.subspan(told, id.size()), id), "I-46",
                "the sample id at the end of a record is not that of its event");
}

template <ToldMisc Afterwards>
void run_mapping(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  constexpr std::uint16_t kMisc = 2;
  const std::uint64_t cells = PerfBufferCells::count(kRing);
  std::vector<std::uint64_t> memory(cells * kEvents);
  ToldMapping mapping{{0x11, 0x12, 0x13}, {0x14, 0x22, 0x23}, 0x31, kMisc, Afterwards};
  SequentialCpu<> cpu(memory);
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const PerfBuffer rb = PerfBuffer::make(i * cells, kRing);
    const std::span<std::uint64_t> ring = std::span(memory).subspan(rb.at.data, kRing);
    std::ranges::fill(ring, kLap);
    memory[rb.at.paused] = example.setup[3] == i ? 1 : 0;
    // A build ID is part of a record that tells of the file.
    const bool alone = example.setup[i] == kBuildIdAlone;
    const std::uint64_t asked = alone ? 0 : example.setup[i];
    const PerfEvent event = listener(i, i == 0 ? 0 : kTypes.at(example.setup[3 + i]));
    tell_mapping(cpu, rb, mapping, event, {asked != 0, alone || asked == 2});
    const std::uint64_t head = memory[rb.at.data_head];
    if (example.setup[3] == i) {
      judge_paused(ring, head, judge);
      continue;
    }
    judge_mapping(ring, asked, mapping, kMisc, judge);
    judge_end(ring, asked, head, event, judge);
  }
}

constexpr std::string_view kTitle = "a record of a symbol is told to several events";
constexpr std::string_view kMappingTitle = "a record of a mapping is told to several events";

}  // namespace

const AuxSequence kToldRecords = {
    "told-records", kTitle, kProperties, kSetup, {}, true, run_records<ToldSize::restored>};
const AuxSequence kToldMappings = {
    "told-mappings",           kMappingTitle, kMappingProperties, kMappingSetup, {}, true,
    run_mapping<ToldMisc::own>};
const AuxSequence kToldMappingsAsItIs = {
    "told-mappings-as-it-is",   kMappingTitle, kMappingProperties, kMappingSetup, {}, true,
    run_mapping<ToldMisc::kept>};
const AuxSequence kToldRecordsAsItIs = {
    "told-records-as-it-is", kTitle, kProperties, kSetup, {}, true, run_records<ToldSize::grows>};

}  // namespace ringcheck
