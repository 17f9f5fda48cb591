// The events of every primitive: kind, tags and values, one row each, on a location that holds 5.
#include <gtest/gtest.h>

#include <map>

#include "litmus/primitives.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

std::string tags_of(TagSet tags) {
  static const std::map<Tag, const char*> kNames = {{Tag::once, "once"},
                                                    {Tag::acquire, "acquire"},
                                                    {Tag::release, "release"},
                                                    {Tag::noreturn, "noreturn"},
                                                    {Tag::mb, "mb"},
                                                    {Tag::rmb, "rmb"},
                                                    {Tag::wmb, "wmb"},
                                                    {Tag::before_atomic, "before-atomic"},
                                                    {Tag::after_atomic, "after-atomic"},
                                                    {Tag::after_spinlock, "after-spinlock"},
                                                    {Tag::after_unlock_lock, "after-unlock-lock"},
                                                    {Tag::compiler_barrier, "barrier"},
                                                    {Tag::rcu_lock, "rcu-lock"},
                                                    {Tag::rcu_unlock, "rcu-unlock"},
                                                    {Tag::sync_rcu, "sync-rcu"},
                                                    {Tag::lock_read, "LKR"},
                                                    {Tag::lock_write, "LKW"},
                                                    {Tag::unlock, "UL"},
                                                    {Tag::lock_fail, "LF"},
                                                    {Tag::read_locked, "RL"},
                                                    {Tag::read_unlocked, "RU"}};
  std::string text;
  for (const auto& [tag, name] : kNames)
    if (tags.has(tag)) text += std::string(text.empty() ? "" : ",") + name;
  return text;
}

/// The events of the only execution of `statement`, in program order.
std::string events_of(const std::string& statement) {
  // sc, since every primitive has a meaning there.
  const auto graphs = tests::executions_of(
      "C t\n{ x=5; y=1; }\nP0(int *x, spinlock_t *y, spinlock_t *l) { int r0; " + statement +
          " }\n",
      "sc");
  if (graphs.size() != 1) return std::to_string(graphs.size()) + " executions";
  const ExecutionGraph& graph = graphs[0];
  std::string text;
  for (int slot = 0; slot < graph.slots(0); ++slot) {
    const EventNumber number = graph.at(0, slot);
    if (number == kNoEvent) continue;
    const Event& e = graph[number];
    if (!text.empty()) text += " ";
    text += e.kind == EventKind::read ? "R" : e.kind == EventKind::write ? "W" : "F";
    text += "[" + tags_of(e.tags) + "]";
    if (e.kind != EventKind::fence) text += std::to_string(static_cast<std::int64_t>(e.value));
  }
  return text;
}

struct Row {
  const char* statement;
  const char* events;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.statement;
}

class Primitives : public ::testing::TestWithParam<Row> {};

TEST_P(Primitives, IssueTheirEvents) {
  EXPECT_EQ(events_of(GetParam().statement), GetParam().events);
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, Primitives,
    ::testing::Values(
        Row{"*x = 1;", "W[]1"}, Row{"r0 = *x;", "R[]5"}, Row{"r0 = READ_ONCE(*x);", "R[once]5"},
        Row{"WRITE_ONCE(*x, 1);", "W[once]1"}, Row{"r0 = smp_load_acquire(x);", "R[acquire]5"},
        Row{"smp_store_release(x, 1);", "W[release]1"},
        Row{"r0 = rcu_dereference(*x);", "R[once]5"},
        Row{"rcu_assign_pointer(*x, 1);", "W[release]1"},
        Row{"smp_store_mb(*x, 1);", "W[once]1 F[mb]"}, Row{"smp_mb();", "F[mb]"},
        Row{"smp_rmb();", "F[rmb]"}, Row{"smp_wmb();", "F[wmb]"},
        Row{"smp_mb__before_atomic();", "F[before-atomic]"},
        Row{"smp_mb__after_atomic();", "F[after-atomic]"},
        Row{"smp_mb__after_spinlock();", "F[after-spinlock]"},
        Row{"smp_mb__after_unlock_lock();", "F[after-unlock-lock]"},
        Row{"barrier();", "F[barrier]"},
        Row{"rcu_read_lock(); rcu_read_unlock();", "F[rcu-lock] F[rcu-unlock]"},
        Row{"xchg(x, 1);", "F[mb] R[once]5 W[once]1 F[mb]"},
        Row{"xchg_relaxed(x, 1);", "R[once]5 W[once]1"},
        Row{"xchg_acquire(x, 1);", "R[acquire]5 W[once]1"},
        Row{"xchg_release(x, 1);", "R[once]5 W[release]1"},
        Row{"cmpxchg(x, 5, 1);", "F[mb] R[once]5 W[once]1 F[mb]"},
        Row{"cmpxchg(x, 4, 1);", "R[once]5"}, Row{"cmpxchg_relaxed(x, 5, 1);", "R[once]5 W[once]1"},
        Row{"cmpxchg_acquire(x, 5, 1);", "R[acquire]5 W[once]1"},
        Row{"cmpxchg_acquire(x, 4, 1);", "R[once]5"},
        Row{"cmpxchg_release(x, 5, 1);", "R[once]5 W[release]1"},
        Row{"cmpxchg_release(x, 4, 1);", "R[once]5"}, Row{"spin_lock(l);", "R[LKR]0 W[LKW]1"},
        Row{"spin_unlock(y);", "W[UL]0"}, Row{"r0 = spin_trylock(l);", "R[LKR]0 W[LKW]1"},
        Row{"r0 = spin_trylock(y);", "R[LF]1"}, Row{"r0 = spin_is_locked(l);", "R[RU]0"},
        Row{"r0 = spin_is_locked(y);", "R[RL]1"}, Row{"r0 = atomic_read(x);", "R[once]5"},
        Row{"atomic_set(x, 1);", "W[once]1"}, Row{"r0 = atomic_read_acquire(x);", "R[acquire]5"},
        Row{"atomic_set_release(x, 1);", "W[release]1"},
        Row{"atomic_add(2, x);", "R[noreturn]5 W[once]7"},
        Row{"atomic_sub(2, x);", "R[noreturn]5 W[once]3"},
        Row{"atomic_inc(x);", "R[noreturn]5 W[once]6"},
        Row{"atomic_dec(x);", "R[noreturn]5 W[once]4"},
        Row{"atomic_add_unless(x, 2, 4);", "F[mb] R[once]5 W[once]7 F[mb]"},
        Row{"atomic_add_unless(x, 2, 5);", "R[once]5"}, Row{"r0 = local_read(x);", "R[once]5"},
        Row{"local_set(x, 3);", "W[once]3"}, Row{"local_inc(x);", "R[once]5 W[once]6"},
        Row{"local_sub(2, x);", "R[once]5 W[once]3"},
        Row{"r0 = local_add_return(2, x);", "R[once]5 W[once]7"},
        Row{"r0 = local_xchg(x, 7);", "R[once]5 W[once]7"},
        Row{"r0 = local_cmpxchg(x, 5, 7);", "R[once]5 W[once]7"},
        Row{"r0 = local_cmpxchg(x, 4, 7);", "R[once]5"},
        Row{"atomic_xchg(x, 1);", "F[mb] R[once]5 W[once]1 F[mb]"},
        Row{"atomic_cmpxchg_release(x, 5, 1);", "R[once]5 W[release]1"},
        Row{"atomic_sub_and_test(5, x);", "F[mb] R[once]5 W[once]0 F[mb]"},
        Row{"atomic_add_negative(-6, x);", "F[mb] R[once]5 W[once]-1 F[mb]"}));

// Families whose names differ only in operation and order.
TEST(PrimitiveFamilies, HaveTheEventsThatTheirNamesSay) {
  const std::map<std::string, std::string> orders = {{"", "F[mb] R[once]5 W[once]$ F[mb]"},
                                                     {"_relaxed", "R[once]5 W[once]$"},
                                                     {"_acquire", "R[acquire]5 W[once]$"},
                                                     {"_release", "R[once]5 W[release]$"}};
  for (const auto& [suffix, pattern] : orders) {
    for (const std::string& form :
         {std::string("atomic_fetch_add"), std::string("atomic_add_return"),
          std::string("atomic_fetch_sub"), std::string("atomic_sub_return"),
          std::string("atomic_fetch_inc"), std::string("atomic_inc_return"),
          std::string("atomic_fetch_dec"), std::string("atomic_dec_return")}) {
      const bool unary =
          form.find("inc") != std::string::npos || form.find("dec") != std::string::npos;
      const bool up =
          form.find("add") != std::string::npos || form.find("inc") != std::string::npos;
      const int stored = up ? (unary ? 6 : 8) : (unary ? 4 : 2);
      std::string events = pattern;
      events.replace(events.find('$'), 1, std::to_string(stored));
      const std::string call = form + suffix + (unary ? "(x)" : "(3, x)");
      EXPECT_EQ(events_of("r0 = " + call + ";"), events) << call;
      const int returned = form.find("fetch") != std::string::npos ? 5 : stored;
      EXPECT_EQ(tests::states_of(
                    "C t\n{ x=5; }\nP0(int *x) { r0 = " + call + "; }\nexists (0:r0=0)", "sc"),
                (std::vector<std::string>{"0:r0=" + std::to_string(returned) + ";"}))
          << call;
    }
  }
}

TEST(PrimitiveResults, OfTestsAndConditionalOperations) {
  const auto result = [](const std::string& call) {
    return tests::states_of("C t\n{ x=5; }\nP0(int *x) { r0 = " + call + "; }\nexists (0:r0=0)",
                            "sc")
        .at(0);
  };
  EXPECT_EQ(result("atomic_sub_and_test(5, x)"), "0:r0=1;");
  EXPECT_EQ(result("atomic_sub_and_test(4, x)"), "0:r0=0;");
  EXPECT_EQ(result("atomic_dec_and_test(x)"), "0:r0=0;");
  EXPECT_EQ(result("atomic_inc_and_test(x)"), "0:r0=0;");
  EXPECT_EQ(result("atomic_add_negative(-6, x)"), "0:r0=1;");
  EXPECT_EQ(result("atomic_add_negative(-5, x)"), "0:r0=0;");
  EXPECT_EQ(result("atomic_add_unless(x, 1, 5)"), "0:r0=0;");
  EXPECT_EQ(result("atomic_add_unless(x, 1, 6)"), "0:r0=1;");
  EXPECT_EQ(result("cmpxchg(x, 5, 9)"), "0:r0=5;");
  EXPECT_EQ(result("cmpxchg(x, 6, 9)"), "0:r0=5;");
  EXPECT_EQ(result("xchg(x, 9)"), "0:r0=5;");
}

TEST(Srcu, LocksReturnNumbersThatTellThemApartAndHaveALocation) {
  const auto graphs = tests::executions_of(
      "C t\n{ }\nP0(struct srcu_struct *s) { int r0; int r1; r0 = srcu_read_lock(s); "
      "r1 = srcu_read_lock(s); srcu_read_unlock(s, r1); synchronize_srcu(s); }\n",
      "lkmm");
  ASSERT_EQ(graphs.size(), 1U);
  const auto event = [&](int slot) { return graphs[0][graphs[0].at(0, slot)]; };
  const Tag tags[] = {Tag::srcu_lock, Tag::srcu_lock, Tag::srcu_unlock, Tag::sync_srcu};
  for (int slot = 0; slot < 4; ++slot) {
    EXPECT_EQ(event(slot).kind, EventKind::fence);
    EXPECT_EQ(event(slot).location, 0);
    EXPECT_TRUE(event(slot).tags.has(tags[slot]));
  }
  EXPECT_NE(event(0).value, event(1).value);
  EXPECT_EQ(event(1).value, event(2).value);
}

TEST(Srcu, AnAddressThatIsLoadedIsRefused) {
  const std::string text =
      "C t\n{ }\nP0(int **p) { struct srcu_struct *s; s = READ_ONCE(*p); synchronize_srcu(s); }\n";
  EXPECT_NE(tests::refusal_of(text), "");
}

TEST(PrimitiveNames, GracePeriodsAreRefusedByModelsOtherThanTheKernels) {
  const std::string text = tests::one_thread("synchronize_rcu();");
  EXPECT_EQ(tests::refusal_of(text), "");
  try {
    run_litmus(tests::parse(text), find_model("armv8"));
    ADD_FAILURE() << "armv8 has no grace periods";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("saw synchronize_rcu, expected what"),
              std::string::npos);
  }
  EXPECT_EQ(litmus::builtin_primitives().find("atomic_inc_not_zero"), nullptr);
}

}  // namespace
}  // namespace ringcheck
