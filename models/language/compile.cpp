// The compiler evaluates a cat file symbolically: a set or relation is a node of the plan under
// construction, a function is applied by evaluating its body, and `let rec` becomes a group of
// unknowns with their definitions. Sets of tags and explicit sets of relations are known while
// compiling. Source for the meaning of each construct: herd7's manual, "Cat language".
// *Deviations*: the unknowns of a `let rec` have one type throughout; compile_choice.cpp says what
// becomes of `with` for rf and co. Tested by tests/models/compile_test.cpp,
// tests/models/language_test.cpp.
//
// This file: source files and their statements.
#include "models/language/compile.hpp"

#include <algorithm>
#include <cctype>

#include "models/language/compiler.hpp"

namespace ringcheck::cat {
namespace {

constexpr int kMaxIncludeDepth = 20;

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// What every text may use besides the builtins. Source: herd7's manual, "Cat language", library.
constexpr const char* kLibrary = R"("Library"
let toid(s) = [s]
let nodetour(a, b, c) = a \ (b ; c)
let singlestep(r) = nodetour(r, r, r)
let ctrlcfence(control, fences) = control ; [fences] ; po
let imply(a, b) = ~a | b
procedure inclusion(a, b) = empty a \ b end
procedure subseteq(a, b) = empty a \ b end
procedure total(r, s) = empty (s * s) \ (r | r^-1) end
)";

}  // namespace

Plan Compiler::run(const SourcePtr& main, const Beside& beside) {
  plan().has_bell = beside.bell != nullptr;
  users_ = beside.no_thin_air;
  variants_ = beside.variants;
  pieces_ = beside.pieces;
  if (pieces_) variants_.insert("mixed");
  load(std::make_shared<Source>(Source{"library", kLibrary}), 0);
  if (plan().has_bell) load(beside.bell, 0);
  load(main, 0);
  for (const File& f : files_)
    if (f.source == main) plan().title = f.title;
  note_last_bindings();
  define_base();
  for (const Statement* s : statements_) {
    check_names(*s);
    locals_.clear();
    statement(*s);
    settle(*s);
  }
  check_choices();
  if (users_ && builder_.style() == Style::optimised) check_words();
  if (beside.no_thin_air) forbid_thin_air({main.get(), 1, 1});
  // The innermost meaning of each name at the end of the file.
  std::set<std::string_view> defined;
  scopes_.for_each(top_, [&](const std::string& name, const Value& value) {
    if (value.kind == Value::Kind::node && defined.insert(name).second)
      plan().definitions.push_back({name, value.node});
  });
  return std::move(plan());
}

// Statements of an included file take the place of the include.
void Compiler::load(const SourcePtr& source, int depth) {
  files_.push_back(parse(source));
  plan().sources.push_back(source);
  add_statements(files_.back().statements, depth);
}

// The variants are known, and so is which statements of an `if` act.
void Compiler::add_statements(const std::vector<Statement>& statements, int depth) {
  for (const Statement& s : statements) {
    if (s.kind == StatementKind::include)
      include(s, depth);
    else if (s.kind == StatementKind::if_variant)
      add_statements(holds(s.condition) ? s.body : s.otherwise, depth);
    else
      statements_.push_back(&s);
  }
}

bool Compiler::holds(const Condition& condition) const {
  const auto part = [&](std::size_t i) { return holds(condition.parts[i]); };
  switch (condition.kind) {
    case Condition::Kind::variant:
      return variants_.contains(lower_case(condition.text));
    case Condition::Kind::negation:
      return !part(0);
    case Condition::Kind::all:
      return part(0) && part(1);
    case Condition::Kind::any:
      return part(0) || part(1);
  }
  return false;
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

// Exploration relies on this (docs/exploration.md, A1).
void Compiler::forbid_thin_air(const Position& at) {
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
