// Counts that are known, the same for any number of workers; properties, witnesses and their
// replay.
#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <vector>

#include "ringcheck/array.hpp"
#include "ringcheck/check.hpp"
#include "ringcheck/gtest.hpp"
#include "ringcheck/linux.hpp"
#include "ringcheck/litmus.hpp"
#include "tests/face/outcomes.hpp"

namespace ringcheck {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

program locked_counter(int threads) {
  return {"locked counter", [=] {
            mutex m{"m"};
            var<int> count{0, "count"};
            std::vector<thread> all;
            for (int t = 0; t < threads; ++t)
              all.emplace_back([&] {
                const std::lock_guard guard(m);
                ++count;
              });
            for (thread& each : all) each.join();
            require(count == threads);
          }};
}

program store_buffering() {
  return {"SB", [] {
            atomic<int> x{0, "x"};
            atomic<int> y{0, "y"};
            var<int> left{0, "left"};
            var<int> right{0, "right"};
            thread a("a", [&] {
              x.store(1, kRelaxed);
              left = y.load(kRelaxed);
            });
            thread b("b", [&] {
              y.store(1, kRelaxed);
              right = x.load(kRelaxed);
            });
            a.join();
            require(left == 1 || right == 1, "one of them is seen");
          }};
}

// n threads take a lock in n! orders; two that store and load have 3 interleavings that differ, and
// 4 executions where loads pass stores.
TEST(Answers, CountExecutions) {
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}) {
    EXPECT_EQ(tests::executions(locked_counter(2), model), 2U) << model;
    EXPECT_EQ(tests::executions(locked_counter(3), model), 6U) << model;
    EXPECT_EQ(tests::executions(locked_counter(4), model), 24U) << model;
    EXPECT_EQ(tests::executions(store_buffering(), model), std::string(model) == "sc" ? 3U : 4U)
        << model;
  }
}

TEST(Answers, AreTheSameForAnyNumberOfWorkers) {
  for (const program& its : {locked_counter(4), store_buffering()}) {
    for (const char* model : {"x86-tso", "armv8", "rc11"}) {
      const std::string alone = check(its, model).text();
      for (const unsigned workers : {2U, 4U})
        EXPECT_EQ(check(its, model, {.workers = workers}).text(), alone) << model;
    }
  }
}

TEST(Answers, HoldUnderEveryModelThatSpeaksTheLanguage) {
  const std::vector<verdict> verdicts = check_all(locked_counter(2));
  EXPECT_EQ(verdicts.size(), model::names().size() - 1);
  for (const verdict& its : verdicts) EXPECT_TRUE(its) << its.text();
}

TEST(Answers, ABoundIsNeverAPass) {
  const verdict its = check(locked_counter(3), "rc11", {.executions = 2});
  EXPECT_EQ(its.answer, answer::bound_reached);
  EXPECT_EQ(its.bound, "2 executions");
  EXPECT_FALSE(its);
}

program observer(bool all) {
  return {"observer", [=] {
            atomic<int> x{0, "x"};
            thread a("a", [&] { x.store(1, kRelaxed); });
            thread b("b", [&, all] {
              const auto seen = x.load(kRelaxed);
              if (all || seen == 2) observe("seen", seen);
            });
          }};
}

TEST(Answers, AreVacuousWhenWhatMustBeSeenIsNot) {
  const check_options must{.must_see = {"seen"}};
  EXPECT_EQ(check(observer(true), "sc", must).answer, answer::holds);
  EXPECT_EQ(check(observer(false), "sc", must).answer, answer::vacuous);
  EXPECT_EQ(check(observer(false), "sc", must).unseen, std::vector<std::string>{"seen"});
}

TEST(Answers, NameAUsersProperty) {
  const property never_zero{
      .name = "never zero",
      .violated = [](const execution& its) -> std::optional<std::string> {
        for (const observation& said : its.observations())
          if (said.values.at(0) == 0) return its.threads().at(said.thread) + " saw zero";
        return std::nullopt;
      },
      .seen = [](const execution& its) { return !its.observations().empty(); }};
  const verdict its = check(observer(true), "sc", {.properties = {never_zero}});
  ASSERT_EQ(its.answer, answer::violated);
  EXPECT_EQ(its.violations.front().property(), "never zero");
  EXPECT_EQ(its.violations.front().message(), "b saw zero");
  EXPECT_EQ(check(observer(false), "sc", {.properties = {never_zero}}).answer, answer::vacuous);
}

TEST(Answers, ShowAWitnessThatReplays) {
  const program its = store_buffering();
  const verdict found = check(its, "x86-tso");
  ASSERT_FALSE(found.violations.empty()) << found.text();
  const witness& shown = found.violations.front();
  EXPECT_EQ(shown.execution().final_value("left"), 0);
  const execution again = replay(its, "x86-tso", shown.token());
  EXPECT_EQ(again.text(), shown.execution().text());
  EXPECT_THROW(replay(its, "sc", shown.token()), error);
  EXPECT_THROW(replay(its, "x86-tso", "r0.1"), error);
  EXPECT_THROW(replay(its, "x86-tso", "nonsense"), error);
}

TEST(Answers, RunTheCodeAgainInAWitness) {
  static thread_local int runs = 0;
  const program its("counted", [] {
    atomic<int> x{0, "x"};
    thread a([&] {
      ++runs;
      require(x.load(kRelaxed) == 0, "nothing yet");
    });
    thread b([&] { x.store(1, kRelaxed); });
  });
  const verdict found = check(its, "armv8");
  ASSERT_EQ(found.violations.size(), 1U) << found.text();
  runs = 0;
  found.violations.front().run_again();
  EXPECT_GT(runs, 0);
}

TEST(Answers, AreTextForPeople) {
  const verdict its = check(store_buffering(), "x86-tso");
  EXPECT_EQ(its.text(), R"(SB under x86-tso: violated (4 executions)
  require: one of them is seen (answers_test.cpp:53)
  a                                                              b
  a1 x.store(1, relaxed)  (answers_test.cpp:45)
  a2 y.load(relaxed) → 0  from the start  (answers_test.cpp:46)
  a3 left = 0  (answers_test.cpp:46)
                                                                 b1 y.store(1, relaxed)  (answers_test.cpp:49)
                                                                 b2 x.load(relaxed) → 0  from the start  (answers_test.cpp:50)
                                                                 b3 right = 0  (answers_test.cpp:50)
  at the end: x = 1, y = 1, left = 0, right = 0
  replay: r0.1=b2,r1.1=b1,b1:0.0,b2:1.0,b3:0.2,b4:1.2
)");
}

TEST(Answers, FitGoogleTest) {
  EXPECT_TRUE(holds(locked_counter(2), "rc11"));
  EXPECT_FALSE(holds(store_buffering(), "rc11"));
  EXPECT_TRUE(violates(store_buffering(), "rc11", "require"));
  EXPECT_FALSE(violates(store_buffering(), "rc11", "data-race"));
  EXPECT_FALSE(violates(store_buffering(), "sc", "require"));
}

/// A lock as a queue of waiting threads: each stores a pointer to its own place.
struct Place {
  atomic<Place*> next{nullptr, "next"};
  atomic<bool> waits{false, "waits"};
};

program mcs_lock(std::memory_order hand_over) {
  return {"MCS lock", [=] {
            atomic<Place*> tail{nullptr, "tail"};
            array<Place, 2> places;
            var<int> inside{0, "inside"};
            const auto enter = [&, hand_over](Place& mine) {
              mine.waits.store(true, kRelaxed);
              mine.next.store(nullptr, kRelaxed);
              const auto before = tail.exchange(&mine, std::memory_order_acq_rel);
              if (before != nullptr) {
                before->next.store(&mine, kRelease);
                await([&] { return !mine.waits.load(kAcquire); });
              }
              ++inside;
              tracked<Place*> expected = &mine;
              if (tail.compare_exchange_strong(expected, nullptr, kRelease, kRelaxed)) return;
              await([&] { return mine.next.load(kAcquire) != nullptr; });
              mine.next.load(kRelaxed)->waits.store(false, hand_over);
            };
            thread a("a", [&] { enter(places[0]); });
            thread b("b", [&] { enter(places[1]); });
            a.join();
            require(inside == 2);
          }};
}

TEST(Answers, FollowPointersFromThreadToThread) {
  for (const verdict& its : check_all(mcs_lock(kRelease))) EXPECT_TRUE(its) << its.text();
  EXPECT_TRUE(violates(mcs_lock(kRelaxed), "rc11", "data-race"));
  EXPECT_TRUE(violates(mcs_lock(kRelaxed), "armv8", "require"));
}

TEST(Answers, UseObjectsThatAreThereBefore) {
  atomic<int> x{0, "x"};
  array<var<int>, 2> slot{0, "slot"};
  const program its("outside", [&] {
    thread a([&] {
      slot[x.load(kRelaxed)] = 1;
      x.store(1, kRelease);
    });
    thread b([&] {
      if (x.load(kAcquire) == 1) require(slot[0] == 1 && slot[1] == 0);
    });
  });
  for (const verdict& one : check_all(its)) EXPECT_TRUE(one) << one.text();
}

TEST(Answers, CountersWrapAsTheirTypesDo) {
  const program its("wrap", [] {
    atomic<std::uint8_t> up{255, "up"};
    atomic<int> down{0, "down"};
    atomic<bool> flag{true, "flag"};
    thread a([&] {
      require(up.fetch_add(1) == 255);
      require(up == 0);
      require(down.fetch_sub(1) == 0);
      require(down == -1 && down < 0);
      tracked<bool> expected = true;
      require(flag.compare_exchange_strong(expected, false));
      require(!flag);
    });
  });
  for (const verdict& one : check_all(its)) EXPECT_TRUE(one) << one.text();
}

TEST(Answers, SpeakTheKernelsLanguageUnderEveryModel) {
  using namespace kernel;
  const program its("kernel", [] {
    var<int> data{0, "data"};
    var<int> ready{0, "ready"};
    atomic_t users{1, "users"};
    spinlock_t lock{"lock"};
    var<int> inside{0, "inside"};
    const auto count = [&] {
      spin_lock(lock);
      ++inside;
      spin_unlock(lock);
      atomic_inc(users);
    };
    thread writer("writer", [&] {
      WRITE_ONCE(data, 1);
      smp_wmb();
      WRITE_ONCE(ready, 1);
      count();
    });
    thread reader("reader", [&] {
      if (READ_ONCE(ready)) {
        smp_rmb();
        BUG_ON(READ_ONCE(data) != 1);
      }
      count();
    });
    writer.join();
    require(atomic_read(users) == 3 && inside == 2);
  });
  const std::vector<verdict> verdicts = check_all(its);
  EXPECT_EQ(verdicts.size(), model::names().size());
  for (const verdict& one : verdicts) EXPECT_TRUE(one) << one.text();
}

// A control dependency orders a later store on machines and under lkmm; lkmm drops it where the
// source's scope ends.
TEST(Answers, ControlEndsWithItsScope) {
  using namespace kernel;
  const auto shape = [](bool scoped) {
    return program("LB", [=] {
      var<int> x{0, "x"};
      var<int> y{0, "y"};
      var<int> left{0, "left"};
      var<int> right{0, "right"};
      const auto side = [scoped](auto& from, auto& to, auto& saw) {
        const auto seen = READ_ONCE(from);
        {
          std::optional<control_scope> extent;
          if (scoped) extent.emplace();
          if (seen == 2) WRITE_ONCE(saw, 9);
        }
        WRITE_ONCE(to, 1);
        WRITE_ONCE(saw, seen);
      };
      thread a([&] { side(x, y, left); });
      thread b([&] { side(y, x, right); });
      a.join();
      require(left == 0 || right == 0);
    });
  };
  EXPECT_TRUE(holds(shape(false), "lkmm"));
  EXPECT_TRUE(violates(shape(true), "lkmm", "require"));
  EXPECT_TRUE(holds(shape(false), "armv8"));
}

TEST(Litmus, RunsUnderAModel) {
  const litmus_test test(
      "C MP\n{}\n"
      "P0(int *x, int *y) { WRITE_ONCE(*x, 1); smp_wmb(); WRITE_ONCE(*y, 1); }\n"
      "P1(int *x, int *y) { int r0 = READ_ONCE(*y); int r1 = READ_ONCE(*x); }\n"
      "exists (1:r0=1 /\\ 1:r1=0)\n",
      "MP.litmus");
  EXPECT_EQ(test.name(), "MP");
  const litmus_answer under_lkmm = test.run("lkmm");
  EXPECT_EQ(under_lkmm.observation, litmus_observation::sometimes);
  EXPECT_TRUE(under_lkmm.holds);
  EXPECT_EQ(under_lkmm.states.size(), 4U);
  EXPECT_EQ(test.run("x86-tso").observation, litmus_observation::never);
  EXPECT_EQ(litmus_test(test.text()).text(), test.text());
  EXPECT_THROW(litmus_test("C broken\n{}\nP0() {"), error);
}

}  // namespace
}  // namespace ringcheck
