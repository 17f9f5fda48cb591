// The monitors of a scenario side by side. Which stream offset a stored word is for is told right
// behind its store: it is noted, and kept with the store as long as something may read that. Only
// one CPU writes the data area, so that the store has its place in coherence order when it is
// issued.
// Tested by tests/properties/core/monitor_test.cpp and tests/properties/core/state_check_test.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "properties/monitor.hpp"

namespace ringcheck {

namespace {

constexpr std::size_t kMostCells = 64;
constexpr int kPlaceBits = 8;
constexpr int kOffsetBits = 28;
constexpr std::uint64_t kMaxOffset = (std::uint64_t{1} << kOffsetBits) - 1;

std::size_t cell_of(const ScenarioProgram& scenario, const Event& event, std::size_t cells) {
  if (!scenario.ring || event.location == kNoLocation) return cells;
  const std::uint64_t first = location_of(scenario.ring->at.data);
  return event.location >= first && event.location - first < cells ? event.location - first : cells;
}

/// Refuses what no monitor knows. Errors: InputError.
void require_known(const Scenario& scenario, const ScenarioProgram& built) {
  const auto refuse = [&](const std::string& what, const std::string& expected) {
    throw InputError(
        {"", 0, 0,
         fmt::format("{}: no verdict alone {}, expected {}", scenario.name, what, expected)});
  };
  if (built.wakeup_events != 0) refuse("where samples are counted", "wakeup-events=0");
  if (!built.ring) return;
  if (const std::uint64_t words = built.ring->data_size / kWordBytes; words > kMostCells)
    refuse(fmt::format("for {} words of data", words), fmt::format("at most {}", kMostCells));
  // The compiled code has accesses that the protocol's does not name.
  if (built.ring->names_accesses) refuse("where a compiler is a party", "compiler=0");
  for (const std::uint64_t position : {built.ring->at.data_head, built.ring->at.data_tail})
    if (built.program.locations[location_of(position)].initial != 0)
      refuse("where positions do not start at 0", "start=0");
}

}  // namespace

std::uint64_t RingCell::note() const {
  RC_CHECK(held <= latest && latest <= kMaxOffset && place >> kPlaceBits == 0,
           "a stream too long for a note");
  return place | held << kPlaceBits | (latest - held) << (kPlaceBits + kOffsetBits);
}

RingCell RingCell::of(std::uint64_t note) {
  const std::uint64_t held = note >> kPlaceBits & kMaxOffset;
  return {held, held + (note >> (kPlaceBits + kOffsetBits)),
          note & ((std::uint64_t{1} << kPlaceBits) - 1)};
}

std::size_t MonitorStep::cell() const {
  return cell_of(scenario, event(), cells);
}

RingCell MonitorStep::source() const {
  if (cell() == cells) return {};
  return RingCell::of(path.note_of(event().kind == EventKind::read ? event().rf : event().co_prev));
}

RingCell MonitorStep::latest() const {
  if (cell() == cells) return {};
  return RingCell::of(path.note_of(
      event().kind == EventKind::read ? path.graph.co_last(event().location) : path.event));
}

Monitors::Monitors(const Scenario& scenario, const ScenarioProgram& built) : built_(built) {
  if (built.ring) cells_ = built.ring->data_size / kWordBytes;
  require_known(scenario, built);
  for (const Property* property : scenario.properties) {
    const Monitor* monitor = monitor_of(*property);
    if (monitor == nullptr)
      throw InputError({"", 0, 0,
                        fmt::format("{}: no verdict alone: property {} has no monitor, expected "
                                    "a scenario whose properties all have one",
                                    scenario.name, property->id)});
    monitors_.push_back(monitor);
    first_.push_back(words_);
    words_ += monitor->words;
  }
}

std::uint64_t Monitors::step(const PathStep& step, std::span<std::uint64_t> words) const {
  const MonitorStep shown{step, built_, cells_};
  for (std::size_t i = 0; i < monitors_.size(); ++i)
    monitors_[i]->step(shown, words.subspan(first_[i], monitors_[i]->words));
  const Observation* stored = shown.said(ObservationKind::word_stored);
  const bool issued = step.kind == PathStep::Kind::issued && shown.event().kind == EventKind::write;
  if ((stored == nullptr && !issued) || shown.cell() == cells_) return 0;
  RC_CHECK(shown.event().materialised, "a data area that several CPUs write");
  const std::uint64_t held = stored != nullptr ? stored->numbers[0] + 1 : 0;
  return RingCell{held, std::max(held, shown.source().latest), shown.event().co_position}.note();
}

bool Monitors::violated(std::size_t i, const ExecutionGraph& graph,
                        std::span<const std::uint64_t> words) const {
  return monitors_[i]->violated({graph, built_}, words.subspan(first_[i], monitors_[i]->words));
}

bool Monitors::seen(std::size_t i, std::span<const std::uint64_t> words) const {
  return monitors_[i]->seen(words.subspan(first_[i], monitors_[i]->words));
}

}  // namespace ringcheck
