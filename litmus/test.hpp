#pragma once
// A litmus test as it is written: the reader builds it, the printer writes it back and the compiler
// lowers it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ringcheck {
namespace litmus {

class Primitives;  // primitives.hpp

/// A place in the text, counted from 1. Places always compare equal: two tests are equal when they
/// say the same, wherever they say it.
struct Place {
  int line = 0;
  int column = 0;
  friend bool operator==(const Place& /*a*/, const Place& /*b*/) { return true; }
};

/// A C type: `struct foo **` has the base "struct foo" and two pointers. Types are not checked.
struct Type {
  std::string base;  ///< empty: none was written
  int pointers = 0;
  friend bool operator==(const Type&, const Type&) = default;
};

enum class UnaryOperator : std::uint8_t { negate, complement, logical_not };
enum class BinaryOperator : std::uint8_t {
  multiply,
  divide,
  remainder,
  add,
  subtract,
  shift_left,
  shift_right,
  less,
  greater,
  less_equal,
  greater_equal,
  equal,
  not_equal,
  bit_and,
  bit_xor,
  bit_or,
  logical_and,
  logical_or,
};

enum class ExprKind : std::uint8_t {
  number,
  name,         ///< a parameter or a local
  dereference,  ///< *operands[0], a plain load
  address_of,   ///< &operands[0], where operands[0] is a dereference
  cast,         ///< (type)operands[0]; changes nothing
  unary,
  binary,
  conditional,  ///< operands[0] ? operands[1] : operands[2]
  call,         ///< a primitive of the kernel, by name
};

/// An expression of C.
struct Expr {
  ExprKind kind = ExprKind::number;
  UnaryOperator unary = UnaryOperator::negate;
  BinaryOperator binary = BinaryOperator::add;
  std::int64_t number = 0;
  std::string name;
  Type type;
  std::vector<Expr> operands;
  Place place;
  friend bool operator==(const Expr&, const Expr&) = default;
};

enum class StatementKind : std::uint8_t {
  declare,   ///< type name [= expressions[0]];
  assign,    ///< name = expressions[0];
  store,     ///< *expressions[0] = expressions[1]; a plain store
  evaluate,  ///< expressions[0]; a call
  branch,    ///< if (expressions[0]) first else second
  block,     ///< { first }
};

/// A statement of C.
struct Statement {
  StatementKind kind = StatementKind::block;
  Type type;
  std::string name;
  std::vector<Expr> expressions;
  std::vector<Statement> first;
  std::vector<Statement> second;
  bool has_else = false;
  Place place;
  friend bool operator==(const Statement&, const Statement&) = default;
};

/// The language of a test's threads.
enum class Architecture : std::uint8_t { c, aarch64, x86_64, riscv, ppc };

enum class OperandKind : std::uint8_t {
  word,    ///< a register, a label, an option
  number,  ///< an immediate
  memory,  ///< what stands between brackets or parentheses
};

/// An operand of an instruction.
struct Operand {
  OperandKind kind = OperandKind::word;
  std::string word;            ///< as written, with its %; memory: "[" or "("
  std::int64_t number = 0;     ///< of an immediate; memory: what stands before the parenthesis
  std::vector<Operand> parts;  ///< memory: what stands inside, in order
  Place place;
  friend bool operator==(const Operand&, const Operand&) = default;
};

/// A cell of the table of instructions: a label, an instruction, or both.
struct AssemblyLine {
  std::string label;     ///< empty: none
  std::string mnemonic;  ///< empty: none; a prefix (lock) is part of it
  std::vector<Operand> operands;
  Place place;  ///< of the mnemonic, or of the label
  friend bool operator==(const AssemblyLine&, const AssemblyLine&) = default;
};

/// A parameter of a thread: the address of the location of the same name.
struct Parameter {
  Type type;
  std::string name;
  Place place;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// A thread P0, P1, … It has a body in C, or lines of assembly.
struct ThreadText {
  std::vector<Parameter> parameters;
  std::vector<Statement> body;
  std::vector<AssemblyLine> lines;
  Place place;
  friend bool operator==(const ThreadText&, const ThreadText&) = default;
};

/// A location, or a local of a thread.
struct StateName {
  int thread = -1;  ///< -1: a location
  std::string name;
  Place place;
  friend bool operator==(const StateName&, const StateName&) = default;
};

/// The address of the location `name`, as a value.
struct AddressOf {
  std::string name;
  Place place;
  friend bool operator==(const AddressOf&, const AddressOf&) = default;
};

/// An entry of the initial state.
struct InitialValue {
  Type type;
  StateName of;
  std::variant<std::int64_t, AddressOf> value;
  friend bool operator==(const InitialValue&, const InitialValue&) = default;
};

enum class PropositionKind : std::uint8_t {
  truth,
  falsehood,
  equal,
  not_equal,
  negation,
  conjunction,
  disjunction,
  implication
};

/// A proposition about a final state.
struct Proposition {
  PropositionKind kind = PropositionKind::truth;
  StateName left;                                          ///< equal, not_equal
  std::variant<std::int64_t, AddressOf, StateName> right;  ///< equal, not_equal
  std::vector<Proposition> operands;  ///< negation: one; implication: two; others: more
  friend bool operator==(const Proposition&, const Proposition&) = default;
};

/// What a test asks of its final states.
enum class Quantifier : std::uint8_t { exists, not_exists, forall };

}  // namespace litmus

/// A table of primitives; null means the built-in ones.
using PrimitivesPtr = std::shared_ptr<const litmus::Primitives>;

/// A litmus test in the kernel's C dialect, or in the assembly of one architecture.
struct LitmusTest {
  litmus::Architecture architecture = litmus::Architecture::c;
  std::string name;
  std::string file;  ///< where it was read, for messages
  std::vector<litmus::InitialValue> initial;
  std::vector<litmus::ThreadText> threads;
  std::vector<litmus::StateName> locations;  ///< shown in the states besides those of the condition
  std::optional<litmus::Proposition> filter;
  litmus::Quantifier quantifier = litmus::Quantifier::exists;
  litmus::Proposition condition;
  PrimitivesPtr primitives;  ///< that its calls name
};

/// True iff the two say the same; `file`, `primitives` and places do not count.
inline bool operator==(const LitmusTest& a, const LitmusTest& b) {
  return a.architecture == b.architecture && a.name == b.name && a.initial == b.initial &&
         a.threads == b.threads && a.locations == b.locations && a.filter == b.filter &&
         a.quantifier == b.quantifier && a.condition == b.condition;
}

}  // namespace ringcheck
