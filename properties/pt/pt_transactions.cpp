// pt-transactions: starts, interrupts and stops of an Intel PT unit that writes through ToPA
// tables, with a reader and VMX; pt-interrupted: its interrupt in the middle of stopping it.
//
// Kept from I-25: a whole lap that does not end at the end of the buffer (docs/findings.md V-11).
// Kept from I-24: room whose last whole page lies in the region in use (V-20).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/pt/pt_machine.hpp"
#include "properties/pt/pt_plan.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 8> kProperties = {"I-24", "I-25", "I-27",  "I-28",
                                                         "I-30", "I-31", "I-103", "I-104"};
constexpr std::array kSetup = {
    Dial{"layout", 0, 4},
    Dial{"origin", 0, kOrigins - 1},
    Dial{"several entries", 0, 1},
    Dial{"snapshot", 0, 1},
    Dial{"watermark in pages", 1, 4},
    Dial{"thousands of bytes into a page", 0, 4},
};
enum Step : std::size_t { start, stop, interrupt, pages, bytes, read, vmx };
constexpr std::array kSteps = {
    Dial{"start"},
    Dial{"stop (0) or start", 0, 2},
    Dial{"interrupt"},
    Dial{"half pages written", 1, 16},
    Dial{"bytes written", 1, kPtPageBytes},
    Dial{"half pages read", 0, 3},
    Dial{"vmx (3) or none", 0, 3},
};

constexpr std::array kShares = {
    Share{"opened", 80},          Share{"ended", 65},
    Share{"refused for room", 6}, Share{"refused for a region", 15},
    Share{"interrupted", 25},     Share{"stopped by the unit", 30},
    Share{"has a gap", 40},
};

PtBenchSetup setup_of(const AuxCase& example) {
  PtBenchSetup setup;
  setup.layout = example.setup[0];
  setup.origin = origin_of(example.setup[1], 4 * kPtPageBytes) + 1000 * example.setup[5];
  setup.multiple_entries = example.setup[2] != 0;
  setup.snapshot = example.setup[3] != 0;
  setup.watermark_pages = example.setup[4];
  return setup;
}

class PtTransactions {
 public:
  PtTransactions(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : b_(setup_of(example), defects), judge_(judge) {
    head_ = b_.word(b_.pt.aux.at.aux_head);
    layout_ = pt_layouts()[example.setup[0]];
    b_.word(b_.pt.at.status) = kForeignStatus;
  }
  void step(const AuxStep& step);

 private:
  [[nodiscard]] bool open() { return b_.bench.open(); }
  void opened();
  void closed(bool was_open);
  void judge_told(const Json& records, std::uint64_t progress);
  void judge_programmed();
  void judge_markers(const PtPlan& plan);
  /// What the event and the unit are to say of each other.
  void judge_noted(std::uint64_t state) {
    judge_.require(b_.word(b_.bench.m.events[0].at->hw_state) == state, "I-103",
                   "an event is noted as stopped that runs, or as running that does not");
  }

  /// What the status says before the unit is used: it has counted packets.
  static constexpr std::uint64_t kForeignStatus = 0x100;
  PtBench b_;
  AuxJudge& judge_;
  SettledUnit unit_;
  std::uint64_t head_;      ///< where aux_head must be
  std::uint64_t free_ = 0;  ///< bytes that held nothing unread when the transaction was opened
  bool unstopped_ = false;  ///< STOP stands after a lap instead of in the room
  std::vector<std::uint64_t> layout_;  ///< orders of the regions
  bool stopped_ = false;               ///< the unit came to STOP before the step
  std::uint64_t vmx_ = 0;              ///< 1: VMX is on
  bool gap_ = false;                   ///< VMX was on while the transaction was open
};

void PtTransactions::step(const AuxStep& step) {
  auto cpu = b_.bench.cpu();
  const PerfEvent& event = b_.bench.m.events[0];
  const bool was_open = open();
  stopped_ = (b_.word(b_.pt.at.status) & kPtStopped) != 0;
  const std::uint64_t ended = b_.bench.said.count<said::AuxEnded>();
  const bool starts = step.kind == Step::stop && step.amount != 0;
  switch (starts ? Step::start : step.kind) {
    case Step::start:
      if (was_open) return;
      pt_event_start(cpu, unit_, b_.pt, event);
      b_.bench.m.new_records();
      b_.bench.m.drain_data_ring();
      judge_programmed();
      judge_noted(open() ? 0 : kHesStopped);
      opened();
      break;
    case Step::stop:
      pt_event_stop(cpu, unit_, b_.pt, event);
      closed(was_open);
      if (was_open) judge_noted(kHesStopped);
      judge_.require(b_.word(b_.pt.at.handle_nmi) == 0, "I-104",
                     "an interrupt would be handled after the event was stopped");
      break;
    case Step::interrupt:
      if (!std::exchange(b_.interrupts, false)) return;
      perf_event_nmi_handler(cpu, unit_, b_.pt, 0);
      judge_.require(!was_open || b_.bench.said.count<said::AuxEnded>() != ended, "I-28",
                     "the unit's interrupt is not handled");
      judge_.comes_to("interrupted", was_open);
      closed(was_open);
      if (was_open) judge_programmed();
      opened();
      break;
    case Step::pages:
      b_.write(step.amount * kPtPageBytes / 2);
      break;
    case Step::bytes:
      b_.write(step.amount);
      break;
    case Step::read:
      if (!b_.pt.snapshot())
        b_.bench.tail() += std::min(step.amount * kPtPageBytes / 2, b_.bench.unread());
      return;
    default:
      // Entering VMX takes the unit's enable bit away.
      if ((step.amount == 3) == (vmx_ != 0)) return;
      vmx_ = 1 - vmx_;
      if (vmx_ != 0) b_.word(b_.pt.at.ctl) = 0;
      intel_pt_handle_vmx(cpu, unit_, b_.pt, vmx_ != 0);
      gap_ = gap_ || was_open;
      break;
  }
  judge_.require(b_.word(b_.pt.at.ctl) == 0 || open(), "I-24",
                 "the unit may write while no transaction is open");
  judge_.require(
      b_.word(b_.pt.at.vmx_on) == vmx_ && b_.word(b_.pt.at.ctl) == (open() ? 1 - vmx_ : 0), "I-104",
      "the unit runs while VMX is on, or not although it is off");
  judge_.require(b_.pt.snapshot() || unstopped_ || b_.written <= free_, "I-24",
                 "the unit has written over trace that is not read");
}

/// The AUX records of a transaction: one of all that was written, and any others of nothing.
void PtTransactions::judge_told(const Json& records, std::uint64_t progress) {
  std::uint64_t told = 0;
  for (const Json& record : records) {
    const auto size = record[3].get<std::uint64_t>();
    told += size;
    judge_.require(size == 0 || record[2] == b_.bench.m.relative(head_), "I-30",
                   "a record tells of trace elsewhere than where it was written");
  }
  judge_.require(told == progress, "I-30", "records do not tell of what was written");
}

/// Once a transaction has been asked for. In snapshot mode there is always room.
void PtTransactions::judge_programmed() {
  const std::uint64_t room = b_.word(b_.pt.handle.size);
  const PtPlan plan =
      pt_plan(layout_, b_.word(b_.pt.handle.head), room, b_.word(b_.pt.handle.wakeup));
  if (!judge_.require(open() == (b_.pt.snapshot() || (room != 0 && plan.fits)), "I-104",
                      "the unit runs where it cannot stop in its room, or not although it can"))
    return;
  judge_.comes_to(open() ? "opened" : room == 0 ? "refused for room" : "refused for a region");
  if (!open()) return;
  const bool multiple = b_.pt.topa.multiple_entries;
  judge_.require(b_.word(b_.pt.at.base) == (multiple ? 0 : plan.region) &&
                     b_.word(b_.pt.at.mask) == (multiple ? plan.region : 0) &&
                     b_.word(b_.pt.at.offset) == plan.offset,
                 "I-104", "the unit goes on elsewhere than where its transaction starts");
  judge_.require(b_.word(b_.pt.at.ctl) == (b_.word(b_.pt.at.vmx_on) == 0 ? 1 : 0) &&
                     b_.word(b_.pt.at.status) == 0 && b_.word(b_.pt.at.handle_nmi) == 1,
                 "I-104", "the unit does not run although its transaction is open");
  judge_markers(plan);
}

/// No region has a marker of a transaction before.
void PtTransactions::judge_markers(const PtPlan& plan) {
  for (std::size_t region = 0; region < layout_.size(); ++region) {
    std::uint64_t meant = kPtStop | kPtInt;
    if (b_.pt.snapshot())
      meant = 0;
    else if (b_.pt.topa.multiple_entries)
      meant = region == plan.stop ? meant : region == plan.interrupt ? kPtInt : 0;
    judge_.require(b_.word(b_.pt.entry(region)) == meant, "I-104",
                   "the unit stops or interrupts elsewhere than at the end of room or wakeup");
  }
}

void PtTransactions::opened() {
  if (!open()) return;
  b_.written = 0;
  free_ = b_.pt.size() - b_.bench.unread();
  auto cpu = b_.bench.cpu();
  const std::uint64_t region = b_.pt.topa.region_bytes(pt_current_region(cpu, b_.pt));
  const std::uint64_t room = b_.word(b_.pt.handle.size);
  const bool aligned = (b_.word(b_.pt.handle.head) + room + 1) % kPtPageBytes == 0;
  const std::uint64_t pages = room / kPtPageBytes + (aligned ? 1 : 0);
  unstopped_ = b_.word(b_.pt.at.output_off) / kPtPageBytes + pages < region / kPtPageBytes;
  gap_ = b_.word(b_.pt.at.vmx_on) != 0;
}

void PtTransactions::closed(bool was_open) {
  if (!was_open) return;
  const Json records = b_.bench.m.new_records();
  b_.bench.m.drain_data_ring();
  judge_.comes_to("ended");
  judge_.comes_to("stopped by the unit", stopped_);
  judge_.comes_to("has a gap", gap_);
  std::uint64_t flags = 0;
  for (const Json& record : records) flags |= record[4].get<std::uint64_t>();
  judge_.require(!stopped_ || b_.pt.snapshot() || (flags & kAuxTruncated) != 0, "I-27",
                 "trace that a stopped unit did not write is told by no record");
  judge_.require(!gap_ || (flags & kAuxPartial) != 0, "I-27", "a gap for VMX is told by no record");
  gap_ = false;
  const std::uint64_t aux_head = b_.word(b_.pt.aux.at.aux_head);
  if (b_.pt.snapshot()) {
    head_ += b_.written;
    judge_.require((aux_head - head_) % b_.pt.size() == 0, "I-31",
                   "the head is not where the unit writes next");
    b_.written = 0;
    return;
  }
  const std::uint64_t padded = std::exchange(b_.bench.said.padded, 0);
  const std::uint64_t progress = b_.written + padded;
  const bool whole_lap = progress == b_.pt.size() && (head_ + progress) % b_.pt.size() != 0;
  if (!whole_lap) {
    judge_.require(aux_head - head_ == progress, "I-25",
                   "aux_head did not move by what the unit wrote");
    judge_told(records, progress);
  }
  // Where the unit does not stop in the room (V-20), nothing is left of it.
  const bool told_short = b_.pt.topa.multiple_entries && (flags & kAuxTruncated) != 0;
  if (told_short && !unstopped_ && b_.written != 0) {
    auto cpu = b_.bench.cpu();
    const std::uint64_t next = b_.pt.topa.region_bytes(topa_region_of_page(
        cpu, b_.pt.topa, (head_ + b_.written) / kPtPageBytes % b_.pt.nr_pages()));
    // The driver counts whole pages of head and room apart, and so up to a page less than there
    // are.
    const std::uint64_t uncounted = (head_ + free_) % kPtPageBytes == 0 ? 0 : kPtPageBytes;
    judge_.require(free_ - b_.written < next + uncounted, "I-27",
                   "trace is called truncated where there is room for another region");
  }
  head_ = aux_head;
  b_.written = 0;
}

constexpr std::array<std::string_view, 2> kInterruptedProperties = {"I-24", "I-26"};
constexpr std::array kInterruptedSetup = {
    Dial{"pages written", 0, 4},
    Dial{"interrupt before access", 0, 60},
};

/// The interrupt is on its way when the event is stopped, and comes before some access, or after.
void run_interrupted(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  PtBench b(PtBenchSetup{}, defects);
  SettledUnit unit;
  auto cpu = b.bench.cpu();
  const PerfEvent& event = b.bench.m.events[0];
  pt_event_start(cpu, unit, b.pt, event);
  b.write(example.setup[0] * kPtPageBytes);
  std::uint64_t left = example.setup[1];
  const auto interrupt = [&](auto& interrupted) { intel_pt_interrupt(interrupted, unit, b.pt); };
  auto stopping = b.bench.interrupted_cpu(&left, interrupt);
  pt_event_stop(stopping, unit, b.pt, event);
  intel_pt_interrupt(cpu, unit, b.pt);
  judge.require(b.word(b.pt.at.ctl) == 0, "I-24", "the unit may write after its event was stopped");
  judge.require(!b.bench.open(), "I-26", "a transaction is open after its event was stopped");
  judge.require(b.bench.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                "a closed transaction is closed again");
}

}  // namespace

const AuxSequence kPtTransactions = {
    "pt-transactions",
    "an Intel PT unit that writes through ToPA tables, a reader, and VMX",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<PtTransactions>,
    20000,
    kShares};
const AuxSequence kPtInterrupted = {
    "pt-interrupted",
    "the interrupt of an Intel PT unit in the middle of stopping it",
    kInterruptedProperties,
    kInterruptedSetup,
    {},
    true,
    run_interrupted};

}  // namespace ringcheck
