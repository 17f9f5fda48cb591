#pragma once
// What the instructions of an architecture mean: one row each. Internal to litmus/.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/thread_run.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus::assembly {

/// What an instruction does.
enum class Act : std::uint8_t {
  move,
  arithmetic,
  compare,  ///< keeps its operands for a branch that asks about them
  load,
  store,
  load_reserved,
  store_conditional,
  modify,  ///< a read-modify-write that always writes
  compare_exchange,
  fence,
  jump,
  branch,
  nothing,  ///< no order that a model of normal memory knows
};

enum class Arithmetic : std::uint8_t {
  add,
  subtract,
  multiply,
  bit_and,
  bit_or,
  bit_xor,
  and_not,
  or_not,
  shift_left,
  shift_right,         ///< unsigned
  shift_right_signed,  ///< signed
  less,                ///< 1 or 0
  below,               ///< 1 or 0, unsigned
};

/// What a branch asks about two values.
enum class Test : std::uint8_t {
  equal,
  not_equal,
  less,
  greater_equal,
  greater,
  less_equal,
  below,  ///< unsigned
  above_equal,
  above,
  below_equal,
  negative,  ///< their difference
  not_negative,
};

/// How an instruction sets the condition flags.
enum class Flags : std::uint8_t {
  none,
  of_operands,  ///< as a comparison of its two operands does
  of_result,    ///< as a comparison of its result with zero does
  of_sum,       ///< the same for equal and negative; carry and overflow are not modelled
};

/// An instruction. `shape` has a word for each operand:
///   d target register, a first source, b second source, i immediate in place of b,
///   e second source of 32 bits, m memory, n memory without an offset, p and q registers that add
///   up to an address, x register that is source and target, c register that is compared with
///   memory and gets the old value,
///   t register that gets the status of a store-conditional, l label,
///   f and g the sets of accesses before and after a fence, =WORD that very word.
struct Row {
  std::string name{};
  std::string shape{};
  Act act = Act::nothing;
  Arithmetic arithmetic = Arithmetic::add;
  Test test = Test::equal;
  RmwOperation operation = RmwOperation::exchange;
  TagSet tags{Tag::once};        ///< of a load, a fence, a read
  TagSet write_tags{Tag::once};  ///< of a store
  std::uint8_t size = 0;         ///< bytes that are accessed or computed; 0: the registers say it
  std::uint8_t memory = 0;       ///< bytes that are accessed, if the registers do not say it
  bool sign_extends = false;     ///< 4 bytes in a register of 8
  bool atomic = true;            ///< of a read-modify-write
  bool fenced = false;           ///< of a read-modify-write: a full fence even when it fails
  Flags flags = Flags::none;
};

/// A register: its number (below 40), or none for the one that is always zero.
struct Register {
  int number = 0;
  std::uint8_t size = 8;  ///< bytes that the name stands for
};
inline constexpr int kZeroRegister = -1;
inline constexpr int kMaxRegisters = 40;

/// What the status of a store-conditional depends on.
enum class StatusSources : std::uint8_t { nothing, operands, store };

/// An architecture.
struct Machine {
  Architecture architecture;
  const std::vector<Row>& (*rows)();
  /// The register of this name.
  std::optional<Register> (*find_register)(std::string_view name);
  StatusSources status_sources = StatusSources::nothing;
  bool sized_registers = false;      ///< the name of a register says how many bytes it stands for
  bool zero_base = false;            ///< register 0 is 0 in an address, and where a shape says p
  bool acquires_into_zero = true;    ///< a read-modify-write without a target is still an acquire
  bool failing_may_write = false;    ///< a compare-exchange that fails may store what it has read
  int accumulator = kZeroRegister;   ///< what a compare-exchange without a `c` compares and sets
  std::string_view number_prefix{};  ///< of immediates
};

/// The machine of an architecture. Pre: not c.
const Machine& machine_of(Architecture architecture);

extern const Machine kAArch64;
extern const Machine kX86;
extern const Machine kRiscv;
extern const Machine kPower;

/// Both names without regard to case.
bool same_word(std::string_view a, std::string_view b);
/// The number after a prefix: 12 of "X12". nullopt when there is none, or it is above `most`.
std::optional<int> number_after(std::string_view prefix, std::string_view name, int most);

}  // namespace ringcheck::litmus::assembly
