// aux-pairing: what a reader finds at each access of a transaction's end: AUX records in the data
// ring, and the head of the AUX area.
//
// Mainline writes the record first, so a record may tell of trace that the head does not cover yet
// (docs/findings.md V-23); a patient reader keeps such a record.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kSize = 64;
constexpr std::array<std::string_view, 1> kProperties = {"I-30"};
constexpr std::array kSetup = {Dial{"first", 1, 8}, Dial{"second", 1, 8},
                               Dial{"origin", 0, kOrigins - 1}};

/// How far the published AUX records go: a position of the stream.
std::uint64_t told(AuxBench& b, std::uint64_t origin) {
  const PerfBuffer& rb = b.m.aux.ring;
  const std::uint64_t head = b.word(rb.at.data_head);
  if (head == 0) return origin;
  const std::uint64_t record = head - kAuxRecordBytes;
  return b.word(rb.data_word(record + kWordBytes)) + b.word(rb.data_word(record + 2 * kWordBytes));
}

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool hasty) {
  const std::uint64_t origin = origin_of(example.setup[2], kSize);
  AuxBench b(bench_setup(kSize, origin), defects);
  auto cpu = b.watched_cpu([&] {
    const std::uint64_t head = b.word(b.m.aux.at.user_head);
    judge.require(head - origin <= told(b, origin) - origin, "I-30",
                  "the head covers trace that no record tells of");
    judge.require(!hasty || told(b, origin) - origin <= head - origin, "I-30",
                  "a record tells of trace that the head does not cover");
  });
  for (std::size_t i = 0; i < 2; ++i) {
    if (!perf_aux_output_begin(cpu, b.m.aux, b.m.handle, b.m.events[0])) return;
    perf_aux_output_end(cpu, b.m.aux, b.m.handle, example.setup[i]);
  }
  judge.require(told(b, origin) == b.word(b.m.aux.at.user_head), "I-30",
                "after a transaction its record tells of other trace than the head covers");
}
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, false);
}
void run_hasty(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, true);
}

constexpr std::array<std::string_view, 1> kLostProperties = {"I-27"};
constexpr std::array kLostSetup = {Dial{"first truncated", 0, 1}, Dial{"second truncated", 0, 1}};

/// The data ring has room for one record.
void run_lost(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  AuxMachineSetup setup = bench_setup(kSize, 0);
  setup.data_size = setup.data_watermark = 2 * kAuxRecordBytes;
  AuxBench b(setup, defects);
  auto cpu = b.cpu();
  std::uint64_t truncated = 0;
  for (const std::uint64_t is : example.setup) {
    perf_aux_output_begin(cpu, b.m.aux, b.m.handle, b.m.events[0]);
    if (is != 0) perf_aux_output_flag(cpu, b.m.handle, kAuxTruncated);
    perf_aux_output_end(cpu, b.m.aux, b.m.handle, 8);
    truncated += is;
  }
  for (const Json& record : b.m.new_records())
    if ((record[4].get<std::uint64_t>() & kAuxTruncated) != 0) --truncated;
  judge.require(truncated == 0, "I-27", "a transaction is truncated, and no record tells so");
}

constexpr std::string_view kTitle = "a reader looks at each access of a transaction's end";

}  // namespace

const AuxSequence kAuxPairing = {"aux-pairing", kTitle, kProperties, kSetup, {}, true, run};
const AuxSequence kAuxPairingHasty = {
    "aux-pairing-hasty", kTitle, kProperties, kSetup, {}, true, run_hasty};

const AuxSequence kAuxRecordLost = {"aux-record-lost",
                                    "a data ring without room for AUX records",
                                    kLostProperties,
                                    kLostSetup,
                                    {},
                                    true,
                                    run_lost};

}  // namespace ringcheck
