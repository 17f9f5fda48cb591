// bts-transactions: starts, interrupts and stops of Intel BTS, which fills pieces of one page, with
// a reader. bts-interrupted: the performance interrupt in the middle of starting and stopping it.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/bts/sequences.hpp"
#include "properties/aux/aux_bench.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/bts/bts_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPages = 4;
constexpr std::uint64_t kPageBytes = 4096;

/// BTS on plain memory, and BTS itself.
struct BtsBench {
  BtsBench(std::uint64_t origin, bool snapshot, DefectSet defects)
      : bench(machine_setup(origin, snapshot), defects) {
    bts.at = BtsCells::at(bench.m.driver);
    bts.aux = bench.m.aux;
    bts.handle = bench.m.handle;
    bts.pieces = make_bts_pieces(
        snapshot ? std::vector<std::uint64_t>{kPages} : std::vector<std::uint64_t>(kPages, 1),
        kPageBytes);
  }
  static AuxMachineSetup machine_setup(std::uint64_t origin, bool snapshot) {
    AuxMachineSetup setup = bench_setup(kPages * kPageBytes, origin);
    setup.aux_unit = kBtsRecordBytes / 3;
    setup.overwrite = snapshot;
    setup.watermark = snapshot ? 0 : setup.aux_size / 2;
    setup.wakeup = origin;
    setup.driver_words = BtsCells::kCount;
    return setup;
  }
  std::uint64_t& word(std::uint64_t address) { return bench.word(address); }
  [[nodiscard]] bool active_only_when_open() {
    return word(bts.at.state) == state_number(BtsState::stopped) || bench.open();
  }
  /// BTS stores up to `records` records: fewer when it reaches its maximum.
  void write(std::uint64_t records) {
    for (; records > 0 && word(bts.at.enabled) != 0; --records) {
      std::uint64_t& index = word(bts.at.index);
      if (index + kBtsRecordBytes > word(bts.at.maximum)) {
        if (!bts.snapshot()) return;
        index = word(bts.at.base);
      }
      index += kBtsRecordBytes;
      written += kBtsRecordBytes;
    }
  }

  AuxBench bench;
  BtsUnit bts;
  std::uint64_t written = 0;  ///< by BTS, since somebody set this to 0 (bytes)
};

constexpr std::array<std::string_view, 4> kProperties = {"I-24", "I-25", "I-28", "I-31"};
constexpr std::array kSetup = {Dial{"origin", 0, kOrigins - 1}, Dial{"snapshot", 0, 1}};
enum Step : std::size_t { start, stop, interrupt, device, to_threshold, read };
constexpr std::array kSteps = {
    Dial{"start"},
    Dial{"stop"},
    Dial{"interrupt"},
    Dial{"device", 0, 200},
    Dial{"device-to-threshold"},
    Dial{"read, if no more than 16384", 0, 65536},
};

constexpr std::array kShares = {Share{"opened", 80}, Share{"ended", 70}, Share{"refused", 6},
                                Share{"interrupted", 25}, Share{"skipped", 30}};

class BtsTransactions {
 public:
  BtsTransactions(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : b_(origin_of(example.setup[0], kPages * kPageBytes), example.setup[1] != 0, defects),
        judge_(judge) {
    head_ = b_.word(b_.bts.aux.at.aux_head);
  }
  void step(const AuxStep& step);

 private:
  void opened() { free_ = b_.bts.size() - b_.bench.unread(); }
  void closed();
  void interrupted();

  BtsBench b_;
  AuxJudge& judge_;
  SettledUnit unit_;
  std::uint64_t head_;      ///< where aux_head must be
  std::uint64_t free_ = 0;  ///< bytes that held nothing unread when the transaction was opened
  std::uint64_t end_ = 0;   ///< where BTS stood when it was stopped (offset in the area)
};

void BtsTransactions::step(const AuxStep& step) {
  auto cpu = b_.bench.cpu();
  const PerfEvent& event = b_.bench.m.events[0];
  b_.bench.m.drain_data_ring();
  switch (step.kind) {
    case Step::start:
      if (b_.bench.open()) return;
      opened();
      bts_event_start(cpu, unit_, b_.bts, event);
      judge_.comes_to(b_.bench.open() ? "opened" : "refused");
      closed();
      break;
    case Step::stop:
      end_ = b_.word(b_.bts.at.index);
      judge_.comes_to("ended", b_.bench.open());
      bts_event_stop(cpu, unit_, b_.bts, event);
      closed();
      break;
    case Step::interrupt:
      interrupted();
      break;
    case Step::device:
      b_.write(step.amount);
      break;
    case Step::to_threshold:
      while (b_.word(b_.bts.at.enabled) != 0 && !b_.bts.snapshot() &&
             b_.word(b_.bts.at.index) < b_.word(b_.bts.at.threshold))
        b_.write(1);
      break;
    default: {
      const std::uint64_t bytes = step.amount % (b_.bench.unread() + 1);
      if (b_.bts.snapshot() || step.amount > 16384) return;
      b_.bench.tail() += bytes;
      free_ += bytes;
      return;
    }
  }
  judge_.require(b_.bench.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                 "a closed transaction is closed again");
  judge_.require(b_.word(b_.bts.at.enabled) == 0 || b_.bench.open(), "I-24",
                 "branches may be stored while no transaction is open");
  judge_.require(b_.bts.snapshot() || b_.written <= free_, "I-24",
                 "branches were stored over trace that is not read");
}

/// In snapshot mode the interrupt sets BTS back (docs/findings.md V-13).
void BtsTransactions::interrupted() {
  if (b_.bts.snapshot()) return;
  const bool open = b_.bench.open();
  const bool meant = b_.word(b_.bts.at.threshold) <= b_.word(b_.bts.at.index);
  const bool something = b_.written != 0;
  auto cpu = b_.bench.cpu();
  const bool handled = bts_performance_interrupt(cpu, unit_, b_.bts);
  if (b_.word(b_.bts.at.threshold) != 0)
    judge_.require(handled == (meant || something), "I-28",
                   "an interrupt is taken that was not BTS's, or not taken that was");
  judge_.comes_to("interrupted", open && something);
  if (open && something) {
    closed();
    opened();
  }
}

/// Pre: what was written is accounted for, except in snapshot mode, where only a stop does that.
void BtsTransactions::closed() {
  const std::uint64_t aux_head = b_.word(b_.bts.aux.at.aux_head);
  if (b_.bts.snapshot()) {
    if (b_.written == 0 || b_.bench.open()) return;
    judge_.require(aux_head == end_, "I-31", "the head is not where BTS writes next");
    b_.written = 0;
    return;
  }
  std::uint64_t skipped = 0;
  for (const auto& [position, bytes] : std::exchange(b_.bench.said.skipped, {})) skipped += bytes;
  judge_.comes_to("skipped", skipped != 0);
  judge_.require(aux_head - head_ == b_.written + skipped, "I-25",
                 "aux_head did not move by what was stored and skipped");
  judge_.require(skipped + b_.written <= free_, "I-24",
                 "what was stored and skipped is more than there was room");
  head_ = aux_head;
  free_ -= std::min(free_, skipped + b_.written);
  b_.written = 0;
}

constexpr std::array<std::string_view, 1> kInterruptedProperties = {"I-26"};
constexpr std::array kInterruptedSetup = {
    Dial{"records written", 0, 2},
    Dial{"interrupt before access", 0, 160},
};

/// BTS is started, stores branches and is stopped. The performance interrupt comes before some
/// access of starting or stopping.
void run_interrupted(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  BtsBench b(0, false, defects);
  SettledUnit unit;
  std::uint64_t left = example.setup[1];
  const auto interrupt = [&](auto& cpu) {
    judge.require(b.active_only_when_open(), "I-26",
                  "an interrupt finds BTS active while no transaction is open");
    const std::uint64_t aux_head = b.word(b.bts.aux.at.aux_head);
    judge.require(b.bench.open() || aux_head == 0 || b.word(b.bts.at.head) == aux_head, "I-26",
                  "a transaction is closed, and BTS's head is not where it ended");
    bts_performance_interrupt(cpu, unit, b.bts);
  };
  auto cpu = b.bench.interrupted_cpu(&left, interrupt);
  bts_event_start(cpu, unit, b.bts, b.bench.m.events[0]);
  b.write(example.setup[0]);
  bts_event_stop(cpu, unit, b.bts, b.bench.m.events[0]);
  judge.require(!b.bench.open() && b.active_only_when_open(), "I-26",
                "a transaction is open, or BTS active, after the event was stopped");
  judge.require(b.bench.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                "a closed transaction is closed again");
}

}  // namespace

const AuxSequence kBtsTransactions = {"bts-transactions",
                                      "Intel BTS that fills pieces of a page, and a reader",
                                      kProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run_steps<BtsTransactions>,
                                      4000,
                                      kShares};
const AuxSequence kBtsInterrupted = {
    "bts-interrupted",
    "the performance interrupt in the middle of starting and stopping BTS",
    kInterruptedProperties,
    kInterruptedSetup,
    {},
    true,
    run_interrupted};

}  // namespace ringcheck
