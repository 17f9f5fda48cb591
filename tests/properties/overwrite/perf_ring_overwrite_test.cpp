// The backward overwrite buffer: what a pause achieves, and readers that others wrote.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct OverwriteRow {
  std::vector<const char*> parameters;
  const char* model;
  const char* property;  ///< that is violated; empty: all hold
};

void expect_rows(const char* scenario, const std::vector<OverwriteRow>& rows) {
  for (const OverwriteRow& row : rows) {
    const CheckResult result = check({scenario, row.parameters}, row.model);
    std::string text = std::string(scenario) + " " + row.model;
    for (const char* parameter : row.parameters) text.append(" ").append(parameter);
    SCOPED_TRACE(text);
    EXPECT_EQ(judged(result), *row.property == '\0' ? "holds" : "violated");
    if (*row.property != '\0') {
      EXPECT_GT(violations(result, row.property), 0U);
    }
    EXPECT_EQ(result.counts.cut, 0U);
  }
}

TEST(PerfRingOverwrite, APauseIsNoQuiesce) {
  expect_rows("perf-ring-overwrite", {{{}, "sc", "I-19"},
                                      {{}, "sc", "I-20"},
                                      {{"records=4", "payload=3"}, "sc", "H-01"},
                                      {{}, "x86-tso", "I-20"},
                                      {{}, "rc11", "I-20"}});
}

TEST(PerfRingOverwrite, AGracePeriodMakesItOne) {
  expect_rows("perf-ring-overwrite",
              {{{"grace=yes"}, "sc", ""},
               {{"grace=yes"}, "x86-tso", ""},
               {{"grace=yes"}, "rc11", ""},
               {{"grace=yes"}, "armv8", "I-19"},
               {{"grace=yes", "resume=release"}, "armv8", ""},
               {{"grace=yes", "resume=release"}, "power", ""},
               {{"grace=yes", "interrupts=1", "records=2", "words=16"}, "sc", ""}});
}

TEST(PerfRingOverwrite, OtherReadersTakeWhatIsNoRecord) {
  expect_rows("perf-ring-overwrite",
              {{{"grace=yes", "reader=unclamped"}, "sc", "I-19"},
               {{"grace=yes", "reader=endless"}, "sc", "I-19"},
               {{"grace=yes", "direction=forward", "records=5", "payload=1"}, "sc", "I-19"},
               {{"reader=seqlock", "polls=1"}, "sc", "I-19"}});
}

TEST(PerfRingOversize, ARecordOfTheWholeBufferIsTheLargestThatFits) {
  expect_rows("perf-ring-oversize", {{{}, "sc", "I-22"}, {{"payload=7"}, "sc", ""}});
}

}  // namespace
}  // namespace ringcheck
