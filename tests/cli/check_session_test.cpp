// Limits, checkpoints and workers of `verify`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "cli/interrupt.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Ended;
using tests::TemporaryFolder;
using tests::text_of;
using Json = nlohmann::json;
using tests::Arguments;
using tests::status;

/// Two checks, one of which takes about a tenth of a second.
const Arguments kChecks = {"verify", "--scenario", "spsc-ring", "--model", "x86-tso", "--model",
                           "armv8",  "--param",    "records=5", "--param", "polls=5"};

Arguments with(const Arguments& more) {
  return tests::with(kChecks, more);
}

/// The rows of `verify --json -`, without times.
Json rows_of(const Ended& ended) {
  Json rows = Json::parse(ended.out);
  for (Json& row : rows) row.erase("seconds");
  return rows;
}

TEST(CheckSession, TheNumberOfWorkersChangesNothing) {
  const Json one = rows_of(tests::ringcheck(with({"--json", "-", "--jobs", "1"})));
  EXPECT_EQ(one.at(0).at("executions"), 8998);
  EXPECT_EQ(one.at(1).at("executions"), 4974);
  for (const char* jobs : {"2", "3"})
    EXPECT_EQ(rows_of(tests::ringcheck(with({"--json", "-", "--jobs", jobs}))), one);
}

TEST(CheckSession, ALimitIsABoundAndWhatIsLeftIsTakenUpAgain) {
  const TemporaryFolder folder;
  const std::string file = folder.path("checkpoint");
  const Json whole = rows_of(tests::ringcheck(with({"--json", "-"})));
  Ended ended =
      tests::ringcheck(with({"--json", "-", "--limit-executions", "2000", "--checkpoint", file}));
  EXPECT_EQ(ended.status, status(ExitStatus::bound_reached));
  EXPECT_EQ(rows_of(ended).at(0).at("verdict"), "bound reached");
  EXPECT_EQ(rows_of(ended).at(0).at("bound"), "executions");
  EXPECT_EQ(rows_of(ended).at(0).at("executions"), 2000);
  int rounds = 1;
  for (; ended.status == status(ExitStatus::bound_reached) && rounds < 20; ++rounds)
    ended = tests::ringcheck(with(
        {"--json", "-", "--limit-executions", "2000", "--resume", file, "--checkpoint", file}));
  EXPECT_EQ(rounds, 5);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(rows_of(ended), whole);
}

TEST(CheckSession, TimeAndMemoryAreBounds) {
  const TemporaryFolder folder;
  struct Row {
    const char* option;
    const char* value;
    const char* bound;
  };
  for (const Row& row : {Row{"--time", "0.001", "time"}, Row{"--memory", "1", "memory"}}) {
    const Ended ended = tests::ringcheck(with({"--json", "-", row.option, row.value}));
    EXPECT_EQ(ended.status, status(ExitStatus::bound_reached)) << row.option;
    EXPECT_EQ(rows_of(ended).at(1).at("bound"), row.bound);
  }
}

TEST(CheckSession, TheTextSaysHowToGoOn) {
  const TemporaryFolder folder;
  const std::string file = folder.path("checkpoint");
  const Ended ended = tests::ringcheck(with({"--limit-executions", "10", "--checkpoint", file}));
  EXPECT_THAT(ended.out, HasSubstr("bound reached: "));
  EXPECT_THAT(ended.out, HasSubstr("--resume " + file));
}

/// `text`, a checkpoint after 10 executions, with another number of executions.
std::string with_another_count(std::string text) {
  const std::string count = "\"complete\": 10";
  const std::size_t at = text.find(count);
  return at == std::string::npos ? text : text.replace(at, count.size(), "\"complete\": 11");
}

TEST(CheckSession, WhatIsNoCheckpointOfTheseChecksIsRefused) {
  const TemporaryFolder folder;
  const std::string file = folder.path("checkpoint");
  tests::ringcheck(with({"--limit-executions", "10", "--checkpoint", file}));
  struct Row {
    const char* name;
    std::string file;
    Arguments more;
    const char* says;
  };
  const std::string text = text_of(file);
  const std::vector<Row> rows = {
      {"another size", file, {"--param", "records=4"}, "expected one of"},
      {"torn", folder.file("torn", text.substr(0, text.size() / 2)), {}, "expected a checkpoint"},
      {"changed", folder.file("changed", with_another_count(text)), {}, "checksum"},
      {"half a checkpoint",
       folder.file("half", "{\"format\": \"ringcheck-checkpoint-2\"}"),
       {},
       "lacks parts"},
      {"no checkpoint", folder.file("other", "{\"format\": 1}"), {}, "saw no format"},
      {"missing", folder.path("missing"), {}, "cannot be read"}};
  for (const Row& row : rows) {
    Arguments arguments = with({"--resume", row.file});
    arguments.insert(arguments.end(), row.more.begin(), row.more.end());
    const Ended ended = tests::ringcheck(arguments);
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << row.name;
    EXPECT_THAT(ended.err, HasSubstr(row.says)) << row.name;
    EXPECT_THAT(ended.err, HasSubstr(row.file)) << row.name;
    EXPECT_THAT(ended.err, ::testing::Not(HasSubstr("json.exception"))) << row.name;
    EXPECT_EQ(ended.out, "") << row.name;
  }
}

// The check is far longer than its time on any machine, so that the estimate is never reached.
TEST(CheckSession, ProgressTellsTheSizeOfWhatIsLeft) {
  const Ended ended =
      tests::ringcheck({"verify", "--scenario", "spsc-ring", "--model", "lkmm", "--param",
                        "records=24", "--param", "polls=24", "--time", "2", "--progress"});
  EXPECT_THAT(ended.err, HasSubstr("spsc-ring under lkmm: "));
  EXPECT_THAT(ended.err, HasSubstr(" executions of about "));
  EXPECT_THAT(ended.err, HasSubstr(" s left"));
}

TEST(Interrupt, TheFirstSignalSetsTheFlag) {
  const std::atomic<bool>& flag = interrupt_flag();
  EXPECT_FALSE(flag);
  std::raise(SIGTERM);
  EXPECT_TRUE(flag);
  // `timeout` and a closing terminal send them like this; a second Ctrl-C would end this.
  for (const int signal : {SIGTERM, SIGHUP, SIGHUP, SIGINT}) std::raise(signal);
}

}  // namespace
}  // namespace ringcheck
