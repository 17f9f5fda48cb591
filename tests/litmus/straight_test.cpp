// Straight-line tests: how they look in the kernel's C, that they are read back, and when two are
// the same.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "litmus/generate/straight_test.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;  // NOLINT(google-build-using-namespace): the parts of a test

StraightAccess write(std::size_t location, std::int64_t value, Mark mark = Mark::once) {
  return {.kind = AccessKind::write, .location = location, .mark = mark, .value = value};
}

StraightAccess read(std::size_t location, std::int64_t seen, Mark mark = Mark::once) {
  return {.kind = AccessKind::read, .location = location, .mark = mark, .seen = seen};
}

StraightAccess after(std::string fence, StraightAccess access) {
  access.fences.push_back(std::move(fence));
  return access;
}

StraightAccess after(DependencyKind kind, std::size_t on, StraightAccess access) {
  access.dependencies.push_back({kind, on});
  return access;
}

/// Message passing with the given access as its last.
StraightTest message_passing(StraightAccess last) {
  return {.name = "MP",
          .locations = {{.name = "x"}, {.name = "y"}},
          .threads = {{write(0, 1), after("smp_wmb", write(1, 1))}, {read(1, 1), std::move(last)}}};
}

TEST(StraightTest, IsWrittenInTheKernelsC) {
  StraightTest test = message_passing(after(DependencyKind::control, 0, read(0, 0, Mark::acquire)));
  test.threads[1].push_back(after(DependencyKind::data, 1, write(0, 2, Mark::release)));
  test.threads.push_back(
      {{.kind = AccessKind::exchange, .location = 1, .mark = Mark::full, .value = 300, .seen = 1}});
  test.locations[0].initial = 7;
  test.locations[1].final_value = 300;
  EXPECT_EQ(text_with_head(kernel_c_test(test), {"PodWW Rfe", {"One.", "", "Two."}}),
            R"(C MP
"PodWW Rfe"
Cycle=PodWW Rfe
(*
 * One.
 *
 * Two.
 *)

{
	x = 7;
}

P0(int *x, int *y)
{
	WRITE_ONCE(*x, 1);
	smp_wmb();
	WRITE_ONCE(*y, 1);
}

P1(int *x, int *y)
{
	int r0;
	int r1;
	r0 = READ_ONCE(*y);
	if (r0 == 1) {
		r1 = smp_load_acquire(x);
		smp_store_release(x, (r1 & 512) + 2);
	}
}

P2(int *y)
{
	int r0;
	r0 = xchg(y, 300);
}

exists ([y]=300 /\ 1:r0=1 /\ 1:r1=0 /\ 2:r0=1)
)");
}

TEST(StraightTest, IsReadBack) {
  for (const StraightAccess& last :
       {read(0, 0), read(0, 0, Mark::plain), write(0, 2, Mark::plain),
        after(DependencyKind::address, 0, read(0, 0)),
        after(DependencyKind::address, 0, read(0, 0, Mark::acquire)),
        after(DependencyKind::data, 0, write(0, 2)), after(DependencyKind::control, 0, write(0, 2)),
        after(DependencyKind::address, 0, write(0, 2, Mark::release))}) {
    const LitmusTest test = kernel_c_test(message_passing(last));
    const std::string text = text_with_head(test, {"PodWW Rfe", {"Why."}});
    EXPECT_EQ(tests::parse(text), test) << text;
  }
}

TEST(StraightTest, HasTheVerdictOfItsDependencies) {
  const auto observation = [](const StraightTest& test, const char* model) {
    return run_litmus(kernel_c_test(test), find_model(model)).observation;
  };
  constexpr auto kNever = LitmusObservation::never;
  constexpr auto kSometimes = LitmusObservation::sometimes;
  const StraightTest plain = message_passing(read(0, 0));
  const StraightTest address = message_passing(after(DependencyKind::address, 0, read(0, 0)));
  const StraightTest control = message_passing(after(DependencyKind::control, 0, read(0, 0)));
  EXPECT_EQ(observation(plain, "lkmm"), kSometimes);
  EXPECT_EQ(observation(address, "lkmm"), kNever);
  EXPECT_EQ(observation(address, "armv8"), kNever);
  EXPECT_EQ(observation(control, "armv8"), kSometimes);
  EXPECT_EQ(observation(control, "x86-tso"), kNever);
}

TEST(StraightTest, RefusesWhatTheKernelDoesNotHave) {
  EXPECT_THROW(kernel_c_test(message_passing(read(0, 0, Mark::acquire_pc))), InputError);
  EXPECT_THROW(kernel_c_test(message_passing(read(0, 0, Mark::release))), InputError);
  EXPECT_THROW(kernel_c_test(message_passing(write(0, 0, Mark::acquire))), InputError);
}

TEST(StraightTest, HasOneFormUpToNames) {
  const StraightTest test = message_passing(read(0, 0));
  StraightTest renamed = test;
  std::swap(renamed.threads[0], renamed.threads[1]);
  std::swap(renamed.locations[0], renamed.locations[1]);
  for (auto& thread : renamed.threads)
    for (StraightAccess& access : thread) access.location = 1 - access.location;
  renamed.name = "other";
  EXPECT_EQ(canonical_form(renamed), canonical_form(test));
  for (const StraightAccess& last :
       {read(1, 0), read(0, 1), read(0, 0, Mark::acquire), after("smp_rmb", read(0, 0)),
        after(DependencyKind::address, 0, read(0, 0)), write(0, 0)})
    EXPECT_NE(canonical_form(message_passing(last)), canonical_form(test));
}

}  // namespace
}  // namespace ringcheck
