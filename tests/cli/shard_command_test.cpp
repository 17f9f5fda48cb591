// `shard`, `work`, `gather` and `slurm` as a user runs them; Slurm's programs are stand-ins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using ::testing::HasSubstr;
using tests::Arguments;
using tests::Ended;
using tests::lines_of;
using tests::status;
using tests::TemporaryFolder;
using tests::text_of;
using tests::with;

/// A violation and a scenario that holds, under two models.
const Arguments kChecks = {"--scenario", "perf-ring-overrun", "--scenario", "spsc-ring", "--model",
                           "sc",         "--model",           "x86-tso"};

Json rows_of(const std::string& text) {
  Json rows = Json::parse(text);
  for (Json& row : rows) row.erase("seconds");
  return rows;
}

std::vector<std::string> files_in(const std::string& folder, const std::string& end) {
  std::vector<std::string> files;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.path().string().ends_with(end)) files.push_back(file.path().string());
  return files;
}

/// Divides `kChecks` into a folder of that name in `folder`.
std::string divided(const TemporaryFolder& folder, const std::string& into) {
  const std::string shards = folder.path("shards");
  const Ended ended =
      tests::ringcheck(with({"shard", "verify"}, with(kChecks, {"--into", into, shards})));
  EXPECT_EQ(ended.status, 0) << ended.err;
  return shards;
}

void expect_the_answer_of_one_process(const TemporaryFolder& folder, const Ended& gathered) {
  const std::string witness = folder.path("witness.one");
  const Ended one =
      tests::ringcheck(with({"verify"}, with(kChecks, {"--json", "-", "--witness", witness})));
  EXPECT_EQ(gathered.status, one.status);
  EXPECT_EQ(rows_of(gathered.out), rows_of(one.out));
  EXPECT_EQ(text_of(folder.path("witness")), text_of(witness));
}

TEST(ShardCommand, WorkOnAllShardsIsTheWorkOfOneProcess) {
  const TemporaryFolder folder;
  const std::string shards = divided(folder, "9");
  EXPECT_THAT(files_in(shards, ".shard").size(),
              ::testing::AllOf(::testing::Ge(7U), ::testing::Le(12U)));
  for (const std::string& shard : files_in(shards, ".shard"))
    EXPECT_EQ(tests::ringcheck({"work", shard}).status, 0);
  const Ended gathered =
      tests::ringcheck({"gather", shards, "--json", "-", "--witness", folder.path("witness")});
  expect_the_answer_of_one_process(folder, gathered);
  EXPECT_THAT(gathered.err, HasSubstr("shards are done, 0 begun"));
}

TEST(ShardCommand, WhatIsLeftIsDividedAgainUntilNothingIs) {
  const TemporaryFolder folder;
  const std::string shards = divided(folder, "6");
  const std::vector<std::string> files = files_in(shards, ".shard");
  EXPECT_EQ(tests::ringcheck({"work", files[0]}).status, 0);
  const Ended left = tests::ringcheck({"gather", shards});
  EXPECT_EQ(left.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(left.out, HasSubstr("left: "));
  const Ended again = tests::ringcheck({"gather", shards, "--again", "--shards", "4"});
  EXPECT_EQ(again.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(again.out, HasSubstr("round 2: "));
  for (const std::string& file : files) EXPECT_FALSE(fs::exists(file));
  for (const std::string& file : files_in(shards, ".shard"))
    EXPECT_EQ(tests::ringcheck({"work", file, "--jobs", "2"}).status, 0);
  expect_the_answer_of_one_process(folder, tests::ringcheck({"gather", shards, "--json", "-",
                                                             "--witness", folder.path("witness")}));
}

TEST(ShardCommand, TornResultsAreSaidAndBegunAgain) {
  const TemporaryFolder folder;
  const std::string shards = divided(folder, "5");
  for (const std::string& shard : files_in(shards, ".shard")) tests::ringcheck({"work", shard});
  const std::string result = shards + "/1-00001.result";
  fs::resize_file(result, fs::file_size(result) / 2);
  Ended gathered = tests::ringcheck({"gather", shards});
  EXPECT_EQ(gathered.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(gathered.err, HasSubstr("1-00001.result: is torn"));
  const Ended again = tests::ringcheck({"work", shards + "/1-00001.shard"});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("starting again"));
  EXPECT_THAT(tests::ringcheck({"work", shards + "/1-00001.shard"}).out, HasSubstr("is done"));
  expect_the_answer_of_one_process(folder, tests::ringcheck({"gather", shards, "--json", "-",
                                                             "--witness", folder.path("witness")}));
}

TEST(ShardCommand, DividesWhatACheckpointHasLeft) {
  const TemporaryFolder folder;
  const std::string checkpoint = folder.path("checkpoint");
  tests::ringcheck(
      with({"verify"}, with(kChecks, {"--limit-executions", "7", "--checkpoint", checkpoint})));
  const std::string shards = folder.path("shards");
  EXPECT_EQ(tests::ringcheck(with({"shard", "verify"},
                                  with(kChecks, {"--resume", checkpoint, "--into", "3", shards})))
                .status,
            0);
  for (const std::string& shard : files_in(shards, ".shard")) tests::ringcheck({"work", shard});
  expect_the_answer_of_one_process(folder, tests::ringcheck({"gather", shards, "--json", "-",
                                                             "--witness", folder.path("witness")}));
}

TEST(ShardCommand, LitmusTestsAnswerAsByOneProcess) {
  const TemporaryFolder folder;
  const std::string test =
      folder.file("sb.litmus",
                  "C sb\n{}\n"
                  "P0(int *x, int *y) { int r0; WRITE_ONCE(*x, 1); r0 = READ_ONCE(*y); }\n"
                  "P1(int *x, int *y) { int r0; WRITE_ONCE(*y, 1); r0 = READ_ONCE(*x); }\n"
                  "exists (0:r0=0 /\\ 1:r0=0)\n");
  const std::string shards = folder.path("shards");
  EXPECT_EQ(tests::ringcheck({"shard", "litmus", test, "--into", "3", shards}).status, 0);
  for (const std::string& shard : files_in(shards, ".shard"))
    EXPECT_EQ(tests::ringcheck({"work", shard}).status, 0);
  const auto without_time = [](const Ended& ended) {
    std::string text;
    for (const std::string& line : lines_of(ended.out))
      if (!line.starts_with("Time ")) text += line + "\n";
    return text;
  };
  const Ended gathered = tests::ringcheck({"gather", shards});
  EXPECT_EQ(gathered.status, 0);
  EXPECT_EQ(without_time(gathered), without_time(tests::ringcheck({"litmus", "run", test})));
}

TEST(ShardCommand, PlansByWhatWasMeasured) {
  const TemporaryFolder folder;
  const std::string shards = divided(folder, "6");
  EXPECT_EQ(tests::ringcheck({"shard", "plan", shards}).status, status(ExitStatus::bad_input));
  for (const std::string& shard : files_in(shards, ".shard")) tests::ringcheck({"work", shard});
  const Ended plan = tests::ringcheck({"shard", "plan", shards, "--hours", "0.01"});
  EXPECT_EQ(plan.status, 0) << plan.err;
  EXPECT_EQ(lines_of(plan.out).size(), 10U);
  EXPECT_THAT(plan.out, HasSubstr("36 s of one processor"));
}

TEST(ShardCommand, RefusesWhatItCannotUse) {
  const TemporaryFolder folder;
  const std::string shards = divided(folder, "5");
  const std::string other = folder.file("other.shard", "no shard\n");
  struct Row {
    Arguments arguments;
    const char* message;
  };
  for (const Row& row : {
           Row{with({"shard", "verify"}, with(kChecks, {"--into", "4", shards})), "has a round"},
           Row{with({"shard", "verify"}, with(kChecks, {"--into", "none", "x"})),
               "expected a number of shards"},
           Row{{"work", other}, "saw no ringcheck-shard-1"},
           Row{{"work", shards + "/round"}, "expected one that ends in .shard"},
           Row{{"gather", folder.path("nothing")}, "cannot be read"},
           Row{{"slurm", "status", shards}, "cannot be read"},
           Row{{"shard", "litmus", other, "--model", "my.cat", "--into", "2", "x"},
               "expected the name of a model"},
       }) {
    SCOPED_TRACE(row.message);
    const Ended ended = tests::ringcheck(row.arguments);
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
    EXPECT_THAT(ended.err, HasSubstr(row.message));
    EXPECT_EQ(lines_of(ended.err).size(), 1U);
  }
}

/// Stand-ins for Slurm's programs in a folder that comes first in PATH: sbatch runs each task at
/// once; the job that gathers is only noted.
class SlurmCommand : public ::testing::Test {
 protected:
  SlurmCommand() {
    script(
        "sbatch",
        "for last; do :; done\n"
        "echo \"$@\" >>\"$STAND_IN/asked\"\n"
        "n=$(($(cat \"$STAND_IN/jobs\" 2>/dev/null || echo 40) + 1)); echo $n >\"$STAND_IN/jobs\"\n"
        "case \"$*\" in *--array=*)\n"
        "  all=\"$*\"; tasks=${all##*--array=}; tasks=${tasks%% *}\n"
        "  for range in $(echo \"$tasks\" | tr , ' '); do\n"
        "    for i in $(seq \"${range%-*}\" \"${range#*-}\"); do\n"
        "      test \"$i\" = \"$SPARED\" || SLURM_ARRAY_TASK_ID=$i sh \"$last\" >/dev/null\n"
        "    done\n"
        "  done;;\n"
        "esac\n"
        "echo $n\n");
    script("squeue",
           "case \"$STATES\" in '') echo 'Invalid job id specified' >&2; exit 1;; "
           "*) printf \"$STATES\";; esac\n");
    script("sacct", "exit 1\n");
    script("scancel", "echo cancelled \"$@\" >>\"$STAND_IN/asked\"\n");
    old_path_ = std::getenv("PATH");
    setenv("PATH", (folder_.path("") + ":" + old_path_).c_str(), 1);
    setenv("STAND_IN", folder_.path("").c_str(), 1);
  }
  ~SlurmCommand() override {
    setenv("PATH", old_path_.c_str(), 1);
    for (const char* name : {"STAND_IN", "SPARED", "STATES"}) unsetenv(name);
  }

  void script(const std::string& name, const std::string& text) {
    const std::string path = folder_.file(name, "#!/bin/sh\n" + text);
    fs::permissions(path, fs::perms::owner_all);
  }
  [[nodiscard]] std::string asked() const { return text_of(folder_.path("asked")); }

  TemporaryFolder folder_;
  std::string old_path_;
};

TEST_F(SlurmCommand, SubmitsOneArrayAndWhatComesAfterIt) {
  const std::string shards = divided(folder_, "5");
  const Ended submitted =
      tests::ringcheck({"slurm", "submit", shards, "--time", "90", "--", "--partition=long"});
  EXPECT_EQ(submitted.status, 0) << submitted.err;
  EXPECT_THAT(submitted.out, HasSubstr("then job 42"));
  const std::vector<std::string> calls = lines_of(asked());
  ASSERT_EQ(calls.size(), 2U);
  for (const char* word : {"--parsable", "--requeue", "--array=0-", "--time=2", "--partition=long"})
    EXPECT_THAT(calls[0], HasSubstr(word));
  EXPECT_THAT(calls[1], HasSubstr("--dependency=afterany:41"));
  EXPECT_EQ(tests::ringcheck({"slurm", "status", shards}).status, 0);
  expect_the_answer_of_one_process(
      folder_, tests::ringcheck({"slurm", "gather", shards, "--json", "-", "--witness",
                                 folder_.path("witness")}));
}

TEST_F(SlurmCommand, SubmitsWhatIsLeftOnceNothingIsInTheQueue) {
  const std::string shards = divided(folder_, "5");
  setenv("SPARED", "2", 1);
  EXPECT_EQ(tests::ringcheck({"slurm", "submit", shards}).status, 0);
  unsetenv("SPARED");
  setenv("STATES", "COMPLETED\\nRUNNING\\n", 1);
  const Ended status_now = tests::ringcheck({"slurm", "status", shards});
  EXPECT_THAT(status_now.out, HasSubstr("round 1: 1 COMPLETED 1 RUNNING"));
  EXPECT_THAT(status_now.out, HasSubstr(" shards are done, 0 begun; "));
  EXPECT_THAT(status_now.out, HasSubstr(": speed-up "));
  EXPECT_EQ(status_now.status, status(ExitStatus::bound_reached));
  const Ended waits = tests::ringcheck({"slurm", "gather", shards});
  EXPECT_EQ(waits.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(waits.err, HasSubstr("1 tasks are in the queue"));
  unsetenv("STATES");
  const Ended again = tests::ringcheck({"slurm", "gather", shards});
  EXPECT_EQ(again.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(again.out, HasSubstr("round 2: "));
  expect_the_answer_of_one_process(
      folder_, tests::ringcheck({"slurm", "gather", shards, "--json", "-", "--witness",
                                 folder_.path("witness")}));
}

/// sacct is asked for the jobs of all rounds.
TEST_F(SlurmCommand, TellsTheSpeedUpFromTheAccounting) {
  const std::string shards = divided(folder_, "5");
  script("sacct",
         "echo \"$SLURM_TIME_FORMAT\" \"$@\" >>\"$STAND_IN/accounts\"\n"
         "printf '41_0|COMPLETED|8|00:07.500|1700000000|1700000008\\n'\n"
         "printf '41_1|FAILED|6|00:04.500|1700000002|1700000008\\n'\n");
  setenv("SPARED", "2", 1);
  EXPECT_EQ(tests::ringcheck({"slurm", "submit", shards}).status, 0);
  unsetenv("SPARED");
  const char* accounts =
      "accounting: 1 COMPLETED, 1 FAILED; 14 s of processors allocated, 12.0 s used, 8 s from "
      "begin to end: speed-up 1.50\n";
  EXPECT_THAT(tests::ringcheck({"slurm", "status", shards}).out, HasSubstr(accounts));
  EXPECT_THAT(tests::ringcheck({"slurm", "gather", shards}).err, HasSubstr(accounts));
  EXPECT_THAT(tests::ringcheck({"slurm", "status", shards}).out, HasSubstr(accounts));
  const std::vector<std::string> asked = lines_of(text_of(folder_.path("accounts")));
  ASSERT_EQ(asked.size(), 3U);
  EXPECT_THAT(asked[0], ::testing::StartsWith("%s "));
  EXPECT_THAT(asked[0], HasSubstr("--jobs=41"));
  EXPECT_THAT(asked[2], HasSubstr("--jobs=41,43"));
}

TEST_F(SlurmCommand, RefusesOptionsThatLeaveNoJobIdBeforeItSubmitsAnything) {
  const std::string shards = divided(folder_, "5");
  for (const char* word : {"--quiet", "--qui", "--qu", "-Q", "-HQ", "-Qv", "--test-only"}) {
    const Ended ended = tests::ringcheck({"slurm", "submit", shards, "--", "--hold", word});
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << word;
    EXPECT_THAT(ended.err, HasSubstr(word));
    EXPECT_FALSE(std::filesystem::exists(folder_.path("asked"))) << word;
    EXPECT_FALSE(std::filesystem::exists(shards + "/slurm")) << word;
  }
  for (const char* word : {"--qos=long", "-pQ", "-pAQ"})
    EXPECT_EQ(tests::ringcheck({"slurm", "submit", shards, "--", word}).status, 0) << word;
}

TEST_F(SlurmCommand, SaysWhatSlurmRefuses) {
  const std::string shards = divided(folder_, "5");
  script("sbatch", "echo 'sbatch: error: invalid partition specified: long' >&2; exit 1\n");
  const Ended ended = tests::ringcheck({"slurm", "submit", shards, "--", "--partition=long"});
  EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
  EXPECT_THAT(ended.err, HasSubstr("invalid partition specified: long"));
}

}  // namespace
}  // namespace ringcheck
