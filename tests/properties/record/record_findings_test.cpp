// What Linux 6.1 should not do in records and their deployment but does, at the level of values.
// Each test is an entry of docs/findings.md, and shows it with the specification as it is.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "properties/lifetime/sequences.hpp"
#include "properties/record/sequences.hpp"
#include "properties/sampling/sequences.hpp"
#include "properties/wakeup/sequences.hpp"

namespace ringcheck {
namespace {

/// The id of what a search finds; empty for nothing.
std::string_view found(const AuxSequence& sequence) {
  const AuxSearchResult result = search_cases(sequence, {}, {"", 1, 2000});
  return result.finding ? result.finding->property : "";
}

// D-03
TEST(RecordFinding, FieldsBehindACutStackWrapTheSizeOfTheirRecord) {
  EXPECT_EQ(found(kSampleSizesAsItIs), "I-12");
  EXPECT_EQ(found(kSampleSizesRepaired), "");
}

// D-04
TEST(RecordFinding, ASampleOfNoStackIsLongerThanItsReservation) {
  EXPECT_EQ(found(kSampleStackAsItIs), "I-12");
}

// D-05
TEST(RecordFinding, AnOverwritableRingHasLostRecordsBehindAPause) {
  const auto property = [](const AuxSequence& sequence, std::vector<std::uint64_t> actions) {
    const auto finding = run_case(sequence, {std::move(actions), {}}, {}, "");
    return finding ? finding->property : std::string_view();
  };
  const std::vector<std::uint64_t> written_paused_written = {0, 1, 0, 2, 0};
  EXPECT_EQ(property(kOverwriteLostAsItIs, written_paused_written), "I-47");
  EXPECT_EQ(property(kOverwriteLostAsItIs, {0, 1, 2, 0, 0}), "");
  EXPECT_EQ(property(kOverwriteLostRepaired, written_paused_written), "");
}

// D-06
TEST(RecordFinding, PerThreadIsDroppedBesideAListOfCpus) {
  EXPECT_EQ(found(kDeploymentAsDocumented), "I-43");
}

// D-07
TEST(RecordFinding, AnEndThatIsToldWhilePerfReadsForgetsOverwritableRings) {
  EXPECT_EQ(found(kRecordEndAsItIs), "I-48");
}

// D-08
TEST(RecordFinding, FlushHoldsBackWhatADumpIsToHave) {
  EXPECT_EQ(found(kRecordFlushAsItIs), "I-48");
}

// D-10: a record of 4176 bytes of which half lies before the end of its ring.
TEST(RecordFinding, ARecordThatWrapsIsCutToAUnionPerfEvent) {
  const auto holds = [](std::uint64_t size, std::uint64_t eighths) {
    return !run_case(kWrappedRecordsAsItIs, {{size, eighths}, {}}, {}, "");
  };
  constexpr std::uint64_t kUnion = 4, kLarger = 5;  // of the machine's sizes
  EXPECT_TRUE(holds(kUnion, 4));
  EXPECT_FALSE(holds(kLarger, 4));
  EXPECT_FALSE(holds(kLarger, 8)) << "ends where the ring does";
  EXPECT_TRUE(holds(kLarger, 9)) << "does not reach the end";
  EXPECT_EQ(found(kWrappedRecordsAsItIs), "I-01");
  EXPECT_EQ(found(kWrappedRecords), "");
}

// D-11, D-12
TEST(RecordFinding, CountsOfATaskAreNotToldOrInTheRingOfAnotherCpu) {
  enum Leaves : std::uint64_t { exits, execs };
  struct Row {
    std::uint64_t event_cpu, task_cpu;
    Leaves leaves;
    std::string_view violates;
  };
  for (const Row& row : {Row{0, 0, exits, "I-118"}, Row{0, 1, exits, "I-118"}, Row{0, 0, execs, ""},
                         Row{0, 1, execs, "I-09"}}) {
    const AuxCase example{{row.event_cpu, row.task_cpu, row.leaves, 1, 1, 1, 1, 3, 0}, {}};
    const auto finding = run_case(kReadRecordsAsItIs, example, {}, "");
    EXPECT_EQ(finding ? finding->property : "", row.violates)
        << row.event_cpu << row.task_cpu << row.leaves;
  }
  EXPECT_EQ(found(kReadRecords), "");
}

// D-13: an event joins a group, or leaves it, while another one of it is sampled.
TEST(RecordFinding, ASampleOfAGroupThatChangesTakesOtherSpaceThanItsReservation) {
  constexpr std::uint64_t kSiblings = 2, kMostAccesses = 40;
  for (const std::uint64_t change : {0, 1, 2, 3})
    for (const bool by_nmi : {true, false}) {
      bool violated = false;
      for (std::uint64_t before = 0; before <= kMostAccesses; ++before)
        for (std::uint64_t sampled = 0; sampled <= kSiblings; ++sampled)
          violated =
              violated ||
              run_case(kGroupSamplesAsItIs,
                       {{kSiblings, change, sampled, before, by_nmi ? 0U : 1U, 2}, {}}, {}, "");
      EXPECT_TRUE(violated) << change << by_nmi;
    }
  EXPECT_EQ(found(kGroupSamples), "");
}

// D-14
TEST(RecordFinding, APinnedEventInErrorIsSilent) {
  enum Step : std::size_t { sched_in };
  const AuxCase no_counter{{1, 0}, {{sched_in, 0}}};
  EXPECT_TRUE(run_case(kEventHangupAsItIs, no_counter, {}, "I-119"));
  EXPECT_FALSE(run_case(kEventHangup, no_counter, {}, "I-119"));
}

// D-15
TEST(RecordFinding, TheRecordAfterALostRecordHasItsSampleId) {
  enum Step : std::size_t { sample, aux_record, read, pause, resume };
  constexpr std::uint64_t kStreamId = 1U << 3U, kChild = 1;
  const AuxCase lost{{kStreamId}, {{pause, 0}, {sample, 0}, {resume, 0}, {aux_record, kChild}}};
  const AuxCase not_lost{{kStreamId}, {{pause, 0}, {resume, 0}, {aux_record, kChild}}};
  EXPECT_TRUE(run_case(kRecordIdsAsItIs, lost, {}, "I-46"));
  EXPECT_FALSE(run_case(kRecordIdsAsItIs, not_lost, {}, "I-46"));
  EXPECT_FALSE(run_case(kRecordIds, lost, {}, "I-46"));
}

// D-16: the first sample of 2^31 wakes, and of one less does not.
TEST(RecordFinding, AHugeNumberOfSamplesBetweenWakeupsWakesEachTime) {
  for (const std::uint64_t bit : {30, 31})
    EXPECT_EQ(run_case(kWakeupCountsAsItIs, {{bit, 0, 0}, {}}, {}, "I-42").has_value(), bit == 31);
  EXPECT_EQ(found(kWakeupCounts), "");
  EXPECT_EQ(found(kWakeupCountsOfInts), "");
}

// D-17: of two events with a sample id the second has a record that is too long, even if the first
// took none.
TEST(RecordFinding, ARecordThatIsToldToSeveralEventsGrows) {
  constexpr std::uint64_t kNobody = 3, kTold = 2;
  struct Row {
    std::uint64_t first, second, paused;
    bool violated;
  };
  for (const Row& row : {Row{0, 0, kNobody, false}, Row{1, 1, kNobody, true}, Row{1, 1, 0, true},
                         Row{1, 0, kNobody, true}})
    EXPECT_EQ(
        run_case(kToldRecordsAsItIs, {{row.first, row.second, 0, kTold, row.paused}, {}}, {}, "")
            .has_value(),
        row.violated);
  EXPECT_EQ(found(kToldRecords), "");
}

// D-21: the second event asks for the file, after one that asked for its build ID.
TEST(RecordFinding, ADeviceAndAnInodeAreToldAsABuildId) {
  constexpr std::uint64_t kFile = 1, kBuildId = 2, kNobody = 3;
  EXPECT_TRUE(run_case(kToldMappingsAsItIs, {{kBuildId, kFile, 0, kNobody, 0, 0}, {}}, {}, "I-01"));
  EXPECT_FALSE(
      run_case(kToldMappingsAsItIs, {{kBuildId, kBuildId, kBuildId, kNobody, 0, 0}, {}}, {}, ""));
  EXPECT_FALSE(run_case(kToldMappingsAsItIs, {{kFile, 0, kBuildId, kNobody, 0, 0}, {}}, {}, ""));
  EXPECT_EQ(found(kToldMappings), "");
}

// D-22: the page's size of an address that is not sampled itself.
TEST(RecordFinding, ASampleWithoutAnAddressTellsThePageOfAStrayOne) {
  EXPECT_TRUE(run_case(kSampleAddressesAsItIs, {{0, 1, 0, 0, 2}, {}}, {}, "I-01"));
  EXPECT_TRUE(run_case(kSampleAddressesAsItIs, {{0, 0, 1, 0, 2}, {}}, {}, "I-01"));
  EXPECT_FALSE(run_case(kSampleAddressesAsItIs, {{1, 1, 1, 0, 2}, {}}, {}, ""));
  EXPECT_FALSE(run_case(kSampleAddressesAsItIs, {{0, 1, 1, 1, 2}, {}}, {}, ""));
  EXPECT_EQ(found(kSampleAddresses), "");
}

// D-18: rings of 2 GiB, which take pages of more than 4 KiB, and of 1 GiB.
TEST(RecordFinding, ARingOf2GibNeverFills) {
  enum PageSize : std::uint64_t { kib4, kib16, kib64 };
  struct Row {
    std::uint64_t pages;
    PageSize size;
    bool violated;
  };
  for (const Row& row : {Row{14, kib64, false}, Row{15, kib64, true}, Row{17, kib16, true},
                         Row{16, kib64, true}, Row{18, kib4, false}, Row{19, kib4, false}})
    for (const char* property : {"I-07", "I-108"})
      EXPECT_EQ(
          run_case(kRingSizesAsItIs, {{row.pages, row.size, 0, 1}, {}}, {}, property).has_value(),
          row.violated)
          << row.pages << " " << property;
  EXPECT_EQ(found(kRingSizes), "");
}

// D-19: six samples of branches do not fit, of which five would.
TEST(RecordFinding, SamplesOfADebugStoreAreLostTogether) {
  enum Step : std::size_t { branch, drain, read };
  AuxCase example{{0}, {}};
  for (int i = 0; i < 5; ++i) example.steps.push_back({branch, 0});
  AuxCase more = example;
  more.steps.push_back({branch, 0});
  for (AuxCase* one : {&example, &more}) one->steps.push_back({drain, 0});
  for (const char* property : {"I-07", "I-10"}) {
    EXPECT_FALSE(run_case(kBtsSamplesAsItIs, example, {}, property)) << property;
    EXPECT_TRUE(run_case(kBtsSamplesAsItIs, more, {}, property)) << property;
    EXPECT_FALSE(run_case(kBtsSamples, more, {}, property)) << property;
  }
}

// D-20: of blocks of four bytes that shrink to three, one does not fit a record of two.
TEST(RecordFinding, WhatACompressorHasNotPutOutIsLost) {
  EXPECT_EQ(run_case(kCompressedRingsAsItIs, {{2, 3, 4, 0}, {}}, {}, "")->property, "I-68");
  EXPECT_EQ(run_case(kCompressedRingsAsItIs, {{4, 3, 8, 0}, {}}, {}, "")->property, "I-48");
  EXPECT_FALSE(run_case(kCompressedRingsAsItIs, {{3, 3, 4, 0}, {}}, {}, ""));
  EXPECT_EQ(found(kCompressedRings), "");
}

TEST(RecordFinding, EachIsExplainedInTheDocumentation) {
  std::ifstream file(std::string(RINGCHECK_SOURCE_DIR) + "/docs/findings.md");
  std::stringstream text;
  text << file.rdbuf();
  for (int i = 1; i <= 21; ++i) {
    const std::string heading = (i < 10 ? "\n## D-0" : "\n## D-") + std::to_string(i) + " ";
    EXPECT_NE(text.str().find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace ringcheck
