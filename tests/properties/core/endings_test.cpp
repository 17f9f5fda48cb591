// What properties say about executions built by hand: those that the specification does not reach,
// not even with any of its known mistakes.
#include <gtest/gtest.h>

#include "properties/core/perf_view.hpp"
#include "properties/lifetime/invariants.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/tmc/invariants.hpp"
#include "properties/wakeup/invariants.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/tmc/etr_session.hpp"

namespace ringcheck {
namespace {

/// An execution of one thread. Neither copied nor moved: a view refers to it.
class HandMade {
 public:
  explicit HandMade(std::size_t locations) {
    const std::vector<std::uint64_t> initial(locations);
    graph_.reset(initial, 1, false);
  }
  void store(LocId location, std::uint64_t value) {
    Event event;
    event.id = {0, static_cast<std::uint16_t>(graph_.slots(0))};
    event.kind = EventKind::write;
    event.location = location;
    event.value = value;
    event.value_known = event.materialised = true;
    const EventNumber e = graph_.add(event);
    graph_.place_write(e, graph_.co_last(location));
  }
  /// Loads what was stored last.
  void load(LocId location) {
    Event event;
    event.id = {0, static_cast<std::uint16_t>(graph_.slots(0))};
    event.kind = EventKind::read;
    event.location = location;
    event.rf = graph_.co_last(location);
    event.value = graph_[event.rf].value;
    event.value_known = event.materialised = true;
    graph_.add(event);
  }
  /// Says something of the last store.
  void say(std::uint32_t kind, std::array<std::uint64_t, 4> numbers) {
    said_.observations.push_back(
        {0, 0, static_cast<std::uint16_t>(graph_.slots(0)), kind, numbers});
  }
  [[nodiscard]] bool violates(const Property& property, const PerfRings& rings) const {
    PerfView view(rings);
    view.gather(graph_, said_);
    return property.violated(&view).has_value();
  }
  /// The same for a property of a ring of one-word records.
  [[nodiscard]] bool violates_of_slots(const Property& property, const PerfRings& rings) const {
    SlotView view(rings);
    view.gather(graph_);
    return property.violated(&view).has_value();
  }

 private:
  ExecutionGraph graph_;
  Transcript said_;
};

constexpr std::uint64_t kWords = 8;

/// A ring from the first location on.
PerfRings a_ring() {
  PerfRings rings;
  rings.ring = PerfBuffer::make(address_of(0), kWords);
  return rings;
}

TEST(Endings, WhatIsStoredForAnOffsetIsTheWriters) {
  const PerfRings rings = a_ring();
  const auto word = location_of(rings.ring->data_word(8));
  for (const std::uint64_t stored : {7U, 8U}) {
    HandMade ending(PerfBufferCells::count(kWords));
    ending.store(word, stored);
    ending.say(said::WordStored<>::kKind, {8, 7});
    EXPECT_EQ(ending.violates(kPublication, rings), stored != 7) << stored;
  }
}

TEST(Endings, InterruptWorkThatHasRunIsQueuedNoMore) {
  PerfRings rings = a_ring();
  const auto work = static_cast<LocId>(PerfBufferCells::count(kWords));
  rings.irq_work = work;
  HandMade ending(work + 1U);
  EXPECT_FALSE(ending.violates(kWakeup, rings));
  ending.store(work, 1);
  EXPECT_TRUE(ending.violates(kWakeup, rings));
  ending.store(work, 0);
  EXPECT_FALSE(ending.violates(kWakeup, rings));
}

TEST(Endings, SamplesThatOweNoWakeupYetAreCounted) {
  PerfRings rings = a_ring();
  const auto count = static_cast<LocId>(PerfBufferCells::count(kWords));
  rings.ring->events = address_of(count);
  rings.wakeup_events = 2;
  // One of three samples is left, or the count is negative: two writers took two off at once.
  for (const std::uint64_t left : {std::uint64_t{1}, ~std::uint64_t{0}, std::uint64_t{0}}) {
    HandMade ending(count + 1U);
    for (std::uint64_t i = 0; i < 3; ++i)
      ending.say(said::RecordWritten<>::kKind, {8 * i, 8, i + 1, 0});
    ending.store(count, left);
    EXPECT_EQ(ending.violates(kWakeup, rings), left == 0) << left;
  }
}

TEST(Endings, WhoHasOpenedASinksFileClosesItAndSysfsStopsIt) {
  const std::vector<Location> words = {{"sink.reading", 0}, {"sink.mode", 0},
                                       {"sink.drained", 0}, {"sink.by_perf", 0},
                                       {"sink.clashes", 0}, {"sink.unheard", 0}};
  PerfRings rings;
  rings.locations = std::make_shared<const std::vector<Location>>(words);
  HandMade ending(words.size());
  EXPECT_FALSE(ending.violates(kSharedSink, rings));
  ending.store(0, 1);
  EXPECT_TRUE(ending.violates(kSharedSink, rings));
  ending.store(0, 0);
  EXPECT_FALSE(ending.violates(kSharedSink, rings));
  ending.store(1, kSinkSysfs);
  EXPECT_TRUE(ending.violates(kSharedSink, rings));
}

TEST(Endings, PagesOfAnAuxAreaAreThereAsLongAsItIsMapped) {
  struct Row {
    std::uint64_t mapped, pages;
    bool violates;
  };
  constexpr std::array kRows = {Row{0, 0, false},           Row{1, kPagesThere, false},
                                Row{0, kPagesFreed, false}, Row{0, kPagesThere, true},
                                Row{1, kPagesFreed, true},  Row{1, 0, true}};
  PerfRings rings;
  rings.aux_pages = AuxLifetimeCells::at(address_of(0));
  for (const Row& row : kRows) {
    HandMade ending(AuxLifetimeCells::kNames.size());
    ending.store(location_of(rings.aux_pages->mmap_count), row.mapped);
    ending.store(location_of(rings.aux_pages->live), row.pages);
    EXPECT_EQ(ending.violates(kNoUseAfterFree, rings), row.violates)
        << row.mapped << ' ' << row.pages;
  }
}

/// An event that buffer 1 belongs to, and is to stay with it.
PerfRings a_mapped_buffer() {
  PerfRings rings;
  PerfLifetime& all = rings.lifetime.emplace();
  std::uint64_t at = address_of(0);
  for (AttachedEventCells& event : all.events) {
    event = AttachedEventCells::at(at);
    at += AttachedEventCells::kNames.size();
  }
  for (MappedBufferCells& rb : all.buffers) {
    rb = MappedBufferCells::at(at);
    at += MappedBufferCells::kNames.size();
  }
  all.rcu_section = at;
  rings.stays_with[0] = 1;
  return rings;
}

TEST(Endings, EventsAndBuffersCountTheSameMappings) {
  const PerfRings rings = a_mapped_buffer();
  const PerfLifetime& all = *rings.lifetime;
  const AttachedEventCells& event = all.events[0];
  const MappedBufferCells& rb = all.buffer(1);
  /// What is stored on top of an ending that is right.
  struct Row {
    std::uint64_t address, value;
    bool violates;
  };
  const std::array rows = {Row{rb.freed, 0, false},
                           Row{rb.mmap_count, 2, true},
                           Row{event.mmap_count, 0, true},
                           Row{event.on_list, 0, true},
                           Row{event.mmap_mutex, 1, true},
                           Row{all.rcu_section, 1, true},
                           Row{all.events[1].rb, 1, true},
                           Row{all.events[1].on_list, 1, true},
                           Row{all.events[2].rb, 2, true},
                           Row{rb.refcount, 2, true},
                           Row{all.events[1].mmap_count, 1, true}};
  for (const Row& row : rows) {
    HandMade ending(location_of(all.rcu_section) + 1U);
    for (const std::uint64_t one :
         {event.rb, event.on_list, event.mmap_count, rb.mmap_count, rb.refcount})
      ending.store(location_of(one), 1);
    ending.store(location_of(row.address), row.value);
    EXPECT_EQ(ending.violates(kNoUseAfterFree, rings), row.violates)
        << row.address << ' ' << row.value;
  }
  // It has no buffer, but one that it is to stay with.
  EXPECT_TRUE(HandMade(location_of(all.rcu_section) + 1U).violates(kNoUseAfterFree, rings));
}

TEST(Endings, TheReaderOfSlotsBeginsWithTheFirstAndPassesOverNone) {
  struct Row {
    std::vector<LocId> slots;  ///< that are loaded, of two
    bool violates;
  };
  const std::vector<Row> rows = {{{}, false},    {{0}, false},     {{0, 1}, false},
                                 {{1}, true},    {{0, 0}, true},   {{0, 1, 0}, false},
                                 {{1, 0}, true}, {{0, 1, 1}, true}};
  PerfRings rings;
  rings.reader = 0;
  rings.spsc.emplace().data = address_of(0);
  rings.spsc->slots = 2;
  for (const Row& row : rows) {
    HandMade execution(2);
    std::uint64_t record = 0;
    for (const LocId slot : row.slots) {
      execution.store(slot, ++record);
      execution.load(slot);
    }
    EXPECT_EQ(execution.violates_of_slots(kSlotsGrow, rings), row.violates)
        << ::testing::PrintToString(row.slots);
  }
}

TEST(Endings, BuffersForChainsAreThereAsLongAsAnEventWantsChains) {
  struct Row {
    std::uint64_t events, entries, freed;
    bool violates;
  };
  constexpr std::array kRows = {Row{1, 1, 0, false}, Row{0, 0, 1, false}, Row{1, 2, 1, false},
                                Row{0, 1, 0, true},  Row{1, 0, 1, true},  Row{0, 0, 0, true},
                                Row{1, 2, 0, true}};
  PerfRings rings;
  rings.callchains.emplace().at = CallchainCells::at(address_of(0));
  const CallchainCells& at = rings.callchains->at;
  for (const Row& row : kRows) {
    HandMade ending(CallchainCells::kNames.size());
    ending.store(location_of(at.events), row.events);
    ending.store(location_of(at.entries), row.entries);
    ending.store(location_of(at.freed), row.freed);
    EXPECT_EQ(ending.violates(kNoUseAfterFree, rings), row.violates)
        << row.events << ' ' << row.entries << ' ' << row.freed;
  }
}

}  // namespace
}  // namespace ringcheck
