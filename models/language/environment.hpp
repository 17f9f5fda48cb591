#pragma once
// What names mean while a cat file is compiled.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/language/plan.hpp"

namespace ringcheck::cat {

/// Index of a frame of an Environment; kNoScope is the scope without names.
using Scope = int;
inline constexpr Scope kNoScope = -1;

/// Functions that need more than cat's operators.
enum class Builtin : std::uint8_t {
  domain,
  range,
  fencerel,
  nested_pairs,
  different_values,
  tag_to_events,    ///< tag2events: the events with an annotation
  map,              ///< map f s; its first argument gives a builtin that waits for the second
  cross,            ///< all unions of one member of each set of relations
  generate_orders,  ///< the coherence orders of a set of writes that contain a relation
  of_tables,        ///< compares entries of page tables, of which there are none
  of_graphs,        ///< asks which events there are: refused when it is applied
};

/// How a value depends on the element to which `map` applies a function: it is the part of a node
/// whose pairs begin or end with the element, or the element itself.
struct Slice {
  int element = 0;  ///< number of the element, 0: no dependence
  bool member = false;
  bool source = false;
  bool target = false;

  [[nodiscard]] bool any() const { return element != 0; }
};

/// What an expression stands for.
struct Value {
  enum class Kind : std::uint8_t {
    node,       ///< a set or relation; with a slice, a part of it
    function,   ///< `function` with the names of `scope`
    procedure,  ///< `procedure` with the names of `scope`
    builtin,    ///< with its arguments so far in `items`
    tuple,
    tag,         ///< 'text
    collection,  ///< a set whose members, tags or relations, are known without a graph
    element,     ///< a member of `node`, number slice.element
    singles,     ///< the set of all {x} for members x of `node`
    grouped,     ///< for each event of `over`, the singles of its slice of `node`
    one_each,    ///< relations that have one pair of each group: cross of `grouped`
    orders,      ///< orders of the set `over`, total for each location, that contain the relation
                 ///< `node`
    typed,  ///< while types of recursive definitions are inferred: a value of type `type`, if that
            ///< is known
  };
  Kind kind = Kind::node;
  NodeId node = kNoNode;
  NodeId over = kNoNode;
  Slice slice;
  const Expr* function = nullptr;
  const Statement* procedure = nullptr;
  Scope scope = kNoScope;
  Builtin builtin = Builtin::domain;
  std::vector<Value> items;
  std::string text;
  std::optional<Type> type;

  static Value of(NodeId n) {
    Value v;
    v.node = n;
    return v;
  }
  static Value of(std::optional<Type> t) {
    Value v;
    v.kind = Kind::typed;
    v.type = t;
    return v;
  }
  static Value of(Builtin b) {
    Value v;
    v.kind = Kind::builtin;
    v.builtin = b;
    return v;
  }
  static Value of(const Expr& function, Scope scope) {
    Value v;
    v.kind = Kind::function;
    v.function = &function;
    v.scope = scope;
    return v;
  }
  static Value of_tag(std::string name) {
    Value v;
    v.kind = Kind::tag;
    v.text = std::move(name);
    return v;
  }
  static Value of_items(Kind kind, std::vector<Value> items) {
    Value v;
    v.kind = kind;
    v.items = std::move(items);
    return v;
  }
};

/// Scopes as a tree of frames, each with one name. Frames live until compilation ends, since
/// functions keep the scope of their definition.
class Environment {
 public:
  Scope bind(Scope parent, std::string name, Value value) {
    frames_.push_back({std::move(name), std::move(value), parent});
    return static_cast<Scope>(frames_.size()) - 1;
  }
  [[nodiscard]] const Value* find(Scope scope, std::string_view name) const {
    for (; scope != kNoScope; scope = frame(scope).parent)
      if (frame(scope).name == name) return &frame(scope).value;
    return nullptr;
  }
  void rebind(Scope scope, Value value) {
    frames_[static_cast<std::size_t>(scope)].value = std::move(value);
  }

  /// Calls `visit(name, value)` from the innermost name outwards.
  template <class Visit>
  void for_each(Scope scope, Visit&& visit) const {
    for (; scope != kNoScope; scope = frame(scope).parent)
      visit(frame(scope).name, frame(scope).value);
  }

 private:
  struct Frame {
    std::string name;
    Value value;
    Scope parent;
  };
  [[nodiscard]] const Frame& frame(Scope scope) const {
    return frames_[static_cast<std::size_t>(scope)];
  }

  std::vector<Frame> frames_;
};

}  // namespace ringcheck::cat
