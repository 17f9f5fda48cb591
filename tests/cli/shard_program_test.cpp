// `shard check`, and `work` and `gather` of its shards, as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using tests::Arguments;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;
using tests::text_of;
using tests::with;

/// Three threads that each add to a counter and read it five times: 51,660 executions under sc, more
/// than an early look takes in. The program holds if all that they read is below LIMIT.
constexpr const char* kAdders =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x;\n"
    "void *f(void *p) {\n"
    "  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);\n"
    "  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);\n"
    "  int a = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  int b = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  int c = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  int d = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  int e = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  assert(a >= 1 && b >= a && c >= b && d >= c && e >= d && e < LIMIT);\n"
    "  return 0; }\n"
    "int main(void) { pthread_t t[3];\n"
    "  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
    "  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n"
    "  return 0; }\n";

std::vector<std::string> shards_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.path().extension() == ".shard") files.push_back(file.path().string());
  std::ranges::sort(files);
  return files;
}

class ShardProgram : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string program_ = folder_.file("adders.c", kAdders);
  std::string shards_ = folder_.path("shards");
  const char* limit_ = "9";

  [[nodiscard]] Arguments checks() const {
    return {"check", program_, "--model", "sc", "--model", "rc11"};
  }
  [[nodiscard]] Arguments clang() const { return {"--", "-DLIMIT=" + std::string(limit_)}; }

  void divide(const char* into = "9") {
    const Ended ended =
        tests::ringcheck(with({"shard"}, with(with(checks(), {"--into", into, shards_}), clang())));
    ASSERT_EQ(ended.status, 0) << ended.err;
  }
  [[nodiscard]] static Ended work(const std::string& shard) {
    return tests::ringcheck({"work", shard});
  }
  void work_on_all() const {
    for (const std::string& shard : shards_in(shards_)) EXPECT_EQ(work(shard).status, 0);
  }
  [[nodiscard]] Ended gather(const Arguments& more = {}) const {
    return tests::ringcheck(with({"gather", shards_}, more));
  }

  void expect_the_answer_of_one_process() const {
    const Ended many =
        gather({"--json", folder_.path("many.json"), "--witness", folder_.path("many")});
    const Ended one = tests::ringcheck(
        with(with(checks(), {"--json", folder_.path("one.json"), "--witness", folder_.path("one")}),
             clang()));
    EXPECT_EQ(many.status, one.status) << many.err;
    EXPECT_EQ(many.out, one.out);
    EXPECT_EQ(text_of(folder_.path("many.json")), text_of(folder_.path("one.json")));
    EXPECT_EQ(text_of(folder_.path("many")), text_of(folder_.path("one")));
    EXPECT_EQ(text_of(folder_.path("one")).empty(), one.status == 0);
  }
};

TEST_F(ShardProgram, WorkOnAllShardsIsTheWorkOfOneProcess) {
  for (const char* limit : {"9", "6", "3"}) {
    SCOPED_TRACE(limit);
    limit_ = limit;
    shards_ = folder_.path("shards-" + std::string(limit));
    divide();
    // If it is violated, an early look says so.
    EXPECT_EQ(shards_in(shards_).empty(), limit != std::string("9"));
    work_on_all();
    expect_the_answer_of_one_process();
  }
}

TEST_F(ShardProgram, WhatIsLeftIsDividedAgainUntilNothingIs) {
  divide("5");
  for (int rounds = 0; rounds < 100; ++rounds) {
    const std::vector<std::string> files = shards_in(shards_);
    if (files.empty()) break;
    EXPECT_EQ(work(files.back()).status, 0);
    const Ended left = gather({"--again", "--shards", "4"});
    if (left.status != status(ExitStatus::bound_reached)) break;
  }
  expect_the_answer_of_one_process();
}

TEST_F(ShardProgram, NothingWrongIsCounted) {
  divide();
  work_on_all();
  const std::string result = shards_ + "/1-00001.result";
  const std::string whole = text_of(result);
  std::string other_build = whole;
  const std::string key = "\"ringcheck\":\"";
  const std::size_t version = other_build.find(key) + key.size();
  other_build.replace(version, other_build.find('"', version) - version, "0.0.1");
  struct Row {
    const char* name;
    std::string text;
    const char* notice;
  };
  for (const Row& row :
       {Row{"torn", whole.substr(0, whole.size() / 2), "is torn"},
        Row{"of another build", other_build, "was written by ringcheck 0.0.1"},
        Row{"of another shard", text_of(shards_ + "/1-00002.result"), "was done twice"}}) {
    SCOPED_TRACE(row.name);
    folder_.file("shards/1-00001.result", row.text);
    const Ended ended = gather();
    EXPECT_EQ(ended.status, status(ExitStatus::bound_reached));
    EXPECT_THAT(ended.err, HasSubstr(row.notice));
  }
  fs::remove(result);
  EXPECT_EQ(gather().status, status(ExitStatus::bound_reached));
  folder_.file("shards/1-00001.result", whole);
  folder_.file("shards/copy.result", whole);
  EXPECT_THAT(gather().err, HasSubstr("was done twice: counted once"));
  expect_the_answer_of_one_process();
}

TEST_F(ShardProgram, ItsOwnCopyOfTheProgramIsWhatCounts) {
  divide();
  const std::string source = text_of(program_);
  folder_.file("adders.c", "changed\n");
  EXPECT_EQ(work(shards_in(shards_).front()).status, 0);
  folder_.file("adders.c", source);
  std::string copy;
  for (const auto& file : fs::directory_iterator(shards_))
    if (file.path().extension() == ".bc") copy = file.path().string();
  ASSERT_NE(copy, "");
  fs::rename(copy, copy + ".kept");
  const auto put = [&](const std::string& text) {
    folder_.file("shards/" + fs::path(copy).filename().string(), text);
  };
  for (const char* what : {"saw no such file", "it was changed", "expected top-level entity"}) {
    SCOPED_TRACE(what);
    if (std::string(what) == "it was changed") put("define i32 @main() { ret i32 0 }\n");
    if (std::string(what) == "expected top-level entity") put("torn");
    const Ended ended = work(shards_in(shards_).back());
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
    EXPECT_THAT(ended.err, HasSubstr(copy));
    EXPECT_THAT(ended.err, HasSubstr(what));
  }
  fs::remove(copy);
  fs::rename(copy + ".kept", copy);
  work_on_all();
  expect_the_answer_of_one_process();
}

TEST_F(ShardProgram, OfAProgramThatNeedsNoShardsAreNone) {
  folder_.file("adders.c",
               "#include <assert.h>\nint main(void) { assert(LIMIT == 9); return 0; }\n");
  for (const char* limit : {"9", "3"}) {
    limit_ = limit;
    shards_ = folder_.path("shards-" + std::string(limit));
    divide();
    EXPECT_EQ(shards_in(shards_).size(), 0U);
    expect_the_answer_of_one_process();
  }
}

TEST_F(ShardProgram, RefusesWhatCannotBeDivided) {
  const Ended missing =
      tests::ringcheck({"shard", "check", folder_.path("none.c"), "--into", "3", shards_});
  EXPECT_EQ(missing.status, status(ExitStatus::bad_input));
  EXPECT_THAT(missing.err, HasSubstr("saw no such file"));
  EXPECT_FALSE(fs::exists(shards_ + "/round"));
}

}  // namespace
}  // namespace ringcheck
