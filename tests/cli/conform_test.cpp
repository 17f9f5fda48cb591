// `ringcheck conform` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Ended;
using tests::TemporaryFolder;
using Json = nlohmann::json;

constexpr const char* kRow =
    R"({"q":1,"page_size":256,"nr_pages":4,"wm_arg":0,"writable":1,"watermark":512,"overwrite":0,)"
    R"("paused":0,"aux":{"nr_pages":1,"wm_arg":0,"writable":1,"has_setup":0,"setup_ok":1,)"
    R"("no_sg":0,"fail_order":99,"pgoff":5,"ret":-95,"aux_nr_pages":0}})"
    "\n";

std::string rows_with(const std::string& watermark) {
  std::string row = kRow;
  return kRow + row.replace(row.find("512"), 3, watermark);
}

TEST(Conform, AgreeingRowsEndWithStatusZero) {
  const TemporaryFolder folder;
  (void)folder.file("rb_alloc.jsonl", rows_with("512"));
  (void)folder.file("README", "no answers");
  const Ended ended = tests::ringcheck({"conform", "--aux", folder.path()});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "rb_alloc                      2 rows      2 agree     0 differ     0 refused\n"
            "1 sets agree, 0 differ, 0 not modelled or not wholly\n");
}

TEST(Conform, AFirstDifferenceIsShownWithBothStatesAndAPrefix) {
  const TemporaryFolder folder;
  (void)folder.file("rb_alloc.jsonl", rows_with("511"));
  const Ended ended = tests::ringcheck({"conform", "--aux", folder.path(), "--set", "rb_alloc"});
  EXPECT_EQ(ended.status, static_cast<int>(ExitStatus::violated));
  for (const char* text :
       {"2 rows      1 agree     1 differ", "rb_alloc.jsonl:2, step 0: watermark",
        "recorded       511", "specification  512", "\"page_size\":256"})
    EXPECT_THAT(ended.out, HasSubstr(text));
}

TEST(Conform, ASetThatIsNotModelledIsNamedAndNeverAgrees) {
  const TemporaryFolder folder;
  (void)folder.file("rb_alloc.jsonl", kRow);
  (void)folder.file("weather.jsonl", "{}\n{}\n");
  const Ended ended = tests::ringcheck({"conform", "--aux", folder.path(), "--json"});
  EXPECT_EQ(ended.status, static_cast<int>(ExitStatus::bound_reached));
  const Json rows = Json::parse(ended.out);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].at("agree"), 1);
  EXPECT_EQ(rows[1].at("set"), "weather");
  EXPECT_EQ(rows[1].at("modelled"), false);
  EXPECT_EQ(rows[1].at("agree"), 0);
  EXPECT_EQ(rows[1].at("refused"), 2);
}

TEST(Conform, OutputIsTheSameForAnyNumberOfWorkers) {
  const TemporaryFolder folder;
  std::string rows;
  for (int i = 0; i < 50; ++i) rows += rows_with(i % 7 == 3 ? "1" : "512");
  (void)folder.file("rb_alloc.jsonl", rows);
  const Ended one = tests::ringcheck({"conform", "--aux", folder.path(), "--jobs", "1"});
  const Ended many = tests::ringcheck({"conform", "--aux", folder.path(), "--jobs", "7"});
  EXPECT_EQ(one.out, many.out);
  EXPECT_THAT(one.out, HasSubstr("93 agree     7 differ"));
}

TEST(Conform, ALiveKernelAgreesOrNothingIsConcluded) {
  const Ended ended = tests::ringcheck({"conform", "--live", "--cases", "20", "--json"});
  const Json row = Json::parse(ended.out).at(0);
  EXPECT_EQ(row.at("set"), "live-kernel");
  if (ended.status == static_cast<int>(ExitStatus::bound_reached)) {
    EXPECT_EQ(row.at("agree"), 0);
    EXPECT_THAT(row.at("refused_for").get<std::string>(), HasSubstr("nothing is concluded"));
    return;
  }
  EXPECT_EQ(ended.status, 0) << row.dump();
  EXPECT_EQ(row.at("agree"), 20);
}

TEST(Conform, BadInputIsNamedAndNothingIsPrinted) {
  const TemporaryFolder folder;
  const std::string file = folder.file("rb_alloc.jsonl", std::string(kRow) + "{\"q\":");
  const std::string json = folder.path("out.json");
  for (const auto& [arguments, error] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--aux", folder.path()}, file + ":2:6: line is not whole JSON"},
           {{"--aux", folder.path(), "--json", json}, file + ":2:6: line is not whole JSON"},
           {{"--aux", folder.path("none")}, "is no folder that can be read"},
           {{"--aux", folder.path(), "--set", "x"}, "--set: saw 'x', expected one of "},
           {{}, "saw nothing to hold against, expected --aux, --traces or --live"},
           {{"--set", "rb_alloc", "--live"}, "--set: saw no folder of sets"},
           {{"--live", "--cases", "0"}, "--cases: saw 0, expected 1 "},
           {{"--traces", file}, file + ":1:1: row: no field \"name\""}}) {
    std::vector<std::string> words{"conform"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Ended ended = tests::ringcheck(words);
    EXPECT_EQ(ended.status, static_cast<int>(ExitStatus::bad_input));
    EXPECT_EQ(ended.out, "");
    EXPECT_THAT(ended.err, HasSubstr(error));
  }
  EXPECT_THAT(folder.names(), ::testing::ElementsAre("rb_alloc.jsonl"));
}

}  // namespace
}  // namespace ringcheck
