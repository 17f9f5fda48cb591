// Assembly tests: what is read, what is refused and where, what is printed, dependencies through
// registers, exclusives, loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "graph/diagnostic.hpp"
#include "litmus/architecture.hpp"
#include "litmus/golden.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using litmus::Architecture;

/// The refusal of `text` by the reader, or else by a run under its architecture's model.
std::string refusal(const std::string& text) {
  try {
    const LitmusTest test = tests::parse(text);
    run_litmus(test, find_model(default_model(test.architecture)));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// "positive negative" under the architecture's model, or the model of this name.
std::string counts(const std::string& text, const char* model = "") {
  const LitmusTest test = tests::parse(text);
  const LitmusResult result =
      run_litmus(test, find_model(*model == '\0' ? default_model(test.architecture) : model));
  return std::to_string(result.positive) + " " + std::to_string(result.negative);
}

struct RefusalRow {
  const char* name;
  const char* text;
  const char* message;
};

class AssemblyRefusals : public ::testing::TestWithParam<RefusalRow> {};

TEST_P(AssemblyRefusals, NameThePlaceWhatWasSeenAndWhatWasExpected) {
  EXPECT_EQ(refusal(GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, AssemblyRefusals,
    ::testing::Values(
        RefusalRow{"UnknownInstruction", "AArch64 t\n{0:X1=x;}\n P0 ;\n FOO W0,[X1] ;\n",
                   "t:4:2: saw 'FOO', expected an instruction that is modelled"},
        RefusalRow{"ConditionalSelect", "AArch64 t\n{}\n P0 ;\n CSEL X0,X1,X2,EQ ;\n",
                   "t:4:2: saw 'CSEL', expected an instruction that is modelled"},
        RefusalRow{"NarrowAddress", "AArch64 t\n{0:X1=x;}\n P0 ;\n LDR W0,[W1] ;\n",
                   "t:4:10: saw 'W1', expected a register of 8 bytes"},
        RefusalRow{"WideStatus", "AArch64 t\n{0:X1=x;}\n P0 ;\n STXR X2,W0,[X1] ;\n",
                   "t:4:7: saw 'X2', expected a register of 4 bytes"},
        RefusalRow{"RegistersOfTwoSizes", "AArch64 t\n{}\n P0 | P1 ;\n | ADD W0,W1,X2 ;\n",
                   "t:4:14: saw 'X2', expected a register of 4 bytes"},
        RefusalRow{"SuffixAndRegister", "X86_64 t\n{}\n P0 ;\n movq %eax,%rbx ;\n",
                   "t:4:7: saw '%eax', expected a register of 8 bytes"},
        RefusalRow{"NoRegister", "PPC t\n{}\n P0 ;\n li r32,1 ;\n",
                   "t:4:5: saw 'r32', expected a register"},
        RefusalRow{"InitialRegister", "RISCV t\n{0:y1=1;}\n P0 ;\n nop ;\n",
                   "t:2:2: saw 'y1', expected a register"},
        RefusalRow{"AddressInHalfARegister", "AArch64 t\n{0:W1=x;}\n P0 ;\n NOP ;\n",
                   "t:2:2: saw an address for 'W1', expected a register of 8 bytes"},
        RefusalRow{"RegisterOfTheCondition", "PPC t\n{}\n P0 ;\n nop ;\nexists (0:X1=1)",
                   "t:5:9: saw 'X1', expected a register"},
        RefusalRow{"MissingLabel", "RISCV t\n{}\n P0 ;\n bne x1,x2,LC00 ;\n",
                   "t:4:12: saw 'LC00', expected a label of the thread"},
        RefusalRow{"LabelTwice", "PPC t\n{}\n P0 ;\n L: ;\n L: ;\n",
                   "t:5:2: saw the label 'L' again, expected another"},
        RefusalRow{"MixedSizes",
                   "RISCV t\n{0:x1=x; 1:x1=x;}\n P0 | P1 ;\n lw x2,0(x1) | sd x2,0(x1) ;\n",
                   "t:4:16: saw an access of 8 bytes, expected one of 4: mixed sizes are not "
                   "modelled"},
        RefusalRow{"Misaligned", "AArch64 t\n{uint64_t x; 0:X1=x;}\n P0 ;\n STR W0,[X1,#2] ;\n",
                   "t: an execution of t: line 4, STR: an access of 4 bytes that is not aligned, "
                   "or leaves its location"},
        RefusalRow{"Outside", "AArch64 t\n{uint16_t x; 0:X1=x;}\n P0 ;\n LDRH W0,[X1,#2] ;\n",
                   "t: an execution of t: line 4, LDRH: an access through a value that is no "
                   "address"},
        RefusalRow{"SizeOfAType", "PPC t\n{uint64_t x=0; 0:r1=x;}\n P0 ;\n lwz r2,0(r1) ;\n",
                   "t:4:2: saw an access of 4 bytes, expected one of 8: mixed sizes are not "
                   "modelled"},
        RefusalRow{"Bytes", "RISCV t\n{char x=0;}\n P0 ;\n nop ;\n",
                   "t:2:7: saw a location of type char, expected 4 or 8 bytes"},
        RefusalRow{
            "ComputedMixedSizes",
            "RISCV t\n{uint64_t p=x; int x=0; 0:x1=p;}\n P0 ;\n ld x2,0(x1) ;\n ld x3,0(x2) ;\n",
            "t:5:2: saw an access of 8 bytes, expected one of 4: mixed sizes are not "
            "modelled"},
        RefusalRow{"TooFewOperands", "AArch64 t\n{}\n P0 ;\n ADD X0,X1 ;\n",
                   "t:4:2: saw no more operands, expected operand 3"},
        RefusalRow{"TooManyOperands", "PPC t\n{}\n P0 ;\n sync r1 ;\n",
                   "t:4:7: saw 'r1', expected no more operands"},
        RefusalRow{"UnknownBarrier", "AArch64 t\n{}\n P0 ;\n DMB XSH ;\n",
                   "t:4:6: saw 'XSH', expected SY"},
        RefusalRow{"DeviceFence", "RISCV t\n{}\n P0 ;\n fence o,w ;\n",
                   "t:4:8: saw 'o', expected r or w: devices are not modelled"},
        RefusalRow{"NoThread", "AArch64 t\n{}\n P1 ;\n", "t:3:2: saw 'P1', expected P0"},
        RefusalRow{"CellTooMany", "AArch64 t\n{}\n P0 ;\n NOP | NOP ;\n",
                   "t:4:8: saw a cell too many, expected one for each thread"},
        RefusalRow{"OpenRow", "AArch64 t\n{}\n P0 ;\n NOP\n",
                   "t:5:1: saw the end of the file, expected | or ; after an instruction"},
        RefusalRow{"NoTable", "AArch64 t\n{}\nexists (x=1)",
                   "t:3:1: saw no table of instructions, expected P0"},
        RefusalRow{"OpenBracket", "AArch64 t\n{}\n P0 ;\n LDR W0,[X1 ;\n",
                   "t:4:12: saw the end of the cell, expected ]"},
        RefusalRow{"NoNumber", "AArch64 t\n{}\n P0 ;\n MOV W0,#x ;\n",
                   "t:4:10: saw 'x', expected a number"},
        RefusalRow{
            "WildAccess", "PPC t\n{}\n P0 ;\n lwz r1,0(r2) ;\n",
            "t: an execution of t: line 4, lwz: an access through a value that is no address"},
        RefusalRow{
            "MovedAddress", "PPC t\n{0:r2=x;}\n P0 ;\n lwz r1,4(r2) ;\n",
            "t: an execution of t: line 4, lwz: arithmetic on an address leaves its location"},
        RefusalRow{
            "StoreBetween",
            "AArch64 t\n{0:X1=x;}\n P0 ;\n LDXR W0,[X1] ;\n STR W0,[X1] ;\n STXR W2,W0,[X1] ;\n",
            "t: an execution of t: line 5, STR: a store to the reserved location before its "
            "store-conditional is not modelled"},
        RefusalRow{"CarryFlag", "X86_64 t\n{}\n P0 ;\n addl $1,%eax ;\n jb L ;\n L: ;\n",
                   "t: an execution of t: line 5, jb: flags of carry and overflow are not modelled "
                   "here"}),
    [](const auto& row) { return row.param.name; });

TEST(Assembly, IsRefusedByModelsOfOtherMachines) {
  const LitmusTest test = tests::parse("RISCV t\n{}\n P0 ;\n nop ;\n");
  for (const std::string_view name : model_names())
    EXPECT_EQ(is_refused(test, find_model(name)), name != "sc" && name != "riscv") << name;
  try {
    run_litmus(test, find_model("lkmm"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "t:1:1: saw a test for RISCV, expected one that model lkmm knows; RISCV has model "
                 "riscv");
  }
}

TEST(Assembly, ReadsWhatSurroundsTheTable) {
  const LitmusTest test = tests::parse(
      "AArch64 MP+x.litmus\n\"PodWW Rfe\"\nCycle=Rfe PodWW\n(* a comment *)\n"
      "{ int x=0; uint64_t y; 0:X1=x; y=x; 0:X2=-1; }\n"
      " P0 (* here *) | P1 ;\n"
      " LC00: | LDR W0, [ X1, #0 ] ; (* and here *)\n"
      " L1: MOV X2,#0x10 | (* or here *) ;\n"
      "locations [x; 0:X2] filter (x=0) ~exists (0:X2=16 /\\ [y]=x)");
  EXPECT_EQ(test.architecture, Architecture::aarch64);
  EXPECT_EQ(test.name, "MP+x");
  ASSERT_EQ(test.threads.size(), 2U);
  ASSERT_EQ(test.threads[0].lines.size(), 2U);
  EXPECT_EQ(test.threads[0].lines[0].label, "LC00");
  EXPECT_EQ(test.threads[0].lines[1].operands[1].number, 16);
  ASSERT_EQ(test.threads[1].lines.size(), 1U);
  EXPECT_EQ(print_litmus(test),
            "AArch64 MP+x\n\n{\n\tint x = 0;\n\tuint64_t y = 0;\n\t0:X1 = x;\n\ty = x;\n"
            "\t0:X2 = -1;\n}\n"
            " P0             | P1             ;\n"
            " LC00:          | LDR W0,[X1,#0] ;\n"
            " L1: MOV X2,#16 |                ;\n\n"
            "locations [x; 0:X2]\nfilter ([x]=0)\n~exists (0:X2=16 /\\ [y]=x)\n");
}

TEST(Assembly, RoundTrips) {
  for (const char* text :
       {"X86_64 t\n{}\n P0 ;\n lock cmpxchgl %ebx,(x) ;\n movq 8(%rax),%rcx ;\n jne L ;\n L: ;\n",
        "RISCV t\n{}\n P0 ;\n amoadd.w.aqrl x1,x2,(x3) ;\n lw a0,0(x6) ;\n fence rw,w ;\n",
        "PPC t\n{}\n P0 ;\n lwz r1,0(r2) ;\n stwcx. r1,r0,r2 ;\n bne- L ;\n L: isync ;\n",
        "AArch64 t\n{}\n P0 ;\n LDR W1,[X2,W3,SXTW] ;\n ADD X1,X1,W2,UXTW ;\n DMB ISHLD ;\n"}) {
    const LitmusTest test = tests::parse(text);
    const std::string printed = print_litmus(test);
    EXPECT_EQ(tests::parse(printed), test) << printed;
    EXPECT_EQ(print_litmus(tests::parse(printed)), printed);
  }
}

// Two threads that load one location and store to the other: the second stores what it loaded, the
// first what the row says. Both loads return 1 iff nothing orders the first thread.
struct OrderRow {
  const char* name;
  const char* architecture;
  const char* lines;  ///< of P0, separated by ;
  const char* observation;
};

std::string load_buffering(const OrderRow& row) {
  const std::string a = row.architecture;
  const bool arm = a == "AArch64";
  std::string registers =
      arm ? "0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y;" : "0:r1=x; 0:r2=y; 1:r1=x; 1:r2=y;";
  std::vector<std::string> second = {"LDR W0,[X2]", "STR W0,[X1]"};
  std::string condition = "exists (0:X0=1 /\\ 1:X0=1)";
  if (a == "RISCV") {
    registers = "0:x1=x; 0:x2=y; 1:x1=x; 1:x2=y;";
    second = {"lw x5,0(x2)", "sw x5,0(x1)"};
    condition = "exists (0:x5=1 /\\ 1:x5=1)";
  } else if (a == "PPC") {
    second = {"lwz r5,0(r2)", "stw r5,0(r1)"};
    condition = "exists (0:r5=1 /\\ 1:r5=1)";
  }
  std::string text = a + " t\n{" + registers + "}\n P0 | P1 ;\n";
  std::string rest = row.lines;
  for (std::size_t i = 0; !rest.empty(); ++i) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    text += " " + rest.substr(0, end) + " | " + (i < second.size() ? second[i] : "") + " ;\n";
    rest.erase(0, end + 1);
  }
  return text + condition;
}

class AssemblyOrder : public ::testing::TestWithParam<OrderRow> {};

TEST_P(AssemblyOrder, IsWhatTheArchitectureSays) {
  const LitmusTest test = tests::parse(load_buffering(GetParam()));
  const LitmusResult result = run_litmus(test, find_model(default_model(test.architecture)));
  EXPECT_EQ(observation_text(result.observation), GetParam().observation)
      << load_buffering(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, AssemblyOrder,
    ::testing::Values(
        OrderRow{"A_none", "AArch64", "LDR W0,[X1];MOV W3,#1;STR W3,[X2]", "Sometimes"},
        OrderRow{"A_data", "AArch64", "LDR W0,[X1];EOR W3,W0,W0;ADD W3,W3,#1;STR W3,[X2]", "Never"},
        OrderRow{"A_addr", "AArch64", "LDR W0,[X1];EOR W3,W0,W0;MOV W4,#1;STR W4,[X2,W3,SXTW]",
                 "Never"},
        OrderRow{"A_overwritten", "AArch64", "LDR W0,[X1];MOV W3,W0;MOV W3,#1;STR W3,[X2]",
                 "Sometimes"},
        OrderRow{"A_ctrl", "AArch64", "LDR W0,[X1];CBNZ W0,L;L: MOV W3,#1;STR W3,[X2]", "Never"},
        OrderRow{"A_flags", "AArch64", "LDR W0,[X1];CMP W0,#0;B.NE L;L: MOV W3,#1;STR W3,[X2]",
                 "Never"},
        OrderRow{"A_dmbld", "AArch64", "LDR W0,[X1];DMB LD;MOV W3,#1;STR W3,[X2]", "Never"},
        OrderRow{"A_dmbst", "AArch64", "LDR W0,[X1];DMB ST;MOV W3,#1;STR W3,[X2]", "Sometimes"},
        OrderRow{"A_dsbst", "AArch64", "LDR W0,[X1];DSB ST;MOV W3,#1;STR W3,[X2]", "Sometimes"},
        OrderRow{"A_isb", "AArch64", "LDR W0,[X1];ISB;MOV W3,#1;STR W3,[X2]", "Sometimes"},
        OrderRow{"A_acquire", "AArch64", "LDAR W0,[X1];MOV W3,#1;STR W3,[X2]", "Never"},
        OrderRow{"A_acquirepc", "AArch64", "LDAPR W0,[X1];MOV W3,#1;STR W3,[X2]", "Never"},
        OrderRow{"A_release", "AArch64", "LDR W0,[X1];MOV W3,#1;STLR W3,[X2]", "Never"},
        OrderRow{"A_swp", "AArch64", "LDR W0,[X1];MOV W3,#1;SWP W3,W4,[X2]", "Sometimes"},
        OrderRow{"A_swpl", "AArch64", "LDR W0,[X1];MOV W3,#1;SWPL W3,W4,[X2]", "Never"},
        // The status of a store-exclusive depends on nothing.
        OrderRow{"A_status", "AArch64",
                 "LDXR W0,[X1];STXR W4,W0,[X1];CBNZ W4,L;MOV W3,#1;STR W3,[X2];L:", "Sometimes"},
        OrderRow{"R_none", "RISCV", "lw x5,0(x1);li x6,1;sw x6,0(x2)", "Sometimes"},
        OrderRow{"R_data", "RISCV", "lw x5,0(x1);xor x6,x5,x5;addi x6,x6,1;sw x6,0(x2)", "Never"},
        OrderRow{"R_addr", "RISCV", "lw x5,0(x1);xor x6,x5,x5;add x6,x6,x2;li x7,1;sw x7,0(x6)",
                 "Never"},
        OrderRow{"R_ctrl", "RISCV", "lw x5,0(x1);bne x5,x0,L;L: li x6,1;sw x6,0(x2)", "Never"},
        OrderRow{"R_fencerr", "RISCV", "lw x5,0(x1);fence r,r;li x6,1;sw x6,0(x2)", "Sometimes"},
        OrderRow{"R_fencerw", "RISCV", "lw x5,0(x1);fence r,w;li x6,1;sw x6,0(x2)", "Never"},
        OrderRow{"R_fenceww", "RISCV", "lw x5,0(x1);fence w,rw;li x6,1;sw x6,0(x2)", "Sometimes"},
        OrderRow{"R_fencetso", "RISCV", "lw x5,0(x1);fence.tso;li x6,1;sw x6,0(x2)", "Never"},
        OrderRow{"R_amo", "RISCV", "lw x5,0(x1);li x6,1;amoswap.w x7,x6,(x2)", "Sometimes"},
        OrderRow{"R_amorl", "RISCV", "lw x5,0(x1);li x6,1;amoswap.w.rl x7,x6,(x2)", "Never"},
        OrderRow{"R_lraq", "RISCV", "lr.w.aq x5,(x1);li x6,1;sw x6,0(x2)", "Never"},
        // The status of a store-conditional depends on the store, which is after the load.
        OrderRow{"R_status", "RISCV",
                 "lr.w x5,(x1);sc.w x7,x5,(x1);bne x7,x0,L;li x6,1;sw x6,0(x2);L:", "Never"},
        OrderRow{"P_none", "PPC", "lwz r5,0(r1);li r6,1;stw r6,0(r2)", "Sometimes"},
        OrderRow{"P_data", "PPC", "lwz r5,0(r1);xor r6,r5,r5;addi r6,r6,1;stw r6,0(r2)", "Never"},
        OrderRow{"P_addr", "PPC", "lwz r5,0(r1);xor r6,r5,r5;li r7,1;stwx r7,r6,r2", "Never"},
        OrderRow{"P_ctrl", "PPC", "lwz r5,0(r1);cmpwi r5,0;beq L;L: li r6,1;stw r6,0(r2)", "Never"},
        OrderRow{"P_isync", "PPC", "lwz r5,0(r1);isync;li r6,1;stw r6,0(r2)", "Sometimes"},
        OrderRow{"P_eieio", "PPC", "lwz r5,0(r1);eieio;li r6,1;stw r6,0(r2)", "Sometimes"},
        OrderRow{"P_lwsync", "PPC", "lwz r5,0(r1);lwsync;li r6,1;stw r6,0(r2)", "Never"},
        OrderRow{"P_sync", "PPC", "lwz r5,0(r1);sync;li r6,1;stw r6,0(r2)", "Never"}),
    [](const auto& row) { return row.param.name; });

TEST(Assembly, StoreConditionalsSucceedOrFail) {
  const std::string head = "AArch64 t\n{0:X1=x; 0:X2=y;}\n P0 ;\n";
  EXPECT_EQ(counts(head + " LDXR W0,[X1] ;\n STXR W3,W0,[X1] ;\nexists (0:X3=1)"), "1 1");
  EXPECT_EQ(counts(head + " STXR W3,W0,[X1] ;\nexists (0:X3=1)"), "1 0") << "no reservation";
  EXPECT_EQ(counts(head + " LDXR W0,[X1] ;\n STXR W3,W0,[X2] ;\nexists (0:X3=1)"), "1 0")
      << "another location";
  EXPECT_EQ(counts(head + " LDXR W0,[X1] ;\n STXR W3,W0,[X1] ;\n STXR W4,W0,[X1] ;\n"
                          "exists (0:X4=1)"),
            "2 0")
      << "the reservation is gone";
  // Reads 0 or 1, and succeeds or fails; when it succeeds, no store comes between the two.
  const char* two =
      "RISCV t\n{0:x1=x; 1:x1=x;}\n P0 | P1 ;\n lr.w x5,(x1) | li x6,1 ;\n addi x6,x5,2 | sw "
      "x6,0(x1) ;\n sc.w x7,x6,(x1) | ;\nexists (0:x7=0 /\\ 0:x5=0 /\\ [x]=2)";
  EXPECT_EQ(counts(two), "0 4");
  EXPECT_EQ(counts(two, "sc"), "0 4");
}

// A register that the test declares is shown, and compared, as a number of its type.
TEST(Assembly, RegistersHaveTheTypesThatTheTestDeclares) {
  const auto shown = [](const std::string& types) {
    const LitmusTest test = tests::parse(
        "AArch64 t\n{ int8_t x=-1; int16_t y=-2; int32_t z=-16; 0:X2=x; 0:X4=y; 0:X6=z; " + types +
        "}\n P0 ;\n LDRB W1,[X2] ;\n LDRH W3,[X4] ;\n LDR W5,[X6] ;\n"
        "locations [0:X1; 0:X3; 0:X5;]\nfilter (0:X3=0xfffe)\nexists (0:X1=0xff /\\ 0:X5=-16)");
    const LitmusResult result = run_litmus(test, find_model("armv8"));
    return result.states.front().text + " " + std::to_string(result.positive);
  };
  EXPECT_EQ(shown(""), "0:X1=255; 0:X3=65534; 0:X5=4294967280; 0");
  EXPECT_EQ(shown("int8_t 0:X1; int32_t 0:X3; int32_t 0:X5;"), "0:X1=-1; 0:X3=65534; 0:X5=-16; 1");
  EXPECT_EQ(shown("uint8_t 0:W1; int16_t 0:W3; int 0:W5;"), "0:X1=255; 0:X3=-2; 0:X5=-16; 1");
  EXPECT_EQ(shown("int64_t 0:X1; uint16_t 0:X3; uint32_t 0:X5;"),
            "0:X1=255; 0:X3=65534; 0:X5=4294967280; 1");
}

// Only a store-conditional that has the reservation asks whether a store in between ended it.
TEST(Assembly, StoresAfterALoadReservedThatHasNoStoreConditional) {
  const std::string riscv = "RISCV t\n{0:x6=x; 0:x5=1;}\n P0 ;\n lr.w x7,(x6) ;\n sw x5,0(x6) ;\n ";
  EXPECT_EQ(counts(riscv + "nop ;\nexists ([x]=1)"), "1 0");
  EXPECT_EQ(counts(riscv + "lr.w x7,(x6) ;\n sc.w x8,x5,(x6) ;\nexists (0:x8=0)"), "1 1");
  const std::string arm = "AArch64 t\n{0:X1=x; 0:X2=y; 0:X5=1;}\n P0 ;\n LDXR W0,[X1] ;\n ";
  EXPECT_EQ(counts(arm + "LDADD W5,W6,[X1] ;\n LDXR W0,[X1] ;\n STXR W3,W0,[X1] ;\n"
                         "exists (0:X3=0)"),
            "1 1");
  EXPECT_EQ(counts(arm + "STR W5,[X1] ;\n STXR W3,W0,[X2] ;\nexists (0:X3=1)"), "1 0");
  EXPECT_THROW(counts(riscv + "sc.w x8,x5,(x6) ;\nexists (0:x8=0)"), InputError);
}

// An AMO with .aq holds back later loads after its store as well, since it is one operation.
TEST(Assembly, AmosOfRiscvAreOneOperation) {
  const auto sb = [](const std::string& amo) {
    return "RISCV t\n{0:x1=x; 0:x2=y; 1:x1=y; 1:x2=x;}\n P0 | P1 ;\n li x5,1 | li x5,1 ;\n " + amo +
           " x0,x5,(x1) | " + amo + " x0,x5,(x1) ;\n lw x6,0(x2) | lw x6,0(x2) ;\n" +
           "exists (0:x6=0 /\\ 1:x6=0)";
  };
  EXPECT_EQ(counts(sb("amoswap.w")), "1 3");
  EXPECT_EQ(counts(sb("amoswap.w.aq")), "0 3");
  EXPECT_EQ(counts(sb("amoadd.w.aq")), "0 3");
}

TEST(Assembly, LoopsAreCutAndSaidToBe) {
  const LitmusTest test = tests::parse(
      "PPC t\n{0:r1=x;}\n P0 ;\n L: lwarx r2,r0,r1 ;\n addi r2,r2,1 ;\n stwcx. r2,r0,r1 ;\n bne- L "
      ";\nforall ([x]=1)");
  const LitmusResult result = run_litmus(test, find_model("power"));
  EXPECT_EQ(result.positive, 3U) << "the first, second or third round succeeds";
  EXPECT_EQ(result.counts.cut, 1U);
  EXPECT_TRUE(result.bound_reached());
  const auto json = nlohmann::json::parse(to_json(result));
  EXPECT_EQ(json.at("loops_cut"), 1);
  EXPECT_FALSE(json.contains("states"));
  EXPECT_NE(to_herd_log(result).find("Bound t loops 1\n"), std::string::npos);
}

// Recorded answers, where the folder is beside the checkout.
TEST(AssemblyOracle, RecordedAnswersAreOurs) {
  const auto folder = std::filesystem::path(RINGCHECK_SOURCE_DIR).parent_path() / "shared/oracle";
  int tests = 0;
  for (const char* set : {"aarch64", "x86_64", "riscv", "ppc"}) {
    std::ifstream rows(folder / (std::string(set) + ".jsonl"));
    for (std::string line; std::getline(rows, line); ++tests) {
      const auto recorded = nlohmann::json::parse(line);
      const auto file = folder / recorded.at("file").get<std::string>();
      SCOPED_TRACE(file.string());
      const std::string text = read_text(file);
      const LitmusTest test = parse_litmus(text, file.string());
      EXPECT_EQ(tests::parse(print_litmus(test)), test);
      const auto answer = nlohmann::json::parse(
          to_json(run_litmus(test, find_model(default_model(test.architecture)))));
      // docs/differences.md: compare-and-swap is counted differently.
      const bool swaps = text.find("CAS ") != std::string::npos;
      EXPECT_EQ(answer.at("observation"), recorded.at("observation"));
      if (swaps) continue;
      EXPECT_EQ(answer.at("positive"), recorded.at("positive"));
      EXPECT_EQ(answer.at("negative"), recorded.at("negative"));
    }
  }
  if (tests == 0) GTEST_SKIP() << "no recorded answers in " << folder;
  EXPECT_EQ(tests, 599 + 92 + 344 + 263);
}

}  // namespace
}  // namespace ringcheck
