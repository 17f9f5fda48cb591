// The classic shapes, and what control dependencies order, under every model.
#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>

#include "tests/explore/programs.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

constexpr LocId x = 0;
constexpr LocId y = 1;
constexpr LocId z = 2;

void mb(ThreadRun& run) {
  run.fence({Tag::mb});
}
void acquire(ThreadRun& run, LocId l) {
  run.load(address_of(l), {Tag::acquire});
}
void release(ThreadRun& run, LocId l, const Word& value) {
  run.store(address_of(l), value, {Tag::release});
}

using Body = std::function<void(ThreadRun&)>;

/// A thread's code, and what it may write.
struct Code {
  std::vector<int> writes;
  Body body;
};

Program of(const std::vector<Code>& codes) {
  std::vector<Thread> threads;
  for (const Code& code : codes) threads.push_back(thread(code.writes, code.body));
  return program(3, threads);
}

struct Row {
  const char* name;
  Program program;
  /// Complete executions under each of kModelNames: sc, x86-tso, rc11, armv8, riscv, power, lkmm.
  std::array<std::uint64_t, kModelNames.size()> complete;
};

/// The test's name.
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class Shapes : public ::testing::TestWithParam<Row> {};

TEST_P(Shapes, HaveAsManyExecutionsAsIsKnown) {
  for (std::size_t m = 0; m < kModelNames.size(); ++m) {
    SCOPED_TRACE(kModelNames[m]);
    const Found found = explore_all(GetParam().program, kModelNames[m]);
    EXPECT_EQ(found.counts.complete, GetParam().complete[m]);
    EXPECT_TRUE(found.each_once());
  }
}

const Code kReadXY = {{}, [](ThreadRun& run) { get(run, x), get(run, y); }};
const Code kReadYX = {{}, [](ThreadRun& run) { get(run, y), get(run, x); }};
const Code kWriteX = {{x}, [](ThreadRun& run) { put(run, x, 1); }};
const Code kWriteY = {{y}, [](ThreadRun& run) { put(run, y, 1); }};
const Code kWriteXY = {{x, y}, [](ThreadRun& run) { put(run, x, 1), put(run, y, 1); }};
const Code kReleaseXY = {{x, y}, [](ThreadRun& run) { put(run, x, 1), release(run, y, 1); }};

// Reads return 0 or 1: 4 candidates of two reads, 16 of four. 2+2W has no read and 2 orders of
// either location: 4. Each shape has one outcome that no interleaving shows; a model allows it or
// does not.
const Row kRows[] = {
    // Each store may wait in its buffer, except under sc.
    {"SB",
     of({{{x}, [](ThreadRun& run) { put(run, x, 1), get(run, y); }},
         {{y}, [](ThreadRun& run) { put(run, y, 1), get(run, x); }}}),
     {3, 4, 4, 4, 4, 4, 4}},
    {"SB_mbs",
     of({{{x}, [](ThreadRun& run) { put(run, x, 1), mb(run), get(run, y); }},
         {{y}, [](ThreadRun& run) { put(run, y, 1), mb(run), get(run, x); }}}),
     {3, 3, 3, 3, 3, 3, 3}},
    // x86-tso keeps stores and loads each in order.
    {"MP", of({kWriteXY, kReadYX}), {3, 3, 4, 4, 4, 4, 4}},
    {"MP_release_once", of({kReleaseXY, kReadYX}), {3, 3, 4, 4, 4, 4, 4}},
    {"MP_release_acquire",
     of({kReleaseXY, {{}, [](ThreadRun& run) { acquire(run, y), get(run, x); }}}),
     {3, 3, 3, 3, 3, 3, 3}},
    // An address dependency is as good as an acquire, except in rc11, which has none.
    {"MP_release_addr",
     of({kReleaseXY,
         {{},
          [](ThreadRun& run) {
            const Word index = get(run, y) & Word(0);
            run.load(Word(address_of(x)) + index, {Tag::once});
          }}}),
     {3, 3, 4, 3, 3, 3, 3}},
    // rc11 forbids all load buffering.
    {"LB",
     of({{{y}, [](ThreadRun& run) { get(run, x), put(run, y, 1); }},
         {{x}, [](ThreadRun& run) { get(run, y), put(run, x, 1); }}}),
     {3, 3, 3, 4, 4, 4, 4}},
    {"LB_mbs",
     of({{{y}, [](ThreadRun& run) { get(run, x), mb(run), put(run, y, 1); }},
         {{x}, [](ThreadRun& run) { get(run, y), mb(run), put(run, x, 1); }}}),
     {3, 3, 3, 3, 3, 3, 3}},
    {"IRIW", of({kWriteX, kWriteY, kReadXY, kReadYX}), {15, 15, 16, 16, 16, 16, 16}},
    // On Armv8 and RISC-V a write reaches all other CPUs at once, so it is enough to keep the loads
    // in order.
    {"IRIW_acquires",
     of({kWriteX,
         kWriteY,
         {{}, [](ThreadRun& run) { acquire(run, x), get(run, y); }},
         {{}, [](ThreadRun& run) { acquire(run, y), get(run, x); }}}),
     {15, 15, 16, 15, 15, 16, 16}},
    {"IRIW_mbs",
     of({kWriteX,
         kWriteY,
         {{}, [](ThreadRun& run) { get(run, x), mb(run), get(run, y); }},
         {{}, [](ThreadRun& run) { get(run, y), mb(run), get(run, x); }}}),
     {15, 15, 15, 15, 15, 15, 15}},
    {"TwoPlusTwoW",
     of({{{x, y}, [](ThreadRun& run) { put(run, x, 1), put(run, y, 2); }},
         {{x, y}, [](ThreadRun& run) { put(run, y, 1), put(run, x, 2); }}}),
     {3, 3, 4, 4, 4, 4, 4}},
    // Two orders of the writes; two reads that do not go back see one of C(4, 2) pairs.
    {"CoRR_2W",
     of({kWriteX,
         {{x}, [](ThreadRun& run) { put(run, x, 2); }},
         {{}, [](ThreadRun& run) { get(run, x), get(run, x); }}}),
     {12, 12, 12, 12, 12, 12, 12}},
};

INSTANTIATE_TEST_SUITE_P(Classic, Shapes, ::testing::ValuesIn(kRows),
                         ::testing::PrintToStringParamName());

/// Where P0 stores to y.
enum class Place { in_branch, after_branch, after_branch_that_assumes };

/// P0 reads x into r0 and writes z if r0 is 1; P1 copies y to x. The store of 1 to y is in the
/// branch or after it.
Program control(Place place) {
  const Code p0 = {{y, z}, [place](ThreadRun& run) {
                     const Word r0 = get(run, x);
                     run.scope([&] {
                       if (!run.branch(r0 != Word(0))) return;
                       put(run, z, 1);
                       if (place == Place::in_branch) put(run, y, 1);
                     });
                     if (place == Place::after_branch_that_assumes) run.assume(r0 != Word(0));
                     if (place != Place::in_branch) put(run, y, 1);
                   }};
  return of({p0, {{x}, [](ThreadRun& run) { put(run, x, get(run, y)); }}});
}

struct ControlRow {
  const char* name;
  Place place;
  std::array<bool, kModelNames.size()> both_one;  ///< whether r0 = r1 = 1 is seen
};

void PrintTo(const ControlRow& row, std::ostream* out) {
  *out << row.name;
}

class ControlDependency : public ::testing::TestWithParam<ControlRow> {};

TEST_P(ControlDependency, EndsWithTheScope) {
  for (std::size_t m = 0; m < kModelNames.size(); ++m) {
    SCOPED_TRACE(kModelNames[m]);
    const auto seen = outcomes(control(GetParam().place), kModelNames[m], {{0, 0}, {1, 0}});
    EXPECT_EQ(seen.contains({1, 1}), GetParam().both_one[m]);
    EXPECT_FALSE(seen.contains({1, 0})) << "x is 1 only once y was";
    EXPECT_EQ(seen.contains({0, 0}), GetParam().place != Place::after_branch_that_assumes);
    EXPECT_TRUE(explore_all(control(GetParam().place), kModelNames[m]).each_once());
  }
}

// Which way the branch goes does not matter for a store after it, so the store may take effect
// first, unless program order is kept. A store in the branch, or after an assumption, would depend
// on itself.
INSTANTIATE_TEST_SUITE_P(
    Places, ControlDependency,
    ::testing::Values(
        ControlRow{"after", Place::after_branch, {false, false, false, true, true, true, true}},
        ControlRow{"inside", Place::in_branch, {}},
        ControlRow{"after_assume", Place::after_branch_that_assumes, {}}),
    ::testing::PrintToStringParamName());

/// There is only 0 to copy from x to y and from y to x.
TEST(ThinAir, NoValueComesOutOfThinAir) {
  const Program copies = of({{{y}, [](ThreadRun& run) { put(run, y, get(run, x)); }},
                             {{x}, [](ThreadRun& run) { put(run, x, get(run, y)); }}});
  for (const char* model : kModelNames)
    EXPECT_EQ(outcomes(copies, model, {{0, 0}, {1, 0}}),
              (std::set<std::vector<std::uint64_t>>{{0, 0}}))
        << model;
}

}  // namespace
}  // namespace ringcheck
