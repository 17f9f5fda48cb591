// pt-transactions: starts, interrupts and stops of an Intel PT unit that writes through ToPA
// tables, with a reader and VMX.
//
// Not judged by I-25: a whole lap that does not end at the end of the buffer (docs/findings.md
// V-11). Not judged by I-24: room whose last whole page lies in the region in use (V-20).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/watched_unit.hpp"
#include "properties/pt/pt_machine.hpp"
#include "properties/pt/pt_plan.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 10> kProperties = {"I-23", "I-24", "I-25", "I-26",  "I-27",
                                                          "I-28", "I-30", "I-31", "I-103", "I-104"};
constexpr std::array kSetup = {
    Dial{"layout", 0, 4},
    Dial{"origin", 0, kOrigins - 1},
    Dial{"several entries", 0, 1},
    Dial{"snapshot", 0, 1},
    Dial{"watermark in pages", 1, 4},
    Dial{"thousands of bytes into the area", 0, 12},
};
enum Step : std::size_t { start, stop, interrupt, pages, bytes, read, vmx };
constexpr std::array kSteps = {
    Dial{"start"},
    Dial{"stop (0) or start", 0, 2},
    Dial{"interrupt, other events", 0, 2},
    Dial{"half pages written, or (17 on) to 128 bytes, and more, before a page's end", 1, 23},
    Dial{"bytes written", 1, kPtPageBytes},
    Dial{"half pages read, or (4) to before a page's last byte", 0, 4},
    Dial{"vmx (3) or none", 0, 3},
};

constexpr std::array kShares = {
    Share{"opened", 80},          Share{"ended", 65},
    Share{"refused for room", 3}, Share{"refused for a region", 15},
    Share{"interrupted", 25},     Share{"stopped by the unit", 30},
    Share{"has a gap", 40},       Share{"padded", 1},
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
    b_.word(b_.pt.at.status) = kCountedPackets;
    b_.bench.said.heard = [this](std::uint32_t kind) {
      if (kind == said::AuxEnded<>::kKind)
        judge_.require(unit_.settled, "I-23", "trace is told of that is not in memory");
    };
  }
  void step(const AuxStep& step);

 private:
  using Paddings = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

  void start();
  void stop(bool was_open);
  void interrupt(std::uint64_t others, bool was_open);
  [[nodiscard]] std::uint64_t half_pages(std::uint64_t amount);
  void write(std::uint64_t bytes);
  void read(std::uint64_t amount);
  void switch_vmx(bool was_open);
  [[nodiscard]] Paddings padding_due();
  void judge_unit();
  [[nodiscard]] bool open() { return b_.bench.open(); }
  void opened();
  void closed(bool was_open);
  void judge_told(const Json& records, std::uint64_t progress);
  void judge_snapshot_told(const Json& records, std::uint64_t aux_head);
  void judge_programmed();
  void judge_markers(const PtPlan& plan);
  /// What the event and the unit should say about each other.
  void judge_noted(std::uint64_t state) {
    judge_.require(b_.word(b_.bench.m.events[0].at->hw_state) == state, "I-103",
                   "an event is noted as stopped that runs, or as running that does not");
  }

  [[nodiscard]] auto cpu() {
    return SequentialCpu<HearPadding>(b_.bench.m.memory, HearPadding{{&b_.bench.said}, &padding_});
  }

  /// The status of a unit that has written: it has counted packets.
  static constexpr std::uint64_t kCountedPackets = 0x100;
  PtBench b_;
  AuxJudge& judge_;
  WatchedUnit unit_;
  Paddings padding_, padding_due_;   ///< what was filled in this step, and what should be
  std::uint64_t status_before_ = 0;  ///< of the unit, at the start of the step
  std::uint64_t told_flags_ = 0;     ///< of the records of this step
  bool started_once_ = false;
  std::uint64_t head_;      ///< where aux_head must be
  std::uint64_t free_ = 0;  ///< bytes that held nothing unread when the transaction was opened
  bool unstopped_ = false;  ///< STOP stands after a lap instead of in the room
  std::vector<std::uint64_t> layout_;  ///< orders of the regions
  bool stopped_ = false;               ///< the unit came to STOP before the step
  std::uint64_t vmx_ = 0;              ///< 1: VMX is on
  bool gap_ = false;                   ///< VMX was on while the transaction was open
};

void PtTransactions::step(const AuxStep& step) {
  const bool was_open = open();
  status_before_ = b_.word(b_.pt.at.status);
  stopped_ = (status_before_ & kPtStopped) != 0;
  padding_.clear();
  padding_due_ = padding_due();
  told_flags_ = 0;
  const bool starts = step.kind == Step::stop && step.amount != 0;
  switch (starts ? Step::start : step.kind) {
    case Step::start:
      if (was_open) return;
      start();
      break;
    case Step::stop:
      stop(was_open);
      break;
    case Step::interrupt:
      if (!std::exchange(b_.interrupts, false)) return;
      interrupt(step.amount, was_open);
      break;
    case Step::pages:
      write(half_pages(step.amount));
      break;
    case Step::bytes:
      write(step.amount);
      break;
    case Step::read:
      if (!b_.pt.snapshot()) read(step.amount);
      return;
    default:
      if ((step.amount == 3) == (vmx_ != 0)) return;
      switch_vmx(was_open);
      break;
  }
  judge_unit();
}

/// An earlier start has left the event noted as running.
void PtTransactions::start() {
  const PerfEvent& event = b_.bench.m.events[0];
  b_.word(event.at->hw_state) = 0;
  const auto look = [this] {
    judge_.require(b_.word(b_.pt.at.ctl) == 0 || (b_.word(b_.pt.at.config) & kPtTraceEn) != 0,
                   "I-104", "the unit runs before it is noted, so that nobody would stop it");
  };
  auto watched = b_.bench.watched_cpu(look);
  pt_event_start(watched, unit_, b_.pt, event);
  for (const Json& record : b_.bench.m.new_records()) told_flags_ |= record[4].get<std::uint64_t>();
  b_.bench.m.drain_data_ring();
  judge_programmed();
  judge_noted(open() ? 0 : kHesStopped);
  opened();
}

void PtTransactions::stop(bool was_open) {
  auto machine = cpu();
  pt_event_stop(machine, unit_, b_.pt, b_.bench.m.events[0]);
  closed(was_open);
  judge_noted(kHesStopped);
  judge_.require(b_.word(b_.pt.at.handle_nmi) == 0, "I-104",
                 "an interrupt would be handled after the event was stopped");
}

/// The interrupt, while `others` events of other units are active. One that finds no room stops the
/// event; one that finds no region leaves it noted as running.
void PtTransactions::interrupt(std::uint64_t others, bool was_open) {
  auto machine = cpu();
  const std::uint64_t ended = b_.bench.said.count<said::AuxEnded>();
  perf_event_nmi_handler(machine, unit_, b_.pt, others);
  judge_.require(!was_open || b_.bench.said.count<said::AuxEnded>() != ended, "I-28",
                 "the unit's interrupt is not handled");
  judge_.comes_to("interrupted", was_open);
  closed(was_open);
  if (was_open) {
    judge_programmed();
    judge_noted(open() || b_.word(b_.pt.handle.size) != 0 ? 0 : kHesStopped);
  }
  opened();
}

/// How many bytes a step makes the unit write.
std::uint64_t PtTransactions::half_pages(std::uint64_t amount) {
  constexpr std::uint64_t kBeforeEnd = 17;
  if (amount < kBeforeEnd) return amount * kPtPageBytes / 2;
  const std::uint64_t left = kPtPageBytes - b_.word(b_.pt.at.offset) % kPtPageBytes;
  return left - std::min(left, (amount - kBeforeEnd) * 128);
}

void PtTransactions::write(std::uint64_t bytes) {
  if (b_.enabled()) b_.word(b_.pt.at.status) |= kCountedPackets;
  b_.write(bytes);
}

void PtTransactions::read(std::uint64_t amount) {
  constexpr std::uint64_t kToPageEnd = 4;
  const std::uint64_t tail = b_.bench.tail();
  const std::uint64_t bytes =
      amount == kToPageEnd ? kPtPageBytes - 1 - tail % kPtPageBytes : amount * kPtPageBytes / 2;
  b_.bench.tail() = tail + std::min(bytes, b_.bench.unread());
}

/// Entering VMX takes the unit's enable bit away, and waits for its trace.
void PtTransactions::switch_vmx(bool was_open) {
  vmx_ = 1 - vmx_;
  unit_.reachable = vmx_ == 0;
  if (vmx_ != 0) {
    b_.word(b_.pt.at.ctl) = 0;
    unit_.halt();
  }
  auto machine = cpu();
  intel_pt_handle_vmx(machine, unit_, b_.pt, vmx_ != 0);
  gap_ = gap_ || was_open;
}

/// What is filled if the transaction ends now: a unit of single-entry tables that is within 512
/// bytes of a region's end goes on in the next one.
PtTransactions::Paddings PtTransactions::padding_due() {
  constexpr std::uint64_t kMargin = 512;
  if (!open() || b_.pt.snapshot() || b_.pt.topa.multiple_entries) return {};
  const std::uint64_t region = b_.word(b_.pt.at.base), offset = b_.word(b_.pt.at.offset);
  std::uint64_t begin = 0;
  for (std::size_t before = 0; before < region; ++before) begin += kPtPageBytes << layout_[before];
  const std::uint64_t left = (kPtPageBytes << layout_[region]) - offset;
  if (left == 0 || left > kMargin) return {};
  return {{begin + offset, left}};
}

/// What the unit, the registers and the notes should say about each other after each step.
void PtTransactions::judge_unit() {
  const std::uint64_t ctl = b_.word(b_.pt.at.ctl);
  judge_.require(ctl == 0 || open(), "I-24", "the unit may write while no transaction is open");
  judge_.require(b_.word(b_.pt.at.vmx_on) == vmx_ && ctl == (open() ? 1 - vmx_ : 0), "I-104",
                 "the unit runs while VMX is on, or not although it is off");
  judge_.require(unit_.runs == (ctl != 0) && !unit_.refused, "I-104",
                 "the unit runs and its register does not say so, or is used while VMX is on");
  started_once_ = started_once_ || open();
  const std::uint64_t config = !started_once_ ? 0
                               : open()       ? kPtConfigured | kPtTraceEn
                                              : kPtConfigured;
  judge_.require(b_.word(b_.pt.at.config) == config, "I-103",
                 "a unit is noted to trace that does not, or not to trace although it does");
  judge_.require(b_.guard() == PtBench::kGuard, "I-104", "a marker is set that is of no region");
  judge_.require(b_.bench.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                 "a closed transaction is closed again");
  judge_.require(b_.pt.snapshot() || unstopped_ || b_.written <= free_, "I-24",
                 "the unit has written over trace that is not read");
}

/// The AUX records of a transaction: one for all that was written; any others are empty.
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

/// In snapshot mode: one record for the whole area, up to the head.
void PtTransactions::judge_snapshot_told(const Json& records, std::uint64_t aux_head) {
  judge_.require(records.size() == 1 && records[0][3] == b_.pt.size() &&
                     records[0][2] == b_.bench.m.relative(aux_head),
                 "I-30", "a record does not tell of the whole area, up to where it was written");
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
  judge_.require(open() || room == 0 || (told_flags_ & kAuxTruncated) != 0, "I-27",
                 "a unit does not run for want of a region, and no record tells");
  if (!open()) return;
  const std::uint64_t kept = status_before_ & ~(kPtStopped | kPtError);
  const bool multiple = b_.pt.topa.multiple_entries;
  judge_.require(b_.word(b_.pt.at.base) == (multiple ? 0 : plan.region) &&
                     b_.word(b_.pt.at.mask) == (multiple ? plan.region : 0) &&
                     b_.word(b_.pt.at.offset) == plan.offset,
                 "I-104", "the unit goes on elsewhere than where its transaction starts");
  judge_.require(b_.word(b_.pt.at.ctl) == (b_.word(b_.pt.at.vmx_on) == 0 ? 1 : 0) &&
                     b_.word(b_.pt.at.status) == (started_once_ ? kept : 0) &&
                     b_.word(b_.pt.at.handle_nmi) == 1,
                 "I-104", "the unit does not run although its transaction is open");
  judge_markers(plan);
}

/// No region has a marker from an earlier transaction.
void PtTransactions::judge_markers(const PtPlan& plan) {
  for (std::size_t region = 0; region < layout_.size(); ++region) {
    std::uint64_t meant = kPtStop | kPtInt;
    if (b_.pt.snapshot())
      meant = 0;
    else if (b_.pt.topa.multiple_entries)
      meant = region == plan.stop ? meant : region == plan.interrupt ? kPtInt : 0;
    judge_.require(b_.word(b_.pt.entry(region)) == PtBench::address_bits(region) + meant, "I-104",
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
  told_flags_ = flags;
  judge_.require(padding_ == padding_due_, "I-25",
                 "what is filled is not the rest of a region that the unit leaves");
  judge_.comes_to("padded", !padding_due_.empty());
  judge_.require(!stopped_ || b_.pt.snapshot() || (flags & kAuxTruncated) != 0, "I-27",
                 "trace that a stopped unit did not write is told by no record");
  judge_.require(!gap_ || (flags & kAuxPartial) != 0, "I-27", "a gap for VMX is told by no record");
  gap_ = false;
  const std::uint64_t aux_head = b_.word(b_.pt.aux.at.aux_head);
  if (b_.pt.snapshot()) {
    head_ += b_.written;
    judge_.require((aux_head - head_) % b_.pt.size() == 0, "I-31",
                   "the head is not where the unit writes next");
    judge_snapshot_told(records, aux_head);
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
  // If the unit does not stop in the room (V-20), nothing is left of that.
  const bool told_short = b_.pt.topa.multiple_entries && (flags & kAuxTruncated) != 0;
  if (told_short && !unstopped_ && b_.written != 0) {
    auto cpu = b_.bench.cpu();
    const std::uint64_t next = b_.pt.topa.region_bytes(topa_region_of_page(
        cpu, b_.pt.topa, (head_ + b_.written) / kPtPageBytes % b_.pt.nr_pages()));
    // The driver counts whole pages of head and room separately, and so up to one page too few.
    const std::uint64_t uncounted = (head_ + free_) % kPtPageBytes == 0 ? 0 : kPtPageBytes;
    judge_.require(free_ - b_.written < next + uncounted, "I-27",
                   "trace is called truncated where there is room for another region");
  }
  head_ = aux_head;
  b_.written = 0;
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
}  // namespace ringcheck
