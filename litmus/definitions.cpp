// Reads definitions of primitives.
//
// A definition has a name, parameters, and a body: an expression, or statements in braces. Each
// body has to be one row of the table of primitives: one of the operations below, an earlier
// definition, a comparison of one of these with 0, or a store followed by a full fence. Anything
// else is refused.
//
//   __load{a}(x), __store{a}(x, v)        accesses, also of *p
//   __fence{a}
//   __xchg{a}(p, v), __cmpxchg{a}(p, e, v), __atomic_add_unless{a}(p, v, e)
//   __atomic_op{a}(p, +, v), __atomic_op_return{a}(p, +, v), __atomic_fetch_op{a}(p, +, v)
//   __lock(p), __unlock(p), __trylock(p), __islocked(p)
//   __srcu{a}(p), __srcu{a}(p, v)
//
// Source: tools/memory-model/linux-kernel.def of Linux 6.1; herd7's manual, "C litmus tests".
// Tested by tests/litmus/definitions_test.cpp.
#include "litmus/definitions.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "graph/diagnostic.hpp"
#include "litmus/definition_tokens.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck::litmus {

namespace {

/// What an operation does with its arguments, by letter as in Primitive, and `o` for an operator.
struct Operation {
  std::string_view name;
  std::string_view instruction;  ///< in bell files; empty: nothing is annotated
  std::string_view arguments;
  Primitive row;
};

constexpr Primitive act(Action action, bool returns_value) {
  return {.name = {}, .action = action, .returns_value = returns_value};
}
constexpr Primitive rmw(RmwOperation operation, RmwResult result) {
  return {.name = {},
          .action = Action::read_modify_write,
          .returns_value = result != RmwResult::nothing,
          .operation = operation,
          .result = result};
}

constexpr auto kOperations = std::to_array<Operation>({
    {"__load", "R", "l", act(Action::load, true)},
    {"__store", "W", "lv", act(Action::store, false)},
    {"__fence", "F", "", act(Action::fence, false)},
    {"__xchg", "RMW", "pv", rmw(RmwOperation::exchange, RmwResult::old_value)},
    {"__cmpxchg", "RMW", "pev", rmw(RmwOperation::compare_exchange, RmwResult::old_value)},
    {"__atomic_add_unless", "RMW", "pve", rmw(RmwOperation::add_unless, RmwResult::succeeded)},
    {"__atomic_op", "R", "pov", rmw(RmwOperation::add, RmwResult::nothing)},
    {"__atomic_op_return", "RMW", "pov", rmw(RmwOperation::add, RmwResult::new_value)},
    {"__atomic_fetch_op", "RMW", "pov", rmw(RmwOperation::add, RmwResult::old_value)},
    {"__lock", "", "p", act(Action::spin_lock, false)},
    {"__unlock", "", "p", act(Action::spin_unlock, false)},
    {"__trylock", "", "p", act(Action::spin_trylock, true)},
    {"__islocked", "", "p", act(Action::spin_is_locked, true)},
    {"__srcu", "SRCU", "p", act(Action::srcu, true)},
});

struct Annotation {
  std::string_view name;
  Tag tag;
};
constexpr auto kAccesses = std::to_array<Annotation>(
    {{"once", Tag::once}, {"acquire", Tag::acquire}, {"release", Tag::release}});
constexpr auto kFences = std::to_array<Annotation>({{"mb", Tag::mb},
                                                    {"rmb", Tag::rmb},
                                                    {"wmb", Tag::wmb},
                                                    {"barrier", Tag::compiler_barrier},
                                                    {"before-atomic", Tag::before_atomic},
                                                    {"after-atomic", Tag::after_atomic},
                                                    {"after-spinlock", Tag::after_spinlock},
                                                    {"after-unlock-lock", Tag::after_unlock_lock},
                                                    {"rcu-lock", Tag::rcu_lock},
                                                    {"rcu-unlock", Tag::rcu_unlock},
                                                    {"sync-rcu", Tag::sync_rcu}});
constexpr auto kSrcu = std::to_array<Annotation>({{"srcu-lock", Tag::srcu_lock},
                                                  {"srcu-unlock", Tag::srcu_unlock},
                                                  {"sync-srcu", Tag::sync_srcu}});

template <class Table>
std::optional<Tag> tag_in(const Table& table, std::string_view name) {
  for (const Annotation& row : table)
    if (row.name == name) return row.tag;
  return std::nullopt;
}

/// The order of a read-modify-write with this annotation.
std::optional<RmwOrder> order_of(std::string_view annotation) {
  if (annotation == "mb") return RmwOrder{.full = true};
  if (annotation == "once") return RmwOrder{};
  if (annotation == "acquire") return RmwOrder{.read_tags = {Tag::acquire}};
  if (annotation == "release") return RmwOrder{.write_tags = {Tag::release}};
  if (annotation == "noreturn") return RmwOrder{.read_tags = {Tag::noreturn}};
  return std::nullopt;
}

std::optional<RmwOperation> operation_of(std::string_view symbol) {
  if (symbol == "+") return RmwOperation::add;
  if (symbol == "-") return RmwOperation::subtract;
  if (symbol == "&") return RmwOperation::bit_and;
  if (symbol == "|") return RmwOperation::bit_or;
  if (symbol == "^") return RmwOperation::bit_xor;
  return std::nullopt;
}

/// A row under construction: what each parameter of the definition is used for.
struct Row {
  Primitive primitive;
  std::string letters;  ///< by parameter; ' ' while it is not used
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const Allows& allows)
      : tokens_(text, file), allows_(allows), table_(std::make_shared<Primitives>()) {}

  std::shared_ptr<const Primitives> read() {
    // Primitives that no such file has: herd7 itself knows the first, the others are ringcheck's
    // own.
    for (const std::string_view name : builtin_primitives().names()) {
      const Primitive& row = *builtin_primitives().find(name);
      if (name == "atomic_add_unless" || name.starts_with("local_"))
        table_->add(row, std::string(name), std::string(row.arguments));
    }
    while (!tokens_.at_end()) definition();
    return table_;
  }

 private:
  void definition() {
    const DefinitionToken name = tokens_.expect_name("the name of a primitive");
    parameters_.clear();
    tokens_.expect("(");
    if (!tokens_.take_if(")")) {
      do {
        const DefinitionToken parameter = tokens_.expect_name("a parameter");
        if (std::ranges::find(parameters_, parameter.text) != parameters_.end())
          tokens_.fail(parameter, "a parameter of another name");
        parameters_.push_back(parameter.text);
      } while (tokens_.take_if(","));
      tokens_.expect(")");
    }
    const DefinitionToken begin = tokens_.peek();
    Row row = begin.text == "{" ? statements() : expression();
    const std::size_t unused = row.letters.find(' ');
    if (unused != std::string::npos)
      tokens_.fail(begin, "a body that uses the parameter " + parameters_[unused]);
    table_->add(row.primitive, name.text, row.letters);
  }

  /// { operation; } or { store; __fence{mb}; }
  Row statements() {
    tokens_.expect("{");
    Row row = call();
    tokens_.expect(";");
    if (!tokens_.take_if("}")) {
      const DefinitionToken second = tokens_.peek();
      const Row fence = call();
      const bool full = row.primitive.action == Action::store &&
                        fence.primitive.action == Action::fence &&
                        fence.primitive.tags == TagSet{Tag::mb};
      if (!full) tokens_.fail(second, "}, or __fence{mb} after a store");
      row.primitive.action = Action::store_then_mb;
      tokens_.expect(";");
      tokens_.expect("}");
    }
    row.primitive.returns_value = false;
    return row;
  }

  /// operation, operation == 0 or operation < 0
  Row expression() {
    const DefinitionToken begin = tokens_.peek();
    Row row = call();
    if (!row.primitive.returns_value) tokens_.fail(begin, "an operation that has a value");
    const DefinitionToken comparison = tokens_.peek();
    const bool equal = comparison.text == "==";
    if (!equal && comparison.text != "<") return row;
    tokens_.take();
    if (row.primitive.result != RmwResult::new_value)
      tokens_.fail(comparison, "a comparison of what __atomic_op_return returns");
    const DefinitionToken zero = tokens_.take();
    if (zero.text != "0") tokens_.fail(zero, "0");
    row.primitive.result = equal ? RmwResult::new_is_zero : RmwResult::new_is_negative;
    return row;
  }

  Row call() {
    const DefinitionToken name = tokens_.expect_name("an operation such as __load");
    const auto* operation = std::ranges::find(kOperations, name.text, &Operation::name);
    if (operation != kOperations.end()) return operation_call(*operation, name);
    const Primitive* earlier = table_->find(name.text);
    if (earlier == nullptr)
      tokens_.fail(name, "an operation that ringcheck knows, or a primitive defined above");
    Row row{*earlier, std::string(parameters_.size(), ' ')};
    tokens_.expect("(");
    for (std::size_t i = 0; i < earlier->arguments.size(); ++i) {
      if (i > 0) tokens_.expect(",");
      argument(earlier->arguments[i], row);
    }
    tokens_.expect(")");
    return row;
  }

  Row operation_call(const Operation& operation, const DefinitionToken& name) {
    Row row{operation.row, std::string(parameters_.size(), ' ')};
    annotate(operation, name, row.primitive);
    if (operation.arguments.empty()) return row;
    tokens_.expect("(");
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      if (i > 0) tokens_.expect(",");
      if (operation.arguments[i] == 'o')
        operator_argument(row.primitive);
      else
        argument(operation.arguments[i], row);
    }
    if (row.primitive.tags.has(Tag::srcu_unlock)) {
      tokens_.expect(",");
      argument('v', row);
    }
    tokens_.expect(")");
    return row;
  }

  void annotate(const Operation& operation, const DefinitionToken& name, Primitive& row) {
    const bool is_rmw = row.action == Action::read_modify_write;
    const bool may_be_bare = operation.name == "__atomic_op";
    if (operation.instruction.empty()) return;
    if (may_be_bare && tokens_.peek().text != "{") {
      row.order = *order_of("noreturn");
      return;
    }
    tokens_.expect("{");
    const DefinitionToken tag = tokens_.expect_name("an annotation of " + name.text);
    tokens_.expect("}");
    const auto unknown = [&] {
      tokens_.fail(tag, "an annotation that ringcheck knows of " + name.text);
    };
    if (is_rmw) {
      const auto order = order_of(tag.text);
      if (!order || (tag.text == "noreturn") > may_be_bare) unknown();
      row.order = *order;
    } else {
      const auto known = row.action == Action::fence  ? tag_in(kFences, tag.text)
                         : row.action == Action::srcu ? tag_in(kSrcu, tag.text)
                                                      : tag_in(kAccesses, tag.text);
      const bool wrong_way = (row.action == Action::load && tag.text == "release") ||
                             (row.action == Action::store && tag.text == "acquire");
      if (!known || wrong_way) unknown();
      row.tags = {*known};
      if (row.action == Action::srcu) row.returns_value = *known == Tag::srcu_lock;
    }
    // A fully ordered operation has fences around it: mb is not an annotation of its own.
    const bool around = is_rmw && tag.text == "mb";
    const bool ordered = may_be_bare && tag.text != "noreturn";
    const std::string_view kind = ordered ? "RMW" : operation.instruction;
    if (!around && !allows_(kind, tag.text))
      tokens_.fail(tag,
                   "an annotation that the bell file allows for instructions " + std::string(kind));
  }

  void operator_argument(Primitive& row) {
    const DefinitionToken symbol = tokens_.take();
    const auto operation = operation_of(symbol.text);
    if (!operation) tokens_.fail(symbol, "one of the operators + - & | ^");
    row.operation = *operation;
    const bool moves =
        row.operation == RmwOperation::add || row.operation == RmwOperation::subtract;
    if (!moves && row.result == RmwResult::new_value)
      tokens_.fail(symbol, "+ or - in an operation that returns the new value");
  }

  /// An argument that is used as `letter` says: a parameter, *parameter for an access, or a number
  /// for the value.
  void argument(char letter, Row& row) {
    const DefinitionToken first = tokens_.peek();
    const bool star = letter == 'l' && tokens_.take_if("*");
    const DefinitionToken token = tokens_.take();
    if (token.is_number && letter == 'v') {
      row.primitive.operand = token.number;
      return;
    }
    const auto parameter = std::ranges::find(parameters_, token.text);
    if (parameter == parameters_.end())
      tokens_.fail(first, letter == 'l'   ? "a parameter, or * before one"
                          : letter == 'v' ? "a parameter or a number"
                                          : "a parameter");
    char& use = row.letters[static_cast<std::size_t>(parameter - parameters_.begin())];
    if (use != ' ') tokens_.fail(token, "each parameter once");
    use = star ? 'p' : letter;
  }

  DefinitionTokens tokens_;
  const Allows& allows_;
  std::shared_ptr<Primitives> table_;
  std::vector<std::string> parameters_;
};

}  // namespace

std::shared_ptr<const Primitives> read_definitions(std::string_view text, const std::string& file,
                                                   const Allows& allows) {
  return Reader(text, file, allows).read();
}

}  // namespace ringcheck::litmus

namespace ringcheck {

PrimitivesPtr primitives_of(const Model& model) {
  const std::string& path = model.definitions();
  if (path.empty()) return nullptr;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw InputError(Diagnostic{path, 0, 0, "saw a file that cannot be read"});
  return litmus::read_definitions(text.str(), path,
                                  [&](std::string_view instruction, std::string_view annotation) {
                                    return model.allows(instruction, annotation);
                                  });
}

}  // namespace ringcheck
