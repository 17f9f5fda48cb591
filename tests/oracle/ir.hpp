#pragma once
// A small program representation that both the explorer and the brute-force enumerator can run.

#include <cstdint>
#include <string>
#include <vector>

#include "graph/event.hpp"

namespace ringcheck::oracle {

inline constexpr int kMaxRegisters = 16;           ///< registers of one thread
inline constexpr int kMaxNesting = 4;              ///< branches within branches
inline constexpr std::uint8_t kNoRegister = 0xff;  ///< no register: a constant, a result not kept

/// What an instruction does. `branch`, `otherwise` and `end` bracket the blocks of a branch.
enum class Op : std::uint8_t {
  load,
  store,
  exchange,
  add,
  compare_exchange,
  await,   ///< a load that reads only writes of the value `expected`
  fence,   ///< `fence` says which
  choose,  ///< picks one of 0 … choices - 1
  branch,  ///< opens the block that runs when `condition` holds
  otherwise,
  end,
  assume,  ///< executions in which `condition` is false are blocked
};

/// How an access is ordered.
enum class Ordering : std::uint8_t {
  plain,     ///< loads and stores only
  once,      ///< relaxed
  acquire,   ///< loads, and the read of a read-modify-write
  release,   ///< stores, and the write of a read-modify-write
  noreturn,  ///< read-modify-writes that return no value
  full,      ///< read-modify-writes between two full fences, if they write
};

/// How a register takes part in an address or a value.
enum class Use : std::uint8_t {
  none,
  value,   ///< address + (register & 1); constant + register
  masked,  ///< plus (register & 0): a dependency that changes nothing
};

/// A number that an instruction computes: a constant, to which a register may be added.
/// As an address it is the number of a location, and Use::value picks one of two adjacent ones.
struct Operand {
  std::uint64_t constant = 0;
  std::uint8_t reg = kNoRegister;
  Use use = Use::none;
  friend bool operator==(const Operand&, const Operand&) = default;
};

/// reg == constant, or reg != constant.
struct Condition {
  std::uint8_t reg = kNoRegister;
  bool equal = true;
  std::uint64_t constant = 0;
  friend bool operator==(const Condition&, const Condition&) = default;
};

/// An instruction. Fields that its Op does not use keep their defaults.
struct Instruction {
  Op op = Op::end;
  Ordering ordering = Ordering::once;
  bool atomic =
      true;  ///< read-modify-writes: false means atomic against interrupts of this CPU only
  bool speculative = false;  ///< branch: orders nothing after it
  Tag fence = Tag::mb;
  std::uint8_t target = kNoRegister;
  std::uint8_t choices = 0;
  /// In a program with accesses of several sizes: this many locations, of 8 bits each, from
  /// `address` on are accessed as a whole. 0: one location, of 64 bits.
  std::uint8_t pieces = 0;
  Operand address;
  Operand value;
  Operand expected;
  Condition condition;
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// The instructions of a thread, in program order. Registers that nothing has written are 0.
using Code = std::vector<Instruction>;

/// A program: initial values of its locations, and the code of its threads.
struct TestProgram {
  std::vector<std::uint64_t> initial;
  std::vector<Code> threads;
  friend bool operator==(const TestProgram&, const TestProgram&) = default;
};

/// True iff the instruction reads memory and writes it.
bool is_rmw(Op op);
/// True iff the instruction accesses memory.
bool is_access(Op op);
/// True iff the instruction may write memory.
bool may_write(Op op);

/// The annotations of the read and of the write of an access with `ordering`. The events of a fully
/// ordered read-modify-write are marked as such in addition.
TagSet read_tags(Ordering ordering);
TagSet write_tags(Ordering ordering);

/// Where control goes from the branch at `pc` when its condition is false: the instruction after
/// its `otherwise`, or its `end`. From an `otherwise`: its `end`. Pre: the brackets match.
int jump_target(const Code& code, int pc);

/// What is wrong with the program: brackets, registers or locations out of range. Empty if nothing
/// is.
std::string defect(const TestProgram& program);

/// The program as text for people, one instruction per line.
std::string to_text(const TestProgram& program);

}  // namespace ringcheck::oracle
