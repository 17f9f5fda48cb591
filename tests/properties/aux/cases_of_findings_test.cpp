// What Linux 6.1 should not do but does, shown by cases of the machines of sequences. Each test is
// an entry of docs/findings.md.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "properties/aux/aux_sequence.hpp"
#include "properties/aux/filter_migration.hpp"
#include "properties/aux/sequences.hpp"
#include "properties/coresight/sequences.hpp"
#include "properties/lifetime/sequences.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_study.hpp"
#include "properties/pt/sequences.hpp"
#include "properties/spe/sequences.hpp"
#include "properties/tmc/sequences.hpp"
#include "properties/trbe/sequences.hpp"
#include "protocol/coresight/trace_id.hpp"

namespace ringcheck {
namespace {

/// What a case of perf's snapshot mode violates, as it is and repaired.
struct InSnapshotMode {
  std::string_view as_it_is, repaired;
};
InSnapshotMode run_snapshot_mode(const std::vector<AuxStep>& steps) {
  const auto property = [&](const AuxSequence& sequence) -> std::string_view {
    const auto finding = run_case(sequence, {{0, 0, 0}, steps}, {}, "");
    return finding ? finding->property : "";
  };
  return {property(kSnapshotModeAsItIs), property(kSnapshotModeRepaired)};
}
constexpr std::size_t kEnds = 2, kRound = 3, kBusyRound = 4;  ///< steps of snapshot-mode
constexpr AuxStep kStop = {kEnds, 1};

// V-21
TEST(AuxFinding, SnapshotThatIsAskedForAtTheEndIsNotTaken) {
  const InSnapshotMode found = run_snapshot_mode({kStop, {kRound, 1}});
  EXPECT_EQ(found.as_it_is, "I-32");
  EXPECT_EQ(found.repaired, "");
}

// V-22
TEST(AuxFinding, ReadingASnapshotStartsTraceAgain) {
  const InSnapshotMode found = run_snapshot_mode({kStop, {kBusyRound, 1}, {kRound, 30}});
  EXPECT_EQ(found.as_it_is, "I-20");
  EXPECT_EQ(found.repaired, "");
}

/// What a case violates.
std::string_view violated_by(const AuxSequence& sequence, const std::vector<std::uint64_t>& setup) {
  const auto finding = run_case(sequence, {setup, {}}, {}, "");
  return finding ? finding->property : "";
}

// V-23
TEST(AuxFinding, RecordComesBeforeTheHeadThatItTellsOf) {
  EXPECT_EQ(violated_by(kAuxPairingHasty, {1, 1, 0}), "I-30");
  EXPECT_EQ(violated_by(kAuxPairing, {1, 1, 0}), "");
}

// V-24
TEST(AuxFinding, SpeStartsAtAnOldPointerWhenItsLimitTakesEffectFirst) {
  for (const std::uint64_t order : {0U, 1U, 2U}) {
    EXPECT_EQ(violated_by(kSinkRegistersSpe, {0, order, 0, 0}), order == 1 ? "I-24" : "") << order;
    EXPECT_EQ(violated_by(kSinkRegistersSpeRepaired, {0, order, 0, 0}), "") << order;
  }
}

// V-25
TEST(AuxFinding, TraceOfZeroesHidesALap) {
  const SnapshotCases pt{intel_pt_snapshots, "", 8192, 1024, 9216, true, ""};
  EXPECT_EQ(run_history(pt, {8192}).taken, 0U);
  EXPECT_EQ(run_history(pt, {9216}).taken, 1024U);
  const SnapshotCases spe{arm_spe_snapshots, "", 1024, 128, 1152, true, ""};
  EXPECT_EQ(run_history(spe, {1024}).taken, 0U);
}

/// perf_event_stop asks again if a CPU says that the event has left it. For filters it need not:
/// whoever starts the event elsewhere programs the filters then.
TEST(FilterMigration, TheEventHasNewRangesEvenIfNobodyAsksAgain) {
  for (std::uint64_t leaves = 0; leaves <= 20; ++leaves)
    for (std::uint64_t arrives = 0; arrives <= 20; ++arrives) {
      const FilterMigrated migrated = run_migration({leaves, arrives, false, {}});
      EXPECT_TRUE(migrated.new_ranges) << leaves << ", " << arrives;
      EXPECT_FALSE(migrated.left_traces) << leaves << ", " << arrives;
    }
}

TEST(AuxFinding, EachIsExplainedInTheDocumentation) {
  std::ifstream file(std::string(RINGCHECK_SOURCE_DIR) + "/docs/findings.md");
  std::stringstream text;
  text << file.rdbuf();
  for (int i = 1; i <= 31; ++i) {
    const std::string heading =
        "\n## V-" + std::string(i < 10 ? "0" : "") + std::to_string(i) + " ";
    EXPECT_NE(text.str().find(heading), std::string::npos) << heading;
  }
}

// V-26
TEST(AuxFinding, ASampleWhoseSamplerIsStoppedHasWhatStoodThere) {
  const AuxSearchResult as_it_is = search_cases(kPtSampleStopped, {}, {"I-01", 1, 0});
  ASSERT_TRUE(as_it_is.finding);
  EXPECT_FALSE(search_cases(kPtSampleStoppedRepaired, {}, {"I-01", 1, 0}).finding);
}

// V-27
TEST(AuxFinding, AMemoryErrorOfAnEtrIsNotTold) {
  EXPECT_TRUE(search_cases(kEtrError, {}, {"I-27", 1, 0}).finding);
  EXPECT_FALSE(search_cases(kEtrErrorRepaired, {}, {"", 1, 0}).finding);
}

// V-28
TEST(AuxFinding, AFatalReportOfArmSpeIsNotTold) {
  EXPECT_TRUE(search_cases(kSpeFatal, {}, {"I-28", 1, 0}).finding);
  EXPECT_FALSE(search_cases(kSpeFatalRepaired, {}, {"", 1, 0}).finding);
}

// V-29, V-30, V-31
TEST(AuxFinding, PathsOfCoreSightKeepOrLoseWhatTheyShare) {
  struct Row {
    const AuxSequence& as_it_is;
    const char* property;
  };
  for (const Row& row : {Row{kCoreSightPathsEtf, "I-52"}, Row{kCoreSightPathsCti, "I-51"},
                         Row{kCoreSightPathsNodes, "I-51"}}) {
    EXPECT_TRUE(search_cases(row.as_it_is, {}, {row.property, 1, 2000}).finding);
    EXPECT_FALSE(search_cases(kCoreSightPaths, {}, {row.property, 1, 2000}).finding);
  }
}

// V-17
TEST(AuxFinding, MachinesSeeThatPerfWritesTwice) {
  EXPECT_TRUE(search_cases(kAioPushAsItIs, {}, {"I-15", 1, 4000}).finding);
  EXPECT_FALSE(search_cases(kAioPush, {}, {"", 1, 4000}).finding);
}

// V-41
TEST(AuxFinding, ASignalThatFailsWhileTheTriggerMovesIsForgotten) {
  EXPECT_TRUE(search_cases(kSnapshotModeOverwriting, {}, {"I-20", 2, 4000}).finding);
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_FALSE(search_cases(kSnapshotMode, {}, {"", seed, 4000}).finding) << seed;
}

// V-40
TEST(AuxFinding, ARefusedEventIsTurnedOffWhenItHasRun) {
  EXPECT_TRUE(search_cases(kAuxRefusedAsItIs, {}, {"I-28", 1, 4000}).finding);
  EXPECT_FALSE(search_cases(kAuxRefusedRepaired, {}, {"", 1, 4000}).finding);
}

// V-38
TEST(AuxFinding, MunmapGivesBackToOthersThanMmapCharged) {
  const auto finding = search_cases(kLockedPagesAsItIs, {}, {"I-113", 1, 4000}).finding;
  EXPECT_TRUE(finding);
  for (const AuxSequence& holds : {kLockedPages, kLockedPagesOfOne})
    EXPECT_FALSE(search_cases(holds, {}, {"", 1, 4000}).finding) << holds.name;
}

// V-32, V-33, V-34, V-35, V-36, V-46, V-54
TEST(AuxFinding, SessionsOfCoreSightGetWhatTheyDidNotAskFor) {
  struct Row {
    const AuxSequence& as_it_is;
    const AuxSequence& repaired;
    const char* property;
  };
  for (const Row& row :
       {Row{kEtmSetupLastSink, kEtmSetup, "I-80"}, Row{kEtmSetupLastSink, kEtmSetup, "I-53"},
        Row{kEtmSetupUnknownSink, kEtmSetup, "I-83"}, Row{kEtbSharingAsItIs, kEtbSharing, "I-87"},
        Row{kEtmFiltersAsItIs, kEtmFilters, "I-57"}, Row{kEtmSetupKeptSink, kEtmSetup, "I-81"},
        Row{kEtmSetupEndedOwner, kEtmSetup, "I-107"}}) {
    EXPECT_TRUE(search_cases(row.as_it_is, {}, {row.property, 1, 4000}).finding) << row.property;
    EXPECT_FALSE(search_cases(row.repaired, {}, {row.property, 1, 4000}).finding) << row.property;
  }
}

// V-47
TEST(AuxFinding, TracersOfManyCpusShareIds) {
  EXPECT_TRUE(search_cases(kTraceIdsAsItIs, {}, {"I-117", 1, 4000}).finding);
  EXPECT_FALSE(search_cases(kTraceIds, {}, {"", 1, 4000}).finding);
  EXPECT_FALSE(is_valid_trace_id(coresight_get_trace_id(48)));
  EXPECT_EQ(trctraceidr(coresight_get_trace_id(64)), coresight_get_trace_id(0));
}

// V-56: seven samples leave no room for the ID.
TEST(AuxFinding, ATracerIsTakenForToldAlthoughTheRingIsFull) {
  enum Step : std::size_t { start, sample, read };
  const AuxCase full{{0, 0}, {{sample, 6}, {start, 0}, {read, 0}, {start, 0}}};
  EXPECT_TRUE(run_case(kTracerToldAsItIs, full, {}, "I-71"));
  EXPECT_FALSE(run_case(kTracerTold, full, {}, "I-71"));
}

// V-48
TEST(AuxFinding, ASampleLetsIntelPtGoOnWhileItIsProgrammed) {
  for (const char* property : {"I-40", "I-58"})
    EXPECT_TRUE(search_cases(kPtRestartedAsItIs, {}, {property, 1, 0}).finding) << property;
  EXPECT_FALSE(search_cases(kPtRestarted, {}, {"", 1, 0}).finding);
}

// V-51: 4 GiB of pages of 4 KiB need a list of 8 MiB. What is larger is refused.
TEST(AuxFinding, TheListOfAnAreaOf4GibIsAskedForInAPieceThatThereIsNot) {
  for (const std::uint64_t bits : {19, 20, 21})
    EXPECT_EQ(run_case(kAuxPageListAsItIs, {{bits, 0}, {}}, {}, "I-107").has_value(), bits == 20)
        << bits;
  EXPECT_FALSE(search_cases(kAuxPageList, {}, {"", 1, 0}).finding);
}

// V-57: no page can be had, or single pages can.
TEST(AuxFinding, TheListOfAnAreaIsLostIfItsFirstPageCannotBeHad) {
  for (const std::uint64_t orders : {0, 1})
    EXPECT_EQ(run_case(kAuxListLeftAsItIs, {{4, orders, 0, 0, 0}, {}}, {}, "I-81").has_value(),
              orders == 0)
        << orders;
  EXPECT_FALSE(search_cases(kAuxListLeft, {}, {"", 1, 0}).finding);
}

// V-52
TEST(AuxFinding, ACatuStaysEnabledForAnEtrThatCannotBeClaimed) {
  for (const char* property : {"I-51", "I-53"})
    EXPECT_TRUE(search_cases(kEtrCatuAsItIs, {}, {property, 1, 1000}).finding) << property;
  EXPECT_FALSE(search_cases(kEtrCatu, {}, {"", 1, 1000}).finding);
}

// V-58: of two pages, the second cannot be had, or not be mapped.
TEST(AuxFinding, APageThatCannotBeMappedForTheDeviceIsLost) {
  EXPECT_TRUE(run_case(kDevicePagesAsItIs, {{2, 1, 4}, {}}, {}, "I-51"));
  EXPECT_TRUE(run_case(kDevicePagesAsItIs, {{2, 1, 6}, {}}, {}, "I-51"));
  EXPECT_FALSE(run_case(kDevicePagesAsItIs, {{2, 1, 3}, {}}, {}, ""));
  EXPECT_FALSE(run_case(kDevicePagesAsItIs, {{2, 1, 0}, {}}, {}, ""));
  EXPECT_FALSE(search_cases(kDevicePages, {}, {"", 1, 0}).finding);
}

/// What a case of an ETR that is shared violates, where two events have one owner: as it is and
/// repaired.
void expect_of_shared_etr(const std::vector<AuxStep>& steps, std::string_view property) {
  const std::vector<std::uint64_t> one_owner = {0, 0, 1, 0};
  EXPECT_TRUE(run_case(kEtrSharedAsItIs, {one_owner, steps}, {}, property)) << property;
  EXPECT_FALSE(run_case(kEtrShared, {one_owner, steps}, {}, "")) << property;
}
constexpr std::size_t kMapped = 6, kUnmapped = 7, kStarts = 8, kStops = 9, kTraced = 10;
/// The event that follows its task.
constexpr std::uint64_t kFollows = 3;

// V-63: the first event has a buffer in the table when the other one's area is unmapped.
TEST(AuxFinding, AnEventThatFollowsItsTaskTakesItsSessionsBufferOutOfTheTable) {
  expect_of_shared_etr({{kMapped, 0}, {kMapped, 5 * kFollows}, {kUnmapped, kFollows}}, "I-125");
}

// V-64: the event that leaves last is not the one whose buffer the sink has.
TEST(AuxFinding, TwoEventsOfOneOwnerShareASink) {
  constexpr std::uint64_t kRoom = 4 * 16;
  expect_of_shared_etr({{kStarts, 0},
                        {kStarts, kFollows},
                        {kTraced, 3},
                        {kStops, kRoom},
                        {kStops, kRoom + kFollows}},
                       "I-126");
}

// V-53
TEST(AuxFinding, AnSpeUnitIsResetBeforeItsEventIsStopped) {
  for (const char* property : {"I-25", "I-31"})
    EXPECT_TRUE(search_cases(kSpeOfflineAsItIs, {}, {property, 1, 0}).finding) << property;
  EXPECT_FALSE(search_cases(kSpeOffline, {}, {"", 1, 0}).finding);
}

// D-09
TEST(AuxFinding, AnInheritedEventThatFollowsItsTaskIsRedirected) {
  EXPECT_TRUE(search_cases(kSharedBuffersAsItIs, {}, {"I-109", 1, 4000}).finding);
  EXPECT_FALSE(search_cases(kSharedBuffers, {}, {"", 1, 4000}).finding);
}

}  // namespace
}  // namespace ringcheck
