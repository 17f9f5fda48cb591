// perf's parts for trace units as the specification has them.
// Tested by `make kernel`.
#include "kernel/calls/finder_sides.hpp"
#include "protocol/core/error_number.hpp"
#include "protocol/perf_tool/snapshot_options.hpp"

namespace ringcheck {
namespace {

/// Words of an area's own memory.
enum AreaWord : std::uint64_t { kAreaHead, kAreaTail, kAreaTrace };
/// Words of an event.
enum EventWord : std::uint64_t { kEventEnabled, kEventDisabled, kEventFails, kEventWords };

/// What an ioctl that fails returns: -EIO.
constexpr std::int64_t kIoctlFailed = -5;
/// What all clocks of units say.
constexpr std::uint64_t kUnitClock = 0x4ef0;

/// The reference time of a record. CoreSight has none: perf takes two random numbers.
std::uint64_t reference_of(rc_unit unit) {
  return unit == RC_CS_ETM ? kUnitClock << 32U | kUnitClock : kUnitClock;
}

RecordedPmu pmu_of(rc_unit unit) {
  constexpr std::array kPmus = {RecordedPmu::intel_pt, RecordedPmu::intel_bts, RecordedPmu::arm_spe,
                                RecordedPmu::cs_etm};
  return kPmus.at(unit);
}

}  // namespace

FinderSpecification::FinderSpecification(const FinderSetup& setup) : setup_(setup) {
  pt_.snapshot_size = setup.asked;
  pt_.psb_period = setup.period();
  event_words_.words.resize(setup.events.size() * kEventWords);
  for (std::size_t i = 0; i < setup.events.size(); ++i) {
    const std::uint64_t at = i * kEventWords;
    const rc_event& event = setup.events[i];
    event_words_.words[at + kEventEnabled] = static_cast<std::uint64_t>(event.enabled);
    event_words_.words[at + kEventDisabled] = static_cast<std::uint64_t>(event.disabled);
    evsels_.push_back({event.type, at + kEventEnabled, at + kEventDisabled, at + kEventFails,
                       event.aux != 0, static_cast<std::uint64_t>(event.first),
                       static_cast<std::uint64_t>(event.end)});
  }
  recorder_ = {FinderSetup::kType, evsels_, setup.drains_any, setup.stops_all};
}

FinderSpecification::Area& FinderSpecification::area(std::uint64_t number) {
  const auto [found, made] = areas_.try_emplace(number);
  Area& area = found->second;
  if (!made) return area;
  area.mm.data = {kAreaTrace, setup_.len, setup_.unit_bytes()};
  area.mm.mask = setup_.masked() ? setup_.len - 1 : 0;
  area.mm.user_head = kAreaHead;
  area.mm.user_tail = kAreaTail;
  area.mm.idx = kAreaIndexes.at(number);
  area.mm.plan.set(site::kAuxC, Strength::rmb);
  area.mm.plan.set(site::kAuxD, Strength::mb);
  area.memory.words.resize(kAreaTrace + area.mm.data.words());
  area.memory.tracing = true;
  return area;
}

std::uint64_t FinderSpecification::word(std::uint64_t at) const {
  const auto found = areas_.find(at / 2);
  return found == areas_.end() ? 0
                               : found->second.memory.words.at(at % 2 == 0 ? kAreaHead : kAreaTail);
}

void FinderSpecification::take_trace(std::uint64_t number, RecordedMemory& memory) {
  for (TraceStep step : memory.trace) {
    if (step.kind != TraceStep::Kind::point)
      step.word = step.word == kAreaHead   ? finder_words::head(number)
                  : step.word == kAreaTail ? finder_words::tail(number)
                                           : finder_words::trace(number) + step.word - kAreaTrace;
    trace_.push_back(step);
  }
  memory.trace.clear();
}

SnapshotMemory& FinderSpecification::memory() {
  return setup_.unit == RC_INTEL_PT    ? pt_.memory
         : setup_.unit == RC_INTEL_BTS ? bts_.memory
                                       : arm_.memory;
}

void FinderSpecification::have_memory(std::uint64_t fails) {
  memory().left = fails == 0 ? UINT64_MAX : fails - 1;
}

void FinderSpecification::run(const Call& one, Answers& answers) {
  switch (static_cast<FinderOp>(one.op)) {
    case FinderOp::write: {
      Area& written = area(one.at(0));
      const std::uint64_t unit = setup_.unit_bytes();
      unit_writes(one, setup_, written.unit, [&](std::uint64_t at, std::uint8_t byte) {
        constexpr std::uint64_t kByte = 0xff;
        std::uint64_t& word = written.memory.words.at(kAreaTrace + at / unit);
        const std::uint64_t shift = at % unit * 8;
        word = (word & ~(kByte << shift)) | std::uint64_t{byte} << shift;
      });
      written.memory.words[kAreaHead] = written.unit;
      return;
    }
    case FinderOp::find:
      return find(one, answers);
    case FinderOp::snapshot:
      return read(one, true, answers);
    case FinderOp::drain:
      return read(one, false, answers);
    case FinderOp::start:
    case FinderOp::finish:
      return change_events(one, answers);
    case FinderOp::options: {
      const char* text = snapshot_text(one.at(0));
      if (text == nullptr) return tell(answers, 0, rc_snapshot_options{});
      const auto options = parse_snapshot_options(text, {}, setup_.width);
      if (!options) return tell(answers, -1, rc_snapshot_options{});
      return tell(answers, 0,
                  rc_snapshot_options{1, options->on_exit ? 1 : 0, options->snapshot_size});
    }
    case FinderOp::copied: {
      const std::uint64_t period = psb_period_of(sysfs_of(one.at(1), one.at(2)), one.at(3));
      return answer(
          answers, "bytes of a copy",
          static_cast<std::int64_t>(intel_pt_snapshot_ref_buf_size(one.at(0), period, one.at(4))));
    }
    case FinderOp::compare:
      return answer(answers, "differs", compare(ComparedCopy(one)) ? 1 : 0);
    case FinderOp::init:
      return init(one, answers);
    case FinderOp::sizes:
      return resolve(one, answers);
  }
}

bool FinderSpecification::compare(const ComparedCopy& compared) {
  RecordedMemory memory;
  memory.words.resize(kAreaTrace);
  memory.words.insert(memory.words.end(), compared.area.begin(), compared.area.end());
  memory.tracing = true;
  memory.observed = [](std::uint32_t kind, std::uint64_t, std::uint64_t) {
    if (kind == said::OutsideArea<>::kKind) throw SpecificationFailure("beyond the area");
  };
  RecordingCpu cpu(memory);
  AuxtraceMmap mm;
  mm.data = {kAreaTrace, compared.len, 1};
  IntelPtReference<RecordingCpu> reference;
  reference.units.assign(compared.copy.begin(), compared.copy.end());
  reference.offset = compared.offset;
  const bool differs = intel_pt_compare_ref(cpu, reference, mm, compared.size, compared.head);
  take_trace(finder_words::kCompared, memory);
  return differs;
}

void FinderSpecification::init(const Call& one, Answers& answers) const {
  const AuxtracePart part = auxtrace_part(pmu_of(setup_.unit), static_cast<PartLacks>(one.at(0)));
  tell(answers, rc_part{part.made ? 1 : 0, part.error.value_or(kErrorBefore), part.made ? 1 : 0,
                        part.finds_snapshots ? 1 : 0, static_cast<unsigned>(part.alignment),
                        static_cast<unsigned>(part.default_sample_size)});
}

void FinderSpecification::resolve(const Call& one, Answers& answers) const {
  const rc_sizes asked = sizes_of(one);
  AuxtraceOptions options;
  options.snapshot = one.at(4) != 0;
  options.snapshot_size = asked.snapshot;
  options.aux_pages = asked.aux_pages;
  options.data_pages = asked.data_pages;
  options.privileged = one.at(3) != 0;
  const bool fit = resolve_auxtrace_sizes({}, pmu_of(setup_.unit), options, {});
  tell(answers, fit ? 0 : kInvalid,
       rc_sizes{options.snapshot_size, static_cast<unsigned>(options.aux_pages),
                static_cast<unsigned>(options.data_pages)});
}

bool FinderSpecification::find_in(Area& one, std::uint64_t& head, std::uint64_t& old) {
  if (setup_.unit == RC_INTEL_PT) return intel_pt_find_snapshot(one.cpu, pt_, one.mm, head, old);
  if (setup_.unit == RC_INTEL_BTS) return intel_bts_find_snapshot(one.cpu, bts_, one.mm, head, old);
  if (setup_.unit == RC_ARM_SPE) return arm_spe_find_snapshot(one.cpu, arm_, one.mm, head, old);
  return false;
}

void FinderSpecification::tell_remembered(Answers& answers, std::uint32_t index) {
  rc_remembered known{};
  std::uint64_t copy = 0;
  if (setup_.unit == RC_INTEL_PT) {
    known.initialised = pt_.initialised ? 1 : 0;
    known.copied = pt_.reference_bytes;
    known.entries = pt_.references.size();
    if (index < pt_.references.size()) {
      const IntelPtReference<RecordingCpu>& reference = pt_.references[index];
      known.wrapped = reference.wrapped ? 1 : 0;
      known.offset = reference.offset;
      if (!reference.units.empty())
        copy = sum_of_copy(known.copied, [&](std::uint64_t i) { return reference.units.at(i); });
    }
  }
  if (setup_.unit == RC_INTEL_BTS) {
    known.entries = bts_.wrapped.size();
    if (index < bts_.wrapped.size()) known.wrapped = bts_.wrapped[index] != 0 ? 1 : 0;
  }
  if (setup_.unit == RC_ARM_SPE) {
    known.entries = arm_.wrapped.size();
    if (index < arm_.wrapped.size()) known.wrapped = arm_.wrapped[index] == Wrapped::yes ? 1 : 0;
  }
  tell(answers, known, copy, memory().held + 1);
}

void FinderSpecification::find(const Call& one, Answers& answers) {
  Area& searched = area(one.at(0));
  std::uint64_t head = setup_.position(one.at(1), searched.unit);
  std::uint64_t old = setup_.position(one.at(2), searched.previous);
  have_memory(one.at(3));
  const bool failed = find_in(searched, head, old);
  take_trace(one.at(0), searched.memory);
  answer(answers, "result", failed ? kNoMemory : 0);
  answer(answers, "head", static_cast<std::int64_t>(head));
  answer(answers, "old", static_cast<std::int64_t>(old));
  tell_remembered(answers, searched.mm.idx);
}

std::int64_t FinderSpecification::read_area(Area& one, const Call& call, bool snapshot,
                                            rc_handed& handed) {
  AuxtraceReadOptions options;
  options.snapshot = snapshot;
  options.snapshot_size = call.at(1);
  options.alignment = auxtrace_part(pmu_of(setup_.unit), PartLacks::nothing).alignment;
  const AuxtraceRead result = auxtrace_mmap_read(
      one.cpu, one.mm, options, one.previous,
      [&](RecordingCpu&, std::uint64_t& head, std::uint64_t& old) {
        return find_in(one, head, old);
      },
      [&](RecordingCpu&, const AuxtraceWindow<RecordingCpu>& window) {
        const auto record = auxtrace_record(one.mm, window, reference_of(setup_.unit));
        handed = {record.size,         record.offset,       record.reference,     window.first.at,
                  window.first.length, window.second.at,    window.second.length, record.idx,
                  handed.records + 1,  window.split ? 1 : 0};
        return call.at(snapshot ? 3 : 1) != 0;
      },
      [&](RecordingCpu&) { return recorder_.read_finish(event_cpu_, buffer_of(one)); });
  switch (result) {
    case AuxtraceRead::nothing:
      return 0;
    case AuxtraceRead::data:
      return 1;
    case AuxtraceRead::finish_failed:
      return error_of_drain(one);
    default:
      return -1;
  }
}

void FinderSpecification::read(const Call& one, bool snapshot, Answers& answers) {
  Area& from = area(one.at(0));
  rc_handed handed{};
  if (!snapshot) fail_ioctl(one.at(2));
  have_memory(snapshot ? one.at(2) : 0);
  const std::int64_t result = read_area(from, one, snapshot, handed);
  take_trace(one.at(0), from.memory);
  tell(answers, result, from.previous, handed);
  answer(answers, "objects held", static_cast<std::int64_t>(memory().held + 1));
  if (!snapshot) tell(answers, result, events());
}

void FinderSpecification::change_events(const Call& one, Answers& answers) {
  const bool starts = static_cast<FinderOp>(one.op) == FinderOp::start;
  fail_ioctl(one.at(starts ? 0 : 1));
  const bool failed = starts
                          ? auxtrace_record_snapshot_start(event_cpu_, recorder_)
                          : auxtrace_record_snapshot_finish(event_cpu_, recorder_, one.at(0) != 0);
  tell(answers, failed ? error_of_event(setup_.stops_all) : 0, events());
}

std::int64_t FinderSpecification::error_of_event(bool any) const {
  const auto* event = any ? aux_evsel_of(evsels_) : evsel_of(evsels_, FinderSetup::kType);
  return event == nullptr ? kInvalid : kIoctlFailed;
}

std::uint64_t FinderSpecification::buffer_of(const Area& one) const {
  const Evsel* event = recorder_.drained();
  return setup_.per_thread && event != nullptr ? event->first_buffer : one.mm.idx;
}

std::int64_t FinderSpecification::error_of_drain(const Area& one) const {
  const Evsel* event = recorder_.drained();
  return event == nullptr || !event->runs_at(buffer_of(one)) ? kInvalid : kIoctlFailed;
}

void FinderSpecification::fail_ioctl(std::uint64_t event) {
  for (std::uint64_t i = 0; i < evsels_.size(); ++i)
    event_words_.words[i * kEventWords + kEventFails] = event == i + 1 ? 1 : 0;
}

std::vector<rc_event> FinderSpecification::events() const {
  std::vector<rc_event> found = setup_.events;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint64_t* words = &event_words_.words[i * kEventWords];
    found[i].enabled = static_cast<int>(words[kEventEnabled]);
    found[i].disabled = static_cast<int>(words[kEventDisabled]);
    found[i].fails = static_cast<unsigned>(words[kEventFails]);
    found[i].enabled_at = 0;
  }
  return found;
}

std::uint64_t FinderSpecification::end() {
  intel_pt_free_snapshots(pt_);
  intel_bts_free_snapshots(bts_);
  arm_free_snapshots(arm_);
  return memory().held;
}

}  // namespace ringcheck
