// Store buffering over atomic instructions of AArch64. One that acquires and releases comes before
// all that follows it, its store included. One that does only one of the two does not.
// Source: Arm ARM (DDI 0487) B2.3, barrier-ordered-before and atomic-ordered-before.
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

/// Message passing whose reader goes through a location of its own before it reads the message.
std::string message_passing(const std::string& between) {
  return "AArch64 t\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X11=x; 1:X5=z; }\n"
         " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | " +
         between + " ;\n STLR W0,[X3] | LDR W10,[X11] ;\nexists (1:X0=1 /\\ 1:X10=0)\n";
}

// A branch orders the store of the atomic instruction, not its read: that and the acquire may come
// early. A barrier orders the read, and an acquire that is forwarded the store comes after it.
TEST(AtomicOrder, PutsAForwardedAcquireAfterTheReadNotTheStore) {
  const std::string branch = "CBZ W0,L ;\n | L: ;\n | ";
  const std::string barrier = "DMB LD ;\n | ";
  const std::string exclusives = "LDXR W6,[X5] ;\n | STXR W7,W0,[X5] ;\n | ";
  const std::pair<std::string, LitmusObservation> rows[] = {
      {branch + "SWP W4,W6,[X5] ;\n | LDAPR W7,[X5]", LitmusObservation::sometimes},
      {branch + "SWP W4,W6,[X5] ;\n | LDAR W7,[X5]", LitmusObservation::sometimes},
      {branch + "STADD W4,[X5] ;\n | LDAR W7,[X5]", LitmusObservation::sometimes},
      {branch + exclusives + "LDAR W8,[X5]", LitmusObservation::sometimes},
      {branch + "SWPA W4,W6,[X5]", LitmusObservation::sometimes},
      {barrier + "SWP W4,W6,[X5] ;\n | LDAPR W7,[X5]", LitmusObservation::never},
      {barrier + "SWP W4,W6,[X5] ;\n | LDR W7,[X5]", LitmusObservation::never},
  };
  const Model armv8 = find_model("armv8");
  for (const auto& [between, observation] : rows)
    EXPECT_EQ(run_litmus(tests::parse(message_passing(between)), armv8).observation, observation)
        << between;
}

// The halfword that the acquire reads from the store is a piece of it like the other.
TEST(AtomicOrder, PutsAWiderAcquireAfterTheReadInAllOfItsPieces) {
  const LitmusTest test = tests::parse(
      "AArch64 t\n{ uint32_t x; 0:X1=x; 1:X1=x; 0:W0=0x202; 1:W0=0x1010101; }\n"
      " P0 | P1 ;\n SWPH W0,W2,[X1] | STR W0,[X1] ;\n LDAR W3,[X1] | ;\n"
      "exists (0:X2=0x101 /\\ 0:X3=0x202)\n");
  EXPECT_EQ(run_litmus(test, find_model("armv8")).observation, LitmusObservation::never);
}

}  // namespace
}  // namespace ringcheck
