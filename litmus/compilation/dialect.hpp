#pragma once
// How each architecture writes everything but primitives: moves, arithmetic, branches, registers.
// Internal to litmus/compilation/.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// An arithmetic operation in three-operand form, with $d, $x and $y in the rows' notation.
struct ArithmeticRow {
  BinaryOperator operation;
  std::string_view instructions;
};

/// A branch that goes to $L when `comparison` holds for $x and $y.
struct BranchRow {
  BinaryOperator comparison;
  std::string_view instructions;
  std::string_view
      with_number{};  ///< the same with a number $n in place of $y; empty: there is none
};

/// Numbers below this, from 0 up, fit into every instruction that takes one.
inline constexpr std::int64_t kImmediateLimit = 2048;

/// How an architecture writes.
struct Dialect {
  Architecture architecture;
  /// Registers for values, in the order in which they are taken, by the names that conditions use.
  std::span<const std::string_view> registers;
  std::string_view move_number;  ///< $d = $n, an immediate
  std::string_view move;         ///< $d = $x
  std::string_view jump;         ///< to $L
  std::span<const ArithmeticRow> arithmetic;
  std::span<const BranchRow> branches;
  std::string_view zero{};     ///< a register that is always 0; empty: there is none
  std::string_view immediate;  ///< how a number is written in place of $i; empty: it cannot be
  /// How the register of this name is written when it holds `size` bytes.
  std::string (*spell)(std::string_view name, int size);
  bool names_locations = false;  ///< an access may name its location: (x)
};

/// The dialect of an architecture. Pre: not c.
const Dialect& dialect_of(Architecture architecture);

}  // namespace ringcheck::litmus
