// bts-branches: Intel BTS that stores branches one can tell apart, a reader that finds them by AUX
// records, and beside both where each is to be (properties/bts/branch_window.hpp).
//
// Kept from I-101: the end of what is skipped in a displaced piece (docs/findings.md V-05).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/bts/branch_window.hpp"
#include "properties/bts/sequences.hpp"
#include "properties/core/record_header.hpp"
#include "protocol/bts/bts_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPages = 4;
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kAreaBytes = kPages * kPageBytes;
constexpr std::uint64_t kFieldBytes = kBranchBytes / 3;  ///< of a word of trace

/// Pages of the pieces, by the dial.
constexpr std::uint64_t kLayouts = 5;
std::vector<std::uint64_t> pages_of(std::uint64_t layout) {
  const std::array<std::vector<std::uint64_t>, kLayouts> layouts = {
      {{1, 1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {2, 2}, {4}}};
  return layouts.at(layout);
}

// A wakeup is due every 1, 2, 4 or 8 KiB.
constexpr std::array kSetup = {Dial{"origin", 0, kOrigins - 1}, Dial{"layout", 0, kLayouts - 1},
                               Dial{"watermark 2^", 10, 13}};
enum Step : std::size_t { start, stop, interrupt, store, to_threshold, read_all, read };
constexpr std::array kSteps = {
    Dial{"start"},
    Dial{"stop"},
    Dial{"interrupt"},
    Dial{"branches", 1, 400},
    Dial{"branches to the threshold, and more", 0, 2},
    Dial{"read all"},
    Dial{"read", 1, 8192},
};
constexpr std::array<std::string_view, 4> kProperties = {"I-24", "I-27", "I-101", "I-102"};

/// What the debug store says before BTS is used; it is to say so again afterwards.
constexpr std::uint64_t kForeign = std::uint64_t{1} << 40U;

class BtsBranches {
 public:
  BtsBranches(const AuxCase& example, DefectSet defects, AuxJudge& judge);
  void step(const AuxStep& step);

 private:
  static AuxMachineSetup machine_setup(const AuxCase& example);
  std::uint64_t& word(std::uint64_t address) { return b_.word(address); }
  std::uint64_t& field(std::uint64_t offset) { return word(bts_.aux.area.address(offset)); }
  [[nodiscard]] bool running() { return word(bts_.at.enabled) != 0; }

  void start_event();
  void stop_event();
  void interrupted();
  void store_branches(std::uint64_t branches);
  void opened(std::uint64_t room);
  void closed();
  void judge_record();
  void judge_area();

  std::vector<BranchPiece> pieces_;
  AuxBench b_;
  BtsUnit bts_;
  AuxJudge& judge_;
  SettledUnit unit_;
  BranchWindow window_;                ///< in which BTS stores; from: where it stores next
  bool open_ = false;                  ///< a transaction is to be open
  bool started_ = false;               ///< the event was started, and not stopped since
  std::uint64_t position_;             ///< of the stream, where the next branch is to be
  std::uint64_t tail_;                 ///< up to which the reader has read
  std::uint64_t stored_ = 0;           ///< branches of the open transaction
  std::uint64_t name_ = 0;             ///< of the last branch
  std::vector<std::uint64_t> mirror_;  ///< what the area is to hold
};

AuxMachineSetup BtsBranches::machine_setup(const AuxCase& example) {
  const std::uint64_t origin = origin_of(example.setup[0], kAreaBytes);
  AuxMachineSetup setup = bench_setup(kAreaBytes, origin);
  setup.aux_unit = kFieldBytes;
  setup.watermark = std::uint64_t{1} << example.setup[2];
  setup.wakeup = origin;
  setup.driver_words = BtsCells::kCount;
  return setup;
}

BtsBranches::BtsBranches(const AuxCase& example, DefectSet defects, AuxJudge& judge)
    : pieces_(branch_pieces(pages_of(example.setup[1]), kPageBytes)),
      b_(machine_setup(example), defects),
      judge_(judge),
      position_(origin_of(example.setup[0], kAreaBytes)),
      tail_(position_),
      mirror_(kAreaBytes / kFieldBytes, kForeign) {
  bts_.at = BtsCells::at(b_.m.driver);
  bts_.aux = b_.m.aux;
  bts_.handle = b_.m.handle;
  bts_.pieces = make_bts_pieces(pages_of(example.setup[1]), kPageBytes);
  window_ = {0, 0, 0, 0};
  for (std::uint64_t at = 0; at < kAreaBytes; at += kFieldBytes) field(at) = kForeign;
  for (const std::uint64_t at : {bts_.at.base, bts_.at.index}) word(at) = kForeign;
  word(bts_.at.maximum) = 2 * kForeign;
  word(bts_.at.threshold) = 3 * kForeign;
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
      tail_ += step.kind == Step::read_all ? position_ - tail_
                                           : std::min(step.amount, position_ - tail_);
      b_.tail() = tail_;
      return;
  }
  judge_area();
}

void BtsBranches::start_event() {
  const std::uint64_t room = kAreaBytes - 1 - (position_ - tail_);
  auto cpu = b_.cpu();
  bts_event_start(cpu, unit_, bts_, b_.m.events[0]);
  opened(room);
  started_ = open_;
}

/// Once the transaction has been opened, if it could be.
void BtsBranches::opened(std::uint64_t room) {
  const std::uint64_t at = position_ % kAreaBytes;
  BranchWindow window;
  if (room != 0) window = branch_window(pieces_, window_.piece, at, room, kAreaBytes);
  if (room == 0) window.piece = window_.piece;
  if (window.skipped != 0) {
    const BranchPiece& left = pieces_[window_.piece];
    const std::uint64_t least = left.end - (left.first - left.offset);
    const auto field_at = [&](std::uint64_t offset) {
      return mirror_.begin() + static_cast<std::ptrdiff_t>(offset / kFieldBytes);
    };
    std::fill(field_at(at), field_at(std::max(at, least)), 0);
    for (std::uint64_t rest = std::max(at, least); rest < left.end; rest += kFieldBytes)
      if (field(rest) == 0) *field_at(rest) = 0;
    position_ += window.skipped;
  }
  window.limit(word(bts_.handle.wakeup) - position_);
  open_ = window.bytes() != 0;
  window_ = window;
  judge_.require(b_.open() == open_ && running() == open_, "I-102",
                 "BTS runs without room for a branch, or not although there is room");
  if (!open_) return;
  judge_.require(word(bts_.at.base) == pieces_[window.piece].first &&
                     word(bts_.at.index) == window.from && word(bts_.at.maximum) == window.to,
                 "I-102", "BTS stores elsewhere than where most room is");
  judge_.require(word(bts_.at.threshold) == window.threshold(), "I-102",
                 "BTS does not interrupt where it still has the branches that come meanwhile");
}

void BtsBranches::store_branches(std::uint64_t branches) {
  for (; branches > 0 && running(); --branches) {
    std::uint64_t& index = word(bts_.at.index);
    if (index + kBranchBytes > word(bts_.at.maximum)) return;
    if (!judge_.require(open_ && index == window_.from && index < window_.to &&
                            position_ + kBranchBytes - tail_ < kAreaBytes,
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

/// What a reader finds: one record, that leads to the branches of the transaction.
void BtsBranches::judge_record() {
  const PerfBuffer& ring = bts_.aux.ring;
  const std::uint64_t from = word(ring.at.data_tail);
  const auto told = [&](std::uint64_t i) { return word(ring.data_word(from + i * kWordBytes)); };
  if (stored_ == 0) {
    judge_.require(word(ring.at.data_head) == from, "I-101", "a record tells of no branch");
    return;
  }
  const RecordHeader header = record_header(told(0));
  if (!judge_.require(word(ring.at.data_head) == from + header.size && header.type == kRecordAux,
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
  judge_.require(!b_.open() && !running(), "I-102", "BTS runs after its event was stopped");
  judge_.require(word(bts_.aux.at.user_head) == position_, "I-101",
                 "aux_head is not where the last branch ends");
  judge_.require(word(bts_.at.base) == kForeign && word(bts_.at.index) == kForeign &&
                     word(bts_.at.maximum) == 2 * kForeign &&
                     word(bts_.at.threshold) == 3 * kForeign,
                 "I-102", "the debug store is not what it was before BTS used it");
}

/// The interrupt closes the transaction and opens the next one, if there is anything to tell.
void BtsBranches::interrupted() {
  const bool something = open_ && stored_ != 0;
  const std::uint64_t room = kAreaBytes - 1 - (position_ - tail_);
  auto cpu = b_.cpu();
  bts_performance_interrupt(cpu, unit_, bts_);
  if (something) {
    closed();
    opened(room);
    return;
  }
  judge_.require(running() == open_ && b_.open() == open_, "I-102",
                 "an interrupt of others starts or stops BTS");
  if (!open_) return;
  judge_.require(word(bts_.at.index) == window_.from && word(bts_.at.maximum) == window_.to &&
                     word(bts_.at.threshold) == window_.threshold(),
                 "I-102", "an interrupt of others changes where BTS stores");
}

void BtsBranches::judge_area() {
  for (std::size_t i = 0; i < mirror_.size(); ++i)
    if (field(i * kFieldBytes) != mirror_[i]) {
      judge_.require(false, "I-101", "the driver stores over trace, or leaves old trace in a gap");
      return;
    }
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  BtsBranches branches(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    branches.step(step);
    if (judge.found()) return;
  }
}

}  // namespace

const AuxSequence kBtsBranches = {"bts-branches",
                                  "Intel BTS that stores branches, and who finds them by records",
                                  kProperties,
                                  kSetup,
                                  kSteps,
                                  false,
                                  run,
                                  1000};

}  // namespace ringcheck
