// Monitors of what writers do. All writers of these rings are one thread, the task with its
// interrupts, so lists in the order of the thread's program (RingRun) are lists in the order of
// observations. Each monitor keeps the part of its list that later entries are compared with.
// Tested by tests/properties/core/monitor_test.cpp against the properties.
#include "properties/ring/writer_monitors.hpp"

#include <algorithm>

#include "properties/core/perf_monitor.hpp"
#include "properties/core/record_header.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/stream_set.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;
using Offsets = StreamSet<std::uint64_t>;

/// What a writer says with `step`, if it is of kind Said; nothing otherwise.
template <template <class> class Said>
std::optional<Said<std::uint64_t>> writer_says(const MonitorStep& step) {
  const auto said = step.said<Said>();
  RC_CHECK(!said || step.path.said->thread == step.scenario.writer,
           "a monitor of one writer's CPU sees another");
  return said;
}

/// A head is published over an unfinished reservation in two cases: the reservation was made
/// before, and is among the open ones; or it comes after, below the largest published head. Of the
/// reservations after the head, `seen` asks how many the next head covers.
namespace complete_only {

enum MonitorWord : std::size_t {
  wrong,
  several,
  published,
  open,
  made = open + Offsets::kWords,
  count = made + Offsets::kWords
};

void step(const MonitorStep& step, Words words) {
  Offsets unfinished(words.subspan(open));
  Offsets covered(words.subspan(made));
  if (const auto said = writer_says<said::Reserved>(step)) {
    if (said->offset < words[published]) words[wrong] = 1;
    unfinished.set(said->offset);
    covered.set(said->offset);
  } else if (const auto done = writer_says<said::Finished>(step)) {
    unfinished.reset(done->offset);
  } else if (const auto head = writer_says<said::HeadStored>(step)) {
    const std::uint64_t position = head->head;
    if (unfinished.count_below(position) > 0) words[wrong] = 1;
    if (covered.count_below(position) >= 2) words[several] = 1;
    covered.remove_below(position);
    words[published] = std::max(words[published], position);
  }
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[several] != 0;
}

}  // namespace complete_only

namespace eventual_publication {

enum MonitorWord : std::size_t { retries, count };

void step(const MonitorStep& step, Words words) {
  if (writer_says<said::Retried>(step)) words[retries] = 1;
}

bool violated(const MonitorEnd& end, ConstWords) {
  const PerfBufferCells& at = end.scenario.ring->at;
  return end.value(at.head) != end.value(at.data_head) || end.value(at.nest) != 0;
}
bool seen(ConstWords words) {
  return words[retries] != 0;
}

}  // namespace eventual_publication

namespace disjoint {

enum MonitorWord : std::size_t { wrong, reached, last_level, nested, count };

void step(const MonitorStep& step, Words words) {
  const auto said = writer_says<said::Reserved>(step);
  if (!said) return;
  if (said->offset != words[reached]) words[wrong] = 1;
  words[reached] += said->size;
  // One more than the level of the reservation before; no longer kept once one was seen to nest.
  if (words[last_level] != 0 && step.path.said->level + std::uint64_t{1} > words[last_level])
    words[nested] = 1;
  words[last_level] = words[nested] != 0 ? 0 : step.path.said->level + std::uint64_t{1};
}

bool violated(const MonitorEnd& end, ConstWords words) {
  return words[wrong] != 0 || end.value(end.scenario.ring->at.head) != words[reached];
}
bool seen(ConstWords words) {
  return words[nested] != 0;
}

}  // namespace disjoint

namespace space {

enum MonitorWord : std::size_t { wrong, granted, refused, count };

void step(const MonitorStep& step, Words words) {
  const std::uint64_t room = step.scenario.ring->data_size - 1;
  if (const auto said = writer_says<said::Reserved>(step)) {
    const auto& [offset, size, tail, lost] = *said;
    words[granted] = 1;
    if (offset - tail > room || size > room - (offset - tail)) words[wrong] = 1;
  } else if (const auto no = writer_says<said::Refused>(step)) {
    const auto& [why, head, tail, size] = *no;
    words[refused] = 1;
    if (static_cast<RefusedFor>(why) == RefusedFor::no_space && tail <= head &&
        head - tail <= room && size <= room - (head - tail))
      words[wrong] = 1;
  }
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[granted] != 0 && words[refused] != 0;
}

}  // namespace space

/// The walk of the property over the writer's events. Every handler is entered from the level that
/// it returns to, where the choice that it comes stands. So only the counts at entry of levels that
/// are still active matter.
namespace nest_balance {

constexpr std::uint64_t kLevels = 4;
enum MonitorWord : std::size_t { wrong, nested, nest, level, at_entry, count = at_entry + kLevels };

void step(const MonitorStep& step, Words words) {
  if (writer_says<said::NestedPut>(step)) words[nested] = 1;
  if (step.path.said != nullptr) return;
  const Event& event = step.event();
  // A write passes in program order, when it is issued.
  if (event.id.thread != step.scenario.writer || step.reaches_memory()) return;
  RC_CHECK(event.level < kLevels, "an interrupt above NMI");
  if (event.level > words[level]) words[at_entry + event.level] = words[nest];
  if (event.level < words[level]) {
    if (words[nest] != words[at_entry + words[level]]) words[wrong] = 1;
    for (std::uint64_t left = event.level + 1U; left < kLevels; ++left) words[at_entry + left] = 0;
  }
  words[level] = event.level;
  if (event.kind != EventKind::write) return;
  const PerfBufferCells& at = step.scenario.ring->at;
  if (event.location == location_of(at.nest)) words[nest] = event.value;
  if (event.location == location_of(at.data_head) && words[nest] != 1) words[wrong] = 1;
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[nested] != 0;
}

}  // namespace nest_balance

namespace lost_conservation {

enum MonitorWord : std::size_t { unreported, reported, count };

void step(const MonitorStep& step, Words words) {
  if (writer_says<said::Refused>(step)) ++words[unreported];
  if (const auto said = writer_says<said::LostReported>(step)) {
    words[unreported] -= said->records;
    if (said->records > 0) words[reported] = 1;
  }
}

bool violated(const MonitorEnd& end, ConstWords words) {
  return end.value(end.scenario.ring->at.lost) != words[unreported];
}
bool seen(ConstWords words) {
  return words[reported] != 0;
}

}  // namespace lost_conservation

namespace no_empty_lost {

enum MonitorWord : std::size_t { wrong, reported, count };

void step(const MonitorStep& step, Words words) {
  if (const auto said = writer_says<said::LostReported>(step))
    words[said->records == 0 ? wrong : reported] = 1;
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[reported] != 0;
}

}  // namespace no_empty_lost

namespace untrusted_page {

enum MonitorWord : std::size_t { wrong, tail_loaded, tail_stored, count };

void step(const MonitorStep& step, Words words) {
  if (step.said<said::TailStored>()) words[tail_stored] = 1;
  if (step.path.kind != PathStep::Kind::performed) return;
  const Event& event = step.event();
  if (event.kind != EventKind::read || event.id.thread == step.scenario.reader) return;
  const PerfBufferCells& at = step.scenario.ring->at;
  if (event.location == location_of(at.data_tail)) words[tail_loaded] = 1;
  if (event.location == location_of(at.data_head) || step.cell() < step.cells()) words[wrong] = 1;
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[tail_loaded] != 0 && words[tail_stored] != 0;
}

}  // namespace untrusted_page

/// Follows headers from head to head when a head is published. It looks a header up where it lies:
/// what the writer has stored there last. Another record's word, or none, lies there only if a
/// record below the head is not finished (I-03), reservations overlap (I-05), or a later one runs
/// into what nobody has read (I-07).
namespace framing {

enum MonitorWord : std::size_t { wrong, wrapped, reached, count };

void follow(const MonitorStep& step, Words words, std::uint64_t position) {
  const PerfBuffer& rb = *step.scenario.ring;
  while (words[reached] < position) {
    const LocId place = location_of(rb.data_word(words[reached]));
    const std::uint64_t size =
        record_header(step.path.graph[step.path.graph.co_last(place)].value).size;
    if (size < kWordBytes || size % kWordBytes != 0) {
      words[wrong] = 1;
      return;
    }
    words[reached] += size;
  }
  if (words[reached] != position && position != 0) words[wrong] = 1;
}

void step(const MonitorStep& step, Words words) {
  const std::uint64_t data_size = step.scenario.ring->data_size;
  if (const auto head = writer_says<said::HeadStored>(step)) {
    if (words[wrong] == 0) follow(step, words, head->head);
  } else if (const auto record = writer_says<said::RecordWritten>(step)) {
    const auto& [offset, size, name, unused] = *record;
    if (offset / data_size != (offset + size - 1) / data_size) words[wrapped] = 1;
  }
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[wrapped] != 0;
}

}  // namespace framing
}  // namespace

const Monitor kCompleteOnlyMonitor =
    perf_monitor<PerfView, complete_only::step, complete_only::violated, complete_only::seen>(
        &kCompleteOnly, complete_only::count);
const Monitor kEventualPublicationMonitor =
    perf_monitor<PerfView, eventual_publication::step, eventual_publication::violated,
                 eventual_publication::seen>(&kEventualPublication, eventual_publication::count);
const Monitor kDisjointMonitor =
    perf_monitor<PerfView, disjoint::step, disjoint::violated, disjoint::seen>(&kDisjoint,
                                                                               disjoint::count);
const Monitor kSpaceMonitor =
    perf_monitor<PerfView, space::step, space::violated, space::seen>(&kSpace, space::count);
const Monitor kNestBalanceMonitor =
    perf_monitor<PerfView, nest_balance::step, nest_balance::violated, nest_balance::seen>(
        &kNestBalance, nest_balance::count);
const Monitor kLostConservationMonitor =
    perf_monitor<PerfView, lost_conservation::step, lost_conservation::violated,
                 lost_conservation::seen>(&kLostConservation, lost_conservation::count);
const Monitor kNoEmptyLostMonitor =
    perf_monitor<PerfView, no_empty_lost::step, no_empty_lost::violated, no_empty_lost::seen>(
        &kNoEmptyLost, no_empty_lost::count);
const Monitor kUntrustedPageMonitor =
    perf_monitor<PerfView, untrusted_page::step, untrusted_page::violated, untrusted_page::seen>(
        &kUntrustedPage, untrusted_page::count);
const Monitor kFramingMonitor =
    perf_monitor<PerfView, framing::step, framing::violated, framing::seen>(&kFraming,
                                                                            framing::count);

}  // namespace ringcheck
