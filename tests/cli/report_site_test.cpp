// The site: the same for any number of workers, small enough, and without dead links.
#include "cli/report_site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "cli/findings_text.hpp"
#include "cli/mutant_session.hpp"
#include "cli/site_html.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;

using Files = std::map<std::string, std::string>;

/// A scenario that holds, one that does not, and a mutant each of an exploration and a sequence.
ReportFacts some_facts() {
  std::vector<DoneCheck> checks;
  for (const char* scenario : {"perf-ring", "perf-ring-overrun"}) {
    const Check check(find_scenario(scenario), find_model("sc"));
    CheckResult result = run_check(check);
    const KnownViolation* finding = known_violation(recorded_findings(), check, result.verdict);
    checks.push_back({check, std::move(result), finding});
  }
  ReportFacts facts = gather_facts(std::move(checks), 2);
  std::vector<Hunt> hunts;
  for (const char* id : {"M-01", "F-04"})
    for (Hunt& hunt : hunts_of(find_mutant(id), {})) hunts.push_back(std::move(hunt));
  facts.hunts = hunt_mutants(hunts, kHuntSeed, 2);
  return facts;
}

Files site_of(const ReportFacts& facts, unsigned jobs) {
  Files files;
  make_site(facts, jobs, [&](const std::string& path, const std::string& text) {
    EXPECT_TRUE(files.emplace(path, text).second) << path << " is made twice";
  });
  return files;
}

/// Where `href` of the page at `path` leads, without what comes after #.
std::string target_of(const std::string& path, const std::string& href) {
  const std::string file = href.substr(0, href.find('#'));
  if (file.empty()) return path;
  if (file.starts_with("../")) return file.substr(3);
  const std::size_t folder = path.find('/');
  return folder == std::string::npos ? file : path.substr(0, folder + 1) + file;
}

void expect_links_to_lead_somewhere(const Files& files) {
  const std::regex link("(?:href|src)=\"([^\"]*)\"");
  for (const auto& [path, text] : files) {
    if (!path.ends_with(".html")) continue;
    // What a script makes of its data is not a link.
    const std::string page = text.substr(0, text.find("<script type=\"application/json\""));
    for (std::sregex_iterator it(page.begin(), page.end(), link), end; it != end; ++it) {
      const std::string href = (*it)[1];
      if (href == "data:,") continue;
      const auto target = files.find(target_of(path, href));
      ASSERT_NE(target, files.end()) << path << ": " << href;
      if (const std::size_t anchor = href.find('#'); anchor != std::string::npos) {
        EXPECT_THAT(target->second, HasSubstr("id=\"" + href.substr(anchor + 1) + '"')) << path;
      }
    }
  }
}

/// One test: gathering facts takes seconds.
TEST(Site, HasAPageForEachAndIsTheSameForAnyNumberOfWorkers) {
  const ReportFacts facts = some_facts();
  const Files files = site_of(facts, 1);
  EXPECT_EQ(site_of(facts, 3), files);
  for (const char* path : {"index.html",
                           "site.css",
                           "site.js",
                           "explorer.css",
                           "explorer.js",
                           "scenarios/perf-ring.html",
                           "scenarios/perf-ring-overrun.html",
                           "findings/F-02.html",
                           "findings/V-10.html",
                           "findings/D-01.html",
                           "properties/I-01.html",
                           "properties/I-40.html",
                           "points/B.html",
                           "points/pt_B.html",
                           "mutants/M.html",
                           "mutants/F.html",
                           "runs/perf-ring-overrun-sc.html",
                           "runs/perf-ring-example.html",
                           "runs/point-plain-B-none-armv8.html",
                           "runs/mutant-M-01-armv8.html"})
    EXPECT_THAT(files, Contains(Key(path)));
  std::size_t all = 0;
  for (const auto& [path, text] : files) {
    EXPECT_LT(text.size(), 300'000U) << path;
    EXPECT_THAT(text, ::testing::Not(HasSubstr("{{"))) << path;
    EXPECT_FALSE(text.empty()) << path;
    all += text.size();
  }
  EXPECT_LT(all, 20'000'000U);
  expect_links_to_lead_somewhere(files);
  EXPECT_THAT(files.at("findings/F-02.html"), HasSubstr("perf-ring-overrun-sc.html"));
  EXPECT_THAT(files.at("mutants/F.html"), HasSubstr("the sequence of F-04"));
  EXPECT_THAT(files.at("points/B.html"), HasSubstr("wmb or release"));
}

TEST(FindingsEntries, AreThoseOfTheFile) {
  std::set<std::string> ids;
  for (const FindingsEntry& entry : findings_entries()) {
    EXPECT_TRUE(ids.insert(std::string(entry.id)).second) << entry.id;
    EXPECT_THAT(tests::text_of(tests::source("docs/findings.md")),
                HasSubstr(std::string("\n## ") + std::string(entry.id) + ' ' +
                          std::string(entry.title) + std::string(entry.text)));
  }
  for (const KnownViolation& known : recorded_findings())
    EXPECT_THAT(ids, Contains(std::string(known.id)));
  EXPECT_THAT(ids, Contains("V-25"));
  EXPECT_THAT(std::string(findings_introduction()), HasSubstr("| finding |"));
}

TEST(WriteSite, RemovesWhatAnEarlierOneLeft) {
  const tests::TemporaryFolder folder;
  const std::string site = folder.path("site");
  require_site_writable(site);
  std::ofstream(site + "/runs/old.html") << "old";
  std::ofstream(site + "/runs/keep.txt") << "not a page";
  const Check base(find_scenario("spsc-ring"), find_model("sc"));
  const ReportFacts facts{{}, {}, {base, {}, {}}, {base, {}, {}}, {}, {}};
  write_site(facts, site, 1);
  EXPECT_NE(tests::text_of(site + "/index.html"), "");
  EXPECT_FALSE(std::filesystem::exists(site + "/runs/old.html"));
  EXPECT_TRUE(std::filesystem::exists(site + "/runs/keep.txt"));
}

TEST(HtmlTable, EscapesNoCellsAndLabelsTheTable) {
  EXPECT_EQ(html_table("a & b", {"x"}, {{"<b>1</b>", "2"}}),
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"a &amp; b\">"
            "<table><thead><tr><th scope=\"col\">x</th></tr></thead><tbody>\n"
            "<tr><th scope=\"row\"><b>1</b></th><td>2</td></tr>\n</tbody></table></div>\n");
}

}  // namespace
}  // namespace ringcheck
