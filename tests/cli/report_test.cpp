// REPORT.md: the same on every machine, and the one that is committed.
#include "cli/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "cli/report_pictures.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using testing::source;
using testing::text_of;

/// Two checks that hold and one that a finding explains.
std::vector<DoneCheck> some_checks() {
  std::vector<DoneCheck> checks;
  for (const auto& [scenario, model] : std::vector<std::pair<const char*, const char*>>{
           {"spsc-ring", "armv8"}, {"perf-ring", "sc"}, {"perf-ring-overrun", "sc"}}) {
    const Check check(find_scenario(scenario), find_model(model));
    CheckResult result = run_check(check);
    const KnownViolation* finding = known_violation(recorded_findings(), check, result);
    checks.push_back({check, std::move(result), finding});
  }
  return checks;
}

void expect_no_times_dates_or_paths(const std::string& text) {
  for (const char* pattern : {R"(\bseconds\b|\bms\b)", R"([0-9]\.[0-9]+ ?s\b)", R"(20[0-9][0-9]-)",
                              R"(/(tmp|home|work|usr)\b)", R"([0-9]+:[0-9][0-9])"}) {
    std::smatch match;
    EXPECT_FALSE(std::regex_search(text, match, std::regex(pattern)))
        << pattern << " finds " << match.str();
  }
  EXPECT_EQ(text.find(RINGCHECK_SOURCE_DIR), std::string::npos);
}

/// One test: making a report takes seconds.
TEST(MakeReport, HasVerdictsFindingsAndRemediesAndIsTheSameEveryTime) {
  const Report report = make_report(some_checks());
  const std::string& text = report.markdown;
  EXPECT_THAT(text, HasSubstr("\n| spsc-ring | armv8 | holds | "));
  EXPECT_THAT(text, HasSubstr("\n| perf-ring-overrun | sc | **violated** I-0"));
  EXPECT_THAT(text, HasSubstr("\n### F-02: "));
  EXPECT_THAT(text, HasSubstr("\nShows in: perf-ring-overrun under sc.\n"));
  EXPECT_THAT(text,
              HasSubstr("\n- F-02 with `reserve=head-first`: perf-ring-overrun under sc holds"));
  for (const char* site : {"**A**", "**B**", "**C**", "**D**"}) EXPECT_THAT(text, HasSubstr(site));
  for (const Property* property : all_properties())
    EXPECT_THAT(text, HasSubstr("\n| " + std::string(property->id) + " | "));

  expect_no_times_dates_or_paths(text);
  for (const std::string& line : testing::lines_of(text)) EXPECT_FALSE(line.ends_with(' ')) << line;

  const Report again = make_report(some_checks());
  EXPECT_EQ(again.markdown, text);
  EXPECT_EQ(again.summary, report.summary);
}

/// `make verify` regenerates the file: what is committed is what the command says today.
TEST(ReportSlow, IsTheOneThatIsCommitted) {
  const std::string committed = text_of(source("REPORT.md"));
  if (committed.empty()) GTEST_SKIP() << "no REPORT.md at the root: run `make verify`";
  const testing::TemporaryFolder folder;
  const auto ended =
      testing::ringcheck({"verify", "--accept-findings", "--report", folder.path("REPORT.md")});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(text_of(folder.path("REPORT.md")), committed);
  for (const BufferPicture& picture : aux_pictures())
    EXPECT_EQ(text_of(folder.path(picture_path(picture))), text_of(source(picture_path(picture))));
}

}  // namespace
}  // namespace ringcheck
