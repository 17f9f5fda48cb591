// aux-transactions: begin, end, skip and flags on one AUX area, with hostile tails, unmapping, and
// positions that wrap. aux-transactions-32: the same on a 32-bit kernel.
//
// I-29 is not asked about positions that are negative as a long: there the kernel's wakeup boundary
// is wrong (docs/findings.md V-02). On a 32-bit kernel only the lower half of the user page's
// aux_head is judged; the upper half is the matter of aux-page-head.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 8> kProperties = {"I-24", "I-25", "I-26", "I-27",
                                                         "I-28", "I-29", "I-30", "I-39"};
constexpr std::array kSetup = {
    Dial{"size 2^", 1, 6},
    Dial{"watermark", 1, 64},
    Dial{"origin", 0, kOrigins - 1},
    Dial{"overwrite", 0, 1},
};
constexpr std::array kSetupOf32 = {kSetup[0], kSetup[1], Dial{"origin", 0, kNarrowOrigins - 1},
                                   kSetup[3]};
enum Step : std::size_t { begin, end, skip, flag, read, hostile_tail, unmap, map };
constexpr std::array kSteps = {
    Dial{"begin"},       Dial{"end", 0, 64},           Dial{"skip", 0, 80}, Dial{"flag", 0, 4},
    Dial{"read", 0, 64}, Dial{"hostile-tail", 0, 390}, Dial{"unmap", 0, 5}, Dial{"map"},
};
constexpr std::array kShares = {
    Share{"opened", 70},           Share{"ended", 60},
    Share{"refused for room", 20}, Share{"refused unmapped", 30},
    Share{"skipped", 15},          Share{"too much to skip", 6},
    Share{"told of a loss", 30},   Share{"another one refused", 30},
};
constexpr std::uint64_t kReadable = 0x41;    ///< EPOLLIN | EPOLLRDNORM
constexpr std::uint64_t kRawFormat = 0x100;  ///< one of kAuxPmuFormat
constexpr std::array<std::uint64_t, 5> kFlags = {kAuxTruncated, kAuxPartial, kAuxCollision,
                                                 kAuxOverwrite, kRawFormat};

AuxMachineSetup setup_of(const AuxCase& example, LongWidth width) {
  const std::uint64_t size = std::uint64_t{1} << example.setup[0];
  AuxMachineSetup setup =
      bench_setup(size, (width.narrow ? narrow_origin_of : origin_of)(example.setup[2], size));
  setup.width = width;
  setup.overwrite = example.setup[3] != 0;
  setup.watermark = setup.overwrite ? 0 : std::min(example.setup[1], size);
  setup.wakeup = setup.overwrite ? setup.head : setup.head - setup.head % setup.watermark;
  return setup;
}

/// Transactions, and what must come of them.
class Transactions {
 public:
  Transactions(const AuxCase& example, DefectSet defects, AuxJudge& judge, LongWidth width)
      : bench_(setup_of(example, width), defects), judge_(judge), head_(bench_.m.aux.size()) {
    head_ = bench_.word(bench_.m.aux.at.aux_head);
    references_ = bench_.word(bench_.m.aux.at.refcount);
  }

  void step(const AuxStep& step) {
    switch (step.kind) {
      case Step::begin:
        return open();
      case Step::end:
        return close(step.amount);
      case Step::skip:
        return pass(step.amount);
      case Step::flag:
        return mark(kFlags[step.amount]);
      case Step::read:
        bench_.tail() += step.amount % (unread() < size() ? unread() + 1 : 1);
        return;
      case Step::hostile_tail:
        if (step.amount <= 130) bench_.tail() = head_ - 65 + step.amount;
        return;
      case Step::unmap:
        if (step.amount == 0) bench_.word(m().aux.at.aux_mmap_count) = 0;
        // Nobody has the buffer any more; it is about to be freed.
        if (step.amount == 1 && !open_) bench_.word(m().aux.at.refcount) = references_ = 0;
        return;
      default:
        bench_.word(m().aux.at.aux_mmap_count) = 1;
        if (!open_) bench_.word(m().aux.at.refcount) = references_ = 1;
        return;
    }
  }
  void check_rest();

 private:
  [[nodiscard]] AuxMachine& m() { return bench_.m; }
  [[nodiscard]] std::uint64_t size() { return m().aux.size(); }
  [[nodiscard]] LongWidth width() { return m().aux.width; }
  [[nodiscard]] std::uint64_t unread() { return width().unsigned_long(head_ - bench_.tail()); }
  void move_head(std::uint64_t bytes) { head_ = width().unsigned_long(head_ + bytes); }
  [[nodiscard]] bool mapped() {
    return bench_.word(m().aux.at.aux_mmap_count) != 0 && bench_.word(m().aux.at.refcount) != 0;
  }
  [[nodiscard]] const PerfEvent& event() { return m().events[0]; }
  /// All words but those of records and of trace.
  [[nodiscard]] std::vector<std::uint64_t> words() {
    const auto first = m().memory.begin();
    return {first, first + static_cast<std::ptrdiff_t>(m().aux.ring.at.data)};
  }
  /// Whether a wakeup is due at the head, after one at `wakeup`: a watermark further on, as longs.
  [[nodiscard]] bool due(std::uint64_t wakeup) {
    return !m().aux.overwrite &&
           width().ahead(head_, wakeup) >= static_cast<std::int64_t>(m().aux.watermark);
  }
  /// The boundary at the head: below it, and above where it is negative as a long (V-02).
  [[nodiscard]] std::uint64_t boundary() {
    const auto head = static_cast<std::int64_t>(width().sign_extended(head_));
    const auto step = static_cast<std::int64_t>(m().aux.watermark);
    return width().unsigned_long(static_cast<std::uint64_t>(head - head % step));
  }
  void check_wakeup(std::uint64_t before);
  void nothing_pending();
  void open();
  void open_another();
  void check_opened();
  void check_asked(bool disabled, std::uint64_t wakeups, std::string_view property);
  void close(std::uint64_t part);
  bool keeps_others_away();
  void look_at_end();
  void pass(std::uint64_t amount);
  void mark(std::uint64_t flag);
  void check_record(std::uint64_t bytes);

  AuxBench bench_;
  AuxJudge& judge_;
  std::uint64_t head_;        ///< where aux_head must be
  std::uint64_t references_;  ///< to the buffer, while no transaction is open
  std::uint64_t flags_ = 0;
  std::uint64_t irq_ = 0;  ///< how often interrupt work was queued before a call
  bool open_ = false;
};

/// Interrupt work has run.
void Transactions::nothing_pending() {
  for (const std::uint64_t address :
       {event().at->pending_disable, event().at->pending_wakeup, m().aux.ring.at.poll})
    bench_.word(address) = 0;
  // Records wake nobody.
  bench_.word(m().aux.ring.at.wakeup) = bench_.word(m().aux.ring.at.head);
  irq_ = m().irq();
}

/// Checks whether since then disabling the event on this CPU was asked for, and how many wakeups,
/// which poll sees.
void Transactions::check_asked(bool disabled, std::uint64_t wakeups, std::string_view property) {
  judge_.require(m().pending_disable(0) ==
                     (disabled ? static_cast<std::int64_t>(AuxMachine::kCpu) : std::int64_t{-1}),
                 "I-28", "an event is to be disabled that has room, or on another CPU, or is not");
  const bool woken = wakeups != 0;
  judge_.require(m().irq() - irq_ == wakeups &&
                     (bench_.word(event().at->pending_wakeup) != 0) == woken &&
                     bench_.word(m().aux.ring.at.poll) == (woken ? kReadable : 0),
                 property, "the reader is woken, and no wakeup is due, or is not");
}

/// While a transaction is open, another one cannot begin, and changes nothing.
void Transactions::open_another() {
  const std::uint64_t warned = bench_.said.count<said::Warned>();
  bench_.word(m().other_handle.event) = 0;
  std::vector<std::uint64_t> before = words();
  auto cpu = bench_.cpu();
  const bool opened = perf_aux_output_begin(cpu, m().aux, m().other_handle, event());
  for (std::uint64_t i = 0; i < AuxHandle::kCount; ++i)
    before[m().other_handle.event + i] = bench_.word(m().other_handle.event + i);
  judge_.require(!opened && words() == before && bench_.word(m().other_handle.event) == 0, "I-26",
                 "a second transaction is opened, or does something to the first");
  judge_.require(bench_.said.count<said::Warned>() == warned + (mapped() ? 1 : 0), "I-26",
                 "nothing warns of a second transaction, or something without one");
  judge_.comes_to("another one refused");
}

/// What begin leaves to the driver.
void Transactions::check_opened() {
  const AuxHandle& handle = m().handle;
  judge_.require(bench_.word(handle.head) == head_ && bench_.word(handle.flags) == 0 &&
                     bench_.word(handle.event) == event().number,
                 "I-25", "a transaction does not start at aux_head, or with flags of another one");
  const std::uint64_t next = bench_.word(m().aux.at.aux_wakeup) + m().aux.watermark;
  judge_.require(m().aux.overwrite || bench_.word(handle.wakeup) == width().unsigned_long(next),
                 "I-29", "a transaction's wakeup is not the next one");
  check_asked(false, 0, "I-28");
}

void Transactions::open() {
  if (open_) return open_another();
  const bool overwrite = m().aux.overwrite;
  const std::uint64_t room = unread() < size() ? size() - 1 - unread() : 0;
  nothing_pending();
  bench_.word(m().handle.size) = size();  // left by whoever had the handle before
  auto cpu = bench_.watched_cpu([this] { keeps_others_away(); });
  open_ = perf_aux_output_begin(cpu, m().aux, m().handle, m().events[0]);
  flags_ = 0;
  judge_.comes_to(open_ ? "opened" : mapped() ? "refused for room" : "refused unmapped");
  judge_.require(!open_ || mapped(), "I-39", "a transaction is opened on an unmapped area");
  if (!mapped()) return check_asked(false, 0, "I-28");
  judge_.require(overwrite || open_ == (room != 0), "I-24", "begin does not go by the room");
  if (open_)
    judge_.require(bench_.word(m().handle.size) == (overwrite ? 0 : room), "I-24",
                   "the room granted is not what the reader left, less a byte");
  if (open_) return check_opened();
  check_asked(true, 1, "I-28");
}

void Transactions::mark(std::uint64_t flag) {
  if (!open_) return;
  const std::uint64_t warned = bench_.said.count<said::Warned>();
  auto cpu = bench_.cpu();
  perf_aux_output_flag(cpu, m().handle, flag);
  const bool drivers = flag != kAuxOverwrite;
  if (drivers) flags_ |= flag;
  judge_.require(bench_.word(m().handle.flags) == flags_ &&
                     bench_.said.count<said::Warned>() == warned + (drivers ? 0 : 1),
                 "I-27", "a transaction has other flags than its driver gave it");
}

void Transactions::check_record(std::uint64_t bytes) {
  const Json records = m().new_records();
  const std::uint64_t start = m().aux.overwrite ? head_ : width().unsigned_long(head_ - bytes);
  const std::uint64_t flags = flags_ | (m().aux.overwrite ? kAuxOverwrite : 0);
  const bool loss = (flags_ & ~kAuxPmuFormat) != 0;
  if (!loss && bytes == 0)
    judge_.require(records.empty(), "I-30", "an AUX record tells of nothing");
  if (loss || (flags_ != 0 && bytes != 0))
    judge_.require(records.size() == 1 && records[0][4] == flags, "I-27",
                   "a loss is told by no AUX record");
  if (bytes != 0)
    judge_.require(records.size() == 1 && records[0][2] == m().relative(start) &&
                       records[0][3] == bytes && records[0][4] == flags,
                   "I-30", "the AUX record does not tell what was written");
}

void Transactions::close(std::uint64_t part) {
  if (!open_) return;
  const std::uint64_t bytes = m().aux.overwrite ? part : part % (bench_.word(m().handle.size) + 1);
  // What the driver of a buffer in overwrite mode does.
  if (m().aux.overwrite) {
    std::uint64_t& head = bench_.word(m().handle.head);
    head = width().unsigned_long(head + bytes);
  }
  const std::uint64_t wakeup = bench_.word(m().aux.at.aux_wakeup);
  nothing_pending();
  auto cpu = bench_.watched_cpu([this] { look_at_end(); });
  perf_aux_output_end(cpu, m().aux, m().handle, bytes);
  judge_.comes_to("ended");
  judge_.comes_to("told of a loss", (flags_ & ~kAuxPmuFormat) != 0);
  move_head(bytes);
  open_ = false;
  m().drain_data_ring();
  check_record(bytes);
  const bool truncated = (flags_ & kAuxTruncated) != 0;
  check_asked(truncated, truncated || due(wakeup) ? 1 : 0, truncated ? "I-28" : "I-29");
  check_wakeup(wakeup);
}

/// Whether a transaction keeps others away right now, while it begins or ends: then it holds its
/// references.
bool Transactions::keeps_others_away() {
  const AuxBufferCells& at = m().aux.at;
  if (bench_.word(at.aux_nest) == 0) return false;
  judge_.require(bench_.word(at.aux_refcount) == 2 && bench_.word(at.refcount) == references_ + 1,
                 "I-39", "a transaction that is open does not hold its references");
  return true;
}

/// A newcomer while a transaction ends, once nothing keeps it away any more, finds the head
/// published and the handle free.
void Transactions::look_at_end() {
  if (keeps_others_away()) return;
  const AuxBufferCells& at = m().aux.at;
  judge_.require(!bench_.open() &&
                     width().unsigned_long(bench_.word(at.user_head)) == bench_.word(at.aux_head),
                 "I-26",
                 "another transaction may be opened before the head of the last one is published");
}

/// Checks what the core notes about wakeups; the last one was at `before`.
void Transactions::check_wakeup(std::uint64_t before) {
  judge_.require(bench_.word(m().aux.at.aux_wakeup) == (due(before) ? boundary() : before), "I-29",
                 "a wakeup is not noted at the boundary that the head has come to");
}

/// An `amount` up to the largest area's size means a part of the room.
void Transactions::pass(std::uint64_t amount) {
  if (!open_ || m().aux.overwrite) return;
  const std::uint64_t room = bench_.word(m().handle.size);
  const std::uint64_t bytes = amount <= 64 ? amount % (room + 1) : amount;
  const std::uint64_t wakeup = bench_.word(m().aux.at.aux_wakeup);
  const std::uint64_t next = bench_.word(m().handle.wakeup);
  nothing_pending();
  const std::vector<std::uint64_t> before = words();
  auto cpu = bench_.cpu();
  const bool skipped = perf_aux_output_skip(cpu, m().aux, m().handle, bytes);
  judge_.require(skipped == (bytes <= room), "I-24", "skip does not go by the room");
  judge_.comes_to(skipped ? "skipped" : "too much to skip");
  if (!skipped) {
    judge_.require(words() == before, "I-24", "what cannot be skipped does something");
    return;
  }
  move_head(bytes);
  judge_.require(bench_.word(m().handle.size) == room - bytes, "I-24",
                 "room that was skipped is left to the device");
  judge_.require(bench_.word(m().handle.head) == head_, "I-25",
                 "the device is to write where was skipped");
  judge_.require(m().new_records().empty(), "I-30", "a record tells of what was skipped");
  check_asked(false, due(wakeup) ? 1 : 0, "I-29");
  check_wakeup(wakeup);
  const std::uint64_t later = width().unsigned_long(boundary() + m().aux.watermark);
  judge_.require(bench_.word(m().handle.wakeup) == (due(wakeup) ? later : next), "I-29",
                 "a transaction's wakeup is not the next one");
}

void Transactions::check_rest() {
  const AuxBufferCells& at = m().aux.at;
  judge_.require(bench_.word(at.aux_nest) == (open_ ? 1 : 0) && bench_.open() == open_, "I-26",
                 "the handle and the area do not agree on whether a transaction is open");
  judge_.require(bench_.word(at.aux_refcount) == (open_ ? 2 : 1), "I-39",
                 "a reference to the AUX pages is kept or dropped twice");
  judge_.require(bench_.word(at.refcount) == references_ + (open_ ? 1 : 0), "I-39",
                 "a reference to the buffer is kept or dropped twice");
  judge_.require(bench_.word(at.aux_head) == head_ &&
                     width().unsigned_long(bench_.word(at.user_head)) == head_,
                 "I-25", "aux_head did not move by what was written and skipped");
  judge_.require(bench_.said.count<said::AuxFreed>() == 0, "I-39",
                 "a transaction frees the pages that are mapped");
  judge_.require(bench_.said.count<said::DividedByZero>() == 0, "I-29",
                 "a position is divided by a watermark of 0");
  const std::uint64_t wakeup = bench_.word(at.aux_wakeup);
  if (m().aux.overwrite || head_ >= width().sign() || wakeup >= width().sign()) return;
  judge_.require(
      wakeup <= head_ && wakeup % m().aux.watermark == 0 && head_ - wakeup < m().aux.watermark,
      "I-29", "aux_wakeup is not the last boundary before the head");
  if (open_)
    judge_.require(bench_.word(m().handle.wakeup) > head_, "I-29",
                   "the handle's wakeup lies behind the head");
}

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, LongWidth width) {
  Transactions transactions(example, defects, judge, width);
  for (const AuxStep& step : example.steps) {
    transactions.step(step);
    transactions.check_rest();
    if (judge.found()) return;
  }
}
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, {});
}
void run_32(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, {true});
}

}  // namespace

const AuxSequence kAuxTransactions = {
    "aux-transactions",
    "transactions of one event, a hostile reader, unmapping, positions that wrap",
    kProperties,
    kSetup,
    kSteps,
    false,
    run,
    4000,
    kShares};
const AuxSequence kAuxTransactions32 = {
    "aux-transactions-32",
    "the same on a 32-bit kernel: positions that change their sign, and wrap",
    kProperties,
    kSetupOf32,
    kSteps,
    false,
    run_32,
    4000,
    kShares};

}  // namespace ringcheck
