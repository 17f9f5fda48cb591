// Which tests may raise other flags in one execution than in another.
#include "models/flags.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

struct Row {
  const char* name;
  const char* threads;
  const char* model;
  bool may_vary;
};

constexpr const char* kMarked =
    "P0(int *x) { WRITE_ONCE(*x, 1); }\nP1(int *x) { READ_ONCE(*x); }\n";
constexpr const char* kPlain =
    "P0(int *x, int *y) { *x = 1; smp_store_release(y, 1); }\n"
    "P1(int *x, int *y) { int r0 = smp_load_acquire(y); int r1 = *x; }\n";
constexpr const char* kUnbalanced =
    "P0(int *x) { rcu_read_lock(); WRITE_ONCE(*x, 1); }\nP1(int *x) { READ_ONCE(*x); }\n";

constexpr Row kRows[] = {
    {"MarkedAccessesRaiseNone", kMarked, "lkmm", false},
    {"PlainAccessesRaceInSome", kPlain, "lkmm", true},
    {"AnOpenSectionIsSoInAll", kUnbalanced, "lkmm", false},
    {"ModelsWithoutFlags", kMarked, "armv8", false},
};

class Flags : public ::testing::TestWithParam<Row> {};

TEST_P(Flags, MayVaryWhereRfAndCoCount) {
  const Model model = find_model(GetParam().model);
  const std::string text = std::string("C t\n{}\n") + GetParam().threads + "exists (x=1)\n";
  std::vector<std::vector<std::string>> seen;
  for (const ExecutionGraph& graph : tests::executions_of(text, GetParam().model)) {
    EXPECT_EQ(flags_may_vary(model, graph), GetParam().may_vary);
    seen.push_back(model.flags(graph));
  }
  ASSERT_GT(seen.size(), 1U);
  const bool vary = std::ranges::adjacent_find(seen, std::not_equal_to<>{}) != seen.end();
  EXPECT_EQ(vary, GetParam().may_vary);
}

struct LockRow {
  const char* name;
  const char* text;
  std::vector<std::string> flags;
};

const LockRow kLockRows[] = {
    {"ALockThatIsOnlyALockRaisesNone",
     "P0(spinlock_t *s, int *x) { spin_lock(s); WRITE_ONCE(*x, 1); spin_unlock(s); }\n"
     "P1(spinlock_t *s) { int r0 = spin_trylock(s); int r1 = spin_is_locked(s); }\nexists (x=1)\n",
     {}},
    {"UnlockWithoutALock",
     "P0(spinlock_t *s) { spin_unlock(s); }\nexists (true)\n",
     {"unmatched-unlock"}},
    {"UnlockTwice",
     "P0(spinlock_t *s) { spin_lock(s); spin_unlock(s); spin_unlock(s); }\nexists (true)\n",
     {"unmatched-unlock"}},
    {"UnlockInAnotherThread",
     "P0(spinlock_t *s) { spin_lock(s); }\nP1(spinlock_t *s) { spin_unlock(s); }\nexists (true)\n",
     {"unmatched-unlock"}},
    {"ReadOfALock",
     "P0(spinlock_t *s) { spin_lock(s); spin_unlock(s); }\n"
     "P1(spinlock_t *s) { int r0 = READ_ONCE(*s); }\nexists (1:r0=1)\n",
     {"mixed-lock-accesses"}},
    {"StoreToALock",
     "P0(spinlock_t *s) { spin_lock(s); spin_unlock(s); }\n"
     "P1(spinlock_t *s) { WRITE_ONCE(*s, 0); }\nexists (true)\n",
     {"mixed-lock-accesses"}},
    {"FinalValueOfALock",
     "P0(spinlock_t *s) { spin_lock(s); spin_unlock(s); }\nexists (s=0)\n",
     {"lock-final"}},
    {"ShownFinalValueOfALock",
     "P0(spinlock_t *s) { spin_lock(s); spin_unlock(s); }\nlocations [s;]\nexists (true)\n",
     {"lock-final"}},
};

class LockFlags : public ::testing::TestWithParam<LockRow> {};

// As lock.cat of Linux 6.1 has them.
TEST_P(LockFlags, SayHowALockIsMisused) {
  const LitmusTest test = tests::parse(std::string("C t\n{}\n") + GetParam().text);
  EXPECT_EQ(run_litmus(test, find_model("lkmm")).flags, GetParam().flags);
}

INSTANTIATE_TEST_SUITE_P(Tests, LockFlags, ::testing::ValuesIn(kLockRows),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(Tests, Flags, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck
