// What Linux 6.1 should not do in records and their deployment but does, at the level of values.
// Each test is an entry of docs/findings.md, and shows it with the specification as it is.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "properties/record/sequences.hpp"

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

TEST(RecordFinding, EachIsExplainedInTheDocumentation) {
  std::ifstream file(std::string(RINGCHECK_SOURCE_DIR) + "/docs/findings.md");
  std::stringstream text;
  text << file.rdbuf();
  for (int i = 1; i <= 8; ++i) {
    const std::string heading = "\n## D-0" + std::to_string(i) + " ";
    EXPECT_NE(text.str().find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace ringcheck
