// Accesses of several sizes to one location, in assembly: what each reads, in which order, and what
// is counted.
#include <gtest/gtest.h>

#include "litmus/golden.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

struct Row {
  const char* name;
  const char* text;
  const char* answer;  ///< observation, executions that satisfy the condition, others
};

class MixedSizes : public ::testing::TestWithParam<Row> {};

TEST_P(MixedSizes, AreWhatTheArchitectureSays) {
  const LitmusTest test = tests::parse(GetParam().text);
  const LitmusResult result = run_litmus(test, find_model(default_model(test.architecture)));
  EXPECT_EQ(std::string(observation_text(result.observation)) + " " +
                std::to_string(result.positive) + " " + std::to_string(result.negative),
            GetParam().answer);
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, MixedSizes,
    ::testing::Values(
        // A word whose two halves are written is read as both left it.
        Row{"HalvesOfAWord",
            "AArch64 t\n{uint32_t x; 0:X1=x;}\n P0 ;\n MOV W0,#0x102 ;\n STRH W0,[X1,#2] ;\n"
            " STRB W0,[X1] ;\n LDR W2,[X1] ;\nforall (0:X2=0x1020002 /\\ x=0x1020002)",
            "Always 1 0"},
        Row{"SignsAndAddresses",
            "AArch64 t\n{int64_t x=-2; 0:X1=x;}\n P0 ;\n ADD X2,X1,#7 ;\n LDRB W3,[X2] ;\n"
            " SUB X2,X2,#3 ;\n LDR W4,[X2] ;\nforall (0:X3=0xff /\\ 0:X4=0xffffffff /\\ x=-2)",
            "Always 1 0"},
        // Both halves of one write, or of one read, come at once.
        Row{"WholeWord",
            "AArch64 t\n{uint64_t x; 0:X1=x; 1:X1=x; uint64_t 0:X0=0x100000001;}\n P0 | P1 ;\n"
            " STR X0,[X1] | LDR X0,[X1] ;\n | LDR W2,[X1] ;\n"
            "exists (1:X0=1 \\/ 1:X0=0x100000000)",
            "Never 0 3"},
        Row{"TwoReads",
            "AArch64 t\n{uint64_t x; 0:X1=x; 1:X1=x; uint64_t 0:X0=0x100000001;}\n P0 | P1 ;\n"
            " STR X0,[X1] | LDR W0,[X1,#4] ;\n | LDR W2,[X1] ;\nexists (1:X0=1 /\\ 1:X2=0)",
            "Sometimes 1 3"},
        // A byte is forwarded to a wider read, which sees the other byte change later.
        Row{"Forwarded",
            "AArch64 t\n{uint16_t x; 0:X1=x; 1:X1=x; 0:X0=1; 1:X0=2;}\n P0 | P1 ;\n"
            " STRB W0,[X1] | STRB W0,[X1,#1] ;\n LDRH W2,[X1] | LDRH W2,[X1] ;\n"
            "exists (0:X2=1 /\\ 1:X2=0x200)",
            "Sometimes 1 3"},
        Row{"ForwardedX86",
            "X86_64 t\n{uint16_t x;}\n P0 | P1 ;\n movb $1,(x) | movb $2,1(x) ;\n"
            " movw (x),%ax | movw (x),%ax ;\nexists (0:rax=1 /\\ 1:rax=0x200)",
            "Sometimes 1 3"},
        Row{"FencedX86",
            "X86_64 t\n{uint16_t x;}\n P0 | P1 ;\n movb $1,(x) | movb $2,1(x) ;\n"
            " mfence | mfence ;\n movzwl (x),%eax | movzwl (x),%eax ;\n"
            "exists (0:eax=1 /\\ 1:eax=0x200)",
            "Never 0 3"},
        // A read-modify-write of a byte, and one of the whole word.
        Row{"SwapAndAdd",
            "AArch64 t\n{uint32_t x; 0:X1=x; 1:X1=x; 0:X0=0x101; 1:X0=0x7f;}\n P0 | P1 ;\n"
            " LDADD W0,W2,[X1] | SWPB W0,W2,[X1] ;\n"
            "exists (x=0x180 /\\ 1:X2=0 \\/ x=0x17f /\\ 1:X2=1)",
            "Always 2 0"},
        Row{"LockedX86",
            "X86_64 t\n{uint32_t x=0xff;}\n P0 | P1 ;\n lock addb $1,(x) | lock addl $1,(x) ;\n"
            "exists (x=1 \\/ x=0x101)",
            "Always 2 0"},
        // A compare-exchange compares the whole word.
        Row{"CompareAll",
            "AArch64 t\n{uint32_t x=0x10000; 0:X1=x; 0:X2=0; 0:X3=5;}\n P0 ;\n"
            " CAS W2,W3,[X1] ;\n LDRH W4,[X1] ;\nforall (0:X2=0x10000 /\\ x=0x10000 /\\ 0:X4=0)",
            "Always 3 0"},
        // Exclusives of two sizes are not a pair.
        Row{"PairOfTwoSizes",
            "AArch64 t\n{uint32_t x; 0:X1=x;}\n P0 ;\n MOV W3,#1 ;\n LDXRH W0,[X1] ;\n"
            " STXR W4,W3,[X1] ;\nforall (x=0 /\\ 0:X4=1)",
            "Always 1 0"},
        // An acquire is not satisfied by half from the write of an exclusive before it.
        Row{"AcquireAfterExclusives",
            "AArch64 t\n{uint32_t x; 0:X1=x; 1:X1=x; uint32_t 1:X0=0x20002;}\n P0 | P1 ;\n"
            " MOV W3,#1 | STR W0,[X1] ;\n LDXRH W0,[X1] | ;\n STXRH W4,W3,[X1] | ;\n"
            " LDAR W5,[X1] | ;\nexists (0:X0=2 /\\ 0:X5=1 /\\ 0:X4=0)",
            "Never 0 6"}),
    [](const auto& row) { return row.param.name; });

TEST(MixedSizes, AreKnownToSequentialConsistencyToo) {
  const LitmusTest test = tests::parse(
      "AArch64 t\n{uint16_t x; 0:X1=x; 1:X1=x; 0:X0=1; 1:X0=2;}\n P0 | P1 ;\n"
      " STRB W0,[X1] | STRB W0,[X1,#1] ;\n LDRH W2,[X1] | LDRH W2,[X1] ;\n"
      "exists (0:X2=1 /\\ 1:X2=0x200)");
  EXPECT_EQ(run_litmus(test, find_model("sc")).positive, 0U);
}

}  // namespace
}  // namespace ringcheck
