// The compiler evaluates a cat file symbolically: a set or relation is a node of the plan under
// construction, a function is applied by evaluating its body, and `let rec` becomes a group of
// unknowns with their definitions. Sets of tags and explicit sets of relations are known while
// compiling. Source for the meaning of each construct: herd7's manual, "Cat language".
// *Deviations*: the unknowns of a `let rec` have one type throughout; what rf and co make of `with`
// is in compile_choice.cpp. Tested by tests/models/plan_test.cpp, tests/models/compile_test.cpp,
// tests/models/language_test.cpp.
//
// This file: source files, and the names that every file knows.
#include "models/language/compile.hpp"

#include <algorithm>

#include "models/language/compiler.hpp"

namespace ringcheck::cat {
namespace {

constexpr int kMaxIncludeDepth = 20;

// What every text may use besides the builtins. Source: herd7's manual, "Cat language", library.
constexpr const char* kLibrary = R"("Library"
let toid(s) = [s]
let nodetour(a, b, c) = a \ (b ; c)
let singlestep(r) = nodetour(r, r, r)
let ctrlcfence(fences) = ctrl ; [fences] ; po
let imply(a, b) = ~a | b
procedure inclusion(a, b) = empty a \ b end
procedure subseteq(a, b) = empty a \ b end
procedure total(r, s) = empty (s * s) \ (r | r^-1) end
)";

constexpr TagSet kLockTags{Tag::lock_read, Tag::lock_write,  Tag::unlock,
                           Tag::lock_fail, Tag::read_locked, Tag::read_unlocked};
constexpr EventTest kOrdinaryReads[] = {{.kinds = Kinds::reads, .none = kLockTags}};
constexpr EventTest kOrdinaryWrites[] = {{.kinds = Kinds::writes, .none = kLockTags}};

bool is_of_locks(const NamedSet& set) {
  return std::ranges::any_of(set.tests,
                             [](const EventTest& test) { return test.any.has_any(kLockTags); });
}

}  // namespace

Plan Compiler::run(const SourcePtr& main, const Beside& beside) {
  plan().has_bell = beside.bell != nullptr;
  load(std::make_shared<Source>(Source{"library", kLibrary}), 0);
  if (plan().has_bell) load(beside.bell, 0);
  load(main, 0);
  for (const File& f : files_)
    if (f.source == main) plan().title = f.title;
  note_last_bindings();
  define_base();
  for (const Statement* s : statements_) {
    statement(*s);
    settle(*s);
  }
  check_choices();
  if (beside.no_thin_air) forbid_thin_air({main.get(), 1, 1});
  // The innermost meaning of each name at the end of the file.
  scopes_.for_each(top_, [this](const std::string& name, const Value& value) {
    if (value.kind == Value::Kind::node && plan().find(name) == kNoNode)
      plan().definitions.push_back({name, value.node});
  });
  return std::move(plan());
}

// Statements of included files stand in the place of the include.
void Compiler::load(const SourcePtr& source, int depth) {
  files_.push_back(parse(source));
  plan().sources.push_back(source);
  const File& f = files_.back();
  for (const Statement& s : f.statements) {
    if (s.kind == StatementKind::include)
      include(s, depth);
    else
      statements_.push_back(&s);
  }
}

void Compiler::include(const Statement& s, int depth) {
  if (depth >= kMaxIncludeDepth)
    fail(s.at, "saw include nested deeper than " + std::to_string(kMaxIncludeDepth) +
                   " files, expected fewer");
  const SourcePtr source = loader_(s.text, s.at);
  if (source == nullptr)
    fail(s.at, "saw include of \"" + s.text + "\", expected a file that exists");
  load(source, depth + 1);
}

NodeId Compiler::define(std::string_view name, NodeId node) {
  builder_.set_name(node, name);
  top_ = scopes_.bind(top_, std::string(name), Value::of(node));
  return node;
}

void Compiler::define_base() {
  define("_", Op::universe, Type::set);
  define("emptyset", Op::empty_set, Type::set);
  define_words();
  define("F", Op::fences, Type::set);
  define("IW", Op::initial_writes, Type::set);
  define("FW", Op::final_writes, Type::set);
  define("RMW", Op::rmw_events, Type::set);
  define("id", Op::identity, Type::relation);
  const NodeId po = define("po", Op::po, Type::relation);
  const NodeId loc = define("loc", Op::loc, Type::relation);
  define("ext", Op::ext, Type::relation);
  define("int", Op::internal, Type::relation);
  define("po-loc", builder_.intersect(po, loc));
  define("addr", Op::addr, Type::relation);
  define("data", Op::data, Type::relation);
  define("ctrl", Op::ctrl, Type::relation);
  define("rmw", Op::rmw, Type::relation);
  if (generates_)
    define_execution_to_be_generated();
  else
    define_given_execution();
  define("domain", Builtin::domain);
  define("range", Builtin::range);
  define("fencerel", Builtin::fencerel);
  define("nested-pairs", Builtin::nested_pairs);
  define("different-values", Builtin::different_values);
  define("tag2events", Builtin::tag_to_events);
  define("tag2instrs", Builtin::tag_to_events);
  define("map", Builtin::map);
  define("cross", Builtin::cross);
  define("generate_orders", Builtin::generate_orders);
}

// With a bell file, annotations are what its enums declare.
void Compiler::define_words() {
  for (const NamedSet& set : vocabulary_.sets)
    if (!plan().has_bell || is_of_locks(set)) define(set.name, builder_.named_set(set));
}

// The text takes rf and co as they are, those of locks included.
void Compiler::define_given_execution() {
  const NodeId r = define("R", Op::reads, Type::set);
  const NodeId w = define("W", Op::writes, Type::set);
  define("M", builder_.unite(r, w));
  const NodeId ext = builder_.leaf(Op::ext, Type::relation);
  const NodeId internal = builder_.leaf(Op::internal, Type::relation);
  for (const auto& [name, op] : {std::pair{"rf", Op::rf}, {"co", Op::co}, {"fr", Op::fr}}) {
    const NodeId n = define(name, op, Type::relation);
    define(std::string(name) + "e", builder_.intersect(n, ext));
    define(std::string(name) + "i", builder_.intersect(n, internal));
  }
}

// The text makes co, and rf of locks: at first lock events are no accesses, and there is no co.
void Compiler::define_execution_to_be_generated() {
  PlanBuilder& b = builder_;
  const NodeId r = define("R", b.named_set({"R", kOrdinaryReads}));
  const NodeId w = define("W", b.named_set({"W", kOrdinaryWrites}));
  define("M", b.unite(r, w));
  const NodeId all = b.leaf(Op::rf, Type::relation);
  const NodeId ordinary[] = {all, b.identity_on(r)};
  const NodeId rf = define("rf", generated_[0].last != nullptr ? b.sequence(ordinary) : all);
  define("rfe", b.intersect(rf, b.leaf(Op::ext, Type::relation)));
  define("rfi", b.intersect(rf, b.leaf(Op::internal, Type::relation)));
  const NodeId initial = b.leaf(Op::initial_writes, Type::set);
  const NodeId final_writes = b.leaf(Op::final_writes, Type::set);
  define("co0", b.intersect(b.leaf(Op::loc, Type::relation),
                            b.unite(b.product(initial, b.subtract(w, initial)),
                                    b.product(b.subtract(w, final_writes), final_writes))));
  plan().covers_locks = generated_[0].last != nullptr;
}

// Exploration rests on it (docs/exploration.md, A1).
void Compiler::forbid_thin_air(const Position& at) {
  if (plan().axioms.empty()) fail(at, "saw no axiom, expected acyclic, irreflexive or empty");
  builder_.at(at);
  Test t;
  t.name = "no-thin-air";
  t.at = at;
  t.node = builder_.leaf(Op::addr, Type::relation);
  for (Op op : {Op::data, Op::ctrl, Op::rmw, Op::rf})
    t.node = builder_.unite(t.node, builder_.leaf(op, Type::relation));
  const auto same = [&](const Test& other) {
    return other.kind == TestKind::acyclic && other.node == t.node;
  };
  if (std::ranges::none_of(plan().axioms, same)) plan().axioms.push_back(std::move(t));
}

Plan compile(const SourcePtr& main, const Loader& loader, const Vocabulary& vocabulary, Style style,
             const Beside& beside) {
  return Compiler(loader, vocabulary, style).run(main, beside);
}

}  // namespace ringcheck::cat
