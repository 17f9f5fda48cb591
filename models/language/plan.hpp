#pragma once
// A compiled cat file: a list of operations in single assignment form, and the tests on their
// results.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/language/ast.hpp"
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck::cat {

/// Index of a node in a plan.
using NodeId = int;
inline constexpr NodeId kNoNode = -1;

enum class Type : std::uint8_t { set, relation };

/// What a node computes from its operands `a` and `b`.
enum class Op : std::uint8_t {
  // Sets that depend on events alone.
  empty_set,
  universe,
  reads,
  writes,
  fences,
  initial_writes,
  named_set,   ///< `a`: index into Plan::sets
  rmw_events,  ///< events that are part of an atomic read-modify-write
  // Relations that depend on events alone.
  empty_relation,
  identity,
  po,
  loc,
  ext,
  internal,
  si,
  addr,
  data,
  ctrl,
  rmw,
  // What an execution adds.
  rf,
  co,
  fr,
  final_writes,
  // Operations on sets.
  set_union,
  set_intersection,
  set_difference,
  set_complement,
  domain,
  range,
  // Operations on relations.
  unite,
  intersect,
  subtract,
  complement,
  sequence,
  inverse,
  plus,
  star,
  optional,
  product,  ///< set `a` × set `b`
  /// Events of set `a`, as opening brackets, with the matching closing ones of `b`.
  nested_pairs,
  identity_on,       ///< [a]
  restrict_domain,   ///< [a] ; b
  restrict_range,    ///< b ; [a]
  different_values,  ///< pairs of `a` whose events have different values
  // Recursion.
  variable,  ///< unknown number `b` of group `a`
  fixpoint,  ///< its value in the least fixpoint
};

/// What in an unfinished graph may still change a value: see monotone.hpp.
enum class Stability : std::uint8_t { rigid, tags, endpoints, interval, global };

struct Node {
  Op op = Op::empty_set;
  Type type = Type::set;
  bool dynamic = false;    ///< depends on rf, co or fr
  bool within_po = false;  ///< a relation contained in po ∪ id
  Stability stability = Stability::rigid;
  NodeId a = kNoNode;
  NodeId b = kNoNode;
  std::uint64_t groups = 0;  ///< bit g: depends on a variable of group g, which is still open here
  std::uint32_t name = 0;    ///< index into Plan::names, 0: none
  Position at;               ///< where the text first asks for it
};

/// A `let rec`: its unknowns and their definitions. `order` lists the nodes to evaluate in each
/// round.
struct Group {
  std::vector<NodeId> variables;
  std::vector<NodeId> bodies;
  std::vector<NodeId> order;
};

/// A test of the file.
struct Test {
  TestKind kind = TestKind::acyclic;
  bool negated = false;
  NodeId node = kNoNode;
  std::string name;
  Position at;
  bool when_complete = false;  ///< says nothing about a graph that may grow: monotone.hpp
};

/// What a bell file allows: an instruction of this kind takes one annotation of each set.
struct Instruction {
  std::string kind;  ///< R, W, RMW, F, …
  std::vector<std::vector<std::string>> annotations;
};

/// A definition at the top level of the file.
struct Definition {
  std::string name;
  NodeId node = kNoNode;
};

struct Plan {
  std::string title;
  std::vector<SourcePtr> sources;  ///< keeps the positions alive
  std::vector<NamedSet> sets;
  std::vector<Node> nodes;  ///< operands precede their users
  std::vector<Group> groups;
  std::vector<Test> axioms;  ///< what makes an execution consistent, in the order of the text
  std::vector<Test> flags;   ///< what is reported about a consistent execution
  std::vector<Definition> definitions;  ///< the last definition of each name
  std::vector<std::string> names{""};
  std::vector<std::string> foreign_words;  ///< words of other machines, of which no event is one
  std::vector<Instruction> instructions;   ///< those that a bell file declares
  bool has_bell = false;
  bool covers_locks = true;  ///< false: the text makes rf of ordinary reads only
  bool backward = false;     ///< relations are the inverses of what the text says: see reverse()

  /// The value of a top-level name, or kNoNode.
  [[nodiscard]] NodeId find(std::string_view name) const {
    for (const Definition& d : definitions)
      if (d.name == name) return d.node;
    return kNoNode;
  }
};

/// The same plan, with tests on r^-1 instead of r where that saves inverses: for `empty (a & b^-1)`
/// it tests a^-1 & b. A relation is empty, irreflexive or acyclic iff its inverse is.
Plan turn_tests(Plan plan);

/// The same plan with each relation replaced by its inverse: row e of a value then holds the events
/// that are related to e. Tests mean the same.
Plan reverse(Plan plan);

}  // namespace ringcheck::cat
