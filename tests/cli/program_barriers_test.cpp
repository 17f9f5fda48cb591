// `ringcheck barriers` of programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Arguments;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;
using tests::text_of;

constexpr const char* kMessage =
    "#include <assert.h>\n"
    "#include <pthread.h>\n"
    "#include <stdatomic.h>\n"
    "atomic_int flag;\n"
    "int data;\n"
    "void *f(void *p) {\n"
    "  data = VALUE;\n"
    "  atomic_store_explicit(&flag, 1, memory_order_seq_cst);\n"
    "  return 0;\n"
    "}\n"
    "void *g(void *p) {\n"
    "  if (atomic_load(&flag)) assert(data == 1);\n"
    "  return 0;\n"
    "}\n"
    "int main(void) {\n"
    "  pthread_t s, t;\n"
    "  pthread_create(&s, 0, f, 0);\n"
    "  pthread_create(&t, 0, g, 0);\n"
    "  pthread_join(s, 0);\n"
    "  pthread_join(t, 0);\n"
    "  return 0;\n"
    "}\n";

class ProgramBarriers : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string program_ = folder_.file("message.c", kMessage);

  Ended barriers(const Arguments& more, const char* value = "1") {
    Arguments all = {"barriers", program_};
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), {"--", std::string("-DVALUE=") + value});
    return tests::ringcheck(all);
  }
};

TEST_F(ProgramBarriers, SaysWhatEachOrderIsFor) {
  const Ended ended = barriers({"--model", "rc11", "--model", "x86-tso"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("message.c under rc11: 2 sites, "));
  EXPECT_THAT(ended.out, HasSubstr("message.c:8:3: store seq_cst; release: enough, relaxed: race"));
  EXPECT_THAT(ended.out, HasSubstr("message.c:12:7: load seq_cst; acquire: enough, relaxed: race"));
  EXPECT_THAT(ended.out, HasSubstr("    1 release, 2 acquire: x86-64 0 of 1, armv8 2 of 2, riscv "
                                   "2 of 3, power 4 of 5\n"));
  EXPECT_THAT(ended.out, HasSubstr("    1 relaxed, 2 relaxed: x86-64 0 of 1, armv8 0 of 2, "));
  EXPECT_THAT(ended.out, HasSubstr("message.c:8:3 with store relaxed under rc11: violated"));
  EXPECT_THAT(ended.out, HasSubstr("message.c under all of them: 2 sites, "));
}

TEST_F(ProgramBarriers, GivesARowAModel) {
  const Ended ended = barriers({"--model", "armv8", "--json", "-"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  const auto rows = nlohmann::json::parse(ended.out);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["model"], "armv8");
  EXPECT_EQ(rows[0]["verdict"], "holds");
  EXPECT_EQ(rows[0]["limited"], false);
  ASSERT_EQ(rows[0]["sites"].size(), 2U);
  EXPECT_EQ(rows[0]["sites"][0]["operation"], "store");
  EXPECT_EQ(rows[0]["sites"][0]["alone"][0],
            nlohmann::json({{"order", "release"}, {"enough", true}}));
  EXPECT_EQ(rows[0]["sites"][0]["alone"][1]["kind"], "assertion");
  ASSERT_EQ(rows[0]["weakest"].size(), 1U);
  EXPECT_EQ(rows[0]["weakest"][0]["orders"], nlohmann::json({"release", "acquire"}));
  EXPECT_EQ(rows[0]["weakest"][0]["instructions"]["power"], 4);
}

TEST_F(ProgramBarriers, TheNumberOfWorkersChangesNothing) {
  EXPECT_EQ(barriers({"--jobs", "1"}).out, barriers({"--jobs", "3"}).out);
}

TEST_F(ProgramBarriers, WritesThePatchForAllModels) {
  const std::string patch = folder_.path("patch");
  const Ended ended = barriers({"--model", "rc11", "--model", "x86-tso", "--patch", patch});
  EXPECT_EQ(ended.status, 0) << ended.err;
  const std::string text = text_of(patch);
  EXPECT_THAT(text, HasSubstr("--- a" + program_ + "\n+++ b" + program_ + "\n"));
  EXPECT_THAT(text, HasSubstr("\n-  atomic_store_explicit(&flag, 1, memory_order_seq_cst);\n"
                              "+  atomic_store_explicit(&flag, 1, memory_order_release);\n"));
  EXPECT_THAT(text,
              HasSubstr("\n+  if (atomic_load_explicit(&flag, memory_order_acquire)) assert("));
}

TEST_F(ProgramBarriers, AProgramThatIsWrongHasNoPatch) {
  const Ended ended = barriers({"--model", "rc11", "--patch", folder_.path("patch")}, "2");
  EXPECT_EQ(ended.status, status(ExitStatus::violated)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("message.c under rc11: violated"));
  EXPECT_THAT(ended.out, HasSubstr("no patch: the program is not right as it is"));
  EXPECT_EQ(text_of(folder_.path("patch")), "");
}

TEST_F(ProgramBarriers, StudiesReaders) {
  const Ended ended =
      tests::ringcheck({"barriers", tests::source("examples/readers/libbpf.c"), "--reader",
                        "read_events", "--param", "records=2", "--model", "armv8"});
  EXPECT_EQ(ended.status, status(ExitStatus::holds)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("libbpf.c:14:25: load acquire; relaxed: assertion"));
}

TEST_F(ProgramBarriers, WhatCannotBeStudiedIsRefused) {
  const std::string plain = folder_.file("plain.c", "int main(void) { return 0; }\n");
  struct Row {
    Arguments arguments;
    const char* says;
  };
  const Row rows[] = {{{program_, "--model", "lkmm"}, "gives C's memory orders no meaning"},
                      {{program_, "--model", "pdp11"}, "pdp11"},
                      {{plain}, "saw no atomic access or fence with an order above relaxed"},
                      {{program_, "spsc-ring"}, "saw a scenario beside programs"},
                      {{program_, "--param", "records=1"}, "--param: saw it without a scenario"},
                      {{"spsc-ring", "--patch", "x"}, "--patch: saw it without a program"},
                      {{"spsc-ring", "--unroll", "3"}, "--unroll: saw it without a program"},
                      {{program_, "--patch", folder_.path("no/where")}, "cannot be written"},
                      {{folder_.path("missing.c")}, "saw no such file"}};
  for (const Row& row : rows) {
    Arguments all = {"barriers"};
    all.insert(all.end(), row.arguments.begin(), row.arguments.end());
    const Ended ended = tests::ringcheck(all);
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << row.says;
    EXPECT_THAT(ended.err, HasSubstr(row.says));
    EXPECT_EQ(ended.out, "") << row.says;
  }
}

}  // namespace
}  // namespace ringcheck
