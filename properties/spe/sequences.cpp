// spe-transactions: starts, interrupts and stops of an Arm SPE unit whose stores are on their way
// until it is drained, on four small pages, with a reader. spe-stops-without-room: the driver of
// Linux 6.12. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/spe/sequences.hpp"
#include "properties/aux/aux_bench.hpp"
#include "properties/spe/unit_bounds.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/spe/spe_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 32, kSize = 4 * kPage;
constexpr std::uint64_t kBase = std::uint64_t{1} << 40U;
constexpr std::uint64_t kOld = 1, kTrace = 2;

constexpr std::array<std::string_view, 9> kProperties = {"I-23", "I-24", "I-25", "I-26", "I-27",
                                                         "I-28", "I-29", "I-31", "I-32"};
constexpr std::array kSetup = {
    Dial{"origin", 0, kOrigins - 1},
    Dial{"snapshot", 0, 1},
    Dial{"largest record", 1, 16},
    Dial{"alignment 2^", 0, 3},
    Dial{"watermark", 1, kSize},
    Dial{"head before the area's start", 0, 7},
    Dial{"room at first and one, or all", 0, 17},
};
enum Step : std::size_t { start, stop, interrupt, device, loss, read };
constexpr std::array kSteps = {
    Dial{"start"},          Dial{"stop"}, Dial{"interrupt"},
    Dial{"device", 0, 160}, Dial{"loss"}, Dial{"read, if no more than the area", 0, 4 * kSize},
};

constexpr std::array kShares = {
    Share{"opened", 80},  Share{"ended", 75},       Share{"padded", 30},
    Share{"refused", 25}, Share{"interrupted", 50},
};

/// The initial head. It is not aligned after a record that filled the area, or after a skip of all
/// room, which is one byte short.
std::uint64_t first_head(const AuxCase& example) {
  const std::uint64_t origin = origin_of(example.setup[0], kSize);
  return origin == 0 || example.setup[1] != 0 ? origin : origin - example.setup[5];
}

class SpeTransactions {
 public:
  /// `stops_without_room`: as Linux 6.12 has it.
  SpeTransactions(const AuxCase& example, DefectSet defects, AuxJudge& judge,
                  bool stops_without_room = false)
      : b_(machine_setup(example), defects), judge_(judge) {
    spe_.at = SpeCells::at(b_.m.driver);
    spe_.aux = b_.m.aux;
    spe_.handle = b_.m.handle;
    spe_.base = kBase;
    spe_.page_size = kPage;
    spe_.max_record = example.setup[2];
    spe_.align = std::uint64_t{1} << example.setup[3];
    spe_.stops_without_room = stops_without_room;
    head_ = word(spe_.aux.at.aux_head);
    if (head_ != 0 && !spe_.aux.overwrite && example.setup[6] != 0)
      b_.tail() = head_ + example.setup[6] - kSize;
    for (std::uint64_t i = 0; i < kSize; ++i) b_.trace(i) = kOld;
    b_.word(b_.m.events[0].at->hw_state) = kHesStopped;
    b_.said.heard = [this](std::uint32_t kind) {
      if (kind != said::ContextSynced<>::kKind) return;
      word(spe_.at.pmbptr) += std::exchange(unseen_, 0);
      settled_ = registers();
      off_ = word(spe_.at.pmscr) == 0;
      judge_.require((settled_[1] & kSpeEnable) != 0 || on_the_way_ == 0, "I-23",
                     "a buffer is taken away while trace is on its way to it");
    };
  }
  void step(const AuxStep& step);

  // TraceUnit.
  template <class C>
  void start(C&) {
    judge_.require(settled_ == registers(), "I-24",
                   "the unit goes on before its registers have taken effect");
    started_ = true;
  }
  template <class C>
  void stop(C&) {
    judge_.require(off_, "I-24", "the unit is taken to be off before that has taken effect");
    started_ = false;
  }
  template <class C>
  void drain(C&) {
    settle();
  }

 private:
  static AuxMachineSetup machine_setup(const AuxCase& example) {
    AuxMachineSetup setup = bench_setup(kSize, first_head(example));
    setup.overwrite = example.setup[1] != 0;
    setup.watermark = setup.overwrite ? 0 : std::min(example.setup[4], kSize);
    setup.wakeup = setup.overwrite ? setup.head : setup.head - setup.head % setup.watermark;
    setup.driver_words = SpeCells::kCount;
    return setup;
  }
  std::uint64_t& word(std::uint64_t address) { return b_.word(address); }
  [[nodiscard]] std::uint64_t limit() { return word(spe_.at.pmblimitr) & ~kSpeEnable; }
  /// Written system registers take effect when the context is synchronised.
  [[nodiscard]] std::array<std::uint64_t, 2> registers() {
    return {word(spe_.at.pmbptr), word(spe_.at.pmblimitr)};
  }
  [[nodiscard]] bool profiling() {
    return word(spe_.at.pmscr) != 0 && (word(spe_.at.pmblimitr) & kSpeEnable) != 0 &&
           (word(spe_.at.pmbsr) & kSpeService) == 0;
  }
  [[nodiscard]] std::uint64_t pointer() { return word(spe_.at.pmbptr) + unseen_ + on_the_way_; }
  void settle();
  void interrupted(bool was_open);
  void write(std::uint64_t bytes);
  void opened(bool must_open);
  void closed(bool was_open);
  void check_limits();
  void check_filler(std::uint64_t from);
  void check_state(bool full, std::uint64_t when_stopped);
  void check_refusal(bool full, bool sampled);
  void check_registers(bool was_on);
  [[nodiscard]] bool must_open(std::uint64_t head);

  AuxBench b_;
  SpeUnit spe_;
  AuxJudge& judge_;
  std::uint64_t head_;            ///< where aux_head must be
  std::uint64_t written_ = 0;     ///< since the transaction was opened (bytes)
  std::uint64_t on_the_way_ = 0;  ///< of these, not in memory yet
  std::uint64_t unseen_ = 0;      ///< in memory, and not in the write pointer yet
  std::uint64_t produced_ = 0;    ///< in all (bytes)
  std::uint64_t padded_ = 0;      ///< filler of the last step (bytes)
  std::uint64_t end_ = 0;         ///< where the unit stood before the step (offset in the area)
  std::vector<SpeRun> runs_;      ///< snapshot mode: newest last
  bool started_ = false;          ///< the unit was told to go on
  bool off_ = true;               ///< profiling, as the unit has it
  std::array<std::uint64_t, 2> settled_{};  ///< registers as the unit has them
};

/// Stores on their way reach memory. A synchronised context sees that in the write pointer.
void SpeTransactions::settle() {
  for (; on_the_way_ > 0; --on_the_way_) {
    const std::uint64_t offset = word(spe_.at.pmbptr) + unseen_++ - kBase;
    if (judge_.require(offset < kSize, "I-24", "the unit writes outside its area"))
      b_.trace(offset) = kTrace;
  }
}

void SpeTransactions::write(std::uint64_t bytes) {
  for (bytes -= bytes % spe_.align; bytes > 0 && profiling(); bytes -= spe_.align) {
    if (pointer() + spe_.align > limit()) return;
    on_the_way_ += spe_.align;
    written_ += spe_.align;
    produced_ += spe_.align;
    if (!runs_.empty()) runs_.back().length += spe_.align;
    if (pointer() == limit()) word(spe_.at.pmbsr) |= kSpeService | kSpeFull;
  }
}

/// Whether there is room for a record from `head` on, up to a page boundary.
bool SpeTransactions::must_open(std::uint64_t head) {
  if (spe_.aux.overwrite) return true;
  const std::uint64_t end = b_.tail() + kSize - 1;
  const std::uint64_t aligned = head + (0 - head) % spe_.align;
  return end - end % kPage - aligned < kSize && end - end % kPage >= aligned + spe_.max_record;
}

/// The buffer's interrupt comes, or another one on its line, which it shares with other units.
void SpeTransactions::interrupted(bool was_open) {
  auto cpu = b_.cpu();
  const PerfEvent& event = b_.m.events[0];
  const bool asked = was_open && (word(spe_.at.pmbsr) & kSpeService) != 0;
  const auto irq_work_run = [&](auto& machine) {
    if (std::exchange(word(event.at->pending_disable), 0) != 0)
      arm_spe_pmu_stop(machine, *this, spe_, event);
  };
  const bool lossy = was_open && (word(spe_.at.pmbsr) & kSpeDataLoss) != 0;
  const std::uint64_t next = word(spe_.aux.at.aux_head) + written_;
  const bool expected = !lossy && must_open(next);
  const bool full = !spe_.aux.overwrite && next - b_.tail() + 1 >= kSize;
  const bool served = arm_spe_pmu_irq_handler(cpu, *this, spe_, irq_work_run);
  judge_.require(served == asked, "I-28",
                 "an interrupt is taken for the unit's that is not, or the other way round");
  if (!asked) {
    judge_.require(b_.open() == was_open, "I-26", "an interrupt of others ends a transaction");
    return;
  }
  judge_.require(!lossy || word(event.at->hw_state) != 0, "I-28",
                 "the interrupt leaves an event on that is to be disabled");
  judge_.comes_to("interrupted", was_open);
  closed(was_open);
  opened(expected);
  if (!b_.open() && !lossy) check_state(full, kHesStopped | kHesUptodate);
  judge_.require(started_, "I-28", "the unit is not told to go on after its interrupt");
  judge_.require(word(spe_.at.pmbsr) == 0, "I-28", "the unit's report is not cleared");
}

void SpeTransactions::step(const AuxStep& step) {
  auto cpu = b_.cpu();
  const PerfEvent& event = b_.m.events[0];
  const bool was_open = b_.open(), was_on = word(event.at->hw_state) == 0;
  const std::uint64_t began = word(spe_.handle.head);
  end_ = (pointer() - kBase) % kSize;
  b_.m.drain_data_ring();
  switch (step.kind) {
    case Step::start: {
      if (was_open || word(event.at->hw_state) == 0) return;
      const bool expected = must_open(word(spe_.aux.at.aux_head));
      const bool full = !spe_.aux.overwrite && b_.unread() + 1 >= kSize;
      const bool sampled = word(spe_.at.pmscr) != 0;
      word(event.at->pending_disable) = 0;
      arm_spe_pmu_start(cpu, *this, spe_, event);
      closed(false);
      opened(expected);
      if (!b_.open()) check_refusal(full, sampled);
      break;
    }
    case Step::stop:
      arm_spe_pmu_stop(cpu, *this, spe_, event);
      closed(was_open);
      check_registers(was_on);
      judge_.require(spe_.aux.overwrite || word(spe_.handle.head) == began, "I-25",
                     "a driver moves the head of a transaction that is no snapshot");
      break;
    case Step::interrupt:
      interrupted(was_open);
      break;
    case Step::device:
      write(step.amount);
      break;
    case Step::loss:
      if (profiling()) word(spe_.at.pmbsr) |= kSpeService | kSpeFull | kSpeDataLoss;
      break;
    default:
      if (!spe_.aux.overwrite && step.amount <= kSize) b_.tail() += step.amount % (b_.unread() + 1);
      return;
  }
  judge_.require(b_.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                 "a closed transaction is closed again");
}

void SpeTransactions::opened(bool must_open) {
  judge_.require(b_.open() || !must_open, "I-27",
                 "trace is called truncated where there is room for a record");
  judge_.comes_to(b_.open() ? "opened" : "refused");
  check_filler(end_);
  const PerfEvent& event = b_.m.events[0];
  const bool no_limit = (word(spe_.at.pmblimitr) & kSpeEnable) == 0;
  judge_.require(no_limit != b_.open(), "I-26", "a unit is enabled without a transaction, or not");
  if (!b_.open()) {
    judge_.require(word(event.at->pending_disable) != 0 || word(event.at->hw_state) != 0, "I-28",
                   "an event that is refused stays on");
    return;
  }
  judge_.require(word(event.at->hw_state) == 0 && word(spe_.at.pmscr) != 0 && started_, "I-28",
                 "an event has a transaction, and nothing samples for it");
  written_ = 0;
  const std::uint64_t most = spe_.max_record + (padded_ - word(spe_.handle.head)) % spe_.align;
  judge_.require(spe_.aux.overwrite || padded_ < most, "I-27", "room for a record is passed over");
  check_limits();
  if (spe_.aux.overwrite) runs_.push_back({word(spe_.at.pmbptr) - kBase, 0});
}

void SpeTransactions::check_limits() {
  const std::uint64_t start = word(spe_.at.pmbptr) - kBase;
  const std::uint64_t end = limit() - kBase;
  const std::uint64_t position = word(spe_.handle.head);
  judge_.require(start == position % kSize && start < end && end <= kSize, "I-24",
                 "the unit is to write outside its area");
  judge_.require(start % spe_.align == 0, "I-24",
                 "the unit is to write where it cannot: its pointer is not aligned");
  if (spe_.aux.overwrite) {
    judge_.require(end == (start < kSize / 2 ? kSize / 2 : kSize), "I-32",
                   "a snapshot's limit is neither the middle of the buffer nor its end");
    judge_.require(end - start >= spe_.max_record, "I-24",
                   "a record might not fit before the limit");
    return;
  }
  judge_.require(end - start <= word(spe_.handle.size), "I-24",
                 "the unit is to write over trace that is not read");
  judge_.require(end - start >= spe_.max_record, "I-24", "a record might not fit before the limit");
  judge_.require(
      end == spe_first_limit({position, word(spe_.handle.size), word(spe_.handle.wakeup)}, kSize,
                             kPage),
      "I-29", "the unit's limit is not the first of the end, the tail's page and the wakeup's");
  const std::uint64_t ahead = word(spe_.handle.wakeup) - position;
  if (ahead < word(spe_.handle.size) && start + ahead < kSize)
    judge_.require(end <= (start + ahead + kPage - 1) / kPage * kPage, "I-29",
                   "the unit interrupts later than the page of the wakeup ends");
}

/// Between where the unit stood and where it goes on there is padding that decoders skip. Except in
/// snapshot mode, the core is told about it.
void SpeTransactions::check_filler(std::uint64_t from) {
  if (!spe_.aux.overwrite || !b_.open()) return;
  const std::uint64_t to = (word(spe_.at.pmbptr) - kBase) % kSize;
  for (std::uint64_t i = word(spe_.aux.at.aux_head) % kSize; i != to; i = (i + 1) % kSize)
    judge_.require(b_.trace(i) == 0, "I-25", "what a snapshot leaves out is no filler");
  judge_.require(padded_ == (to - word(spe_.aux.at.aux_head)) % kSize, "I-24",
                 "filler is written over trace that a snapshot has");
  judge_.require(padded_ < spe_.max_record, "I-32",
                 "room for a record is passed over in a snapshot");
  judge_.require(from == word(spe_.aux.at.aux_head) % kSize, "I-31",
                 "the head is not where the unit writes next");
}

/// The state of an event without a transaction. `full`: there was no room at all. `when_stopped`:
/// its state if the driver stops it.
void SpeTransactions::check_state(bool full, std::uint64_t when_stopped) {
  const std::uint64_t otherwise = full ? kHesStopped : 0;
  judge_.require(
      word(b_.m.events[0].at->hw_state) == (spe_.stops_without_room ? when_stopped : otherwise),
      "I-28", "an event without a transaction is on");
}

/// After a start for which there is no room. `full`: there was none at all. `sampled`: sampling was
/// on before.
void SpeTransactions::check_refusal(bool full, bool sampled) {
  // An event that did not run has nothing to bring up to date.
  const bool stops = full || spe_.stops_without_room;
  check_state(full, kHesStopped);
  judge_.require(!stops || word(spe_.at.pmblimitr) == 0, "I-24",
                 "a unit has a limit and no transaction");
  judge_.require(!stops || word(spe_.at.pmscr) == 0 || sampled, "I-28",
                 "sampling is switched on for an event that is stopped");
  judge_.require(b_.unread() == kSize - 1, "I-25",
                 "what is left of the room is not passed over, and is for no record");
}

/// After a stop.
void SpeTransactions::check_registers(bool was_on) {
  const std::uint64_t state = word(b_.m.events[0].at->hw_state);
  judge_.require((word(spe_.at.pmblimitr) & kSpeEnable) == 0 &&
                     (!was_on || word(spe_.at.pmscr) + word(spe_.at.pmblimitr) == 0),
                 "I-24", "a unit that was stopped is still enabled");
  judge_.require(!was_on || state == (kHesStopped | kHesUptodate), "I-28",
                 "an event that was stopped is on");
  judge_.require(!was_on || !started_, "I-24", "a unit that was stopped goes on");
}

void SpeTransactions::closed(bool was_open) {
  const std::uint64_t aux_head = word(spe_.aux.at.aux_head);
  std::uint64_t skipped = 0;
  for (const auto& [position, bytes] : std::exchange(b_.said.skipped, {})) {
    skipped += bytes;
    for (std::uint64_t i = 0; i < bytes; ++i)
      judge_.require(b_.trace(position + i) == 0, "I-25", "skipped bytes are no filler");
  }
  const std::uint64_t padded = padded_ = std::exchange(b_.said.padded, 0);
  judge_.comes_to("ended", was_open);
  judge_.comes_to("padded", padded != 0);
  if (spe_.aux.overwrite) {
    if (!was_open) return;
    judge_.require(aux_head % kSize == end_, "I-31", "the head is not where the unit writes next");
    judge_.require(
        b_.open() || parsable_bytes(runs_) >= std::min(produced_, kSize / 2 - spe_.max_record),
        "I-32", "less than half a buffer can be read");
    return;
  }
  judge_.require(padded <= skipped, "I-25", "what was padded is not skipped");
  const std::uint64_t moved = aux_head - head_;
  judge_.require(moved >= written_ + skipped, "I-23",
                 "the unit's stores were not waited for: some are not accounted for");
  judge_.require(moved == written_ + skipped, "I-25",
                 "aux_head did not move by what was written and skipped");
  head_ = aux_head;
  written_ = 0;
}

/// The driver of Linux 6.12.
class SpeStopsWithoutRoom : public SpeTransactions {
 public:
  SpeStopsWithoutRoom(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : SpeTransactions(example, defects, judge, true) {}
};

}  // namespace

const AuxSequence kSpeTransactions = {
    "spe-transactions",
    "an Arm SPE unit whose stores are on their way until drained, and a reader",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<SpeTransactions>,
    4000,
    kShares};
const AuxSequence kSpeStopsWithoutRoom = {"spe-stops-without-room",
                                          "an Arm SPE unit whose event is stopped for want of room",
                                          kProperties,
                                          kSetup,
                                          kSteps,
                                          false,
                                          run_steps<SpeStopsWithoutRoom>,
                                          4000,
                                          kShares};

}  // namespace ringcheck
