// Store buffering over atomic instructions of AArch64. One that acquires and releases comes before
// all that follows it, its store included. One that does only one of the two does not.
// Source: Arm ARM (DDI 0487) B2.3, barrier-ordered-before.
#include <gtest/gtest.h>

#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

std::string store_buffering(const std::string& instruction) {
  return "AArch64 t\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; 0:X4=1; 1:X4=1; }\n"
         " P0 | P1 ;\n " +
         instruction + " | " + instruction +
         " ;\n LDR W2,[X3] | LDR W2,[X3] ;\n"
         "exists (0:X2=0 /\\ 1:X2=0)\n";
}

TEST(AtomicOrder, IsThatOfAFullBarrierWhereItAcquiresAndReleases) {
  const std::pair<const char*, LitmusObservation> rows[] = {
      {"SWPAL W4,W5,[X1]", LitmusObservation::never},
      {"LDADDAL W4,W5,[X1]", LitmusObservation::never},
      {"CASAL W5,W4,[X1]", LitmusObservation::never},
      {"SWPA W4,W5,[X1]", LitmusObservation::sometimes},
      {"SWPL W4,W5,[X1]", LitmusObservation::sometimes},
      {"SWP W4,W5,[X1]", LitmusObservation::sometimes},
      {"STR W4,[X1]", LitmusObservation::sometimes},
  };
  const Model armv8 = find_model("armv8");
  for (const auto& [instruction, observation] : rows)
    EXPECT_EQ(run_litmus(tests::parse(store_buffering(instruction)), armv8).observation,
              observation)
        << instruction;
}

}  // namespace
}  // namespace ringcheck
