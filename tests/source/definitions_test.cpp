// Which registers of a function are sure to have the same value.
#include "source/definitions.hpp"

#include <gtest/gtest.h>

namespace ringcheck::source {
namespace {

constexpr Operand constant_number(int number) {
  return ~number;
}

/// A function of two indexes into what parameter 0 points to: registers 1 and 2.
Function two_indexes(Operand first, Operand second) {
  Function function;
  function.registers = 3;
  function.parameters = 1;
  function.constants = {4, 4, 8};
  Block block;
  for (const Operand by : {first, second}) {
    Instruction i;
    i.opcode = Opcode::index;
    i.target = static_cast<Operand>(block.instructions.size()) + 1;
    i.a = 0;
    i.b = by;
    block.instructions.push_back(i);
  }
  function.blocks.push_back(block);
  return function;
}

struct SameCase {
  const char* name;
  Operand first, second;  ///< what is added to the pointer
  bool same;
};

class Same : public ::testing::TestWithParam<SameCase> {};

TEST_P(Same, indexes) {
  const Function function = two_indexes(GetParam().first, GetParam().second);
  const Definitions definitions(function);
  EXPECT_EQ(definitions.same(1, 2), GetParam().same);
  EXPECT_EQ(definitions.same(2, 1), GetParam().same);
}

INSTANTIATE_TEST_SUITE_P(
    all, Same,
    ::testing::Values(SameCase{"of_nothing", kNoOperand, kNoOperand, true},
                      SameCase{"of_equal_constants", constant_number(0), constant_number(1), true},
                      SameCase{"of_others", constant_number(0), constant_number(2), false},
                      SameCase{"of_nothing_and_a_constant", kNoOperand, constant_number(0), false}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck::source
