#pragma once
// The compiler of the cat language. Internal: callers use models/language/compile.hpp.

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/language/compile.hpp"
#include "models/language/environment.hpp"

namespace ringcheck::cat {

/// Compiles one model; used once.
class Compiler {
 public:
  Compiler(const Loader& loader, const Vocabulary& vocabulary, Style style)
      : loader_(loader), vocabulary_(vocabulary), builder_(style) {}

  Plan run(const SourcePtr& main, const Beside& beside);

 private:
  [[nodiscard]] Plan& plan() { return builder_.plan(); }

  // compile.cpp: files and their statements.
  void load(const SourcePtr& source, int depth);
  void add_statements(const std::vector<Statement>& statements, int depth);
  void include(const Statement& s, int depth);
  [[nodiscard]] bool holds(const Condition& condition) const;
  void forbid_thin_air(const Position& at);

  // compile_words.cpp: the names that exist before the first line.
  void define_base();
  const Value* find_word(const std::string& name);
  NodeId node_of_word(const std::string& name);
  [[nodiscard]] bool is_word(const std::string& name);
  void define_derived();
  void define_given_execution();
  void define_execution_to_be_generated();
  void define_first_and_last(NodeId writes);
  void bind_name(std::string_view name, NodeId node);
  void note_foreign(const Expr& name);
  void check_words();
  NodeId define(std::string_view name, NodeId node);
  NodeId define(std::string_view name, Op op, Type type) {
    return define(name, builder_.leaf(op, type));
  }
  void define(std::string_view name, Builtin builtin) {
    top_ = scopes_.bind(top_, std::string(name), Value::of(builtin));
  }

  // compile_statement.cpp
  void statement(const Statement& s);
  void test(const Statement& s);
  void enumeration(const Statement& s);
  void instructions(const Statement& s);
  void call(const Statement& s);
  void forall(const Statement& s);
  void match(const Statement& s);
  void run_body(const std::vector<Statement>& body, Scope scope);
  NodeId unless_empty(NodeId n);
  NodeId if_empty(NodeId n);

  // compile_names.cpp
  void check_names(const Statement& s);
  void check_names(const std::vector<Statement>& body);
  void check_names(const std::vector<Binding>& bindings, bool recursive);
  void check_names(const Expr& e);
  void add_locals(const Pattern& pattern);
  void require_name(const Expr& name);

  // compile_binding.cpp
  Scope bind(const std::vector<Binding>& bindings, bool recursive, Scope scope, bool top);
  Scope match(const Pattern& pattern, const Value& value, Scope scope, const Position& at);
  Scope bind_recursive(const std::vector<Binding>& bindings, Scope scope, bool top);
  Scope bind_fixpoint(const std::vector<const Binding*>& bindings, Scope scope, bool top);
  std::vector<Type> infer_types(const std::vector<const Binding*>& bindings, Scope scope);
  std::optional<Type> type_of(const Expr& e, Scope scope, int depth);
  std::optional<Type> type_of(const Value& v) const;
  std::optional<Type> type_of_let(const Expr& e, Scope scope, int depth);
  std::optional<Type> type_of_call(const Expr& e, Scope scope, int depth);
  template <class Args>
  std::optional<Type> first_type(const Args& args, Scope scope, int depth);

  // compile_expression.cpp
  void step(const Position& at);
  NodeId as_node(const Value& value, const Position& at);
  NodeId as_whole_node(const Value& value, const Position& at);
  Value evaluate(const Expr& e, Scope scope);
  Value tag(const Expr& e);
  Value attempt(const Expr& e, Scope scope);
  Value conditional(const Expr& e, Scope scope);
  Value match_tag(const Expr& e, Scope scope);
  Value match_set(const Expr& e, Scope scope);
  Value operation(const Expr& e, Scope scope);
  NodeId operation(ExprKind kind, std::vector<NodeId> args);
  Value call(const Value& f, const Value& argument, const Position& at);
  const Clause* clause_of(const std::vector<Clause>& clauses, const Value& value,
                          const Position& at);

  // compile_library.cpp: builtin functions, and sets of other things than events.
  Value apply_builtin(const Value& f, const Value& argument, const Position& at);
  Value map(const Value& f, const Value& set, const Position& at);
  Value cross(const Value& sets, const Position& at);
  Value generate_orders(const Value& argument, const Position& at);
  NodeId events_of_tag(const std::string& tag);
  [[nodiscard]] bool is_empty(const Value& value);
  [[nodiscard]] bool is_empty(NodeId n);
  Value explicit_set(const Expr& e, Scope scope);
  void require_type(const Value& member, const Position& at, std::optional<Type>& type);
  Value add(const Value& member, const Value& set, const Position& at);
  Value collection_operation(ExprKind kind, const std::vector<Value>& args, const Position& at);
  Slice slice_of(ExprKind kind, const std::vector<Value>& args, const Position& at);

  // compile_choice.cpp: rf and co that the text makes itself.
  void note_last_bindings();
  void with_from(const Statement& s);
  void settle(const Statement& s);
  NodeId missing_order(NodeId computed);
  void require_when_complete(NodeId empty, const std::string& name, const Position& at);
  void check_choices();
  [[nodiscard]] bool contains(NodeId whole, NodeId part) const;

  /// A name that a text binds by `with`, or by `let` from such names: the graph has its value.
  struct Generated {
    const char* name;
    Op op;
    const Statement* last = nullptr;  ///< the last statement of the text that binds it
    NodeId computed = kNoNode;        ///< what that statement says
  };
  /// A choice that the graph decides.
  struct Choice {
    std::string name;
    NodeId node;
    std::size_t of;  ///< index into generated_
    Position at;
  };

  const Loader& loader_;
  const Vocabulary& vocabulary_;
  PlanBuilder builder_;
  Environment scopes_;
  Scope top_ = kNoScope;
  std::deque<File> files_;                    // functions point into the syntax trees
  std::vector<const Statement*> statements_;  // of all files, in the order in which they act
  std::set<std::string> tags_;                // those that an enum has declared
  bool generates_ = false;                    // the text makes rf and co by `with`
  Generated generated_[2] = {{"rf", Op::rf}, {"co", Op::co}};
  std::vector<Choice> choices_;
  bool pieces_ = false;                 // an access may be several events
  bool users_ = false;                  // a user's text, which may have words of other machines
  std::set<std::string> variants_;      // with which the model is loaded
  std::set<std::string> foreign_;       // words of other machines that the text names
  std::map<std::string, Value> words_;  // what find_word has found
  std::map<NodeId, bool> empty_;        // what is_empty has found
  std::vector<std::string> locals_;     // names around the expression that check_names is at
  int tries_ = 0;                       // how many `try` surround what is evaluated
  int elements_ = 0;
  int steps_ = 0;
  int calls_ = 0;
};

/// Deepest nesting of function and procedure calls.
inline constexpr int kMaxCallDepth = 60;

}  // namespace ringcheck::cat
