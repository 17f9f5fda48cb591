#pragma once
// The syntax tree of a cat file.

#include <memory>
#include <string>
#include <vector>

#include "models/language/token.hpp"

namespace ringcheck::cat {

enum class ExprKind {
  name,        ///< text
  empty,       ///< 0, {}
  universe,    ///< _
  tag,         ///< 'text
  tuple,       ///< (args), of none or at least two
  set,         ///< {args}
  identity,    ///< [args[0]]
  apply,       ///< args[0] args[1]
  function,    ///< fun params -> args[0]; `text` is its name, if it has one
  let_in,      ///< let bindings in args[0]; `recursive`
  attempt,     ///< try args[0] with args[1]
  if_compare,  ///< if args[0] `text` args[1] then args[2] else args[3]; `text` is =, subset or in
  if_variant,  ///< if `condition` then args[0] else args[1]
  match_tag,   ///< match args[0] with clauses end
  /// match args[0] with {} -> args[1] || params[0] ++ params[1] -> args[2] end; with three names,
  /// params[0] | params[1] ++ params[2]
  match_set,
  add,  ///< args[0] ++ args[1]
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

struct Clause;

/// A condition on the variants with which a model is loaded.
struct Condition {
  enum class Kind { variant, negation, all, any };
  Kind kind = Kind::variant;
  std::string text;              ///< variant
  std::vector<Condition> parts;  ///< for the other kinds: one, or two
};

struct Expr {
  ExprKind kind = ExprKind::empty;
  Position at;
  std::string text;
  std::vector<ExprPtr> args;
  Pattern params;
  std::vector<Binding> bindings;
  std::vector<Clause> clauses;
  Condition condition;
  bool recursive = false;
};

enum class TestKind { acyclic, irreflexive, empty };

enum class StatementKind {
  let,           ///< let [rec] bindings [when a test: `body` has it]
  test,          ///< [flag] [~] test expr [as text]
  include,       ///< include "text"
  enumeration,   ///< enum text = 'a || 'b; the tags are in `words`
  instructions,  ///< instructions text[exprs]
  with_from,     ///< with text from expr
  procedure,     ///< procedure text(params) = body end; `recursive`
  call,          ///< call text(expr) [as …]
  forall,        ///< forall text in expr do body end
  match,         ///< match expr with clauses end
  if_variant,    ///< if condition body else otherwise end
  ignored,       ///< show, unshow, debug
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
  std::vector<ExprPtr> exprs;
  std::vector<std::string> words;
  Pattern params;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
  std::vector<Clause> clauses;
  Condition condition;
};

/// A clause of a match on tags: in an expression it has a value, in a statement a body.
struct Clause {
  Position at;
  std::string tag;  ///< "": _, whatever the tag is
  ExprPtr value;
  std::vector<Statement> body;
};

/// A parsed file. Positions point into `source`.
struct File {
  SourcePtr source;
  std::string title;
  std::vector<Statement> statements;
};

/// Parses a cat file.
/// Errors: InputError "file:line:column: saw X, expected Y"; constructs of the language that are
/// not supported here are refused by name.
File parse(SourcePtr source);

}  // namespace ringcheck::cat
