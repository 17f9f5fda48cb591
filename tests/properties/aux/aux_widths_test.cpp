// The AUX area where a long has 32 bits: in kernel and reader, or only in the reader.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

// F-23: aux_head is a long, and is stored with its sign.
TEST(AuxRing32, PositionsJumpWhereALongChangesItsSign) {
  expect({{kAll, {"aux-ring-32", {}}, "I-34"},
          {kAll, {"aux-ring-32", {"page-head=unsigned"}}, "holds"},
          {"sc armv8", {"aux-ring-32", {"start=64"}}, "holds"},
          {"sc armv8", {"aux-ring-32", {"start=2147483712"}}, "holds"}});
}

// At 4 GiB the position with its sign goes on as one of 64 bits; a reader between its halves finds
// another position. Without the sign it begins again at 0.
TEST(AuxRing32, TheUpperHalfGoesBackAt4GiB) {
  expect({{kAll, {"aux-ring-32", {"start=4294967288"}}, "I-34"},
          {"sc", {"aux-ring-32", {"start=4294967288", "polls=1"}}, "I-34"},
          {kAll, {"aux-ring-32", {"start=4294967288", "page-head=unsigned"}}, "I-34"}});
}

// A window around the end of the area has an address that does not depend on the head.
TEST(AuxRing32, TheReaderAndTheDriverNeedTheirFences) {
  constexpr const char* kStrong = "sc x86-tso";
  constexpr const char* kWeak = "armv8 riscv power rc11 lkmm";
  for (const char* plan : {"aux_C=none", "etr_B=none"})
    expect({{kStrong, {"aux-ring-32", {"page-head=unsigned"}, plan}, "holds"},
            {kWeak, {"aux-ring-32", {"page-head=unsigned"}, plan}, "I-23"}});
}

TEST(AuxRing32, AReaderThatLoadsTheUpperHalfFirstFindsTheSame) {
  expect(
      {{"sc armv8 lkmm", {"aux-ring-32", {"halves=high-first"}}, "I-34"},
       {"sc armv8 lkmm", {"aux-ring-32", {"halves=high-first", "page-head=unsigned"}}, "holds"}});
}

TEST(AuxRing32, AReaderUnderA64BitKernelIsNotTornInEitherOrder) {
  for (const char* halves : {"halves=low-first", "halves=high-first"})
    expect({{"sc armv8",
             {"aux-ring", {"widths=32-on-64", "transactions=2", "polls=1", halves}},
             "holds"}});
}

}  // namespace
}  // namespace ringcheck
