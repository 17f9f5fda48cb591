// Programs on a data ring: every call comes up, and failing programs are made small.
#include "kernel/calls/ring_program.hpp"

#include <gtest/gtest.h>

#include <map>

#include "properties/core/try_cases.hpp"

namespace ringcheck {
namespace {

constexpr unsigned kPageBytes = 64;

void count(const RingCall& call, unsigned depth,
           std::map<std::pair<RingCall::Op, unsigned>, unsigned>& calls) {
  ++calls[{call.op, depth}];
  for (const RingCall::Interrupt& interrupt : call.interrupts)
    count(interrupt.call, depth + 1, calls);
}

TEST(RingPrograms, HaveEachCallAtEachDepth) {
  std::map<std::pair<RingCall::Op, unsigned>, unsigned> calls;
  try_cases(
      ring_programs(kPageBytes), 1, 1000,
      [](const RingProgram&) { return std::vector<RingProgram>(); },
      [&](const RingProgram& program) {
        for (const RingCall& call : program.calls) count(call, 0, calls);
        return false;
      });
  for (const auto op : {RingCall::Op::write, RingCall::Op::sample, RingCall::Op::tail,
                        RingCall::Op::pause, RingCall::Op::poll, RingCall::Op::irq})
    for (unsigned depth = 0; depth <= 3; ++depth)
      EXPECT_GE((calls[{op, depth}]), 20U) << static_cast<int>(op) << " at depth " << depth;
}

// Around the first position that is negative as a long, around the end, and at 0.
TEST(RingPrograms, StartAtPositionsOfALongOf32Bits) {
  constexpr LongWidth kNarrow{true};
  unsigned at_zero = 0, at_sign = 0, at_end = 0, beyond = 0;
  try_cases(
      ring_programs(kPageBytes, kNarrow), 1, 1000,
      [](const RingProgram&) { return std::vector<RingProgram>(); },
      [&](const RingProgram& program) {
        if (program.head == 0) ++at_zero;
        if (kNarrow.sign() - program.head < 4096) ++at_sign;
        if (kNarrow.unsigned_long(0 - program.head) - 1 < 4096) ++at_end;
        if (program.head > kLowHalf) ++beyond;
        return false;
      });
  EXPECT_GE(at_zero, 100U);
  EXPECT_GE(at_sign, 100U);
  EXPECT_GE(at_end, 100U);
  EXPECT_EQ(beyond, 0U);
}

TEST(SmallerRingPrograms, EndInTheSmallestThatFails) {
  const auto pauses_in_a_write = [](const RingProgram& program) {
    for (const RingCall& call : program.calls)
      for (const RingCall::Interrupt& interrupt : call.interrupts)
        if (call.op == RingCall::Op::write && interrupt.call.op == RingCall::Op::pause &&
            interrupt.call.paused)
          return true;
    return false;
  };
  const auto tried = try_cases(
      ring_programs(kPageBytes), 1, 1000,
      [](const RingProgram& program) { return smaller(program); }, pauses_in_a_write);
  ASSERT_TRUE(tried.failing);
  const RingProgram& found = *tried.failing;
  ASSERT_EQ(found.calls.size(), 1U) << to_text(found);
  EXPECT_EQ(found.calls[0].interrupts.size(), 1U);
  EXPECT_EQ(found.calls[0].interrupts[0].access, 0U);
  EXPECT_TRUE(found.calls[0].pieces.empty());
  EXPECT_LE(found.calls[0].size, 8U);
  EXPECT_EQ(found.head, 0U);
}

}  // namespace
}  // namespace ringcheck
