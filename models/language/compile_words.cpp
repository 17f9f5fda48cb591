// The compiler of the cat language: the names that exist before the first line of a text.
//
// A text may be written in the words of any machine that has tests here. Words of the vocabulary
// with which it is compiled mean events. A user's text may also name words of other machines and of
// features that no test here has (virtual memory, memory tags, instruction fetch): no event is one
// of these, so the sets are empty. What no graph here records (events of registers, causality
// within an instruction) has names, but a test that depends on one of them is refused.
//
// Source: herd7's manual, "Cat language", library; herd7 7.58, the sets and relations that its
// models start with. Tested by tests/models/language_test.cpp, tests/models/load_test.cpp.
#include <algorithm>

#include "models/language/compiler.hpp"

namespace ringcheck::cat {
namespace {

constexpr TagSet kLockTags{Tag::lock_read, Tag::lock_write,  Tag::unlock,
                           Tag::lock_fail, Tag::read_locked, Tag::read_unlocked};
constexpr EventTest kOrdinaryReads[] = {{.kinds = Kinds::reads, .none = kLockTags}};
constexpr EventTest kOrdinaryWrites[] = {{.kinds = Kinds::writes, .none = kLockTags}};
constexpr EventTest kInstructionsThatDoBoth[] = {{.kinds = Kinds::accesses, .any = {Tag::amo}}};
constexpr EventTest kExclusives[] = {{.kinds = Kinds::accesses, .any = {Tag::exclusive}}};

bool is_of_locks(const NamedSet& set) {
  return std::ranges::any_of(set.tests,
                             [](const EventTest& test) { return test.any.has_any(kLockTags); });
}

/// The set of this name in `words`, including herd7's words if asked for; null if there is none.
const NamedSet* find_set(const Vocabulary& words, std::string_view name, bool herd) {
  for (const NamedSet& set : words.sets)
    if (set.name == name) return &set;
  for (const NamedSet& set : words.herd)
    if (herd && set.name == name) return &set;
  return nullptr;
}

// Sets of features that no test here has.
constexpr std::string_view kNoEvents[] = {
    // virtual memory
    "PTE",
    "PTEV",
    "PTEINV",
    "PTEAF0",
    "PTEDB0",
    "PTEDBM0",
    "PTEMemAttr",
    "PTEDevice",
    "PTEDevice-GRE",
    "PTEDevice-nGRE",
    "PTEDevice-nGnRE",
    "PTEDevice-nGnRnE",
    "PTENormal-NC",
    "PTENormal-iNC-oWT",
    "PTEInner-shareable",
    "PTEInner-write-back",
    "PTEInner-non-cacheable",
    "PTEInner-write-through",
    "PTEOuter-shareable",
    "PTEOuter-write-back",
    "PTEOuter-non-cacheable",
    "PTEOuter-write-through",
    "PTENon-shareable",
    "PTEXS",
    "PTENnT",
    "PTEGP",
    "PTENC",
    "PTEWB",
    "PTEWT",
    "PTENSH",
    "PTEISH",
    "PTEOSH",
    "PTENaT",
    "PTETaggedNormal",
    "AF",
    "DB",
    "HA",
    "HD",
    "MMU",
    "D-MMU",
    "I-MMU",
    "D-PTE",
    "I-PTE",
    "Translation",
    "AccessFlag",
    "Permission",
    "FAULT",
    "TLBI",
    "TLBI-ASID",
    "TLBInXS",
    "TLBIIS",
    "TLBI-VMALL",
    // exceptions
    "EXC-ENTRY",
    "EXC-RET",
    "SVC",
    "ERET",
    "SPURIOUS",
    "Fault",
    "SupervisorCall",
    "UndefinedInstruction",
    "TagCheck",
    "PacCheck",
    "Undefined",
    "DSB.nXS",
    "IFB",
    "ExcEntry",
    "ExcReturn",
    // tags, instruction fetch, caches, shadow stacks, vectors
    "T",
    "Instr",
    "Restricted-CMODX",
    "IC",
    "DC",
    "IC.IALLUIS",
    "IC.IALLU",
    "IC.IVAU",
    "DC.CVAU",
    "DC.IVAC",
    "DC.CVAC",
    "GCS",
    "GCSPR",
    "GCSPUSH",
    "GCSPOP",
    "GCSSTR",
    "GCSB",
    "NExp",
    "SPEC",
    "S",
    "NT",
    "PRED",
    "PA",
    "PA-ADDR",
    "TLBICond",
    // other machines and languages without tests here
    "ARM.DMB",
    "DMB",
    "DSB",
    "CON",
    "Sc",
    "AQ",
    // pseudocode
    "ASLLocal",
    "ASLGlobal",
    "ASL",
};

// Relations of the same features.
constexpr std::string_view kNoPairs[] = {"inv-domain", "iico_order", "PTEtoPA", "no-loc"};

// What no graph records.
constexpr std::string_view kUnrecordedSets[] = {"Rreg", "Wreg", "B",    "BR",    "PoD",
                                                "BCC",  "ADDR", "DATA", "NDATA", "EXEC"};
constexpr std::string_view kUnrecordedRelations[] = {
    "iico_data",   "iico_ctrl",  "rf-reg",     "control", "same-instr",
    "same-static", "partial_po", "equiv-spec", "success", "depend",
    "partition",   "tst",        "instr",      "aligned", "same-low-order-bits"};

}  // namespace

void Compiler::define_base() {
  define("_", Op::universe, Type::set);
  define("emptyset", Op::empty_set, Type::set);
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
  const NodeId si = define("si", pieces_ ? Op::si : Op::identity, Type::relation);
  top_ = scopes_.bind(top_, "sm", Value::of(si));
  if (generates_)
    define_execution_to_be_generated();
  else
    define_given_execution();
  if (users_) define_derived();
  define("domain", Builtin::domain);
  define("range", Builtin::range);
  define("fencerel", Builtin::fencerel);
  define("nested-pairs", Builtin::nested_pairs);
  define("different-values", Builtin::different_values);
  define("tag2events", Builtin::tag_to_events);
  define("tag2instrs", Builtin::tag_to_events);
  define("tag2set", Builtin::tag_to_events);
  define("map", Builtin::map);
  define("cross", Builtin::cross);
  define("generate_orders", Builtin::generate_orders);
  if (!users_) return;
  for (const char* name :
       {"classes-loc", "classes", "linearisations", "linearizations", "tag2scope"})
    define(name, Builtin::of_graphs);
  for (const char* name : {"at-least-one-writable", "same-oa", "oa-changes"})
    define(name, Builtin::of_tables);
}

// Words of the vocabulary and of other machines are looked up when the text names them, after
// everything that the text and define_base() bind. Null if `name` is no such word.
const Value* Compiler::find_word(const std::string& name) {
  const auto known = words_.find(name);
  if (known != words_.end()) return &known->second;
  const NodeId node = node_of_word(name);
  return node == kNoNode ? nullptr : &words_.emplace(name, Value::of(node)).first->second;
}

// True iff find_word() finds it.
bool Compiler::is_word(const std::string& name) {
  const bool bell = plan().has_bell;
  const auto knows = [&](const Vocabulary& vocabulary) {
    const NamedSet* set = find_set(vocabulary, name, users_);
    return set != nullptr && (!bell || is_of_locks(*set));
  };
  if (knows(vocabulary_)) return true;
  const auto is_in = [&](const auto& names) {
    return std::ranges::find(names, name) != std::end(names);
  };
  if (!users_) return false;
  if (is_in(kNoEvents) || is_in(kNoPairs)) return true;
  if (is_in(kUnrecordedSets) || is_in(kUnrecordedRelations)) return true;
  return !bell &&
         std::ranges::any_of(all_vocabularies(), [&](const Vocabulary* v) { return knows(*v); });
}

// With a bell file, its enums declare the annotations.
NodeId Compiler::node_of_word(const std::string& name) {
  const NamedSet* own = find_set(vocabulary_, name, users_);
  if (own != nullptr && (!plan().has_bell || is_of_locks(*own))) {
    const NodeId n = builder_.named_set(*own);
    builder_.set_name(n, name);
    return n;
  }
  if (!users_) return kNoNode;
  const auto is_in = [&](const auto& names) {
    return std::ranges::find(names, name) != std::end(names);
  };
  if (is_in(kNoEvents)) return builder_.leaf(Op::empty_set, Type::set);
  if (is_in(kNoPairs)) return builder_.leaf(Op::empty_relation, Type::relation);
  const auto* unrecorded = std::ranges::find(kUnrecordedSets, name);
  if (unrecorded != std::end(kUnrecordedSets)) return builder_.named_set({*unrecorded, {}});
  unrecorded = std::ranges::find(kUnrecordedRelations, name);
  if (unrecorded != std::end(kUnrecordedRelations)) {
    const NodeId set = builder_.named_set({*unrecorded, {}});
    return builder_.product(set, set);
  }
  const bool foreign = std::ranges::any_of(all_vocabularies(), [&](const Vocabulary* other) {
    return find_set(*other, name, true) != nullptr;
  });
  if (!foreign || plan().has_bell) return kNoNode;
  foreign_.insert(name);
  return builder_.leaf(Op::empty_set, Type::set);
}

// What herd7 derives from the events of an instruction.
void Compiler::define_derived() {
  PlanBuilder& b = builder_;
  const NodeId m = scopes_.find(top_, "M")->node;
  bind_name("Exp", m);
  const NodeId single = scopes_.find(top_, "si")->node;
  bind_name("scl", b.leaf(Op::loc, Type::relation));
  const NodeId rmw = b.leaf(Op::rmw, Type::relation);
  const auto pairs = [&](NodeId set) {
    const NodeId chain[] = {b.identity_on(set), rmw, b.identity_on(set)};
    return b.sequence(chain);
  };
  // C has no exclusives, but atomic operations.
  const bool machine = find_set(vocabulary_, "X", true) != nullptr;
  const NodeId both =
      machine ? b.named_set({"X", kInstructionsThatDoBoth}) : b.leaf(Op::rmw_events, Type::set);
  const NodeId exclusive = b.named_set({"EX", kExclusives});
  if (!machine) bind_name("X", both);
  // The coherence that every model has: of accesses in program order.
  const NodeId po_loc = scopes_.find(top_, "po-loc")->node;
  const NodeId rf = b.leaf(Op::rf, Type::relation);
  const NodeId back = b.inverse(rf);
  const NodeId r = b.leaf(Op::reads, Type::set);
  const NodeId w = b.leaf(Op::writes, Type::set);
  const auto in_order = [&](NodeId from, NodeId to) {
    return b.intersect(po_loc, b.product(from, to));
  };
  const NodeId wr[] = {in_order(w, r), back};
  const NodeId rr[] = {rf, in_order(r, r), back};
  const NodeId rw[] = {rf, in_order(r, w)};
  const NodeId same = b.leaf(Op::identity, Type::relation);
  NodeId pco = b.unite(scopes_.find(top_, "co0")->node, in_order(w, w));
  pco = b.unite(pco, b.sequence(rw));
  pco = b.unite(pco, b.subtract(b.sequence(wr), same));
  bind_name("pco", b.unite(pco, b.subtract(b.sequence(rr), same)));
  const NodeId amo = pairs(both);
  bind_name("amo", amo);
  bind_name("lxsx", pairs(exclusive));
  bind_name("same-instance", b.unite(b.unite(single, amo), b.inverse(amo)));
}

void Compiler::bind_name(std::string_view name, NodeId node) {
  top_ = scopes_.bind(top_, std::string(name), Value::of(node));
}

// The text takes rf and co as they are, including those of locks.
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
  if (users_) define_first_and_last(w);
}

// The text makes co, and the rf of locks: at first lock events are no accesses, and there is no co.
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
  define_first_and_last(w);
  plan().covers_locks = generated_[0].last != nullptr;
}

// co0: the initial write of a location is before its others, the final one after them.
void Compiler::define_first_and_last(NodeId writes) {
  PlanBuilder& b = builder_;
  const NodeId initial = b.leaf(Op::initial_writes, Type::set);
  const NodeId final_writes = b.leaf(Op::final_writes, Type::set);
  define("co0", b.intersect(b.leaf(Op::loc, Type::relation),
                            b.unite(b.product(initial, b.subtract(writes, initial)),
                                    b.product(b.subtract(writes, final_writes), final_writes))));
}

// Notes a word of another machine; to `try` it is undefined, as in herd7.
void Compiler::note_foreign(const Expr& name) {
  if (!foreign_.contains(name.text)) return;
  if (tries_ > 0) fail(name.at, "saw '" + name.text + "', a word of another machine");
  std::vector<std::string>& words = plan().foreign_words;
  if (std::ranges::find(words, name.text) == words.end()) words.push_back(name.text);
}

/// Refuses tests that depend on what no graph records. Notes the names of other machines on which
/// tests depend. Pre: the plan is complete.
void Compiler::check_words() {
  Plan& p = plan();
  std::vector<bool> used(p.nodes.size());
  const auto use = [&](NodeId n) {
    if (n >= 0) used[static_cast<std::size_t>(n)] = true;
  };
  for (const std::vector<Test>* tests : {&p.axioms, &p.flags})
    for (const Test& test : *tests) {
      used.assign(used.size(), false);
      use(test.node);
      for (std::size_t i = p.nodes.size(); i-- > 0;) {
        const Node& n = p.nodes[i];
        if (!used[i]) continue;
        if (n.op == Op::fixpoint)
          for (const NodeId body : p.groups[static_cast<std::size_t>(n.a)].bodies) use(body);
        if (n.op == Op::fixpoint || n.op == Op::variable) continue;
        if (n.op != Op::named_set) {
          use(n.a);
          use(n.b);
          continue;
        }
        const NamedSet& set = p.sets[static_cast<std::size_t>(n.a)];
        if (set.tests.empty())
          fail(test.at, "saw a test that depends on '" + std::string(set.name) +
                            "', expected one of what executions here record: no events of "
                            "registers, and no causality within an instruction");
      }
    }
}

}  // namespace ringcheck::cat
