// What models flag in the executions that they allow.
#include <gtest/gtest.h>

#include "ringcheck/check.hpp"
#include "ringcheck/linux.hpp"

namespace ringcheck {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;

/// Two threads that keep each other from a variable: no execution has both accesses to it.
void exclude(std::memory_order order) {
  atomic<int> x{0, "x"};
  atomic<int> y{0, "y"};
  var<int> inside{0, "inside"};
  thread a("a", [&] {
    x.store(1, order);
    if (y.load(order) == 0) inside = 1;
  });
  thread b("b", [&] {
    y.store(1, order);
    if (x.load(order) == 0) inside = 2;
  });
}

TEST(Flags, JudgeThreadsThatKeepEachOtherAway) {
  const program excluding("excluding", [] { exclude(std::memory_order_seq_cst); });
  EXPECT_EQ(check(excluding, "rc11").answer, answer::holds) << check(excluding, "rc11").text();
  EXPECT_EQ(check(excluding, "rc11", {.workers = 2}).answer, answer::holds);
  EXPECT_EQ(check(excluding, "sc").answer, answer::vacuous);
  EXPECT_EQ(check(excluding, "rc11", {.data_races = false}).answer, answer::vacuous);
  const program failing("failing", [] { exclude(std::memory_order_acq_rel); });
  EXPECT_THROW(check(failing, "rc11"), error);
  const program relaxed("relaxed", [] { exclude(kRelaxed); });
  const verdict its = check(relaxed, "rc11");
  ASSERT_EQ(its.answer, answer::violated) << its.text();
  EXPECT_EQ(its.violations.front().property(), "data-race");
}

TEST(Flags, NameInitialValues) {
  const model flagging = model::from_text("flagging",
                                          "\"flagging\"\n"
                                          "acyclic po | rf | co | fr as sc\n"
                                          "empty rmw & (fre;coe)\n"
                                          "flag ~empty (W*R) & loc as seen\n");
  const program message("message", [] {
    var<int> data{0, "data"};
    atomic<int> ready{0, "ready"};
    thread writer("writer", [&] {
      data = 1;
      ready.store(1, kRelaxed);
    });
    thread reader("reader", [&] {
      if (ready.load(kAcquire) == 1) require(data == 1);
    });
  });
  const verdict its = check(message, flagging);
  ASSERT_EQ(its.answer, answer::violated) << its.text();
  EXPECT_EQ(its.violations.front().property(), "seen");
  EXPECT_NE(its.text().find("its initial value and load(acquire) by reader"), std::string::npos)
      << its.text();
}

/// A model's own flags are judged even where no access is plain.
TEST(Flags, ThatAreNoRacesAreJudgedInEveryExecution) {
  const model flagging = model::from_text("flagging",
                                          "\"flagging\"\n"
                                          "acyclic po | rf | co | fr as sc\n"
                                          "flag ~empty rfe as seen\n");
  const program atomics("atomics", [] {
    atomic<int> x{0, "x"};
    thread a([&] { x.store(1, kRelaxed); });
    thread b([&] { require(x.load(kRelaxed) < 2); });
  });
  const verdict its = check(atomics, flagging);
  ASSERT_EQ(its.answer, answer::violated) << its.text();
  EXPECT_EQ(its.violations.front().property(), "seen");
}

}  // namespace
}  // namespace ringcheck
