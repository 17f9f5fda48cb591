// Programs of calls: made, made smaller, shown.
#include "kernel/calls/call_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/core/try_cases.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

CallShapes shapes() {
  return {{{"pages", one_of({1, 2, 2, 4})}},
          {{.name = "write", .arguments = {{"bytes", below(9)}}},
           {.name = "unmap", .interrupted = false, .interrupts = false},
           {.name = "tail", .weight = 0}}};
}

/// Every call of a program, including calls in the middle of others.
template <class Visit>
void each_call(const Call& call, unsigned depth, Visit&& visit) {
  visit(call, depth);
  for (const Call::Interrupt& interrupt : call.interrupts)
    each_call(interrupt.call, depth + 1, visit);
}

TEST(CallPrograms, KeepToTheirShapes) {
  const CallShapes area = shapes();
  unsigned nested = 0, writes = 0, unmaps = 0;
  const auto tried = try_cases(
      call_programs(area), 1, 500, [](const CallProgram&) { return std::vector<CallProgram>(); },
      [&](const CallProgram& program) {
        EXPECT_THAT(program.setup.at(0), ::testing::AnyOf(1U, 2U, 4U));
        EXPECT_LE(program.calls.size(), area.most_calls);
        for (const Call& call : program.calls)
          each_call(call, 0, [&](const Call& inner, unsigned depth) {
            EXPECT_LT(inner.op, 2U) << "a call without weight";
            EXPECT_LE(depth, area.depth);
            if (depth > 0) {
              EXPECT_NE(inner.op, 1U) << "it does not come in between";
              ++nested;
            }
            if (inner.op == 1) {
              EXPECT_THAT(inner.interrupts, IsEmpty());
            }
            if (inner.op == 0) {
              EXPECT_LT(inner.at(0), 9U);
            }
            ++(inner.op == 0 ? writes : unmaps);
          });
        return false;
      });
  EXPECT_EQ(tried.cases, 500U);
  EXPECT_GT(nested, 500U);
  EXPECT_GT(writes, 500U);
  EXPECT_GT(unmaps, 500U);
}

TEST(SmallerPrograms, EndInTheSmallestThatFails) {
  const CallShapes area = shapes();
  const auto writes_seven_within = [](const CallProgram& program) {
    bool found = false;
    for (const Call& call : program.calls)
      each_call(call, 0, [&](const Call& inner, unsigned depth) {
        found = found || (depth == 1 && inner.op == 0 && inner.at(0) >= 7);
      });
    return found;
  };
  const auto tried = try_cases(
      call_programs(area), 1, 1000,
      [&](const CallProgram& program) { return smaller(area, program); }, writes_seven_within);
  ASSERT_TRUE(tried.failing);
  EXPECT_EQ(to_text(area, *tried.failing),
            "set-up: pages 1\n  write(bytes 0)\n    before access 0:\n      write(bytes 7)\n");
}

TEST(NumberRange, HasSimplerNumbersFirst) {
  EXPECT_THAT(below(20).smaller(12), ElementsAre(0U, 6U, 11U));
  EXPECT_THAT(below(20).smaller(0), IsEmpty());
  EXPECT_THAT(one_of({4, 1, 1, 8}).smaller(8), ElementsAre(4U, 1U));
  EXPECT_THAT(one_of({4, 1}).smaller(4), IsEmpty());
}

}  // namespace
}  // namespace ringcheck
