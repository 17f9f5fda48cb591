// Straight-line tests in assembly, and cycles in all languages: what is printed is read back, and
// has the verdict that the kernel's C has under the machine's model.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "litmus/generate/cycle.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;  // NOLINT(google-build-using-namespace): the parts of a test

LitmusTest test_of(const std::string& cycle, const char* name) {
  const CycleLanguage& language = find_cycle_language(name);
  StraightTest test =
      test_of_cycle(make_cycle(parse_relaxations(cycle, language, "--cycle"), language, "--cycle"),
                    language, "--cycle");
  test.name = "t";
  return assembly_test(test, language.architecture);
}

struct Written {
  const char* language;
  const char* cycle;
  const char* text;
};

class StraightAssembly : public ::testing::TestWithParam<Written> {};

TEST_P(StraightAssembly, IsWrittenAsDiyWritesIt) {
  const std::string text = print_litmus(test_of(GetParam().cycle, GetParam().language));
  EXPECT_EQ(text, GetParam().text);
  EXPECT_EQ(print_litmus(tests::parse(text)), text);
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, StraightAssembly,
    ::testing::Values(Written{"AArch64", "DMB.STdWW Rfe DpAddrdR Fre", R"(AArch64 t

{
	0:X1 = x;
	0:X3 = y;
	1:X1 = y;
	1:X4 = x;
}
 P0          | P1                ;
 MOV W0,#1   | LDR W0,[X1]       ;
 STR W0,[X1] | EOR W3,W0,W0      ;
 DMB ST      | ADD X3,X4,W3,SXTW ;
 MOV W2,#1   | LDR W2,[X3]       ;
 STR W2,[X3] |                   ;

exists (1:X0=1 /\ 1:X2=0)
)"},
                      Written{"AArch64", "PodWWPL RfeLA DpCtrlISBdRAP Fre",
                              R"(AArch64 t

{
	0:X1 = x;
	0:X3 = y;
	1:X1 = y;
	1:X3 = x;
}
 P0           | P1           ;
 MOV W0,#1    | LDAR W0,[X1] ;
 STR W0,[X1]  | CBNZ W0,LC00 ;
 MOV W2,#1    | LC00:        ;
 STLR W2,[X3] | ISB          ;
              | LDR W2,[X3]  ;

exists (1:X0=1 /\ 1:X2=0)
)"},
                      Written{"X86_64", "MFencedWW Rfe DpAddrdR Fre", R"(X86_64 t

{
	1:rdx = x;
}
 P0          | P1               ;
 movl $1,(x) | movl (y),%eax    ;
 mfence      | movl %eax,%ecx   ;
 movl $1,(y) | xorl %eax,%ecx   ;
             | addq %rdx,%rcx   ;
             | movl (%rcx),%ebx ;

exists (1:rax=1 /\ 1:rbx=0)
)"},
                      Written{"X86_64", "DpCtrldW Rfe DpDatadW Rfe", R"(X86_64 t

{
}
 P0              | P1             ;
 movl (x),%eax   | movl (y),%eax  ;
 testl %eax,%eax | movl %eax,%ebx ;
 jne LC00        | xorl %eax,%ebx ;
 LC00:           | addl $1,%ebx   ;
 movl $1,(y)     | movl %ebx,(x)  ;

exists (0:rax=1 /\ 1:rax=1)
)"},
                      Written{"RISCV", "Fence.w.wdWW Rfe DpAddrdR Fre", R"(RISCV t

{
	0:x6 = x;
	0:x8 = y;
	1:x6 = y;
	1:x9 = x;
}
 P0          | P1           ;
 ori x5,x0,1 | lw x5,0(x6)  ;
 sw x5,0(x6) | xor x8,x5,x5 ;
 fence w,w   | add x8,x9,x8 ;
 ori x7,x0,1 | lw x7,0(x8)  ;
 sw x7,0(x8) |              ;

exists (1:x5=1 /\ 1:x7=0)
)"},
                      Written{"RISCV", "DpCtrldW Rfe DpDatadW Rfe", R"(RISCV t

{
	0:x6 = x;
	0:x8 = y;
	1:x6 = y;
	1:x8 = x;
}
 P0             | P1           ;
 lw x5,0(x6)    | lw x5,0(x6)  ;
 bne x5,x0,LC00 | xor x7,x5,x5 ;
 LC00:          | ori x7,x7,1  ;
 ori x7,x0,1    | sw x7,0(x8)  ;
 sw x7,0(x8)    |              ;

exists (0:x5=1 /\ 1:x5=1)
)"},
                      Written{"PPC", "LwSyncdWW Rfe DpAddrdR Fre", R"(PPC t

{
	0:r2 = x;
	0:r4 = y;
	1:r2 = y;
	1:r5 = x;
}
 P0           | P1           ;
 li r1,1      | lwz r1,0(r2) ;
 stw r1,0(r2) | xor r4,r1,r1 ;
 lwsync       | add r4,r5,r4 ;
 li r3,1      | lwz r3,0(r4) ;
 stw r3,0(r4) |              ;

exists (1:r1=1 /\ 1:r3=0)
)"},
                      Written{"PPC", "DpCtrldW Rfe DpDatadW Rfe", R"(PPC t

{
	0:r2 = x;
	0:r4 = y;
	1:r2 = y;
	1:r4 = x;
}
 P0           | P1           ;
 lwz r1,0(r2) | lwz r1,0(r2) ;
 cmpw r1,r1   | xor r3,r1,r1 ;
 beq LC00     | addi r3,r3,1 ;
 LC00:        | stw r3,0(r4) ;
 li r3,1      |              ;
 stw r3,0(r4) |              ;

exists (0:r1=1 /\ 1:r1=1)
)"}));

TEST(StraightAssemblyRefusals, NameWhatIsNotThere) {
  const StraightAccess exchange{.kind = AccessKind::exchange, .mark = Mark::once, .value = 1};
  const StraightAccess acquire{.kind = AccessKind::read, .mark = Mark::acquire};
  for (const StraightAccess& access : {exchange, acquire}) {
    const StraightTest test{.name = "t", .locations = {{"x"}}, .threads = {{access}}};
    EXPECT_THROW(assembly_test(test, Architecture::ppc), InputError);
  }
}

}  // namespace
}  // namespace ringcheck
