// bts-branches: Intel BTS stores distinct branches, and a reader finds them by AUX records. A model
// beside both knows where each branch should be (properties/bts/branch_window.hpp).
//
// Not judged by I-101: the end of what is skipped in a displaced piece (docs/findings.md V-05).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/aux/watched_unit.hpp"
#include "properties/bts/branch_layout.hpp"
#include "properties/bts/branch_window.hpp"
#include "properties/bts/sequences.hpp"
#include "properties/core/record_header.hpp"
#include "protocol/bts/bts_pmu.hpp"

namespace ringcheck {
namespace {

// A wakeup is due every 1, 2, 4 or 8 KiB.
constexpr std::array kSetup = {
    Dial{"origin", 0, kOrigins - 1},
    Dial{"layout", 0, kLayouts - 1},
    Dial{"watermark 2^", 10, 13},
    Dial{"snapshot", 0, 1},
    Dial{"debug store full", 0, 1},
    Dial{"room at first", 0, kRooms},
    Dial{"where the stream begins", 0, kBegins - 1},
    Dial{"active after enabling", 0, 1},
    Dial{"interrupts update snapshots", 0, 1},
    Dial{"started at first", 0, 1},
};
enum Step : std::size_t {
  start,
  stop,
  interrupt,
  store,
  to_threshold,
  read_all,
  leave,
  leave_little,
  read
};
constexpr std::array kSteps = {
    Dial{"start"},
    Dial{"stop"},
    Dial{"interrupt"},
    Dial{"branches", 1, 400},
    Dial{"branches to the threshold, and more", 0, 2},
    Dial{"read all"},
    Dial{"room after this piece", 0, 96},
    Dial{"room", 0, 80},
    Dial{"read", 1, 8192},
};
constexpr std::array<std::string_view, 8> kProperties = {"I-23", "I-24",  "I-26",  "I-27",
                                                         "I-28", "I-101", "I-102", "I-103"};

/// What the debug store says before BTS is used; it should say so again afterwards.
constexpr std::uint64_t kForeign = std::uint64_t{1} << 40U;

constexpr std::array kShares = {Share{"ended", 60}, Share{"interrupted", 20},
                                Share{"told of branches", 30}, Share{"came to its end", 25}};

class BtsBranches {
 public:
  BtsBranches(const AuxCase& example, DefectSet defects, AuxJudge& judge);
  void step(const AuxStep& step);

 private:
  static AuxMachineSetup machine_setup(const AuxCase& example);
  static std::uint64_t first_position(const AuxCase& example);
  std::uint64_t& word(std::uint64_t address) { return b_.word(address); }
  std::uint64_t& field(std::uint64_t offset) { return word(bts_.aux.area.address(offset)); }
  [[nodiscard]] bool running() { return word(bts_.at.enabled) != 0; }
  void judge_unit();

  void start_event();
  void stop_event();
  void interrupted();
  void store_branches(std::uint64_t branches);
  [[nodiscard]] std::uint64_t room() const { return kAreaBytes - 1 - (position_ - tail_); }
  void read(const AuxStep& step);
  void opened();
  void judge_registers(std::string_view what);
  void judge_noted();
  void skip_to(const BranchWindow& window);
  void closed();
  void judge_record();
  void judge_area();

  std::vector<BranchPiece> pieces_;
  AuxBench b_;
  BtsUnit bts_;
  AuxJudge& judge_;
  WatchedUnit unit_;
  BranchWindow window_;                ///< in which BTS stores; from: where it stores next
  std::uint64_t foreign_threshold_;    ///< before BTS is used
  bool open_ = false;                  ///< a transaction should be open
  bool started_ = false;               ///< the event was started, and not stopped since
  std::uint64_t position_;             ///< of the stream, where the next branch should be
  std::uint64_t tail_;                 ///< up to which the reader has read
  std::uint64_t stored_ = 0;           ///< branches of the open transaction
  std::uint64_t name_ = 0;             ///< of the last branch
  std::vector<std::uint64_t> mirror_;  ///< what the area should hold
};

std::uint64_t BtsBranches::first_position(const AuxCase& example) {
  const std::uint64_t origin = origin_of(example.setup[0], kAreaBytes);
  if (origin == 0 || example.setup[3] != 0) return origin;
  return origin +
         beginning(example.setup[6], branch_pieces(pages_of(example.setup), kPageBytes)[0].end);
}

AuxMachineSetup BtsBranches::machine_setup(const AuxCase& example) {
  AuxMachineSetup setup = bench_setup(kAreaBytes, first_position(example));
  setup.aux_unit = kFieldBytes;
  setup.overwrite = example.setup[3] != 0;
  setup.watermark = setup.overwrite ? 0 : std::uint64_t{1} << example.setup[2];
  setup.wakeup = setup.overwrite ? setup.head : setup.head - setup.head % setup.watermark;
  setup.driver_words = BtsCells::kCount;
  return setup;
}

BtsBranches::BtsBranches(const AuxCase& example, DefectSet defects, AuxJudge& judge)
    : pieces_(branch_pieces(pages_of(example.setup), kPageBytes)),
      b_(machine_setup(example), defects),
      judge_(judge),
      foreign_threshold_(example.setup[4] != 0 ? kForeign : 3 * kForeign),
      position_(first_position(example)),
      tail_(position_),  // less unread bytes, below
      mirror_(kAreaBytes / kFieldBytes, kForeign) {
  bts_.at = BtsCells::at(b_.m.driver);
  bts_.aux = b_.m.aux;
  bts_.handle = b_.m.handle;
  bts_.pieces = make_bts_pieces(pages_of(example.setup), kPageBytes);
  // Where the stream begins there is nothing unread.
  if (position_ != 0 && !bts_.snapshot())
    tail_ -=
        kAreaBytes - 1 - room_at_first(example.setup[5], pieces_[0].end - position_ % kAreaBytes);
  bts_.active_after_enable = example.setup[7] != 0;
  bts_.interrupt_updates_snapshot = example.setup[8] != 0;
  b_.tail() = tail_;
  for (std::uint64_t at = 0; at < kAreaBytes; at += kFieldBytes) field(at) = kForeign;
  word(bts_.at.head) = position_ % kAreaBytes;
  for (const std::uint64_t at : {bts_.at.base, bts_.at.index}) word(at) = kForeign;
  word(bts_.at.maximum) = 2 * kForeign;
  word(bts_.at.threshold) = foreign_threshold_;
  b_.said.heard = [this](std::uint32_t kind) {
    if (kind == said::AuxEnded<>::kKind)
      judge_.require(unit_.settled, "I-23", "branches are told of that are not in memory");
  };
  if (example.setup[9] != 0) step({Step::start, 0});
}

void BtsBranches::step(const AuxStep& step) {
  b_.m.drain_data_ring();
  switch (step.kind) {
    case Step::start:
      if (!started_) start_event();
      break;
    case Step::stop:
      if (started_) stop_event();
      break;
    case Step::interrupt:
      interrupted();
      break;
    case Step::store:
      store_branches(step.amount);
      break;
    case Step::to_threshold: {
      const std::uint64_t there = word(bts_.at.threshold);
      const std::uint64_t index = word(bts_.at.index);
      if (running() && index < there)
        store_branches((there - index) / kBranchBytes + step.amount * 170);
      break;
    }
    default:
      return read(step);
  }
  judge_unit();
  judge_area();
}

/// The unit stores branches if it is noted as active, which it is while a transaction is open.
void BtsBranches::judge_unit() {
  const BtsState state = open_ ? BtsState::active : BtsState::stopped;
  judge_.require(word(bts_.at.enabled) == (open_ ? 1 : 0) && unit_.runs == open_, "I-102",
                 "BTS runs and is not enabled, or is enabled and does not run");
  judge_.require(word(bts_.at.state) == state_number(state), "I-103",
                 "BTS is noted as active while it is stopped, or as stopped while it runs");
}

/// The reader takes everything, or some, or as much as leaves only a little room beyond the piece.
void BtsBranches::read(const AuxStep& step) {
  if (bts_.snapshot()) return;
  const std::uint64_t unread = position_ - stored_ * kBranchBytes - tail_;
  std::uint64_t amount = step.kind == Step::read_all ? unread : step.amount;
  if (step.kind == Step::leave) {
    const std::uint64_t wanted = pieces_[window_.piece].end - position_ % kAreaBytes + step.amount;
    amount = wanted < room() ? 0 : wanted - room();
  }
  if (step.kind == Step::leave_little) amount = step.amount - std::min(step.amount, room());
  tail_ += std::min(amount, unread);
  b_.tail() = tail_;
}

void BtsBranches::start_event() {
  constexpr std::uint64_t kForeignState = 2;  // PERF_HES_UPTODATE
  word(b_.m.events[0].at->hw_state) = kForeignState;
  auto cpu = b_.cpu();
  bts_event_start(cpu, unit_, bts_, b_.m.events[0]);
  opened();
  started_ = open_;
  judge_record();
  judge_noted();
}

/// What is skipped is filler.
void BtsBranches::skip_to(const BranchWindow& window) {
  const std::uint64_t at = position_ % kAreaBytes;
  const BranchPiece& left = pieces_[window_.piece];
  const std::uint64_t short_end = left.end - (left.first - left.offset);
  for (std::uint64_t gap = at; gap < left.end; gap += kFieldBytes)
    if (gap < short_end || field(gap) == 0) mirror_[gap / kFieldBytes] = 0;
  position_ += window.skipped;
}

/// Once the transaction has been opened, if it could be.
void BtsBranches::opened() {
  BranchWindow window = window_;
  if (bts_.snapshot()) {
    window.to = pieces_[0].end;
  } else {
    window.from = window.to = position_ % kAreaBytes;
    window.skipped = 0;
    if (room() != 0)
      window = branch_window(pieces_, window_.piece, window.from, room(), kAreaBytes);
    if (window.skipped != 0) skip_to(window);
    window.limit(word(bts_.handle.wakeup) - position_);
  }
  open_ = window.bytes() != 0 || bts_.snapshot();
  window_ = window;
  judge_.require(b_.open() == open_ && running() == open_, "I-102",
                 "BTS runs without room for a branch, or not although there is room");
  if (!open_) return;
  judge_registers("BTS stores elsewhere than where most room is, or interrupts too late");
}

/// BTS stores in its window, and interrupts while there is still room for the branches that come
/// meanwhile. In snapshot mode it does not interrupt.
void BtsBranches::judge_registers(std::string_view what) {
  const std::uint64_t threshold = word(bts_.at.threshold);
  judge_.require(word(bts_.at.base) == pieces_[window_.piece].first &&
                     word(bts_.at.index) == window_.from && word(bts_.at.maximum) == window_.to &&
                     (bts_.snapshot() ? threshold > window_.to : threshold == window_.threshold()),
                 "I-102", what);
}

void BtsBranches::store_branches(std::uint64_t branches) {
  for (; branches > 0 && running(); --branches) {
    std::uint64_t& index = word(bts_.at.index);
    if (index + kBranchBytes > word(bts_.at.maximum)) {
      if (!bts_.snapshot()) return;
      index = word(bts_.at.base);
      window_.from = 0;
    }
    if (!judge_.require(open_ && index == window_.from && index < window_.to &&
                            (bts_.snapshot() || position_ + kBranchBytes - tail_ < kAreaBytes),
                        "I-24", "BTS stores a branch where it has no room"))
      return;
    ++name_;
    for (std::uint64_t i = 0; i < 3; ++i)
      field(index + i * kFieldBytes) = mirror_[index / kFieldBytes + i] = 4 * name_ + i;
    index += kBranchBytes;
    window_.from += kBranchBytes;
    position_ += kBranchBytes;
    ++stored_;
  }
}

/// What a reader finds: one record that leads to the branches of the transaction.
void BtsBranches::judge_record() {
  if (bts_.snapshot()) return;
  const PerfBuffer& ring = bts_.aux.ring;
  const std::uint64_t from = word(ring.at.data_tail);
  const auto told = [&](std::uint64_t i) { return word(ring.data_word(from + i * kWordBytes)); };
  if (stored_ == 0) {
    judge_.require(word(ring.at.data_head) == from, "I-101", "a record tells of no branch");
    return;
  }
  const RecordHeader header = record_header(told(0));
  if (!judge_.require(word(ring.at.data_head) == from + header.size && header.type == kRecordAux &&
                          header.misc == 0,
                      "I-101", "branches are not told by one AUX record"))
    return;
  const std::uint64_t offset = told(1);
  const std::uint64_t size = told(2);
  if (!judge_.require(size == stored_ * kBranchBytes && offset + size == position_, "I-101",
                      "a record does not tell of the branches that were stored"))
    return;
  for (std::uint64_t i = 0; i < size / kFieldBytes; ++i)
    judge_.require(
        field((offset + i * kFieldBytes) % kAreaBytes) == 4 * (name_ - stored_ + 1 + i / 3) + i % 3,
        "I-101", "a record leads to something else than its branches");
  judge_.comes_to("came to its end", window_.bytes() == 0);
  judge_.comes_to("told of branches");
  judge_.require(((told(3) & kAuxTruncated) != 0) == (window_.bytes() == 0), "I-27",
                 "that BTS came to its end is not told, or told without reason");
}

/// Once the transaction has been closed.
void BtsBranches::closed() {
  judge_record();
  stored_ = 0;
  open_ = false;
}

void BtsBranches::stop_event() {
  const bool was_open = open_;
  auto cpu = b_.cpu();
  bts_event_stop(cpu, unit_, bts_, b_.m.events[0]);
  started_ = false;
  if (was_open) closed();
  judge_.comes_to("ended", was_open);
  judge_noted();
  judge_.require(!b_.open() && !running(), "I-102", "BTS runs after its event was stopped");
  judge_.require(word(bts_.at.base) == kForeign && word(bts_.at.index) == kForeign &&
                     word(bts_.at.maximum) == 2 * kForeign &&
                     word(bts_.at.threshold) == foreign_threshold_,
                 "I-102", "the debug store is not what it was before BTS used it");
}

/// The interrupt closes the transaction and opens the next one, if there is anything to report. In
/// snapshot mode it does neither, and sets BTS back to where it started, unless it finds out how
/// far BTS has come (docs/findings.md V-13).
void BtsBranches::interrupted() {
  if (bts_.snapshot() && open_ && stored_ != 0 && !bts_.interrupt_updates_snapshot) return;
  const bool something = !bts_.snapshot() && open_ && stored_ != 0;
  const bool meant = word(bts_.at.threshold) <= word(bts_.at.index);
  auto cpu = b_.cpu();
  judge_.require(bts_performance_interrupt(cpu, unit_, bts_) == (something || meant), "I-28",
                 "an interrupt is taken that was not BTS's, or not taken that was");
  judge_.comes_to("interrupted", something);
  if (something) {
    closed();
    opened();
    return;
  }
  judge_.require(running() == open_ && b_.open() == open_, "I-102",
                 "an interrupt of others starts or stops BTS");
  if (open_) judge_registers("an interrupt of others changes where BTS stores");
}

/// perf must note a refusal in the interrupt, and stops the event.
void BtsBranches::judge_noted() {
  const std::uint64_t noted = word(b_.m.events[0].at->hw_state);
  judge_.require(noted == (started_ ? 0 : kHesStopped), "I-103",
                 "an event is noted as stopped that runs, or as running that does not");
}

void BtsBranches::judge_area() {
  judge_.require(b_.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                 "a transaction is closed that is not open");
  const std::uint64_t head = word(bts_.aux.at.user_head);
  if (!bts_.snapshot())
    judge_.require(head == position_ - stored_ * kBranchBytes, "I-101",
                   "aux_head is not where the last record ends");
  else if (!open_ && name_ != 0)
    judge_.require(head == window_.from, "I-101", "the head is not where BTS stores next");
  for (std::size_t i = 0; i < mirror_.size(); ++i)
    if (field(i * kFieldBytes) != mirror_[i]) {
      judge_.require(false, "I-101", "the driver stores over trace, or leaves old trace in a gap");
      return;
    }
}

}  // namespace

const AuxSequence kBtsBranches = {"bts-branches",
                                  "Intel BTS that stores branches, and who finds them by records",
                                  kProperties,
                                  kSetup,
                                  kSteps,
                                  false,
                                  run_steps<BtsBranches>,
                                  1000,
                                  kShares};

}  // namespace ringcheck
