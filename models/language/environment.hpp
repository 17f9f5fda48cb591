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

enum class Builtin : std::uint8_t { domain, range, fencerel, nested_pairs, different_values };

/// What an expression stands for.
struct Value {
  enum class Kind : std::uint8_t {
    node,      ///< a set or relation
    function,  ///< `function` with the names of `scope`
    builtin,
    tuple,
    typed,  ///< while types of recursive definitions are inferred: a value of type `type`, if that
            ///< is known
  };
  Kind kind = Kind::node;
  NodeId node = kNoNode;
  const Expr* function = nullptr;
  Scope scope = kNoScope;
  Builtin builtin = Builtin::domain;
  std::vector<Value> items;
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
};

/// Scopes as a tree of frames, each with one name; frames live until compilation ends, since
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
