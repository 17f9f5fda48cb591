// pt-single: an Intel PT unit that writes a snapshot's page as one range, around its end, through
// starts, AUX records and stops. pt-error: a unit that finds an error in its tables.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/pt/pt_machine.hpp"
#include "properties/pt/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 3> kProperties = {"I-24", "I-26", "I-31"};
constexpr std::array kSetup = {Dial{"origin", 0, kOrigins - 1}, Dial{"pages", 1, 2},
                               Dial{"capable", 0, 1}, Dial{"snapshot", 0, 1},
                               Dial{"thousands of bytes into the range", 0, 4}};
enum Step : std::size_t { start, stop, bytes };
constexpr std::array kSteps = {Dial{"start"}, Dial{"stop"},
                               Dial{"bytes written", 1, 3 * kPtPageBytes}};

AuxMachineSetup setup_of(const AuxCase& example) {
  AuxMachineSetup setup = bench_setup(
      kPtPageBytes, origin_of(example.setup[0], kPtPageBytes) + example.setup[4] * 1000);
  setup.aux_unit = kPtPageBytes;
  setup.overwrite = true;
  setup.watermark = 0;
  setup.wakeup = setup.head;
  setup.driver_words = PtCells::kCount;
  return setup;
}

/// The unit and its driver; the range is a page.
constexpr std::array kShares = {Share{"starts", 80}, Share{"goes around the range", 40}};
class Single {
 public:
  Single(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : b_(setup_of(example), defects), judge_(judge) {
    pt_.at = PtCells::at(b_.m.driver);
    pt_.aux = b_.m.aux;
    pt_.handle = b_.m.handle;
    pt_.single = true;
    next_ = b_.word(pt_.aux.at.aux_head) % kPtPageBytes;
  }
  void step(const AuxStep& step) {
    auto cpu = b_.cpu();
    const PerfEvent& event = b_.m.events[0];
    const bool was_open = b_.open();
    if (step.kind == Step::start && !was_open) {
      pt_event_start(cpu, unit_, pt_, event);
      judge_.require(b_.open(), "I-26", "an event is started and no transaction is open");
      judge_.comes_to("starts");
      judge_.require(b_.word(pt_.at.offset) == next_, "I-31",
                     "the unit goes on elsewhere than it stopped");
    } else if (step.kind == Step::stop && was_open) {
      pt_event_stop(cpu, unit_, pt_, event);
      judge_.require(b_.word(pt_.aux.at.aux_head) % kPtPageBytes == next_, "I-31",
                     "the head is not where the unit writes next");
    } else if (step.kind == Step::bytes && b_.word(pt_.at.ctl) != 0) {
      write(step.amount);
    }
    b_.m.drain_data_ring();
  }

 private:
  /// The unit writes around the end of the range that its mask tells.
  void write(std::uint64_t amount) {
    const std::uint64_t size = (b_.word(pt_.at.mask) + 1) << 7U;
    std::uint64_t& offset = b_.word(pt_.at.offset);
    judge_.require(size == kPtPageBytes && offset < size, "I-24",
                   "the unit is to write outside its range");
    judge_.comes_to("goes around the range", offset + amount >= size);
    offset = (offset + amount) % size;
    next_ = (next_ + amount) % kPtPageBytes;
  }

  AuxBench b_;
  AuxJudge& judge_;
  PtUnit pt_;
  SettledUnit unit_;
  std::uint64_t next_;  ///< where the unit writes next, according to what it wrote
};

void run_single(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t pages = example.setup[1];
  const bool capable = example.setup[2] != 0, snapshot = example.setup[3] != 0;
  judge.require(
      pt_single_range(snapshot, capable, pages, defects) == (snapshot && capable && pages == 1),
      "I-24", "a buffer is one range that the unit cannot write as one");
  Single single(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    if (judge.found()) return;
    single.step(step);
  }
}

constexpr std::array<std::string_view, 3> kErrorProperties = {"I-25", "I-27", "I-28"};
constexpr std::array kErrorSetup = {Dial{"half pages written", 0, 5}, Dial{"layout", 0, 4},
                                    Dial{"stopped before the interrupt", 0, 1},
                                    Dial{"half pages after it", 0, 5},
                                    Dial{"several entries", 0, 1}};

/// The unit stops at an error; the code that handles it next accounts for what the unit wrote and
/// lets it go on.
void run_error(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  PtBenchSetup setup;
  setup.layout = example.setup[1];
  setup.multiple_entries = example.setup[4] != 0;
  PtBench b(setup, defects);
  SettledUnit unit;
  auto cpu = b.bench.cpu();
  const PerfEvent& event = b.bench.m.events[0];
  pt_event_start(cpu, unit, b.pt, event);
  b.write(example.setup[0] * kPtPageBytes / 2);
  const bool stopped = (b.word(b.pt.at.status) & kPtStopped) != 0;
  b.word(b.pt.at.status) |= kPtError;
  if (example.setup[2] != 0)
    pt_event_stop(cpu, unit, b.pt, event);
  else
    perf_event_nmi_handler(cpu, unit, b.pt, 0);
  judge.require(b.word(b.pt.aux.at.aux_head) == b.written, "I-25",
                "what a unit wrote before an error is not accounted for");
  for (const Json& record : b.bench.m.new_records())
    judge.require(stopped || (record[4].get<std::uint64_t>() & kAuxTruncated) == 0, "I-27",
                  "trace is called truncated for an error of the tables");
  b.bench.m.drain_data_ring();
  b.bench.tail() = b.word(b.pt.aux.at.aux_head);
  if (!b.bench.open()) pt_event_start(cpu, unit, b.pt, event);
  judge.require((b.word(b.pt.at.status) & kPtError) == 0, "I-28",
                "an event is on, and its unit stays stopped by an error");
  b.write(example.setup[3] * kPtPageBytes / 2);
  pt_event_stop(cpu, unit, b.pt, event);
  judge.require(b.word(b.pt.aux.at.aux_head) == b.written, "I-25",
                "what a unit wrote after an error is not accounted for");
}

}  // namespace

const AuxSequence kPtSingle = {"pt-single", "an Intel PT unit that writes a page as one range",
                               kProperties, kSetup,
                               kSteps,      false,
                               run_single,  4000,
                               kShares};
const AuxSequence kPtErrorMachine = {"pt-error",
                                     "an Intel PT unit that comes upon an error of its tables",
                                     kErrorProperties,
                                     kErrorSetup,
                                     {},
                                     true,
                                     run_error};

}  // namespace ringcheck
