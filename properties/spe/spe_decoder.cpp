// spe-decoder: what perf makes of packets of any kind and order, padding, bytes that are no packet
// and a last packet that is cut off. A unit's records must also have the bytes that the
// architecture says. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/spe/sequences.hpp"
#include "protocol/spe/spe_packets.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-62"};
constexpr std::array kSetup = {Dial{"bytes that are cut off", 0, 12}};
constexpr std::uint64_t kPayloads = 1000;
enum Step : std::size_t {
  address,
  other_address,
  data_address,
  operation,
  reserved,
  latency,
  other_counter,
  events,
  timestamp,
  end,
  padding,
  garbage,
  record
};
constexpr std::array kSteps = {Dial{"address", 0, kPayloads},
                               Dial{"other address", 0, kPayloads},
                               Dial{"data address", 0, kPayloads},
                               Dial{"operation", 0, 3 * 256 - 1},
                               Dial{"reserved operation"},
                               Dial{"latency", 0, kPayloads},
                               Dial{"other counter", 0, kPayloads},
                               Dial{"events", 0, kPayloads},
                               Dial{"timestamp", 1, kPayloads},
                               Dial{"end"},
                               Dial{"padding", 1, 9},
                               Dial{"garbage", 2, 15},
                               Dial{"record", 0, 1'000'000}};

constexpr std::array kShares = {Share{"ends records", 60}, Share{"has garbage", 40},
                                Share{"is cut off in a packet", 10},
                                Share{"is cut off between packets", 15}};

/// Numbers of 64 bits, the same for the same argument.
constexpr std::uint64_t wide(std::uint64_t number) {
  return (number + 1) * 0x9e37'79b9'7f4a'7c15;
}

/// Packets, and what perf should make of them.
struct Stream {
  std::vector<std::uint8_t> bytes;
  std::vector<std::size_t> ends;  ///< of packets, of padding and of garbage, byte for byte
  std::vector<bool> begins;       ///< likewise: a record is begun after it
  std::vector<SpeRecord> records;
  std::vector<std::size_t> records_by;  ///< how many there are, likewise
  std::vector<std::uint64_t> bad_by;    ///< and bytes of no packet
  SpeRecord now{};
  bool begun = false;
  std::uint64_t bad = 0;

  /// A byte, and a payload after it, least significant byte first.
  void put(std::uint8_t header, std::uint64_t payload = 0, unsigned size = 0) {
    bytes.push_back(header);
    for (unsigned i = 0; i < size; ++i, payload /= 256)
      bytes.push_back(static_cast<std::uint8_t>(payload % 256));
  }
  void finish(bool ends_record = false) {
    if (ends_record) {
      records.push_back(now);
      now = {};
      begun = false;
    }
    ends.push_back(bytes.size());
    begins.push_back(begun);
    records_by.push_back(records.size());
    bad_by.push_back(bad);
  }
  /// A packet of a record.
  void packet(std::uint8_t header, std::uint64_t payload, unsigned size, bool ends_record = false) {
    put(header, payload, size);
    begun = true;
    finish(ends_record);
  }
};

/// Headers are those of the Arm ARM, sample records: bits 5:4 tell the size of the payload.
void add_operation(Stream& stream, std::uint64_t type, std::uint64_t payload) {
  constexpr std::array kOthers = {SpeOperationType::other, SpeOperationType::load,
                                  SpeOperationType::branch};
  stream.now.type = kOthers.at(type);
  if (type == 1 && payload % 2 == 1) stream.now.type = SpeOperationType::store;
  stream.packet(static_cast<std::uint8_t>(0x48 + type), payload, 1);
}
void add_events(Stream& stream, std::uint64_t number) {
  const unsigned size = 1U << number % 4;
  const std::uint64_t payload = size == 8 ? wide(number) : wide(number) % (1ULL << 8 * size);
  stream.now.events = payload;
  stream.packet(static_cast<std::uint8_t>(0x42 + 16 * (number % 4)), payload, size);
}

/// A record as a unit writes it, in the words of the Arm ARM.
std::vector<std::uint8_t> bytes_of(const SpeRecord& one) {
  using Type = SpeOperationType;
  Stream stream;
  stream.put(0xb0, one.from, 8);
  const bool store = one.type == Type::store, data = store || one.type == Type::load;
  stream.put(data ? 0x49 : one.type == Type::branch ? 0x4a : 0x48, store ? 1 : 0, 1);
  stream.put(0x98, one.latency, 2);
  if (data) stream.put(0xb2, one.address, 8);
  if (one.events < 256)
    stream.put(0x42, one.events, 1);
  else
    stream.put(0x52, one.events, 2);
  if (one.timestamp == 0)
    stream.put(0x01);
  else
    stream.put(0x71, one.timestamp, 8);
  return stream.bytes;
}
void add_record(Stream& stream, std::uint64_t number, AuxJudge& judge) {
  SpeRecord one;
  one.from = wide(number);
  one.type = static_cast<SpeOperationType>(number % 4);
  if (one.type == SpeOperationType::load || one.type == SpeOperationType::store)
    one.address = wide(number + 1);
  one.latency = wide(number + 2) % 4096;
  // On both sides of a byte's limit.
  one.events = wide(number + 3) % (number % 8 < 4 ? 4 : 1024) + 254;
  one.timestamp = number % 3 == 0 ? 0 : wide(number + 4);
  const std::vector<std::uint8_t> bytes = spe_record_bytes(one);
  judge.require(bytes == bytes_of(one), "I-62", "a unit writes other packets than it should");
  judge.require(bytes.size() <= kSpeLargestRecord, "I-62", "a record is larger than the largest");
  // What is left of an earlier record belongs to this one.
  SpeRecord whole = stream.now;
  whole.from = one.from;
  whole.type = one.type;
  whole.latency = one.latency;
  whole.events = one.events;
  if (one.address != 0) whole.address = one.address;
  if (one.timestamp != 0) whole.timestamp = one.timestamp;
  stream.bytes.insert(stream.bytes.end(), bytes.begin(), bytes.end());
  stream.now = whole;
  stream.finish(true);
}

void add(Stream& stream, const AuxStep& step, AuxJudge& judge) {
  const std::uint64_t number = step.amount, payload = wide(number);
  switch (step.kind) {
    case Step::address:
      stream.now.from = payload;
      return stream.packet(0xb0, payload, 8);
    case Step::other_address:
      return stream.packet(0xb1, payload, 8);
    case Step::data_address:
      stream.now.address = payload;
      return stream.packet(0xb2, payload, 8);
    case Step::operation:
      return add_operation(stream, number / 256, number % 256);
    case Step::latency:
      stream.now.latency = payload % 65536;
      return stream.packet(0x98, payload % 65536, 2);
    case Step::other_counter:
      return stream.packet(0x99, payload % 65536, 2);
    case Step::events:
      return add_events(stream, number);
    case Step::timestamp:
      stream.now.timestamp = payload;
      return stream.packet(0x71, payload, 8, true);
    case Step::end:
      stream.put(0x01);
      return stream.finish(true);
    case Step::padding:
      for (std::uint64_t i = 0; i < number; ++i) {
        stream.put(0);
        stream.finish();
      }
      return;
    case Step::record:
      return add_record(stream, number, judge);
    default:
      // A header of no packet, or of a reserved class; its payload is padding.
      judge.comes_to("has garbage");
      stream.put(step.kind == Step::reserved ? std::uint8_t{0x4b}
                                             : static_cast<std::uint8_t>(number));
      ++stream.bad;
      stream.finish();
      stream.put(0);
      return stream.finish();
  }
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Stream stream;
  stream.finish();
  for (const AuxStep& step : example.steps) add(stream, step, judge);
  // At least one byte follows a garbage header, and is skipped with it.
  const std::size_t cut = std::min<std::size_t>(example.setup[0], stream.bytes.size());
  const std::size_t left = stream.bytes.size() - cut;
  std::size_t last = stream.ends.size() - 1;
  while (stream.ends[last] > left) --last;
  const bool in_packet = stream.ends[last] != left;
  const bool in_record = in_packet || stream.begins[last];
  // Within a record that was added as a whole, and after a garbage header, packets are not told
  // apart.
  if (in_packet || (last > 0 && stream.bad_by[last] != stream.bad_by[last - 1])) {
    const bool whole_record =
        last + 1 < stream.ends.size() && stream.ends[last + 1] - stream.ends[last] > 9;
    if (whole_record || !in_packet) return;
  }
  judge.comes_to("is cut off in a packet", in_packet);
  judge.comes_to("is cut off between packets", !in_packet && in_record);
  judge.comes_to("ends records", stream.records_by[last] != 0);
  stream.bytes.resize(left);
  SpeDecoder decoder(stream.bytes, defects);
  std::size_t found = 0;
  while (const auto one = decoder.next()) {
    judge.require(found < stream.records_by[last] && *one == stream.records[found], "I-62",
                  "perf reads another record than there is");
    if (judge.found()) return;
    ++found;
  }
  judge.require(found == stream.records_by[last], "I-62",
                "perf reads fewer records than there are");
  judge.require(decoder.bad() == stream.bad_by[last], "I-62",
                "what is no packet is not passed by, byte for byte");
  judge.require(decoder.whole() == !in_record, "I-62",
                "a record that is cut off is taken for a whole one, or a whole one for none");
}

}  // namespace

const AuxSequence kSpeDecoder = {
    "spe-decoder", "packets of Arm SPE in any order, with what is none between them",
    kProperties,   kSetup,
    kSteps,        false,
    run,           2000,
    kShares};

}  // namespace ringcheck
