// Monitors of what a reader sees. One thread reads the data, and does not write it.
// Tested by tests/properties/core/monitor_test.cpp against the properties.
#include "properties/ring/reader_monitors.hpp"

#include <algorithm>

#include "properties/core/perf_monitor.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/stream_set.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

/// What the reader says with `step`, if it is of kind Said; nothing otherwise.
template <template <class> class Said>
std::optional<Said<std::uint64_t>> reader_says(const MonitorStep& step) {
  const auto said = step.said<Said>();
  RC_CHECK(!said || step.path.said->thread == step.scenario.reader,
           "a monitor of one reader sees another");
  return said;
}

std::uint64_t bit_of(std::size_t cell) {
  return cell < 64 ? std::uint64_t{1} << cell : 0;
}

bool wrong_is_set(const MonitorEnd&, ConstWords words) {
  return words[0] != 0;
}
bool seen_is_set(ConstWords words) {
  return words[1] != 0;
}

/// The words that every monitor here begins with.
enum Common : std::size_t { wrong, shown, common };

namespace publication {

enum MonitorWord : std::size_t { head = common, count };

void step(const MonitorStep& step, Words words) {
  if (const auto loaded = reader_says<said::HeadLoaded>(step)) {
    words[head] = loaded->head;
  } else if (const auto word = reader_says<said::WordLoaded>(step)) {
    words[shown] = 1;
    const std::uint64_t offset = word->offset;
    if (offset < words[head] && step.source().held <= offset) words[wrong] = 1;
  }
}

}  // namespace publication

namespace head_monotone {

enum MonitorWord : std::size_t { loaded = common, stores, count };

void step(const MonitorStep& step, Words words) {
  const PerfBuffer& rb = *step.scenario.ring;
  if (const auto head = reader_says<said::HeadLoaded>(step)) {
    if (head->head < words[loaded]) words[wrong] = 1;
    words[loaded] = head->head;
  }
  if (step.said<said::HeadStored>() && words[shown] == 0) {
    words[shown] = words[stores];
    words[stores] = words[shown] != 0 ? 0 : 1;
  }
  if (!step.reaches_memory()) return;
  const Event& write = step.event();
  if (write.location != location_of(rb.at.data_head)) return;
  // The location held the value of the write's predecessor in coherence order.
  if (write.value - step.path.graph[write.co_prev].value >= rb.data_size) words[wrong] = 1;
}

}  // namespace head_monotone

/// `shown` takes a store of a later word than the one that a load asks for, to the same cell: it is
/// there when the load reads, or comes later.
namespace no_clobber {

enum MonitorWord : std::size_t { loaded = common, count };

void step(const MonitorStep& step, Words words) {
  if (const auto word = reader_says<said::WordLoaded>(step)) {
    const std::uint64_t offset = word->offset;
    if (step.source().latest > offset + step.scenario.ring->data_size) words[wrong] = 1;
    if (step.latest().latest > offset + 1) words[shown] = 1;
    if (words[shown] == 0) words[loaded] |= bit_of(step.cell());
  } else if (step.reaches_memory() && (words[loaded] & bit_of(step.cell())) != 0 &&
             step.latest().held > step.source().held) {
    // The load has read the word that it asked for (I-01, I-06), and no later one was there.
    words[shown] = 1;
  }
  if (words[shown] != 0) words[loaded] = 0;
}

}  // namespace no_clobber

namespace tail_discipline {

enum MonitorWord : std::size_t { head = common, tail, count };

void step(const MonitorStep& step, Words words) {
  if (const auto loaded = reader_says<said::HeadLoaded>(step)) {
    words[head] = loaded->head;
  } else if (const auto stored = reader_says<said::TailStored>(step)) {
    const std::uint64_t position = stored->tail;
    if (position < words[tail] || position > words[head]) words[wrong] = 1;
    words[tail] = std::max(words[tail], position);
    words[shown] = position > 0 ? 1 : 0;
  } else if (const auto word = reader_says<said::WordLoaded>(step)) {
    if (word->offset < words[tail]) words[wrong] = 1;
  }
}

}  // namespace tail_discipline

/// Records that are written and not handed on: where they start and where they end. Records tile
/// the stream, so the first end after a start belongs to the same record. A record that a reader
/// hands on before it is written was read before it was stored (I-01).
namespace exactly_once {

using Offsets = StreamSet<std::uint64_t>;
enum MonitorWord : std::size_t {
  reached = common,
  tail,
  starts,
  ends = starts + Offsets::kWords,
  count = ends + Offsets::kWords
};

void step(const MonitorStep& step, Words words) {
  Offsets written(words.subspan(starts));
  Offsets ended(words.subspan(ends));
  if (const auto record = step.said<said::RecordWritten>()) {
    written.set(record->offset);
    ended.set(record->offset + record->size);
  } else if (const auto taken = reader_says<said::Consumed>(step)) {
    const auto& [offset, size, header] = *taken;
    const bool is_next = offset == words[reached] && written.test(offset) &&
                         ended.test(offset + size) &&
                         ended.count_below(offset + size) == ended.count_below(offset + 1);
    if (!is_next) words[wrong] = 1;
    words[shown] = 1;
    words[reached] += size;
    if (is_next) {
      written.reset(offset);
      ended.reset(offset + size);
    }
  } else if (reader_says<said::FellBehind>(step)) {
    words[wrong] = 1;
  } else if (const auto stored = reader_says<said::TailStored>(step)) {
    words[tail] = std::max(words[tail], stored->tail);
  }
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0 || words[tail] > words[reached];
}
bool seen(ConstWords words) {
  return words[shown] != 0 && StreamSet<const std::uint64_t>(words.subspan(starts)).none();
}

}  // namespace exactly_once

/// For each cell a byte: one more than the place in coherence order of the store that was read last
/// since the head was loaded. Once a tail above all words loaded so far is stored, they are
/// forgotten: loading one of them again violates I-14.
namespace header_stability {

constexpr std::size_t kCellsAWord = 8;
enum MonitorWord : std::size_t { end = common, places, count = places + 64 / kCellsAWord };

void forget(Words words) {
  std::fill(words.begin() + end, words.end(), 0);
}

void step(const MonitorStep& step, Words words) {
  if (reader_says<said::HeadLoaded>(step)) {
    forget(words);
  } else if (const auto stored = reader_says<said::TailStored>(step)) {
    if (stored->tail >= words[end]) forget(words);
  } else if (const auto word = reader_says<said::WordLoaded>(step)) {
    const std::size_t cell = step.cell();
    if (cell == step.cells()) return;
    const std::uint64_t place = step.source().place + 1;
    RC_CHECK(place <= 0xff, "more stores than an execution has events");
    const std::uint64_t shift = cell % kCellsAWord * 8;
    std::uint64_t& known = words[places + cell / kCellsAWord];
    const std::uint64_t before = known >> shift & 0xff;
    if (before != 0) words[shown] = 1;
    if (before != 0 && before != place) words[wrong] = 1;
    known ^= (before ^ place) << shift;
    words[end] = std::max(words[end], word->offset + kWordBytes);
  }
}

}  // namespace header_stability
}  // namespace

const Monitor kPublicationMonitor =
    perf_monitor<PerfView, publication::step, wrong_is_set, seen_is_set>(&kPublication,
                                                                         publication::count);
const Monitor kHeadMonotoneMonitor =
    perf_monitor<PerfView, head_monotone::step, wrong_is_set, seen_is_set>(&kHeadMonotone,
                                                                           head_monotone::count);
const Monitor kNoClobberMonitor =
    perf_monitor<PerfView, no_clobber::step, wrong_is_set, seen_is_set>(&kNoClobber,
                                                                        no_clobber::count);
const Monitor kTailDisciplineMonitor =
    perf_monitor<PerfView, tail_discipline::step, wrong_is_set, seen_is_set>(
        &kTailDiscipline, tail_discipline::count);
const Monitor kExactlyOnceMonitor =
    perf_monitor<PerfView, exactly_once::step, exactly_once::violated, exactly_once::seen>(
        &kExactlyOnce, exactly_once::count);
const Monitor kHeaderStabilityMonitor =
    perf_monitor<PerfView, header_stability::step, wrong_is_set, seen_is_set>(
        &kHeaderStability, header_stability::count);

}  // namespace ringcheck
