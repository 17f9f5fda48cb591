// Faults in data, and munmap of data, while the AUX area of the same buffer is mapped.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

constexpr const char* kInOrder = "sc x86-tso";
constexpr const char* kReordering = "armv8 riscv power rc11 lkmm";

/// What the two processes do, and what the first violation under sc is about if the offset of the
/// area is stored last; nothing if nothing is violated.
struct FaultRow {
  std::vector<const char*> parameters;
  const char* shows;
};
const std::vector<FaultRow> kFaults = {{{}, "maps another page"},
                                       {{"page=0"}, "maps another page"},
                                       {{"page=2"}, "finds none"},
                                       {{"page=2", "aux-pages=2"}, "finds none"},
                                       {{"mapper=maps"}, "maps another page"},
                                       {{"mapper=maps", "page=0"}, "maps another page"},
                                       {{"mapper=maps", "page=2"}, "finds none"},
                                       {{"mapper=maps", "page=2", "aux-pages=2"}, "finds none"},
                                       {{"mapper=maps", "beside=unmaps"}, "finds none"},
                                       {{"beside=unmaps"}, ""}};

/// The check of `fault` with the offset stored as `offset` says.
CheckRow with_offset(const FaultRow& fault, const char* offset) {
  CheckRow row{"aux-map-faults", fault.parameters};
  row.parameters.push_back(offset);
  return row;
}

// See docs/findings.md, F-30.
TEST(AuxMapFaults, PagesAreCountedBeforeItIsKnownWhereTheyLie) {
  for (const FaultRow& fault : kFaults) {
    const CheckRow row = with_offset(fault, "offset=last");
    const bool violated = *fault.shows != '\0';
    expect({{kAll, row, violated ? "I-39" : "holds"}});
    const CheckResult result = check(row, "sc");
    ASSERT_EQ(result.witness.has_value(), violated);
    if (!violated) continue;
    EXPECT_NE(result.witness->message.find(fault.shows), std::string::npos)
        << result.witness->message;
  }
}

TEST(AuxMapFaults, AnOffsetThatIsStoredFirstAndInOrderIsEnough) {
  for (const FaultRow& fault : kFaults) {
    const CheckRow first = with_offset(fault, "offset=first");
    expect({{kInOrder, first, "holds"},
            {kReordering, first, *fault.shows != '\0' ? "I-39" : "holds"},
            {kAll, with_offset(fault, "offset=first-released"), "holds"}});
  }
}

}  // namespace
}  // namespace ringcheck
