// Whole tests in assembly: what becomes of C expressions and statements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "litmus/compilation/compilation.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

constexpr const char* kPublication =
    "C MP\n{ }\n"
    "P0(int *x, int *y) { WRITE_ONCE(*x, 1); smp_wmb(); WRITE_ONCE(*y, 1); }\n"
    "P1(int *x, int *y) { int r0 = smp_load_acquire(y); int r1; if (r0) r1 = *x; }\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

std::string compiled(const std::string& text, const char* architecture,
                     std::vector<int> users = {}) {
  CompilationTarget target = find_target(architecture);
  target.user_threads = std::move(users);
  return print_litmus(compile_to_assembly(tests::parse(text), target));
}

struct Row {
  const char* architecture;
  std::vector<int> users;
  const char* table;
};

TEST(Compilation, WritesTheTestOfEachArchitecture) {
  const Row rows[] = {
      {"arm64",
       {},
       " P0           | P1           ;\n"
       " MOV W28,#1   | LDAR W0,[X1] ;\n"
       " STR W28,[X0] | CMP W0,#0    ;\n"
       " DMB ISHST    | B.EQ LC10    ;\n"
       " MOV W28,#1   | LDR W2,[X3]  ;\n"
       " STR W28,[X1] | LC10:        ;\n"},
      {"x86-64",
       {},
       " P0          | P1            ;\n"
       " movl $1,(x) | movl (y),%ebx ;\n"
       " movl $1,(y) | cmpl $0,%ebx  ;\n"
       "             | je LC10       ;\n"
       "             | movl (x),%ecx ;\n"
       "             | LC10:         ;\n"},
      {"riscv",
       {},
       " P0           | P1             ;\n"
       " li x31,1     | lw x5,0(x6)    ;\n"
       " sw x31,0(x5) | fence r,rw     ;\n"
       " fence w,w    | beq x5,x0,LC10 ;\n"
       " li x31,1     | lw x7,0(x8)    ;\n"
       " sw x31,0(x6) | LC10:          ;\n"},
      {"powerpc",
       {},
       " P0            | P1           ;\n"
       " li r31,1      | lwz r3,0(r4) ;\n"
       " stw r31,0(r3) | lwsync       ;\n"
       " lwsync        | cmpwi r3,0   ;\n"
       " li r31,1      | beq LC10     ;\n"
       " stw r31,0(r4) | lwz r5,0(r6) ;\n"
       "               | LC10:        ;\n"},
      // For user space under Linux 6.1 on riscv, nothing is left of smp_load_acquire.
      {"riscv",
       {1},
       " P0           | P1             ;\n"
       " li x31,1     | lw x5,0(x6)    ;\n"
       " sw x31,0(x5) | beq x5,x0,LC10 ;\n"
       " fence w,w    | lw x7,0(x8)    ;\n"
       " li x31,1     | LC10:          ;\n"
       " sw x31,0(x6) |                ;\n"}};
  for (const Row& row : rows)
    EXPECT_THAT(compiled(kPublication, row.architecture, row.users), HasSubstr(row.table));
}

/// The initial state, the filter of store-conditionals, and the condition's registers.
TEST(Compilation, KeepsTheStateAndTheCondition) {
  EXPECT_EQ(compiled("C t\n{ x=3; 0:r1=4; }\n"
                     "P0(int *x) { int r0 = cmpxchg_relaxed(x, 3, r1); }\n"
                     "locations [0:r1]\nfilter (0:r1=4)\nforall (0:r0=3 /\\ x=4)\n",
                     "powerpc"),
            "PPC t\n\n{\n\tx = 3;\n\t0:r3 = 4;\n\t0:r5 = x;\n}\n"
            " P0              ;\n"
            " li r31,3        ;\n"
            " lwarx r4,r0,r5  ;\n"
            " cmpw r4,r31     ;\n"
            " bne- LC00       ;\n"
            " stwcx. r3,r0,r5 ;\n"
            " bne- Fail0      ;\n"
            " LC00:           ;\n"
            " li r6,1         ;\n"
            " Fail0:          ;\n"
            "\n"
            "locations [0:r3]\n"
            "filter (0:r3=4 /\\ 0:r6=1)\n"
            "forall (0:r4=3 /\\ [x]=4)\n");
}

/// Locations have 8 bytes if there is a pointer or a long.
TEST(Compilation, WidensTestsWithPointers) {
  const std::string text = compiled(
      "C t\n{ old=7; int *p=&old; }\n"
      "P0(int *fresh, int **p) { WRITE_ONCE(*fresh, 1); rcu_assign_pointer(*p, fresh); }\n"
      "P1(int **p) { int *r0 = rcu_dereference(*p); int r1 = READ_ONCE(*r0); }\n"
      "exists (1:r0=fresh /\\ 1:r1=0)\n",
      "arm64");
  EXPECT_THAT(text, HasSubstr("\tint64_t old = 7;\n\tint64_t p = old;\n\tint64_t fresh = 0;\n"));
  EXPECT_THAT(text, HasSubstr("LDR X0,[X1] ;\n"));
  EXPECT_THAT(text, HasSubstr("LDR X2,[X0] ;\n"));
}

/// The values of C expressions, on one thread and with r0 = 5 and r1 = 2.
TEST(Compilation, ComputesWhatCDoes) {
  const std::pair<const char*, int> rows[] = {{"r0 + r1", 7},
                                              {"r0 - r1", 3},
                                              {"r0 & 4", 4},
                                              {"r0 | r1", 7},
                                              {"r0 ^ r0", 0},
                                              {"-r1", -2},
                                              {"~r1", -3},
                                              {"!r1", 0},
                                              {"!(r1 - 2)", 1},
                                              {"r0 == 5", 1},
                                              {"r0 != 5", 0},
                                              {"r1 < r0", 1},
                                              {"r0 <= r1", 0},
                                              {"r0 >= 5", 1},
                                              {"-r0 > r1", 0},
                                              {"r0 > 4 && r1", 1},
                                              {"r0 > 5 || r1 == 3", 0},
                                              {"r0 == 5 && READ_ONCE(*x) == 9", 1},
                                              {"r0 == 4 || READ_ONCE(*x)", 1},
                                              {"r1 ? r0 : 8", 5},
                                              {"r0 == 4 ? r0 : 8", 8},
                                              {"(r0 == 5) + (r1 < 0)", 1}};
  for (const char* architecture : {"arm64", "x86-64", "riscv", "powerpc"}) {
    for (const auto& [expression, expected] : rows) {
      const std::string text =
          std::string("C t\n{ x=9; 0:r0=5; 0:r1=2; }\nP0(int *x) { int r2 = ") + expression +
          "; if (" + expression + ") r2 = r2 + 100; else r2 = r2 + 200; }\nforall (0:r2=" +
          std::to_string(expected + (expected != 0 ? 100 : 200)) + ")\n";
      const LitmusTest test = compile_to_assembly(tests::parse(text), find_target(architecture));
      const LitmusResult result = run_litmus(test, find_model(default_model(test.architecture)));
      EXPECT_EQ(observation_text(result.observation), "Always")
          << architecture << ' ' << expression << '\n'
          << print_litmus(test);
    }
  }
}

TEST(Compilation, RefusesWhatAnArchitectureHasNot) {
  const auto refusal = [](const std::string& body, const char* architecture) -> std::string {
    try {
      compiled(tests::one_thread(body), architecture);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("int r0 = *x / 2;", "arm64"),
            "t:3:58: saw the operator /, expected one that arm64 has an instruction for");
  EXPECT_EQ(refusal("spin_lock(l);", "riscv"),
            "t:3:46: saw spin_lock, expected a primitive that the riscv table has in instructions");
  EXPECT_EQ(refusal("int r0 = nothing;", "riscv"),
            "t:3:55: saw 'nothing', expected a parameter or a local of P0");
  std::string many;
  for (int i = 0; i < 14; ++i) many += "int a" + std::to_string(i) + " = *x; ";
  EXPECT_THAT(refusal(many, "x86-64"),
              HasSubstr("saw more values in P0 than 13 registers, expected fewer"));
}

}  // namespace
}  // namespace ringcheck
