// How the machine of Arm TRBE takes its steps, and what it judges of them. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include "properties/trbe/trbe_machine.hpp"

#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kMostMade = 300;  ///< in one step of the device (bytes)
/// Amounts from here on leave about a least run before the page's end.
constexpr std::uint64_t kNearPage = 285;
/// Amounts from here on read up to a page boundary, or to the byte after that.
constexpr std::uint64_t kToPage = TrbeTransactions::kSize + 1, kAfterPage = 279;
constexpr std::uint64_t kForeignState = 2;  ///< PERF_HES_UPTODATE

}  // namespace

/// Written system registers take effect when the context is synchronised.
void TrbeTransactions::look() {
  const std::array<std::uint64_t, 5> now = {word(trbe_.at.pointer), word(trbe_.at.base),
                                            word(trbe_.at.limit), word(trbe_.at.status),
                                            word(trbe_.at.trfcr)};
  const bool was_enabled = (seen_[2] & kTrbeEnable) != 0;
  if (was_enabled && !enabled()) drained_ = false;
  if (!was_enabled && enabled()) syncs_ = 0;
  unsettled_ = unsettled_ || now != seen_;
  seen_ = now;
  judge_.require(enabled() || word(trbe_.at.trfcr) == 0 || !unit_.runs, "I-27",
                 "the CPU traces while there is no buffer, and nobody is told");
}

void TrbeTransactions::hear(std::uint32_t kind) {
  if (kind == said::ContextSynced<>::kKind) {
    look();
    unsettled_ = false;
    ++syncs_;
    judge_.require(enabled() || drained_ || !trbe_.errata.needs_drain, "I-105",
                   "a unit that is to be drained once it is off is not");
  }
  if (kind != said::AuxEnded<>::kKind) return;
  judge_.require(on_the_way_ == 0, "I-23", "trace is told of while some is on its way");
  judge_.require(!enabled(), "I-24", "the unit may write while no transaction is open");
  judge_settled();
}

void TrbeTransactions::judge_settled() {
  look();
  judge_.require(!unsettled_, "I-105", "the unit is used before its registers have taken effect");
}

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

/// Stores on their way reach memory, up to the limit; a unit that gets there goes on at its base,
/// and asks for an interrupt.
void TrbeTransactions::settle() {
  for (; on_the_way_ > 0 && enabled() && !filled_ && !failed_; --on_the_way_) {
    put(word(trbe_.at.pointer)++, 1);
    ++written_;
    if (word(trbe_.at.pointer) != limit()) continue;
    filled_ = true;
    put(limit(), trbe_.errata.beyond_limit);
    put(word(trbe_.at.base), trbe_.errata.overwrites);
    word(trbe_.at.pointer) = word(trbe_.at.base) + trbe_.errata.overwrites;
    set_status(status() | kTrbeFull);
  }
  on_the_way_ = 0;
  seen_[0] = word(trbe_.at.pointer);
}

/// What a unit reports on an error or a trigger. Source: the Arm architecture's manual (DDI 0487),
/// D6.5.4 to D6.5.6, D6.11.
std::uint64_t TrbeTransactions::reported(std::uint64_t amount) {
  constexpr std::uint64_t kExternal = 307, kOther = 315;
  constexpr std::array<std::uint64_t, 3> kFaults = {kTrbeTriggered, kTrbeStage1Abort,
                                                    kTrbeStage2Abort};
  if (amount < kOther || !others_)
    return kFaults.at(amount % kFaults.size()) | (amount >= kExternal ? kTrbeAbort : 0);
  constexpr std::array<std::uint64_t, 3> kOthers = {kTrbeOwnReason, kTrbeGranuleFault, 0};
  // A unit that writes on after a fill, and whose driver does not know that.
  const bool elsewhere =
      word(trbe_.at.pointer) != word(trbe_.at.base) && trbe_.errata.overwrites == 0;
  if (amount % 4 == 0 && elsewhere) return kTrbeWrap | kTrbeFilled;
  return kOthers.at(amount % kOthers.size());
}

/// The unit meets an error, stops, and asks for an interrupt.
void TrbeTransactions::fail(std::uint64_t amount) {
  failed_ = true;
  set_status(status() | kTrbeIrq | kTrbeStopped | reported(amount));
}

void TrbeTransactions::handle_interrupt() {
  const bool open = word(trbe_.at.handle) != 0 && b_.open();
  auto machine = cpu();
  const PerfEvent& event = b_.m.events[0];
  const auto irq_work_run = [&](auto& inner) {
    ++works_;
    if (std::exchange(word(event.at->pending_disable), 0) != 0)
      etm_event_stop(inner, *this, trbe_, event, [](auto&) {});
  };
  const std::uint64_t before = status(), works = works_;
  const bool meant = (before & kTrbeIrq) != 0;
  const bool handled = arm_trbe_irq_handler(machine, *this, trbe_, irq_work_run);
  judge_.require(handled == (meant && open), "I-28",
                 "an interrupt is taken that was not the unit's, or not taken that was");
  judge_.require(works_ - works == (handled && !b_.open() ? 1 : 0), "I-28",
                 "an event that cannot go on is not disabled, or work runs that nobody queued");
  judge_.require(!handled || b_.open() || word(trbe_.at.handle) == 0, "I-105",
                 "the interrupt may use the handle of a transaction that is closed");
  judge_.require(status() == (b_.open() && handled ? 0 : before & ~kTrbeIrq), "I-28",
                 "an interrupt is asked for that was handled, or the status is another");
}

/// An interrupt that the unit has not asked for changes nothing, whatever else its status says.
void TrbeTransactions::spurious_interrupt() {
  set_status(status() | kTrbeStopped);
  const std::vector<std::uint64_t> before = b_.m.memory;
  handle_interrupt();
  judge_.require(b_.m.memory == before, "I-28", "an interrupt of others changes something");
  set_status(status() - kTrbeStopped);
}

/// An interrupt that was on its way when the transaction was closed is nobody's.
void TrbeTransactions::late_interrupt() {
  if (b_.open()) return;
  set_status(status() | kTrbeFull);
  judge_.comes_to("for nobody");
  handle_interrupt();
}

void TrbeTransactions::interrupt_event() {
  settle();
  const bool was_open = b_.open();
  if ((status() & kTrbeIrq) == 0) {
    spurious_interrupt();
    return late_interrupt();
  }
  judge_.comes_to("interrupted", was_open);
  const std::uint64_t ends = b_.said.count<said::AuxEnded>();
  handle_interrupt();
  // Without an end the transaction goes on as it is.
  if (was_open && b_.said.count<said::AuxEnded>() == ends) return;
  closed(was_open);
  opened();
}

void TrbeTransactions::stop_event() {
  const bool was_open = b_.open();
  const std::uint64_t before = status();
  const PerfEvent& event = b_.m.events[0];
  auto machine = cpu();
  etm_event_stop(machine, *this, trbe_, event, [this](auto&) {
    if ((status() & kTrbeIrq) != 0) handle_interrupt();
  });
  judge_.require(!unit_.runs, "I-24", "the tracer runs after its event was stopped");
  judge_.require((status() & ~kTrbeFull) == (before & ~kTrbeFull), "I-28",
                 "the status of the unit is another after its interrupt was taken");
  closed(was_open);
  judge_.require((status() & kTrbeIrq) == 0 || !was_open, "I-26",
                 "an interrupt is left behind for a transaction that is closed");
  judge_.require(word(event.at->hw_state) == kHesStopped, "I-103",
                 "an event is stopped, and not noted as such");
}

/// The CPU goes offline with its event, and comes back; by then writes to its registers have taken
/// effect.
void TrbeTransactions::go_offline() {
  const bool was_open = b_.open();
  judge_.comes_to("offline", was_open);
  auto machine = cpu();
  trbe_cpu_goes_offline(machine, *this, trbe_, b_.m.events[0], [](auto&) {});
  closed(was_open);
  judge_.require(!unit_.runs && !enabled() && status() == 0, "I-24",
                 "a unit or its tracer is on, and its CPU is offline");
  look();
  unsettled_ = false;
}

/// The unit makes trace, some of which is on its way for now.
void TrbeTransactions::make_trace(std::uint64_t amount) {
  if (amount % 2 != 0) set_status(status() | kTrbeStopped);
  if (amount < kNearPage) {
    on_the_way_ += amount;
    return;
  }
  const std::uint64_t stands = word(trbe_.at.pointer) + on_the_way_ + trbe_.least;
  on_the_way_ += kPage - (stands + 8) % kPage + (amount - kNearPage);
}

/// The reader takes bytes, or all up to a page's boundary, or up to the byte after that.
void TrbeTransactions::read_trace(std::uint64_t amount) {
  std::uint64_t bytes = amount % (b_.unread() + 1);
  if (amount >= kToPage) {
    const std::uint64_t to = b_.tail() + b_.unread() / 2;
    bytes = to - to % kPage + (amount >= kAfterPage ? 1 : 0) - b_.tail();
  }
  if (bytes <= b_.unread()) b_.tail() += bytes;
}

void TrbeTransactions::step(const AuxStep& step) {
  const PerfEvent& event = b_.m.events[0];
  b_.m.new_records();
  b_.m.drain_data_ring();
  told_flags_ = 0;
  switch (step.kind) {
    case Step::start_step:
      if (word(event.at->hw_state) == 0) return;
      word(event.at->pending_disable) = 0;
      set_status(status() | kTrbeWrap);          // left by the unit's last user
      word(event.at->hw_state) = kForeignState;  // likewise
      start_event(event);
      break;
    case Step::stop_step:
      stop_event();
      break;
    case Step::interrupt_step:
      interrupt_event();
      break;
    case Step::device_step:
      if (word(trbe_.at.trfcr) == 0) break;
      if (step.amount <= kMostMade) {
        make_trace(step.amount);
        break;
      }
      settle();
      if (filled_ || failed_) break;
      fail(step.amount);
      break;
    case Step::offline_step:
      return go_offline();
    default:
      if (!trbe_.aux.overwrite) read_trace(step.amount);
      return;
  }
  judge_unit();
}

/// What the unit and the CPU should do after each step.
void TrbeTransactions::judge_unit() {
  judge_.require(word(trbe_.at.trfcr) == (enabled() ? 1 : 0), "I-27",
                 "the CPU traces while there is no buffer, or does not although there is one");
  judge_.require(unit_.runs || !b_.open(), "I-105", "a transaction is open, and its unit is off");
  judge_.require(b_.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                 "a closed transaction is closed again");
  // The driver warns of a snapshot that cannot go on, if the unit has an erratum (V-19).
  const bool cannot_go_on =
      trbe_.aux.overwrite && (trbe_.errata.overwrites != 0 || trbe_.errata.beyond_limit != 0);
  judge_.require(b_.said.count<said::Warned>() == 0 || cannot_go_on, "I-26",
                 "the unit is taken to have written before where it was to start");
  judge_settled();
}

void TrbeTransactions::start_event(const PerfEvent& event) {
  const TrbeGround before = ground();
  const TrbePlan plan = trbe_plan(before);
  // Without room nothing is asked of the driver, which keeps its last handle.
  const std::uint64_t kept = before.snapshot || before.room != 0 ? 0 : word(trbe_.at.handle);
  auto machine = cpu();
  etm_event_start(machine, *this, trbe_, event);
  judge_programmed(plan, kept);
  closed(false);
  judge_.require(
      plan.runs || before.room == 0 || before.snapshot || (told_flags_ & kAuxTruncated) != 0,
      "I-27", "the unit does not run for want of room, and no record tells");
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

/// `kept`: the driver's handle if the unit does not run.
void TrbeTransactions::judge_programmed(const TrbePlan& plan, std::uint64_t kept) {
  const std::uint64_t state = word(b_.m.events[0].at->hw_state);
  judge_.require(state == (plan.runs ? 0 : kHesStopped), "I-103",
                 "an event is noted as stopped that runs, or as running that does not");
  judge_.require(b_.open() == plan.runs && enabled() == plan.runs &&
                     word(trbe_.at.handle) == (plan.runs ? 1 : kept),
                 "I-105", "the unit runs without room for a run, or not although there is room");
  for (const auto& [offset, length] : plan.padded)
    for (std::uint64_t i = offset; i < std::min(offset + length, kSize); ++i)
      judge_.require(b_.trace(i) == filler_, "I-105", "what is passed over is no filler");
  judge_.comes_to(plan.runs ? "opened" : "refused");
  judge_.comes_to("padded", !plan.padded.empty());
  if (!plan.runs) return;
  judge_.require(word(trbe_.at.base) == kBuffer + plan.base &&
                     word(trbe_.at.pointer) == kBuffer + plan.pointer &&
                     limit() == kBuffer + plan.limit,
                 "I-105", "the unit writes elsewhere than its room and the next wakeup tell");
  judge_.require(status() == 0 && word(trbe_.at.trfcr) == 1, "I-105",
                 "the unit is enabled with an interrupt, or its CPU does not trace");
}

void TrbeTransactions::opened() {
  if (!b_.open()) return;
  begun_ = word(trbe_.handle.head) % kSize;
  room_ = kSize - b_.unread();
  written_ = 0;
  filled_ = failed_ = false;
}

void TrbeTransactions::closed(bool was_open) {
  std::uint64_t skipped = 0;
  for (const auto& [position, bytes] : std::exchange(b_.said.skipped, {})) skipped += bytes;
  const std::uint64_t aux_head = word(trbe_.aux.at.aux_head);
  const std::uint64_t moved = aux_head - head_;
  head_ = aux_head;
  judge_.comes_to("ended", was_open);
  judge_.comes_to("filled", filled_ && was_open);
  judge_.comes_to("fails", failed_ && was_open);
  // What a unit wrote before an error is not reported, and the next transaction overwrites it.
  const bool told = was_open && !failed_;
  const std::uint64_t wrote = told ? written_ + trbe_.errata.overwrites : 0;
  for (std::uint64_t i = 0; told && i < trbe_.errata.overwrites; ++i)
    judge_.require(b_.trace(begun_ + i) == filler_, "I-25",
                   "what the unit may have written over is no filler");
  judge_.require(moved == wrote + skipped, trbe_.aux.overwrite ? "I-31" : "I-25",
                 "aux_head did not move by what was written and skipped");
  judge_.require(std::exchange(b_.said.padded, 0) <= skipped + trbe_.errata.overwrites, "I-25",
                 "more is padded than is skipped");
  bool collision = false;
  for (const Json& record : b_.m.new_records()) {
    const auto flags = record[4].get<std::uint64_t>();
    collision = collision || (flags & kAuxCollision) != 0;
    told_flags_ |= flags;
    judge_.require((flags & kAuxPmuFormat) == kTrbeFormatRaw, "I-73",
                   "raw trace is told to be in frames of a sink's");
  }
  judge_.require(!was_open || !filled_ || collision, "I-27",
                 "the buffer was filled, and no record tells that trace may be missing");
  judge_.require(!was_open || !failed_ || (told_flags_ & kAuxTruncated) != 0, "I-27",
                 "trace is lost by an error, and no record tells");
  written_ = 0;
}

}  // namespace ringcheck
