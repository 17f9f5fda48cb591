// What each memory order of a program is for.
#include "source/order_study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "source/weakest_plans.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAreArray;

bool no_stronger(const OrderPlan& a, const OrderPlan& b) {
  for (std::size_t s = 0; s < a.size(); ++s)
    if ((a[s] & ~b[s]) != 0) return false;
  return true;
}

/// Every plan that is no stronger than `own` and has parts that an order can have.
std::vector<OrderPlan> all_plans(const OrderPlan& own) {
  std::vector<OrderPlan> plans{{}};
  for (const OrderParts parts : own) {
    std::vector<OrderPlan> longer;
    for (const OrderPlan& plan : plans) {
      for (OrderParts p = 0; p < 8; ++p) {
        const bool possible = (p & ~parts) == 0 && ((p & kTotal) == 0 || p == parts);
        if (!possible) continue;
        longer.push_back(plan);
        longer.back().push_back(p);
      }
    }
    plans = std::move(longer);
  }
  return plans;
}

TEST(WeakestPlans, AreThoseThatTryingAllFinds) {
  std::mt19937_64 random(20260815);
  const OrderParts kinds[] = {kAcquires, kAcquires | kTotal, kReleases | kTotal,
                              kAcquires | kReleases, kAcquires | kReleases | kTotal};
  std::size_t most_checks = 0;
  for (int round = 0; round < 300; ++round) {
    OrderPlan own;
    for (std::size_t s = 0; s < 1 + random() % 4; ++s) own.push_back(kinds[random() % 5]);
    const std::vector<OrderPlan> plans = all_plans(own);
    // A plan is enough if it has all of some base plan.
    std::vector<OrderPlan> bases{own};
    for (std::size_t n = random() % 4; n > 0; --n) bases.push_back(plans[random() % plans.size()]);
    std::size_t checks = 0;
    const auto is_enough = [&](const OrderPlan& plan) {
      return std::ranges::any_of(bases,
                                 [&](const OrderPlan& base) { return no_stronger(base, plan); });
    };
    std::vector<OrderPlan> expected;
    for (const OrderPlan& plan : plans) {
      const bool beaten = std::ranges::any_of(plans, [&](const OrderPlan& other) {
        return other != plan && no_stronger(other, plan) && is_enough(other);
      });
      if (is_enough(plan) && !beaten) expected.push_back(plan);
    }
    const auto found = weakest_plans(own, [&](const OrderPlan& plan) {
      ++checks;
      return is_enough(plan);
    });
    EXPECT_THAT(found, UnorderedElementsAreArray(expected)) << "round " << round;
    most_checks = std::max(most_checks, checks);
  }
  EXPECT_LT(most_checks, 100U);
}

TEST(WeakenedAlone, GoesFromTheStrongestDown) {
  const OrderPlan own{kAcquires | kReleases | kTotal, kAcquires | kTotal, kReleases};
  EXPECT_THAT(weakened_alone(own, 0), ElementsAre(OrderPlan{3, 5, 2}, OrderPlan{2, 5, 2},
                                                  OrderPlan{1, 5, 2}, OrderPlan{0, 5, 2}));
  EXPECT_THAT(weakened_alone(own, 1), ElementsAre(OrderPlan{7, 1, 2}, OrderPlan{7, 0, 2}));
  EXPECT_THAT(weakened_alone(own, 2), ElementsAre(OrderPlan{7, 5, 0}));
}

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int flag, other; int data, seen = 1, a, b;\n";
constexpr const char* kMain =
    "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
    "  pthread_join(s, 0); pthread_join(t, 0); assert(seen == 1 && a + b < 2); return 0; }\n";

/// A message: sites 1, the store, and 2, the load.
const std::string kMessage =
    std::string(kHead) +
    "void *f(void *p) { data = 1; atomic_store(&flag, 1); return 0; }\n"
    "void *g(void *p) { if (atomic_load(&flag)) seen = data; return 0; }\n" +
    kMain;
/// Store buffering: two fences, and an acquire and a release that are not needed.
const std::string kFences =
    std::string(kHead) +
    "void *f(void *p) { atomic_store_explicit(&flag, 1, memory_order_release);\n"
    "  atomic_thread_fence(memory_order_seq_cst);\n"
    "  a = !atomic_load_explicit(&other, memory_order_relaxed); return 0; }\n"
    "void *g(void *p) { atomic_store_explicit(&other, 1, memory_order_relaxed);\n"
    "  atomic_thread_fence(memory_order_seq_cst);\n"
    "  b = !atomic_load_explicit(&flag, memory_order_acquire); return 0; }\n" +
    kMain;
/// A lock by an exchange that compares.
const std::string kLock =
    std::string(kHead) +
    "void take(void) { int free = 0;\n"
    "  while (!atomic_compare_exchange_strong_explicit(&flag, &free, 1, memory_order_seq_cst,\n"
    "                                                  memory_order_acquire)) free = 0; }\n"
    "void *f(void *p) { take(); data++; atomic_store_explicit(&flag, 0, memory_order_release);"
    " return 0; }\n"
    "#define g f\n" +
    kMain;

/// The message of C++: sites 1, an assignment, 2, a load, and 3, a fence that is not needed.
const std::string kMessageInCpp =
    "#include <atomic>\n#include <cassert>\n#include <thread>\n"
    "std::atomic<int> flag; int data, seen = 1;\n"
    "int main() { std::thread s([] { data = 1; flag = 1; });\n"
    "  std::thread t([] { if (flag.load()) seen = data;\n"
    "                     std::atomic_thread_fence(std::memory_order_seq_cst); });\n"
    "  s.join(); t.join(); assert(seen == 1); }\n";

struct Row {
  const char* name;
  const std::string& text;
  const char* model;
  std::vector<std::vector<std::string>> weakest;  ///< orders by site
  std::vector<unsigned> instructions;             ///< of the first, by machine
};

std::string name_of_row(const ::testing::TestParamInfo<Row>& info) {
  return info.param.name;
}

class OrdersOf : public ::testing::TestWithParam<Row> {};

TEST_P(OrdersOf, AreAsWeakAsTheModelLetsThem) {
  const Row& row = GetParam();
  const bool is_cpp = &row.text == &kMessageInCpp;
  StudiedProgram program{tests::code_of(row.text, is_cpp ? "p.cpp" : "p.c"), {}, {}};
  program.sites = order_sites(*program.code);
  const auto studies = study_orders(program, {find_model(row.model)}, {}, {});
  ASSERT_EQ(studies.size(), 1U);
  ASSERT_FALSE(studies[0].own.error) << studies[0].own.error->what;
  std::vector<std::vector<std::string>> weakest;
  for (const OrderPlan& plan : studies[0].weakest) {
    weakest.emplace_back();
    for (std::size_t s = 0; s < plan.size(); ++s)
      weakest.back().push_back(program.sites[s].text(plan[s]));
  }
  EXPECT_EQ(weakest, row.weakest);
  std::vector<unsigned> instructions;
  for (const MappedMachine& machine : kMappedMachines) {
    instructions.push_back(0);
    for (std::size_t s = 0; s < program.sites.size(); ++s)
      instructions.back() += ordering_instructions(*c11_calls(find_model(machine.model)),
                                                   program.sites[s], studies[0].weakest[0][s]);
  }
  EXPECT_EQ(instructions, row.instructions);
  // A single change leaves enough just when some weakest plan needs no more than it leaves.
  for (const WeakenedSite& alone : studies[0].alone) {
    OrderPlan plan = own_plan(program.sites);
    plan[alone.site] = alone.parts;
    const bool expected = std::ranges::any_of(
        studies[0].weakest, [&](const OrderPlan& least) { return no_stronger(least, plan); });
    EXPECT_EQ(alone.enough(), expected) << alone.site;
    EXPECT_TRUE(alone.enough() || alone.result.execution) << "no execution shows why not";
  }
}

// By machine: x86-64, armv8 (ldar, stlr, dmb), riscv (fences, amo bits), power (sync, lwsync,
// cmp and bc and isync).
INSTANTIATE_TEST_SUITE_P(
    Each, OrdersOf,
    ::testing::Values(
        Row{"a_message_in_c", kMessage, "rc11", {{"release", "acquire"}}, {0, 2, 2, 4}},
        Row{"a_message_in_cpp",
            kMessageInCpp,
            "rc11",
            {{"release", "acquire", "none"}},
            {0, 2, 2, 4}},
        Row{"a_message_on_x86", kMessage, "x86-tso", {{"relaxed", "relaxed"}}, {0, 0, 0, 0}},
        // The branch on the flag does not order loads on either machine.
        Row{"a_message_on_armv8", kMessage, "armv8", {{"release", "acquire"}}, {0, 2, 2, 4}},
        Row{"fences_in_c",
            kFences,
            "rc11",
            {{"relaxed", "seq_cst", "seq_cst", "relaxed"}},
            {2, 2, 2, 2}},
        Row{"fences_on_x86",
            kFences,
            "x86-tso",
            {{"relaxed", "seq_cst", "seq_cst", "relaxed"}},
            {2, 2, 2, 2}},
        Row{"a_lock_in_c", kLock, "rc11", {{"acquire", "release"}}, {0, 2, 2, 2}}),
    name_of_row);

TEST(StudyOrders, UnderSeveralModelsIsWhatEachOfThemNeeds) {
  StudiedProgram program{tests::code_of(kMessage), {}, {}};
  program.sites = order_sites(*program.code);
  const auto studies = study_orders(program, {find_model("x86-tso"), find_model("rc11")}, {}, {});
  ASSERT_EQ(studies.size(), 3U);
  EXPECT_EQ(studies[2].weakest, studies[1].weakest);
  EXPECT_NE(studies[2].weakest, studies[0].weakest);
}

TEST(StudyOrders, HasNoPlanForAProgramThatIsWrong) {
  std::string text = kMessage;
  text.replace(text.find("seen == 1"), 9, "seen == 2");
  StudiedProgram program{tests::code_of(text), {}, {}};
  program.sites = order_sites(*program.code);
  const auto studies = study_orders(program, {find_model("rc11"), find_model("sc")}, {}, {});
  for (const OrderStudy& study : studies) {
    EXPECT_EQ(study.own.verdict, CheckResult::Verdict::violated) << study.model;
    EXPECT_TRUE(study.weakest.empty()) << study.model;
  }
}

TEST(StudyOrders, ALimitIsSaid) {
  StudiedProgram program{tests::code_of(kMessage), {}, {}};
  program.sites = order_sites(*program.code);
  ParallelOptions how;
  how.limits.executions = 1;
  EXPECT_TRUE(study_orders(program, {find_model("rc11")}, how, {})[0].limited);
}

}  // namespace
}  // namespace ringcheck::source
