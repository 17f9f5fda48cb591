// Errors of large programs that a short look finds before all is explored.
#include "source/early_look.hpp"

#include <gtest/gtest.h>

#include "source/divided_check.hpp"
#include "source/resumable_check.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source {
namespace {

/// Seven threads add to a counter; one reads whether another has begun. The read gets the last write
/// first, so an exploration comes late to the executions in which the other has not begun.
constexpr const char* kLate =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x, y;\n"
    "void *f(void *p) {\n"
    "  atomic_fetch_add_explicit(&x, (long)p + 1, memory_order_relaxed);\n"
    "  atomic_fetch_add_explicit(&x, (long)p + 1, memory_order_relaxed);\n"
    "  return 0; }\n"
    "void *g(void *p) { atomic_store_explicit(&y, 1, memory_order_relaxed); return 0; }\n"
    "void *h(void *p) { assert(atomic_load_explicit(&y, memory_order_relaxed) != WRONG);\n"
    "  return 0; }\n"
    "int main(void) { pthread_t t[7];\n"
    "  for (long i = 0; i < 5; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
    "  pthread_create(&t[5], 0, g, 0); pthread_create(&t[6], 0, h, 0);\n"
    "  for (int i = 0; i < 7; i++) pthread_join(t[i], 0);\n"
    "  return 0; }\n";

std::shared_ptr<const Code> late(const char* wrong) {
  std::string text = kLate;
  return tests::code_of(text.replace(text.find("WRONG"), 5, wrong));
}

/// An exploration without a look, of so many executions.
bool exploration_finds_it(const std::shared_ptr<const Code>& code, const Model& model) {
  ResumableProgramCheck check(code, model, {});
  ParallelOptions how;
  how.limits.executions = kFirstExecutions + kEarlyWalks;
  check.run(how);
  return check.result().error.has_value();
}

TEST(EarlyLook, FindsWhatAnExplorationComesToLate) {
  const auto code = late("0");
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
    EXPECT_FALSE(exploration_finds_it(code, find_model(model))) << model;
    const CheckResult result = check_program(code, find_model(model), {});
    EXPECT_EQ(result.verdict, CheckResult::Verdict::violated) << model;
    EXPECT_LE(result.executions, kEarlyWalks) << model;
  }
}

// To estimate the size of a large program, the search goes from one state to another that is not on
// the way to it, and from there back.
TEST(EarlyLook, ChangesNoCountOfALargeProgram) {
  const auto code = tests::code_of(
      "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x = 1, y = 1;\n"
      "void *f(void *p) { for (int i = 0; i < 6; i++) x = x + y; return 0; }\n"
      "void *g(void *p) { for (int i = 0; i < 6; i++) y = x + y; return 0; }\n"
      "int main(void) { pthread_t a, b;\n"
      "  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n"
      "  return 0; }\n");
  ResumableProgramCheck without(code, find_model("sc"), {});
  without.run({});
  EXPECT_EQ(check_program(code, find_model("sc"), {}).executions, without.result().executions);
}

/// Two threads add to a counter by a load and a store, each so often that the counter ends as 2 in
/// few executions: a thread's first store has to come right before the other's last load.
constexpr const char* kDeep =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x;\n"
    "void *f(void *p) { for (int i = 0; i < 7; i++) {\n"
    "    int a = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "    atomic_store_explicit(&x, a + 1, memory_order_relaxed); }\n"
    "  return 0; }\n"
    "int main(void) { pthread_t s, t;\n"
    "  pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0);\n"
    "  pthread_join(s, 0); pthread_join(t, 0);\n"
    "  assert(x > 2); return 0; }\n";

TEST(EarlyLook, IsTheSameForAnyNumberOfWorkersAndInParts) {
  const ProgramCheck asked{"program.c", {}, "rc11", {}};
  Workers workers(3);
  ParallelOptions how;
  how.workers = &workers;
  for (const auto& code : {late("0"), tests::code_of(kDeep)}) {
    const std::string alone =
        witness_json(asked, check_program(code, find_model("rc11"), asked.options));
    EXPECT_EQ(witness_json(asked, check_program(code, find_model("rc11"), asked.options, how)),
              alone);
    DividedProgramCheck whole(asked, code);
    whole.look();
    ASSERT_TRUE(whole.done());
    EXPECT_EQ(witness_json(asked, whole.result()), alone);
  }
}

TEST(EarlyLook, FindsInInterleavingsWhatLiesDeep) {
  const auto code = tests::code_of(kDeep);
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
    EXPECT_FALSE(exploration_finds_it(code, find_model(model))) << model;
    Subject subject(code, find_model(model), {});
    EXPECT_FALSE(look_early(subject, {}, {}).result.has_value()) << model;
    const EarlyLook look = look_deeper(subject, {}, {});
    ASSERT_TRUE(look.result.has_value()) << model;
    ASSERT_TRUE(look.result->error.has_value()) << model;
    EXPECT_EQ(look.result->error->kind, ErrorKind::assertion) << model;
    EXPECT_FALSE(find_model(model).refusal(look.result->execution->graph)) << model;
  }
}

/// Before it looks deeper, an exploration goes through some states. Where that is all, no more is
/// looked at, and where it is not, nothing is explored twice.
TEST(EarlyLook, ComesDeeperOnlyAfterSomeStates) {
  struct Row {
    int additions;
    bool is_small;
  };
  for (const auto& [additions, is_small] : {Row{4, true}, Row{6, false}}) {
    const auto code = tests::code_of(
        "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x = 1, y = 1;\n"
        "void *f(void *p) { for (int i = 0; i < " +
        std::to_string(additions) +
        "; i++) x = x + y;\n"
        "  return 0; }\n"
        "int main(void) { pthread_t a;\n"
        "  pthread_create(&a, 0, f, 0); f(0); pthread_join(a, 0); return 0; }\n");
    CheckOptions visited;
    visited.counts = false;
    ResumableProgramCheck check(code, find_model("rc11"), visited);
    check.run({});
    ASSERT_TRUE(check.done());
    EXPECT_EQ(check.counts().nodes < kStatesBeforeDeeperLook, is_small) << additions;
    ResumableProgramCheck looked(code, find_model("rc11"), visited);
    looked.look({});
    EXPECT_EQ(looked.done(), is_small) << additions;
    ResumableProgramCheck without(code, find_model("rc11"), visited);
    while (const std::optional<Demand> demand = without.explore({})) without.learn(*demand);
    EXPECT_EQ(without.result().executions, check.result().executions) << additions;
  }
}

TEST(EarlyLook, LeavesAllThatHoldsToTheExploration) {
  const Model model = find_model("sc");
  const auto code = late("2");
  Subject subject(code, model, {});
  EXPECT_FALSE(look_early(subject, {}, {}).result.has_value());
  EXPECT_FALSE(look_deeper(subject, {}, {}).result.has_value());
  CheckOptions visited;
  visited.counts = false;
  DividedProgramCheck whole({"program.c", {}, "sc", visited}, code);
  whole.look();
  EXPECT_EQ(whole.left(), std::vector<Path>(1));
  EXPECT_EQ(whole.executions(), 0U);
}

// Equal futures that are counted take no time: what is left may be little, however many executions
// there are.
TEST(EarlyLook, LeavesNothingOfWhatIsCountedSoon) {
  DividedProgramCheck whole({"program.c", {}, "sc", {}}, late("2"));
  whole.look();
  EXPECT_TRUE(whole.done());
  EXPECT_EQ(whole.executions(), 226'800U);
}

}  // namespace
}  // namespace ringcheck::source
