#pragma once
// Programs as they come from LLVM IR: functions of blocks of instructions over numbered registers.
// Only source/llvm/, which is loaded when it is needed, knows LLVM and makes these; everything else
// reads them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck::source {

/// An operand: a register of the frame if it is not negative, else constant number ~operand of the
/// function.
using Operand = std::int32_t;
inline constexpr Operand kNoOperand = INT32_MIN;  ///< nothing, such as the value of a void function

/// The number that constant `x` has in its function.
constexpr std::size_t constant_number(Operand x) {
  return static_cast<std::uint32_t>(~x);
}

/// The mark of a missing value: undefined in LLVM's sense, or memory that nothing has been stored
/// to.
inline constexpr std::uint64_t kUndefined = 0xbad0'feed'0dd5'ea15;

/// The width of the only numbers of more than 64 bits.
inline constexpr std::uint8_t kWideBits = 128;

/// What an instruction does. Registers hold 64 bits; a value of fewer bits is zero-extended, and
/// one of kWideBits goes by its name (wide.hpp).
/// `width` is the number of bits of the result, or of the operands if so noted.
enum class Opcode : std::uint8_t {
  copy,  ///< target = a
  add,
  subtract,
  multiply,
  unsigned_divide,
  signed_divide,
  unsigned_remainder,
  signed_remainder,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  logical_shift_right,
  arithmetic_shift_right,
  equal,  ///< comparisons: `width` is that of the operands
  not_equal,
  unsigned_less,
  unsigned_less_equal,
  signed_less,
  signed_less_equal,
  truncate,     ///< to `width` bits, from `detail` if that is kWideBits
  zero_extend,  ///< to kWideBits
  sign_extend,  ///< from `detail` bits
  select,       ///< target = a ? b : c
  index,        ///< target = a + b * constant c: b has `detail` bits and a sign
  floating,     ///< an operation on floating-point numbers: `detail` is a FloatOp
  count_bits,   ///< llvm.ctpop and its kin: `detail` is a BitOp
  // Memory.
  allocate,  ///< target = address of a local variable of a * constant b bytes; c: its VariableId,
             ///< a constant
  thread_local_address,  ///< target = this thread's copy of global number a
  load,                  ///< target = [a]; `width` bits; `detail`: kCopies
  store,                 ///< [a] = b
  fence,
  rmw,      ///< target = [a], which becomes [a] op b: `detail` is an RmwOp
  cmpxchg,  ///< target, target + 1 = [a], success; [a] becomes c if it was b; `detail`: weak
  // Control.
  jump,           ///< to block `target`
  branch,         ///< to block b if a, else to block c
  choose_case,    ///< to the block of a's case among c cases from case number b, else to `target`
  call,           ///< `width` registers from target on = function a, c arguments from number b
  call_external,  ///< the same with external number a; `detail`: the call only assumes something
  call_indirect,  ///< the same with the function that operand a points to
  give_back,      ///< returns the c values from argument number b
  unreachable,
  refuse,  ///< what is not modelled: `a` is the number of a text
  // Marks that routine.cpp puts in.
  enter_loop,    ///< of loop number a: from outside
  repeat_loop,   ///< of loop number a: another iteration begins
  wait_in_loop,  ///< of loop number a: from here it is sure to be repeated
  take_back,     ///< the same, but for an addition of c to what b points to
  meet,          ///< the ways of branches to this place meet here
};

/// Memory orders, as C11 has them.
enum class Order : std::uint8_t { plain, relaxed, acquire, release, acquire_release, seq_cst };

/// In the `detail` of a load: it copies a part of a whole, and a part that nothing was stored to
/// has no value afterwards either. Other loads of such memory are errors.
inline constexpr std::uint8_t kCopies = 1;

/// Operations of `rmw`.
enum class RmwOp : std::uint8_t {
  exchange,
  add,
  subtract,
  bit_and,
  bit_nand,
  bit_or,
  bit_xor,
  signed_max,
  signed_min,
  unsigned_max,
  unsigned_min,
};

/// Operations of `floating`. The operands of comparisons and conversions have `width` bits where
/// the result has not; conversions from have the other width in the instruction's `order` field.
enum class FloatOp : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  remainder,
  negate,
  compare,    ///< c is the number of LLVM's predicate
  to_signed,  ///< from a float of `width` to an integer of `other_width` bits
  to_unsigned,
  from_signed,  ///< to a float of `width` from an integer of `other_width` bits
  from_unsigned,
  resize,  ///< to a float of `width` from one of `other_width` bits
};

/// Operations of `count_bits`.
enum class BitOp : std::uint8_t { population, leading_zeros, trailing_zeros, swap_bytes };

/// An instruction. What a field means depends on the opcode.
struct Instruction {
  Opcode opcode = Opcode::unreachable;
  std::uint8_t width = 64;
  std::uint8_t detail = 0;
  Order order = Order::plain;       ///< load, store, fence, rmw; of cmpxchg when it succeeds
  Order fail_order = Order::plain;  ///< of cmpxchg when it fails
  bool is_volatile = false;         ///< of an access
  bool single_thread = false;       ///< of a fence: against signal handlers only
  std::uint8_t other_width = 0;     ///< of conversions of floating-point numbers
  Operand target = kNoOperand;
  Operand a = kNoOperand, b = kNoOperand, c = kNoOperand;
  std::uint32_t place = 0;    ///< number of its place in the source
  Operand meet = kNoOperand;  ///< branch, choose_case in a routine: where its ways meet
};

/// Registers that `i` sets, from its target on.
constexpr std::uint32_t results_of(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::cmpxchg:
      return 2;
    case Opcode::call:
    case Opcode::call_external:
    case Opcode::call_indirect:
      return i.target == kNoOperand ? 0 : i.width;
    case Opcode::jump:
    case Opcode::branch:
    case Opcode::choose_case:
      return 0;
    default:
      return i.target == kNoOperand ? 0 : 1;
  }
}

/// A value that depends on which block control came from.
struct Phi {
  Operand target = kNoOperand;
  struct Way {
    std::uint32_t block = 0;
    Operand value = kNoOperand;
  };
  std::vector<Way> ways;
  std::uint32_t place = 0;
};

/// A straight line of instructions; only the last one leaves it.
struct Block {
  std::vector<Phi> phis;
  std::vector<Instruction> instructions;
};

/// One case of choose_case.
struct Case {
  std::uint64_t value = 0;
  std::uint32_t target = 0;  ///< a block
};

/// A function. Its parameters are its first registers.
struct Function {
  std::string name;  ///< as the linker knows it
  std::uint32_t registers = 0;
  std::uint32_t parameters = 0;
  std::uint32_t results = 0;  ///< values that it returns: 0 for void, more than 1 for a structure
  std::vector<std::uint64_t> constants;
  std::vector<Operand> arguments;  ///< of calls and returns, by number
  std::vector<Case> cases;
  std::vector<Block> blocks;  ///< the first is its entry; empty for a declaration
  bool variadic = false;
};

/// What a place calls to do something that became a part of its function: nothing, std::atomic and
/// its kin, or another part of the library.
enum class Callee : std::uint32_t { nothing, atomics, library };

/// A place in somebody's source; line 0: not known.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  Callee callee = Callee::nothing;
  friend bool operator==(const Place&, const Place&) = default;
};

/// A type, for the names of pieces of memory within an object: `.next`, `[3]`, `.slots[2].seq`.
struct Type {
  enum class Kind : std::uint8_t { scalar, structure, array };
  Kind kind = Kind::scalar;
  std::string name;           ///< of a structure, without `struct`
  std::uint64_t size = 0;     ///< bytes
  std::uint32_t element = 0;  ///< array: number of the type of its elements
  struct Field {
    std::string name;
    std::uint64_t offset = 0;  ///< bytes
    std::uint32_t type = 0;
  };
  std::vector<Field> fields;  ///< structure: in the order of their offsets
};
inline constexpr std::uint32_t kNoType = UINT32_MAX;

/// A local variable of the source, or what a pointer that is one points to.
struct Variable {
  std::string name;
  std::uint32_t type = kNoType;
};
/// The number of a variable in its unit.
using VariableId = std::uint32_t;
inline constexpr VariableId kNoVariable = UINT32_MAX;

/// Which variable gets the address of the block that a call at `place` allocates.
struct KeptBlock {
  std::uint32_t place = 0;
  VariableId variable = kNoVariable;
};

/// A global variable.
struct Global {
  std::string name;
  std::uint64_t slot = 0;           ///< in the address layout
  std::uint64_t size = 0;           ///< bytes
  std::vector<std::uint8_t> bytes;  ///< initial value, addresses filled in; shorter: zeros follow
  std::uint32_t type = kNoType;
  std::uint32_t place = 0;
  bool constant = false;
  bool thread_local_storage = false;
  bool external = false;  ///< declared only: it has no initial value
};

/// The name of the thread-local variable that `errno` stands for. A program that does not ask for
/// it has none.
inline constexpr const char* kErrorNumber = "errno";

/// The variable that holds the locks of all std::shared_ptr: 2^kLocksOfPointersBits words of 4
/// bytes. A program that does not ask for one has none.
inline constexpr const char* kLocksOfPointers = "lock_of_shared_ptr";
inline constexpr unsigned kLocksOfPointersBits = 32;

/// The function of the library that tells whether a call has ended in an exception. The check stands
/// right after each call that has a landing pad.
inline constexpr const char* kIsThrowing = "ringcheck_is_throwing";

/// Exception classes of the C++ library that hold a text, as their names are mangled.
inline constexpr std::string_view kStandardExceptions[] = {
    "13runtime_error", "11logic_error", "12out_of_range",   "16invalid_argument", "12length_error",
    "12domain_error",  "11range_error", "14overflow_error", "15underflow_error"};

/// How the name of such a class's table of virtual functions starts. A program that makes one has
/// its table: 0, 0, the destructor twice, and what().
inline constexpr const char* kTableOfStandardClass = "_ZTVSt";

/// A program, lowered from one module of LLVM IR.
struct Unit {
  int pointer_bytes = 8;
  std::string triple;
  std::string digest;  ///< of the file that LLVM read: different programs have different ones
  std::vector<std::string> files;
  std::vector<Place> places;  ///< the first is an unknown one
  std::vector<Type> types;
  std::vector<Variable> variables;  ///< by VariableId
  std::vector<KeptBlock> blocks;    ///< of the heap
  std::vector<Global> globals;
  std::vector<Function> functions;          ///< the address of number i is layout.function(i)
  std::vector<std::string> externals;       ///< names of functions that are only declared
  std::vector<std::string> texts;           ///< what is not modelled, for Opcode::refuse
  std::vector<std::uint32_t> constructors;  ///< functions to run before the entry, in this order
  std::vector<std::uint32_t> destructors;   ///< functions to run at the end, the last first
};

}  // namespace ringcheck::source
