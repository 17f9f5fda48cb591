// Limits, checkpoints, progress and workers of `check`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/checkpoint_file.hpp"
#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using tests::Arguments;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;
using tests::text_of;

/// N threads that each add to a counter and read it twice.
constexpr const char* kAdders =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x; atomic_int most;\n"
    "void *f(void *p) {\n"
    "  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);\n"
    "  int a = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  int b = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  assert(a >= 1 && b >= a && b < LIMIT);\n"
    "  return 0; }\n"
    "int main(void) { pthread_t t[N];\n"
    "  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
    "  for (int i = 0; i < N; i++) pthread_join(t[i], 0);\n"
    "  return 0; }\n";

class ProgramSession : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string program_ = folder_.file("adders.c", kAdders);
  std::string checkpoint_ = folder_.path("checkpoint");

  /// `check` of the program with `more` options.
  Ended check(const Arguments& more, const char* limit = "9", const char* threads = "3") {
    Arguments all = {"check", program_, "--model", "sc", "--model", "rc11"};
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), {"--", "-DLIMIT=" + std::string(limit), "-DN=" + std::string(threads)});
    return tests::ringcheck(all);
  }
};

TEST_F(ProgramSession, TheNumberOfWorkersChangesNothing) {
  // Five threads have more executions than an early look takes in.
  for (const char* limit : {"9", "3"}) {
    const Ended one = check({"--jobs", "1"}, limit, "5");
    EXPECT_EQ(one.status, *limit == '9' ? 0 : 1) << one.err;
    for (const char* jobs : {"2", "3", "0"}) {
      EXPECT_EQ(check({"--jobs", jobs}, limit, "5").out, one.out) << jobs;
    }
  }
}

TEST_F(ProgramSession, WhatALimitLeftIsTakenUpAgain) {
  const Ended whole = check({"--json", "-"});
  Ended ended = check({"--limit-executions", "30", "--checkpoint", checkpoint_, "--json", "-"});
  EXPECT_EQ(ended.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(ended.out, HasSubstr("\"bound\":\"the limit of executions\",\"executions\":30"));
  int rounds = 1;
  for (; ended.status == status(ExitStatus::bound_reached) && rounds < 50; ++rounds)
    ended = check({"--limit-executions", "30", "--resume", checkpoint_, "--checkpoint", checkpoint_,
                   "--json", "-"});
  EXPECT_GT(rounds, 2);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, whole.out);
}

TEST_F(ProgramSession, AViolationIsKept) {
  const Ended whole = check({"--checkpoint", checkpoint_}, "3");
  EXPECT_EQ(whole.status, status(ExitStatus::violated));
  EXPECT_EQ(check({"--resume", checkpoint_}, "3").out, whole.out);
}

TEST_F(ProgramSession, TheTextSaysHowToGoOn) {
  const Ended ended = check({"--limit-executions", "10", "--checkpoint", checkpoint_});
  EXPECT_THAT(ended.out, HasSubstr("bound reached: the limit of executions; 10 executions"));
  EXPECT_THAT(ended.out, HasSubstr("go on: --resume " + checkpoint_));
}

TEST_F(ProgramSession, TimeAndMemoryAreBounds) {
  struct Row {
    const char* option;
    const char* value;
    const char* bound;
  };
  for (const Row& row : {Row{"--time", "0.001", "time"}, Row{"--memory", "1", "memory"}}) {
    const Ended ended = check({row.option, row.value}, "9", "5");
    EXPECT_EQ(ended.status, status(ExitStatus::bound_reached)) << row.option;
    EXPECT_THAT(ended.out, HasSubstr("bound reached: the limit of " + std::string(row.bound)));
  }
}

// Enough executions that something is shown before they end.
TEST_F(ProgramSession, ProgressTellsTheSizeOfWhatIsLeft) {
  const Ended ended =
      tests::ringcheck({"check", program_, "--model", "sc", "--progress", "--limit-executions",
                        "400000", "--", "-DLIMIT=99", "-DN=7"});
  EXPECT_EQ(ended.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(ended.err, HasSubstr("0 of 1 checks; " + program_ + " under sc: "));
  EXPECT_THAT(ended.err, HasSubstr(" executions of about "));
}

TEST_F(ProgramSession, WhatIsNoCheckpointOfTheseChecksIsRefused) {
  ASSERT_EQ(check({"--limit-executions", "10", "--checkpoint", checkpoint_}).status,
            status(ExitStatus::bound_reached));
  std::string changed = text_of(checkpoint_);
  const std::string count = "\"executions\": 10";
  ASSERT_NE(changed.find(count), std::string::npos);
  changed.replace(changed.find(count), count.size(), "\"executions\": 11");
  struct Row {
    const char* name;
    std::string file;
    const char* limit;
    const char* says;
  };
  const Row rows[] = {
      {"another program", checkpoint_, "8", "saw a check with arguments"},
      {"torn", folder_.file("torn", changed.substr(0, 99)), "9", "expected a checkpoint of"},
      {"changed", folder_.file("changed", changed), "9", "checksum"},
      {"no checkpoint", folder_.file("other", "{\"format\": 1}"), "9", "saw no format"},
      {"missing", folder_.path("missing"), "9", "cannot be read"}};
  for (const Row& row : rows) {
    const Ended ended = check({"--resume", row.file}, row.limit);
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << row.name;
    EXPECT_THAT(ended.err, HasSubstr(row.says)) << row.name;
    EXPECT_THAT(ended.err, HasSubstr(row.file)) << row.name;
    EXPECT_EQ(ended.out, "") << row.name;
  }
}

TEST_F(ProgramSession, ACheckpointThatLacksPartsIsRefused) {
  ASSERT_EQ(check({"--limit-executions", "10", "--checkpoint", checkpoint_}).status,
            status(ExitStatus::bound_reached));
  const CheckpointKind kind{"ringcheck-program-checkpoint-1", "check"};
  const Json whole = read_checkpoint(kind, checkpoint_, 2);
  struct Row {
    const char* name;
    const char* at;  ///< what is not there
  };
  for (const Row& row : {Row{"check", "/0/check"}, Row{"known", "/1/known"},
                         Row{"rest", "/0/known/rest"}, Row{"learnt", "/1/known/learnt"}}) {
    SCOPED_TRACE(row.name);
    const Json::json_pointer at(row.at);
    Json checks = whole;
    checks.at(at.parent_pointer()).erase(at.back());
    const std::string file = folder_.file(row.name, checkpoint_text(kind, checks));
    const Ended ended = check({"--resume", file});
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
    EXPECT_THAT(ended.err, HasSubstr(file));
    EXPECT_EQ(ended.err.find('\n'), ended.err.size() - 1) << ended.err;
  }
  const std::string file = folder_.file("numbers", checkpoint_text(kind, Json::array({1, 2})));
  EXPECT_THAT(check({"--resume", file}).err, HasSubstr("lacks parts"));
}

}  // namespace
}  // namespace ringcheck
