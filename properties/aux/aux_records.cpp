// aux-records: transactions write AUX records to the data ring and move aux_head; a reader looks at
// both. Tested by tests/properties/aux/aux_cadence_test.cpp.
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kReaderWords = {"by-head", "by-record"};

struct Settings {
  std::uint64_t transactions = 0, units = 0, polls = 0;
  bool by_record = false;
};
using Aux = AuxParameters<Settings>;

constexpr std::array kParameters = {
    Aux::transactions(2), Aux::units(4), Aux::polls(3),
    choice<&Settings::by_record>(
        "reader",
        "what a reader takes: trace up to aux_head (perf), or what a record tells of, at once",
        kReaderWords)};

constexpr std::array kJudged = {&kPublication, &kAuxAccounting, &kOneTransaction, &kAuxPairs,
                                &kCadence};
constexpr std::array kMustSee = {&kAuxPairs};

constexpr std::uint64_t kRecordWords = kAuxRecordBytes / kWordBytes;

/// Takes the trace that the record with the words `told` tells of. It looks at the head only for
/// the order.
void take_by_record(CheckedCpu& cpu, const AuxWorld& w,
                    const std::array<Word, kRecordWords>& told) {
  const Word head = auxtrace_mmap_read_head(cpu, w.mm);
  tell<said::AuxWindow>(cpu, told[1], told[2], told[1], head);
}

void read_records(CheckedCpu& cpu, const AuxWorld& w, Word& tail, bool by_record) {
  const PerfBuffer& rb = w.ring;
  PerfMmap<CheckedCpu> map;
  map.start = tail;
  map.end = read_head(cpu, rb, tail);
  PerfRecord<CheckedCpu> record;
  while (perf_mmap_read(cpu, rb, map, record)) {
    std::array<Word, kRecordWords> told;
    std::size_t i = 0;
    perf_record_use(cpu, rb, record, [&](const Word& word) {
      if (i < told.size()) told[i++] = word;
    });
    if (by_record) take_by_record(cpu, w, told);
  }
  tail = map.start;
  write_tail(cpu, rb, tail);
}

void read_both(CheckedCpu& cpu, const AuxWorld& w, std::uint64_t polls, bool by_record) {
  Word tail = 0;
  Word previous = w.shape.start;
  const auto nothing = [](CheckedCpu&, auto&&...) { return false; };
  for (std::uint64_t i = 0; i < polls; ++i) {
    read_records(cpu, w, tail, by_record);
    if (!by_record) auxtrace_mmap_read(cpu, w.mm, {}, previous, nothing, nothing, nothing);
  }
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto world = std::make_shared<AuxWorld>();
  const std::uint64_t transactions = settings.transactions;
  AuxShape shape;
  shape.units = settings.units;
  shape.polls = settings.polls;
  shape.sessions = 0;
  // Room for all records: one word less than a power of two stays free.
  shape.data_words = 2 * kRecordWords * (transactions > 3 ? 4 : transactions > 1 ? 2 : 1);
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations;
  lay_out(*world, shape, locations);
  LocationSet read_writes = written_by_reader(*world);
  read_writes.set(location_of(world->ring.at.data_tail));
  const AuxWorld& w = *world;
  return make_aux_program(
      of.name, world, std::move(locations),
      [&w, transactions](CheckedCpu& cpu) {
        for (std::uint64_t i = 0; i < transactions; ++i)
          cpu.scope([&] {
            if (!cpu.branch(perf_aux_output_begin(cpu, w.aux, w.handle, w.event()))) return;
            perf_aux_output_end(cpu, w.aux, w.handle, Word(kTraceUnit));
          });
      },
      [&w, by_record = settings.by_record](CheckedCpu& cpu) {
        read_both(cpu, w, w.shape.polls, by_record);
      },
      read_writes);
}

}  // namespace

extern const Scenario kAuxRecords;
const Scenario kAuxRecords = perf_scenario<Settings>(
    {"aux-records",
     "AUX records in the data ring, and the head of the AUX area, beside a reader",
     kParameters,
     {},
     BarrierPlan(),
     kJudged,
     kMustSee,
     build});

}  // namespace ringcheck
