// The monitor of trace that is copied to samples. A load of a sample misses a store if the store
// has or gets a place after what the load reads from, and the store's session was over before the
// load. So the monitor keeps the earliest store that a sample has read, for each word of the area
// and each session that is over and whose stores are not all in memory. A store is known by its
// value, which no other store has. Tested by tests/properties/core/monitor_test.cpp against the
// property.
#include "properties/pt/sample_monitor.hpp"

#include <fmt/format.h>

#include "graph/check.hpp"
#include "properties/aux/trace_engine.hpp"
#include "properties/aux/unit_sessions.hpp"
#include "properties/core/perf_monitor.hpp"
#include "properties/pt/invariants.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

constexpr std::uint64_t kMostSessions = 8;
constexpr std::size_t kMostCells = 8;

/// Numbers of 8 or 16 bits, several to a word.
template <unsigned Bits>
struct Packed {
  static constexpr std::uint64_t kAWord = 64 / Bits;
  static constexpr std::uint64_t kMax = (std::uint64_t{1} << Bits) - 1;

  Words words;

  [[nodiscard]] std::uint64_t at(std::uint64_t i) const {
    return words[i / kAWord] >> (i % kAWord * Bits) & kMax;
  }
  void set(std::uint64_t i, std::uint64_t number) const {
    RC_CHECK(number <= kMax, "a number that a monitor has no room for");
    std::uint64_t& word = words[i / kAWord];
    word = (word & ~(kMax << (i % kAWord * Bits))) | number << (i % kAWord * Bits);
  }
};

/// What the monitor remembers.
struct Remembered {
  static constexpr std::size_t kEarliest = 6;  ///< the first word of `earliest`
  static constexpr std::size_t kCount = kEarliest + kMostCells * kMostSessions * 16 / 64;

  explicit Remembered(Words words)
      : wrong(words[0]),
        seen(words[1]),
        open(words[2]),
        running(words[3]),
        stored{words.subspan(4, 1)},
        missing{words.subspan(5, 1)},
        earliest{words.subspan(kEarliest)} {}

  std::uint64_t& wrong;
  std::uint64_t& seen;
  std::uint64_t& open;     ///< samples that are being copied
  std::uint64_t& running;  ///< sessions that were started, and not waited for
  Packed<8> stored;        ///< units in memory, by session that runs
  Packed<8> missing;       ///< units that are not in memory yet, by session that does not
  /// By word, and by session with missing units: one more than the value of the earliest store that
  /// a sample has read there; 0: none has.
  Packed<16> earliest;

  /// True iff a sample misses what `session` stores after what the sample reads.
  [[nodiscard]] bool is_over(std::uint64_t session) const {
    return (running & session_bit(session)) == 0;
  }
};

std::uint64_t session_of(std::uint64_t unit) {
  const std::uint64_t session = TraceEngine::session_of(unit);
  RC_CHECK(session < kMostSessions, "a session that a monitor has no room for");
  return session;
}

/// The number of the word of the area that `step` is an access to; none for other events.
std::optional<std::uint64_t> cell_of(const MonitorStep& step) {
  const LocId location = step.event().location;
  if (location == kNoLocation) return std::nullopt;
  const ByteArea& area = step.scenario.aux->area;
  const std::uint64_t cell = std::uint64_t{location} - location_of(area.base);
  return cell < area.words() ? std::optional(cell) : std::nullopt;
}

/// A sample reads a word of trace.
void take_load(const MonitorStep& step, std::uint64_t cell, Remembered& its) {
  const ExecutionGraph& graph = step.path.graph;
  const EventNumber from = step.event().rf;
  if (from >= graph.locations()) its.seen = 1;
  for (EventNumber w = graph[from].co_next; w != kNoEvent; w = graph[w].co_next)
    if (graph[w].id.thread != step.scenario.writer && its.is_over(session_of(graph[w].value)))
      its.wrong = 1;
  for (std::uint64_t session = 0; session < kMostSessions; ++session) {
    if (its.missing.at(session) == 0) continue;
    const std::uint64_t at = cell * kMostSessions + session;
    // A store that is not among those from here on stands before it.
    bool is_earlier = its.earliest.at(at) == 0;
    for (EventNumber w = from; w != kNoEvent; w = graph[w].co_next)
      is_earlier = is_earlier || graph[w].value + 1 == its.earliest.at(at);
    if (is_earlier) its.earliest.set(at, graph[from].value + 1);
  }
}

/// A unit of trace reaches memory.
void take_store(const MonitorStep& step, std::uint64_t cell, Remembered& its) {
  const ExecutionGraph& graph = step.path.graph;
  if (step.event().id.thread == step.scenario.writer) return;
  const std::uint64_t session = session_of(step.event().value);
  const std::uint64_t earliest = its.earliest.at(cell * kMostSessions + session);
  for (EventNumber w = step.event().co_prev; w != kNoEvent; w = graph[w].co_prev)
    if (graph[w].value + 1 == earliest) its.wrong = 1;
  if (!its.is_over(session)) return its.stored.set(session, its.stored.at(session) + 1);
  its.missing.set(session, its.missing.at(session) - 1);
  for (std::uint64_t c = 0; its.missing.at(session) == 0 && c < kMostCells; ++c)
    its.earliest.set(c * kMostSessions + session, 0);
}

void step(const MonitorStep& step, Words words) {
  Remembered its(words);
  if (const auto started = step.said<said::UnitStarted>()) {
    if (its.open != 0) its.wrong = 1;
    its.running |= session_bit(started->session);
  }
  if (const auto drained = step.said<said::UnitDrained>()) {
    RC_CHECK(!its.is_over(drained->session), "a session that is waited for twice");
    its.running &= ~session_bit(drained->session);
    its.missing.set(drained->session, drained->units - its.stored.at(drained->session));
    its.stored.set(drained->session, 0);
  }
  if (const auto sampled = step.said<said::AuxSampled>()) {
    if (sampled->after == 0 && its.running != 0) its.wrong = 1;
    its.open = sampled->after == 0 ? its.open + 1 : its.open - 1;
  }
  if (const auto enabled = step.said<said::UnitEnabled>())
    if (enabled->runs == 0) its.wrong = 1;
  if (step.path.kind != PathStep::Kind::performed) return;
  const std::optional<std::uint64_t> cell = cell_of(step);
  if (!cell) return;
  if (step.event().kind == EventKind::write) return take_store(step, *cell, its);
  if (its.open != 0 && step.event().id.thread == step.scenario.writer) take_load(step, *cell, its);
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[0] != 0;
}
bool seen(ConstWords words) {
  return words[1] != 0;
}

std::optional<NotMonitored> not_monitored(const void* view) {
  const PerfRings& rings = static_cast<const PerfView*>(view)->scenario;
  if (rings.aux && rings.aux->area.words() <= kMostCells) return std::nullopt;
  return NotMonitored{fmt::format("for more than {} units of trace", kMostCells), "a smaller area"};
}

}  // namespace

const Monitor kSampleFrozenMonitor =
    perf_monitor<PerfView, step, violated, seen>(&kSampleFrozen, Remembered::kCount, not_monitored);

}  // namespace ringcheck
