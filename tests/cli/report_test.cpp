// REPORT.md: the same on every machine, and the one that is committed.
#include "cli/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/report_pictures.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::source;
using tests::text_of;

/// Two checks that hold and one that a finding explains.
std::vector<DoneCheck> some_checks() {
  std::vector<DoneCheck> checks;
  for (const auto& [scenario, model] : std::vector<std::pair<const char*, const char*>>{
           {"spsc-ring", "armv8"}, {"perf-ring", "sc"}, {"perf-ring-overrun", "sc"}}) {
    const Check check(find_scenario(scenario), find_model(model));
    CheckResult result = run_check(check);
    const KnownViolation* finding = known_violation(recorded_findings(), check, result.verdict);
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
TEST(Report, HasWhatPointsNeedFindingsAndScenariosAndIsTheSameEveryTime) {
  const ReportFacts facts = gather_facts(some_checks(), 2);
  const std::string text = report_markdown(facts);
  for (const char* line : {
           "\n| Linux 6.1 | | control | wmb | acquire | release |\n",
           "\n| riscv | riscv | control or acquire | wmb or release | rmb or acquire | release |\n",
           "\n| D | release \\* | enough | enough | enough | enough | enough | enough | I-06 |\n",
           "\n### F-02: ",
           "\nReaders of a buffer that is nearly full while interrupts or NMIs write to it",
           "Shows in: perf-ring-overrun under sc. Violates I-114",
           "Removed by `reserve=head-first` (holds, ",
           "[Explained](docs/findings.md#f-02)",
           "\n| spsc-ring | | | 754 | | | | |\n",
           "\n| perf-ring-overrun | **F-02** I-114",
           "\n- **Executions**: ",
           (" judged; what each is about was seen to happen in at least 100 executions, but for "
            "S-02 (0), H-01 (0), "),
       })
    EXPECT_THAT(text, HasSubstr(line));

  expect_no_times_dates_or_paths(text);
  for (const std::string& line : tests::lines_of(text)) EXPECT_FALSE(line.ends_with(' ')) << line;

  const ReportFacts again = gather_facts(some_checks(), 1);
  EXPECT_EQ(report_markdown(again), text);
  EXPECT_EQ(report_summary(again), report_summary(facts));
}

/// GitHub's anchor for a heading: in lower case, spaces as dashes, other signs left out.
std::string heading_anchor(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c >= 'A' && c <= 'Z')
      anchor += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')
      anchor += c;
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

/// The anchors of a Markdown file: those of its headings, and those that are written out.
std::vector<std::string> anchors_of(const std::string& text) {
  std::vector<std::string> anchors;
  for (const std::string& line : tests::lines_of(text))
    if (line.starts_with('#'))
      anchors.push_back(heading_anchor(line.substr(line.find_first_not_of("# "))));
    else if (line.starts_with("<a id=\""))
      anchors.push_back(line.substr(7, line.find('"', 7) - 7));
  return anchors;
}

/// A developer reads it in a minute.
TEST(CommittedReport, IsSmallAndItsLinksLeadSomewhere) {
  const std::string text = text_of(source("REPORT.md"));
  EXPECT_LT(text.size(), 30'000U);
  const std::regex link(R"(\]\(([^)#]*)#?([^)]*)\))");
  int links = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it, ++links) {
    const std::string file = (*it)[1].length() == 0 ? "REPORT.md" : (*it)[1].str();
    const std::string target = text_of(source(file));
    EXPECT_FALSE(target.empty()) << it->str();
    if ((*it)[2].length() > 0) {
      EXPECT_THAT(anchors_of(target), ::testing::Contains((*it)[2].str())) << file;
    }
  }
  EXPECT_GT(links, 10);
}

/// A property about which fewer than 100 executions of `make verify` say anything, and why so few.
struct RareProperty {
  const char* id;
  std::uint64_t seen;  ///< in so many of them
  const char* why;
};

constexpr RareProperty kRare[] = {
    {"I-28", 14,
     "the area is full once, and of its executions under a model, 22 to 30, two wake a sleeper "
     "who is not disabled again: more polls add none"}};

/// By id, in how many executions of all rows a property was seen to say something.
std::map<std::string, std::uint64_t> sightings(const nlohmann::json& rows) {
  std::map<std::string, std::uint64_t> seen;
  for (const nlohmann::json& row : rows)
    for (const auto& [id, times] : row.at("sometimes").items())
      seen[id] += times.get<std::uint64_t>();
  return seen;
}

/// Each property is live often enough, or is named above; a property that is named is that rare.
void expect_lively(const std::map<std::string, std::uint64_t>& seen) {
  EXPECT_EQ(seen.size(), all_properties().size());
  for (const auto& [id, times] : seen) {
    const auto rare = std::ranges::find(kRare, id, &RareProperty::id);
    if (rare == std::end(kRare))
      EXPECT_GE(times, 100U) << id;
    else
      EXPECT_EQ(times, rare->seen) << id << ": " << rare->why;
  }
}

/// `make verify` regenerates the file: what is committed is what the command says today. And no
/// property is judged in vain. One run tests both, because it takes a minute.
TEST(ReportSlow, IsTheOneThatIsCommittedAndEachPropertyIsLiveInAHundredExecutions) {
  const std::string committed = text_of(source("REPORT.md"));
  ASSERT_FALSE(committed.empty()) << "no REPORT.md at the root: run `make verify`";
  const tests::TemporaryFolder folder;
  const auto ended =
      tests::ringcheck({"verify", "--accept-findings", "--report", folder.path("REPORT.md"),
                        "--json", folder.path("rows.json")});
  EXPECT_EQ(ended.status, 0) << ended.err;
  expect_lively(sightings(nlohmann::json::parse(text_of(folder.path("rows.json")))));
  EXPECT_EQ(text_of(folder.path("REPORT.md")), committed);
  for (const PictureFile& picture : all_pictures())
    EXPECT_EQ(text_of(folder.path(picture_path(picture.name))),
              text_of(source(picture_path(picture.name))));
}

}  // namespace
}  // namespace ringcheck
