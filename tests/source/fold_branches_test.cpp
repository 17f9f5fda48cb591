// Branches that always go the same way.
#include "source/fold_branches.hpp"

#include <gtest/gtest.h>

#include "source/graph_of_blocks.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

/// The last of `instructions`: to `to`, or by `a` to `yes` or `no`.
Instruction jump(std::uint32_t to) {
  Instruction i;
  i.opcode = Opcode::jump;
  i.target = static_cast<Operand>(to);
  return i;
}
Instruction branch(Operand a, Operand yes, Operand no) {
  Instruction i;
  i.opcode = Opcode::branch;
  i.a = a;
  i.b = yes;
  i.c = no;
  return i;
}
Instruction give_back(Operand) {
  Instruction i;
  i.opcode = Opcode::give_back;
  i.b = 0;
  i.c = 0;
  return i;
}
Instruction computed(Opcode opcode, Operand target, Operand a, Operand b) {
  Instruction i;
  i.opcode = opcode;
  i.width = 32;
  i.target = target;
  i.a = a;
  i.b = b;
  return i;
}

constexpr Operand kOne = ~0;
constexpr Operand kTwo = ~1;

/// Parameter 0; block 0 asks `asked` and goes to 1 or 2, which go to 3. There, register 2 is what
/// the ways set: 1 or `other`.
Function diamond(Operand asked, Operand other) {
  Function function;
  function.registers = 4;
  function.parameters = 1;
  function.constants = {1, 2};
  function.blocks.resize(6);
  function.blocks[0].instructions = {computed(Opcode::equal, 1, asked, kOne), branch(1, 1, 2)};
  function.blocks[1].instructions = {jump(3)};
  function.blocks[2].instructions = {jump(3)};
  function.blocks[3].phis = {{2, {{1, kOne}, {2, other}}, 0}};
  function.blocks[3].instructions = {computed(Opcode::equal, 3, 2, kTwo), branch(3, 4, 5)};
  function.blocks[4].instructions = {give_back(0)};
  function.blocks[5].instructions = {give_back(0)};
  return function;
}

TEST(FoldKnownBranches, FollowsConstantsThroughWaysThatControlCanTake) {
  Function function = diamond(kTwo, kTwo);
  fold_known_branches(function);
  EXPECT_EQ(GraphOfBlocks(function).order(), (std::vector<std::uint32_t>{0, 2, 3, 4}));
}

TEST(FoldKnownBranches, LeavesWhatDependsOnAValue) {
  Function function = diamond(0, kTwo);
  fold_known_branches(function);
  EXPECT_EQ(GraphOfBlocks(function).order().size(), 6U);
}

/// Both ways set the same, but which of them control takes depends on a value.
TEST(FoldKnownBranches, LeavesWhatDependsOnTheWay) {
  Function function = diamond(0, kOne);
  fold_known_branches(function);
  EXPECT_EQ(GraphOfBlocks(function).order().size(), 6U);
}

TEST(FoldKnownBranches, TakesTheCaseOfASwitch) {
  Function function = diamond(kTwo, kTwo);
  Instruction& last = function.blocks[0].instructions.back();
  last = {};
  last.opcode = Opcode::choose_case;
  last.width = 32;
  last.a = kTwo;
  last.b = 0;
  last.c = 1;
  last.target = 1;
  function.cases = {{2, 2}};
  fold_known_branches(function);
  EXPECT_EQ(GraphOfBlocks(function).order(), (std::vector<std::uint32_t>{0, 2, 3, 4}));
}

/// A counter of a loop is no constant, though it starts as one.
TEST(FoldKnownBranches, LeavesLoops) {
  const CheckResult result = check(
      "#include <assert.h>\nint main(void) { int n = 0; for (int i = 0; i != 3; i++) n += 2;\n"
      "  assert(n == 6); return 0; }\n",
      "sc");
  EXPECT_EQ(result.verdict, CheckResult::Verdict::holds);
}

/// The dependency of a store on a load through a branch whose ways do the same.
TEST(FoldKnownBranches, KeepsDependencies) {
  const std::string text =
      "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y; int a, "
      "b;\n"
      "#define R(v) atomic_load_explicit(&v, memory_order_relaxed)\n"
      "#define W(v, n) atomic_store_explicit(&v, n, memory_order_relaxed)\n"
      "void *f(void *p) { int one = 1; a = R(x); if (a) one = 1; else one = 1; W(y, one); return 0;"
      " }\n"
      "void *g(void *p) { b = R(y); W(x, b); return 0; }\n"
      "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
      "  pthread_join(s, 0); pthread_join(t, 0); assert(!(a && b)); return 0; }\n";
  EXPECT_EQ(check(text, "armv8").verdict, CheckResult::Verdict::holds);
}

}  // namespace
}  // namespace ringcheck::source::tests
