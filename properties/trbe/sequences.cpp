// trbe-transactions: starts, interrupts and stops of an Arm TRBE whose stores are on their way
// until it is drained, on four small pages, with a reader, and with units that write where they
// should not.
//
// Positions near 2^64 are kept out: there wakeups come late (docs/findings.md V-15).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/trbe/sequences.hpp"
#include "properties/aux/aux_bench.hpp"
#include "properties/trbe/trbe_plan.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/trbe/trbe_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 64, kSize = 4 * kPage;
constexpr std::uint64_t kBuffer = std::uint64_t{1} << 40U;
constexpr std::uint64_t kOld = 1, kTrace = 2;

constexpr std::array<std::string_view, 9> kProperties = {"I-73", "I-103", "I-105", "I-24", "I-25",
                                                         "I-26", "I-27",  "I-28",  "I-31"};
constexpr std::array kSetup = {
    Dial{"origin", 0, 2},
    Dial{"snapshot", 0, 1},
    Dial{"overwrites after a fill", 0, 1},
    Dial{"beyond the limit", 0, 1},
    Dial{"alignment 2^", 0, 3},
    Dial{"watermark", 1, kSize},
};
enum Step : std::size_t { start, stop, interrupt, device, read };
constexpr std::array kSteps = {
    Dial{"start"}, Dial{"stop"}, Dial{"interrupt"}, Dial{"device", 0, 300}, Dial{"read", 0, kSize},
};

constexpr std::array kShares = {Share{"opened", 60}, Share{"ended", 60},  Share{"refused", 30},
                                Share{"padded", 20}, Share{"filled", 30}, Share{"interrupted", 15}};

class TrbeTransactions {
 public:
  TrbeTransactions(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : b_(machine_setup(example), defects), judge_(judge) {
    trbe_.at = TrbeCells::at(b_.m.driver);
    trbe_.aux = b_.m.aux;
    trbe_.handle = b_.m.handle;
    trbe_.buffer = kBuffer;
    trbe_.page_size = kPage;
    trbe_.least = 16;
    trbe_.errata = {example.setup[2] * 16, example.setup[3] * 8};
    trbe_.align = trbe_.errata.overwrites != 0 ? kPage : std::uint64_t{1} << example.setup[4];
    head_ = word(trbe_.aux.at.aux_head);
    for (std::uint64_t i = 0; i < kSize; ++i) b_.trace(i) = kOld;
    word(b_.m.events[0].at->hw_state) = kHesStopped;
  }
  void step(const AuxStep& step);

  // TraceUnit.
  template <class C>
  void start(C&) {}
  template <class C>
  void stop(C&) {}
  template <class C>
  void drain(C&) {
    settle();
  }

 private:
  static AuxMachineSetup machine_setup(const AuxCase& example) {
    AuxMachineSetup setup = bench_setup(kSize, origin_of(example.setup[0], kSize));
    setup.overwrite = example.setup[1] != 0;
    setup.watermark = setup.overwrite ? 0 : std::min(example.setup[5], kSize);
    setup.wakeup = setup.overwrite ? setup.head : setup.head - setup.head % setup.watermark;
    setup.driver_words = TrbeCells::kCount;
    return setup;
  }
  std::uint64_t& word(std::uint64_t address) { return b_.word(address); }
  [[nodiscard]] bool enabled() { return (word(trbe_.at.limit) & kTrbeEnable) != 0; }
  [[nodiscard]] std::uint64_t limit() { return word(trbe_.at.limit) & ~kTrbeEnable; }
  void settle();
  void put(std::uint64_t address, std::uint64_t bytes);
  void start_event(const PerfEvent& event);
  void opened();
  void closed(bool was_open);
  void handle_interrupt();
  void spurious_interrupt();
  [[nodiscard]] TrbeGround ground();
  void judge_programmed(const TrbePlan& plan, std::uint64_t kept);

  AuxBench b_;
  TrbeUnit trbe_;
  AuxJudge& judge_;
  std::uint64_t head_;            ///< where aux_head must be
  std::uint64_t begun_ = 0;       ///< where the transaction started
  std::uint64_t room_ = 0;        ///< bytes from there on that hold nothing unread
  std::uint64_t written_ = 0;     ///< since then (bytes)
  std::uint64_t on_the_way_ = 0;  ///< not in memory yet (bytes)
  bool filled_ = false;
};

/// The unit stores `bytes` bytes from `address` on.
void TrbeTransactions::put(std::uint64_t address, std::uint64_t bytes) {
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t offset = address - kBuffer + i;
    if (!judge_.require(offset < kSize, "I-24", "the unit writes outside its area")) continue;
    if (!trbe_.aux.overwrite)
      judge_.require((offset - begun_) % kSize < room_, "I-24",
                     "the unit writes over trace that is not read");
    b_.trace(offset) = kTrace;
  }
}

/// What is on its way reaches memory, up to the limit; a unit that comes there goes on at its base,
/// and asks for an interrupt.
void TrbeTransactions::settle() {
  for (; on_the_way_ > 0 && enabled() && !filled_; --on_the_way_) {
    put(word(trbe_.at.pointer)++, 1);
    ++written_;
    if (word(trbe_.at.pointer) != limit()) continue;
    filled_ = true;
    put(limit(), trbe_.errata.beyond_limit);
    put(word(trbe_.at.base), trbe_.errata.overwrites);
    word(trbe_.at.pointer) = word(trbe_.at.base) + trbe_.errata.overwrites;
    word(trbe_.at.status) |= kTrbeIrq | kTrbeWrap;
  }
  on_the_way_ = 0;
}

void TrbeTransactions::handle_interrupt() {
  const bool open = word(trbe_.at.handle) != 0 && b_.open();
  auto cpu = b_.cpu();
  const PerfEvent& event = b_.m.events[0];
  const auto irq_work_run = [&](auto& machine) {
    if (std::exchange(word(event.at->pending_disable), 0) != 0)
      etm_event_stop(machine, *this, trbe_, event, [](auto&) {});
  };
  const bool meant = (word(trbe_.at.status) & kTrbeIrq) != 0;
  const bool handled = arm_trbe_irq_handler(cpu, *this, trbe_, irq_work_run);
  judge_.require(handled == (meant && open), "I-28",
                 "an interrupt is taken that was not the unit's, or not taken that was");
}

/// An interrupt that the unit has not asked for, whatever else its status says, changes nothing.
void TrbeTransactions::spurious_interrupt() {
  constexpr std::uint64_t kCollectionStopped = 1U << 17U;  // TRBSR_EL1.S
  word(trbe_.at.status) |= kCollectionStopped;
  const std::vector<std::uint64_t> before = b_.m.memory;
  handle_interrupt();
  judge_.require(b_.m.memory == before, "I-28", "an interrupt of others changes something");
  word(trbe_.at.status) -= kCollectionStopped;
}

void TrbeTransactions::step(const AuxStep& step) {
  auto cpu = b_.cpu();
  const PerfEvent& event = b_.m.events[0];
  const bool was_open = b_.open();
  b_.m.new_records();
  b_.m.drain_data_ring();
  switch (step.kind) {
    case Step::start:
      if (word(event.at->hw_state) == 0) return;
      word(event.at->pending_disable) = 0;
      word(trbe_.at.status) |= kTrbeWrap;  // left by whoever used the unit before
      start_event(event);
      break;
    case Step::stop:
      etm_event_stop(cpu, *this, trbe_, event, [this](auto&) {
        if ((word(trbe_.at.status) & kTrbeIrq) != 0) handle_interrupt();
      });
      closed(was_open);
      judge_.require((word(trbe_.at.status) & kTrbeIrq) == 0 || !was_open, "I-26",
                     "an interrupt is left behind for a transaction that is closed");
      break;
    case Step::interrupt:
      settle();
      if ((word(trbe_.at.status) & kTrbeIrq) == 0) return spurious_interrupt();
      judge_.comes_to("interrupted", was_open);
      handle_interrupt();
      closed(was_open);
      opened();
      break;
    case Step::device:
      if (word(trbe_.at.trfcr) != 0) on_the_way_ += step.amount;
      break;
    default:
      if (!trbe_.aux.overwrite) b_.tail() += step.amount % (b_.unread() + 1);
      return;
  }
  judge_.require(word(trbe_.at.trfcr) == 0 || enabled(), "I-27",
                 "the CPU traces while there is no buffer, and nobody is told");
  judge_.require(b_.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                 "a closed transaction is closed again");
  judge_.require(b_.said.count<said::Warned>() == 0, "I-26",
                 "the unit is taken to have written before where it was to start");
}

void TrbeTransactions::start_event(const PerfEvent& event) {
  const TrbeGround before = ground();
  const TrbePlan plan = trbe_plan(before);
  // Without room nothing is asked of the driver, which keeps the handle of the time before.
  const std::uint64_t kept = before.snapshot || before.room != 0 ? 0 : word(trbe_.at.handle);
  auto cpu = b_.cpu();
  etm_event_start(cpu, *this, trbe_, event);
  judge_programmed(plan, kept);
  closed(false);
  opened();
}

/// Where the area stands before a transaction is opened.
TrbeGround TrbeTransactions::ground() {
  TrbeGround ground{.size = kSize, .page = kPage, .align = trbe_.align, .least = trbe_.least};
  ground.overwrites = trbe_.errata.overwrites;
  ground.beyond = trbe_.errata.beyond_limit != 0;
  if (ground.beyond) ground.least += kPage;
  ground.snapshot = trbe_.aux.overwrite;
  ground.watermark = trbe_.aux.watermark;
  ground.aux_wakeup = word(trbe_.aux.at.aux_wakeup);
  ground.head = head_;
  ground.room = ground.snapshot ? 0 : kSize - 1 - b_.unread();
  return ground;
}

/// `kept`: the driver's handle where the unit does not run.
void TrbeTransactions::judge_programmed(const TrbePlan& plan, std::uint64_t kept) {
  const std::uint64_t state = word(b_.m.events[0].at->hw_state);
  judge_.require(state == (plan.runs ? 0 : kHesStopped), "I-103",
                 "an event is noted as stopped that runs, or as running that does not");
  judge_.require(b_.open() == plan.runs && enabled() == plan.runs &&
                     word(trbe_.at.handle) == (plan.runs ? 1 : kept),
                 "I-105", "the unit runs without room for a run, or not although there is room");
  for (const auto& [offset, length] : plan.padded)
    for (std::uint64_t i = offset; i < std::min(offset + length, kSize); ++i)
      judge_.require(b_.trace(i) == 0, "I-105", "what is passed over is no filler");
  judge_.comes_to(plan.runs ? "opened" : "refused");
  judge_.comes_to("padded", !plan.padded.empty());
  if (!plan.runs) return;
  judge_.require(word(trbe_.at.base) == kBuffer + plan.base &&
                     word(trbe_.at.pointer) == kBuffer + plan.pointer &&
                     limit() == kBuffer + plan.limit,
                 "I-105", "the unit writes elsewhere than its room and the next wakeup tell");
  judge_.require(word(trbe_.at.status) == 0 && word(trbe_.at.trfcr) == 1, "I-105",
                 "the unit is enabled with an interrupt, or its CPU does not trace");
}

void TrbeTransactions::opened() {
  if (!b_.open()) return;
  begun_ = word(trbe_.handle.head) % kSize;
  room_ = kSize - b_.unread();
  written_ = 0;
  filled_ = false;
}

void TrbeTransactions::closed(bool was_open) {
  std::uint64_t skipped = 0;
  for (const auto& [position, bytes] : std::exchange(b_.said.skipped, {})) skipped += bytes;
  const std::uint64_t aux_head = word(trbe_.aux.at.aux_head);
  const std::uint64_t moved = aux_head - head_;
  head_ = aux_head;
  judge_.comes_to("ended", was_open);
  judge_.comes_to("filled", filled_ && was_open);
  const std::uint64_t wrote = was_open ? written_ + trbe_.errata.overwrites : 0;
  judge_.require(moved == wrote + skipped, trbe_.aux.overwrite ? "I-31" : "I-25",
                 "aux_head did not move by what was written and skipped");
  bool collision = false;
  for (const Json& record : b_.m.new_records()) {
    const auto flags = record[4].get<std::uint64_t>();
    collision = collision || (flags & kAuxCollision) != 0;
    judge_.require((flags & kAuxPmuFormat) == kTrbeFormatRaw, "I-73",
                   "raw trace is told to be in frames of a sink's");
  }
  judge_.require(!was_open || !filled_ || collision, "I-27",
                 "the buffer was filled, and no record tells that trace may be missing");
  written_ = 0;
}

}  // namespace

const AuxSequence kTrbeTransactions = {
    "trbe-transactions",
    "an Arm TRBE whose stores are on their way until drained, and a reader",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<TrbeTransactions>,
    12000,
    kShares};

}  // namespace ringcheck
