#pragma once
// The syntax tree of a cat file.

#include <memory>
#include <string>
#include <vector>

#include "models/language/token.hpp"

namespace ringcheck::cat {

enum class ExprKind {
  name,      ///< text
  empty,     ///< 0
  universe,  ///< _
  tuple,     ///< (args), of none or at least two
  identity,  ///< [args[0]]
  apply,     ///< args[0] args[1]
  function,  ///< fun params -> args[0]; `text` is its name, if it has one
  let_in,    ///< let bindings in args[0]; `recursive`
  // The rest are operators on `args`. Chains are flat: a | b | c has three arguments, a \ b \ c
  // stands for (a \ b) \ c.
  unite,
  sequence,
  subtract,
  intersect,
  product,
  complement,
  star,
  plus,
  optional,
  inverse,
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

/// The left side of a binding or the parameters of a function: one name, or a tuple of names (""
/// for `_`).
struct Pattern {
  std::vector<std::string> names;
  bool is_tuple = false;
};

struct Binding {
  Position at;
  Pattern pattern;
  ExprPtr value;
};

struct Expr {
  ExprKind kind = ExprKind::empty;
  Position at;
  std::string text;
  std::vector<ExprPtr> args;
  Pattern params;
  std::vector<Binding> bindings;
  bool recursive = false;
};

enum class TestKind { acyclic, irreflexive, empty };

enum class StatementKind {
  let,      ///< let [rec] bindings
  test,     ///< [flag] [~] test expr [as text]
  include,  ///< include "text"
  ignored,  ///< show, unshow
};

struct Statement {
  StatementKind kind = StatementKind::ignored;
  Position at;
  std::string text;
  std::vector<Binding> bindings;
  bool recursive = false;
  TestKind test = TestKind::acyclic;
  bool negated = false;
  bool flag = false;
  ExprPtr expr;
};

/// A parsed file. Positions point into `source`.
struct File {
  SourcePtr source;
  std::string title;
  std::vector<Statement> statements;
};

/// Parses a cat file.
/// Errors: InputError "file:line:column: saw X, expected Y"; constructs that are part of the
/// language but not supported here are refused by name.
File parse(SourcePtr source);

}  // namespace ringcheck::cat
