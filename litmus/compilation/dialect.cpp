// The four dialects.
// Registers with a fixed meaning are left out: link and stack registers; r0 of POWER, which is zero
// in an address; x86's accumulator, which compare-exchange takes.
// Tested by tests/litmus/compilation_test.cpp.
#include "litmus/compilation/dialect.hpp"

#include <array>

namespace ringcheck::litmus {

namespace {

using Op = BinaryOperator;

constexpr std::array<std::string_view, 28> kArmRegisters = {
    "X0",  "X1",  "X2",  "X3",  "X4",  "X5",  "X6",  "X7",  "X8",  "X9",
    "X10", "X11", "X12", "X13", "X14", "X15", "X16", "X17", "X19", "X20",
    "X21", "X22", "X23", "X24", "X25", "X26", "X27", "X28"};
constexpr std::array<std::string_view, 13> kX86Registers = {
    "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
constexpr std::array<std::string_view, 27> kRiscvRegisters = {
    "x5",  "x6",  "x7",  "x8",  "x9",  "x10", "x11", "x12", "x13",
    "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22",
    "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "x31"};
constexpr std::array<std::string_view, 28> kPowerRegisters = {
    "r3",  "r4",  "r5",  "r6",  "r7",  "r8",  "r9",  "r10", "r11", "r12",
    "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23",
    "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31"};

constexpr ArithmeticRow kArmArithmetic[] = {
    {Op::add, "ADD $d,$x,$y"},        {Op::subtract, "SUB $d,$x,$y"},
    {Op::multiply, "MUL $d,$x,$y"},   {Op::bit_and, "AND $d,$x,$y"},
    {Op::bit_or, "ORR $d,$x,$y"},     {Op::bit_xor, "EOR $d,$x,$y"},
    {Op::shift_left, "LSL $d,$x,$y"}, {Op::shift_right, "ASR $d,$x,$y"}};
constexpr BranchRow kArmBranches[] = {
    {Op::equal, "CMP $x,$y; B.EQ $L", "CMP $x,#$n; B.EQ $L"},
    {Op::not_equal, "CMP $x,$y; B.NE $L", "CMP $x,#$n; B.NE $L"},
    {Op::less, "CMP $x,$y; B.LT $L", "CMP $x,#$n; B.LT $L"},
    {Op::greater_equal, "CMP $x,$y; B.GE $L", "CMP $x,#$n; B.GE $L"},
    {Op::greater, "CMP $x,$y; B.GT $L", "CMP $x,#$n; B.GT $L"},
    {Op::less_equal, "CMP $x,$y; B.LE $L", "CMP $x,#$n; B.LE $L"}};

// Two operands: the target is the first source and not the second.
constexpr ArithmeticRow kX86Arithmetic[] = {{Op::add, "{movl|movq} $x,$d; {addl|addq} $y,$d"},
                                            {Op::subtract, "{movl|movq} $x,$d; {subl|subq} $y,$d"},
                                            {Op::bit_and, "{movl|movq} $x,$d; {andl|andq} $y,$d"},
                                            {Op::bit_or, "{movl|movq} $x,$d; {orl|orq} $y,$d"},
                                            {Op::bit_xor, "{movl|movq} $x,$d; {xorl|xorq} $y,$d"}};
constexpr BranchRow kX86Branches[] = {
    {Op::equal, "{cmpl|cmpq} $y,$x; je $L", "{cmpl|cmpq} $$$n,$x; je $L"},
    {Op::not_equal, "{cmpl|cmpq} $y,$x; jne $L", "{cmpl|cmpq} $$$n,$x; jne $L"},
    {Op::less, "{cmpl|cmpq} $y,$x; jl $L", "{cmpl|cmpq} $$$n,$x; jl $L"},
    {Op::greater_equal, "{cmpl|cmpq} $y,$x; jge $L", "{cmpl|cmpq} $$$n,$x; jge $L"},
    {Op::greater, "{cmpl|cmpq} $y,$x; jg $L", "{cmpl|cmpq} $$$n,$x; jg $L"},
    {Op::less_equal, "{cmpl|cmpq} $y,$x; jle $L", "{cmpl|cmpq} $$$n,$x; jle $L"}};

constexpr ArithmeticRow kRiscvArithmetic[] = {
    {Op::add, "add $d,$x,$y"},        {Op::subtract, "sub $d,$x,$y"},
    {Op::multiply, "mul $d,$x,$y"},   {Op::bit_and, "and $d,$x,$y"},
    {Op::bit_or, "or $d,$x,$y"},      {Op::bit_xor, "xor $d,$x,$y"},
    {Op::shift_left, "sll $d,$x,$y"}, {Op::shift_right, "sra $d,$x,$y"}};
constexpr BranchRow kRiscvBranches[] = {
    {Op::equal, "beq $x,$y,$L"},   {Op::not_equal, "bne $x,$y,$L"},
    {Op::less, "blt $x,$y,$L"},    {Op::greater_equal, "bge $x,$y,$L"},
    {Op::greater, "blt $y,$x,$L"}, {Op::less_equal, "bge $y,$x,$L"}};

constexpr ArithmeticRow kPowerArithmetic[] = {
    {Op::add, "add $d,$x,$y"},     {Op::subtract, "sub $d,$x,$y"}, {Op::multiply, "mulld $d,$x,$y"},
    {Op::bit_and, "and $d,$x,$y"}, {Op::bit_or, "or $d,$x,$y"},    {Op::bit_xor, "xor $d,$x,$y"}};
constexpr BranchRow kPowerBranches[] = {
    {Op::equal, "{cmpw|cmpd} $x,$y; beq $L", "{cmpwi|cmpdi} $x,$n; beq $L"},
    {Op::not_equal, "{cmpw|cmpd} $x,$y; bne $L", "{cmpwi|cmpdi} $x,$n; bne $L"},
    {Op::less, "{cmpw|cmpd} $x,$y; blt $L", "{cmpwi|cmpdi} $x,$n; blt $L"},
    {Op::greater_equal, "{cmpw|cmpd} $x,$y; bge $L", "{cmpwi|cmpdi} $x,$n; bge $L"},
    {Op::greater, "{cmpw|cmpd} $x,$y; bgt $L", "{cmpwi|cmpdi} $x,$n; bgt $L"},
    {Op::less_equal, "{cmpw|cmpd} $x,$y; ble $L", "{cmpwi|cmpdi} $x,$n; ble $L"}};

std::string as_it_is(std::string_view name, int /*size*/) {
  return std::string(name);
}

std::string spell_arm(std::string_view name, int size) {
  return (size == 4 ? "W" : "X") + std::string(name.substr(1));
}

/// For 4 bytes, rbx is ebx and r8 is r8d.
std::string spell_x86(std::string_view name, int size) {
  if (size == 8) return "%" + std::string(name);
  const bool numbered = name[1] >= '0' && name[1] <= '9';
  return numbered ? "%" + std::string(name) + "d" : "%e" + std::string(name.substr(1));
}

constexpr Dialect kArm = {.architecture = Architecture::aarch64,
                          .registers = kArmRegisters,
                          .move_number = "MOV $d,#$n",
                          .move = "MOV $d,$x",
                          .jump = "B $L",
                          .arithmetic = kArmArithmetic,
                          .branches = kArmBranches,
                          .immediate = "",
                          .spell = spell_arm};
constexpr Dialect kX86 = {.architecture = Architecture::x86_64,
                          .registers = kX86Registers,
                          .move_number = "{movl|movq} $$$n,$d",
                          .move = "{movl|movq} $x,$d",
                          .jump = "jmp $L",
                          .arithmetic = kX86Arithmetic,
                          .branches = kX86Branches,
                          .immediate = "$",
                          .spell = spell_x86,
                          .names_locations = true};
constexpr Dialect kRiscv = {.architecture = Architecture::riscv,
                            .registers = kRiscvRegisters,
                            .move_number = "li $d,$n",
                            .move = "mv $d,$x",
                            .jump = "j $L",
                            .arithmetic = kRiscvArithmetic,
                            .branches = kRiscvBranches,
                            .zero = "x0",
                            .immediate = "",
                            .spell = as_it_is};
constexpr Dialect kPower = {.architecture = Architecture::ppc,
                            .registers = kPowerRegisters,
                            .move_number = "li $d,$n",
                            .move = "mr $d,$x",
                            .jump = "b $L",
                            .arithmetic = kPowerArithmetic,
                            .branches = kPowerBranches,
                            .immediate = "",
                            .spell = as_it_is};

}  // namespace

const Dialect& dialect_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::x86_64:
      return kX86;
    case Architecture::riscv:
      return kRiscv;
    case Architecture::ppc:
      return kPower;
    default:
      return kArm;
  }
}

}  // namespace ringcheck::litmus
