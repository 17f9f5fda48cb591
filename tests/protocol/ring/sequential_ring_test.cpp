// The data ring on plain memory: random histories with nested writers, and every single point of
// nesting. The seed of a failing run is printed; RC_PARAMS="seed=…" runs it again.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "tests/names/identifier.hpp"
#include "tests/protocol/ring/ring_machine.hpp"

namespace ringcheck {
namespace {

/// A nested writer, or with `readers` a poll, between two of the writer's accesses.
rc::Gen<Happening> happening(bool readers) {
  return rc::gen::build<Happening>(
      rc::gen::set(&Happening::gap, rc::gen::inRange<std::uint64_t>(0, 40)),
      rc::gen::set(&Happening::reader, rc::gen::element(false, false, readers)),
      rc::gen::set(&Happening::payload_words, rc::gen::inRange<std::uint64_t>(0, 5)));
}

/// A step of a history: 0 … 5 writes that many words of payload, then polls, pauses and resumes.
enum Step { poll = 6, poll_each, pause, resume, steps_end };

void keeps_every_invariant(ReserveOrder order, bool readers) {
  RingMachine machine(std::uint64_t{1} << *rc::gen::inRange(1, 7));
  machine.rb.reserve_order = order;
  const auto steps = *rc::gen::container<std::vector<int>>(
      rc::gen::weightedOneOf<int>({{12, rc::gen::inRange<int>(0, poll)},
                                   {4, rc::gen::inRange<int>(poll, pause)},
                                   {1, rc::gen::inRange<int>(pause, steps_end)}}));
  machine.script = *rc::gen::container<std::vector<Happening>>(happening(readers));
  for (const int step : steps) {
    if (step < poll)
      machine.write(static_cast<std::uint64_t>(step));
    else if (step <= poll_each)
      machine.poll(step == poll_each);
    else
      machine.pause(step == pause);
  }
  machine.pause(false);
  machine.script.clear();
  machine.poll();
  RC_ASSERT(judge(machine, true) == std::string());
  // What the histories exercise; shown by --rc-verbose or RC_PARAMS="verbose_progress=1".
  RC_CLASSIFY(machine.word(machine.rb.at.head) > machine.rb.data_size, "wraps");
  RC_CLASSIFY(machine.word(machine.rb.at.lost) > 0, "loses");
}

RC_GTEST_PROP(SequentialRing, KeepsEveryInvariant, ()) {
  keeps_every_invariant(ReserveOrder::head_first, true);
}

RC_GTEST_PROP(SequentialRing, KeepsEveryInvariantTailFirstIfNoReaderComesBetween, ()) {
  keeps_every_invariant(ReserveOrder::tail_first, false);
}

TEST(SequentialRing, KeepsEveryInvariantAtFullSize) {
  RingMachine machine(std::uint64_t{1} << 13);  // 64 KiB, as perf trace has for each CPU
  std::uint64_t random = 1;
  for (int i = 0; i < 200'000; ++i) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    machine.write((random >> 40) % 24);
    if ((random >> 33) % 300 == 0) machine.poll();
    if (machine.told.size() > 100'000'000) break;
  }
  machine.poll();
  EXPECT_EQ(judge(machine, true), "");
  EXPECT_GT(machine.word(machine.rb.at.head), 10 * machine.rb.data_size);
}

/// Three task writes and polls with one nested writer at point `first`, and another or a poll at
/// `second`.
std::string run_nested(std::uint64_t first, std::uint64_t second, bool reader, DefectSet defects,
                       std::uint64_t& points, std::set<std::uint32_t>& seen) {
  RingMachine machine(8, defects);
  machine.rb.reserve_order = ReserveOrder::head_first;
  machine.script = {{second, reader, 1}, {first, false, 1}};
  for (const std::uint64_t payload_words : {2U, 2U, 2U})
    machine.write(payload_words);  // one is lost
  machine.poll();
  machine.write(1);
  machine.poll();
  machine.write(2);
  machine.idle();
  machine.script.clear();
  machine.poll();
  points = machine.points;
  for (const Told& t : machine.told) seen.insert(t.kind);
  return judge(machine, true);
}

TEST(SequentialRing, KeepsEveryInvariantAtEveryPairOfInterruptPoints) {
  std::set<std::uint32_t> seen;
  std::uint64_t points = 1;
  for (std::uint64_t first = 0; first < points; ++first)
    for (std::uint64_t second = 0; second < 60; ++second)
      for (const bool reader : {false, true})
        ASSERT_EQ(run_nested(first, second, reader, {}, points, seen), "")
            << "nested writer at " << first << ", then " << second << " points on";
  for (const auto kind :
       {said::Refused<>::kKind, said::Reserved<>::kKind, said::LostReported<>::kKind,
        said::NestedPut<>::kKind, said::Retried<>::kKind, said::Woken<>::kKind})
    EXPECT_TRUE(seen.count(kind)) << kind;
}

// Linux 6.1 reads the tail first. One interrupt between that read and the read of the write
// position is enough for a reservation over unread records, if the reader makes room meanwhile.
TEST(SequentialRing, TailReadFirstLetsAReservationRunIntoUnreadRecords) {
  const auto run = [](ReserveOrder order) {
    RingMachine machine(8);
    machine.rb.reserve_order = order;
    machine.write(2);
    machine.write(2);  // [0, 48), unread
    // Six accesses of the next write pass: paused, lost, nest twice, wakeup, and the first of tail
    // and head. Then a nested writer comes, and the reader before the nested writer's first access.
    machine.script = {{0, true, 0}, {6, false, 3}};
    machine.write(4);
    machine.poll();
    return judge(machine, true);
  };
  // Tail 0, write position 80 of 64: 79 bytes would be free modulo 64 and 16 too many. The
  // reservation of [80, 120) covers the first word of the nested record at 48, which the reader has
  // not seen.
  EXPECT_EQ(run(ReserveOrder::tail_first), "I-07: reserved what does not fit at offset 80");
  EXPECT_EQ(run(ReserveOrder::head_first), "");
}

/// A defect for which plain memory and nesting are enough, and the invariant that sees it.
struct DefectRow {
  Defect defect;
  const char* invariant;
};

class SequentialDefect : public ::testing::TestWithParam<DefectRow> {};

TEST_P(SequentialDefect, IsSeen) {
  std::set<std::uint32_t> seen;
  std::set<std::string> found;
  std::uint64_t points = 1;
  for (std::uint64_t first = 0; first < points; ++first)
    for (std::uint64_t second = 0; second < 60; ++second)
      for (const bool reader : {false, true}) {
        const auto what =
            run_nested(first, second, reader, DefectSet(GetParam().defect), points, seen);
        if (!what.empty()) found.insert(what.substr(0, 4));
      }
  EXPECT_TRUE(found.count(GetParam().invariant)) << "found " << ::testing::PrintToString(found);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SequentialDefect,
                         ::testing::Values(DefectRow{defect::kUnnestBeforePublish, "I-02"},
                                           DefectRow{defect::kRecheckBeforeUnnest, "I-04"},
                                           DefectRow{defect::kNoRecheck, "I-04"},
                                           DefectRow{defect::kPublishWhenNested, "I-03"},
                                           DefectRow{defect::kFailedBeginKeepsNest, "I-08"},
                                           DefectRow{defect::kFailedBeginStoresNest, "I-04"},
                                           DefectRow{defect::kReservationNotAtomic, "I-05"},
                                           DefectRow{defect::kLostNotExchanged, "I-10"},
                                           DefectRow{defect::kLostNotCounted, "I-10"},
                                           DefectRow{defect::kFullToTheLastByte, "I-07"},
                                           DefectRow{defect::kSizeOfPayloadOnly, "I-12"},
                                           DefectRow{defect::kTailMasked, "I-14"},
                                           DefectRow{defect::kTailBeforeCopy, "I-14"},
                                           DefectRow{defect::kTailIsHead, "I-14"},
                                           DefectRow{defect::kTailRestarts, "I-15"}),
                         [](const auto& row) {
                           return identifier(std::string(row.param.defect.name));
                         });

}  // namespace
}  // namespace ringcheck
