// The parts of the cat language beyond relations: tags, sets that are known without a graph,
// functions on them, procedures, bell files, and choices of executions.
#include <gtest/gtest.h>

#include "tests/models/compiled.hpp"

namespace ringcheck::cat {
namespace {

constexpr const char* kEnum = "enum E = 'once || 'release || 'mb || 'unheard-of\n";

TEST(Language, TagsAreSetsOfEvents) {
  const std::string e = kEnum;
  expect_same(e + "let left = tag2events('mb)\nlet right = Mb");
  expect_same(e + "let left = tag2events('unheard-of) | Unheard-of\nlet right = emptyset");
  expect_same(e +
              "let f t = match t with 'once -> po || 'mb -> rf || _ -> co end\n"
              "let left = f('once) | f('mb) | f('release)\nlet right = po | rf | co");
  expect_same(e +
              "let f t = if t in {'once, 'release} then po else rf\n"
              "let left = f('release) ; f('mb)\nlet right = po ; rf");
  expect_same(e + "let left = if {'once, 'mb} = {'mb, 'once} then po else rf\nlet right = po");
  expect_same(e + "let left = if E subset {'once} then po else rf\nlet right = rf");
}

TEST(Language, SetsThatAreKnownWithoutAGraph) {
  const std::string e = kEnum;
  const std::string events =
      "let rec events s = match s with {} -> emptyset || t ++ ts -> tag2events(t) | events ts "
      "end\n";
  expect_same(e + events + "let left = events({'once, 'mb})\nlet right = Once | Mb");
  expect_same(e + events + "let left = events('mb ++ {'mb})\nlet right = Mb");
  expect_same(e + events +
              "let left = events((E \\ {'once}) & {'once, 'mb, 'release})\n"
              "let right = Release | Mb");
  expect_same(e + events + "let left = events({'once} | {'mb} | {})\nlet right = Once | Mb");
  expect_same(
      "let rec all s = match s with r ++ rs -> r | all rs || {} -> 0 end\n"
      "let left = all (map (fun r -> r ; po) {rf, co})\nlet right = (rf | co) ; po");
  expect_same(
      "let fold f = let rec go (s, y) = match s with {} -> y || x ++ xs -> go (xs, f(x, y)) end in "
      "go\nlet left = fold (fun (r, y) -> r ; y) ({rf, co}, po)\nlet right = co ; rf ; po");
  expect_same(
      "let rec all s = match s with r ++ rs -> r & all rs || {} -> _ * _ end\n"
      "let left = all (cross({{rf, co}, {po, rf}}))\n"
      "let right = (rf | po) & rf & (co | po) & (co | rf)");
  expect_same(
      "let rec first s = match s with {} -> po || before | r ++ after -> r end\n"
      "let left = first {rf}\nlet right = rf");
}

TEST(Language, FunctionsMayBeRecursive) {
  expect_same(
      "let rec even s = match s with {} -> po || x ++ xs -> odd xs end\n"
      "    and odd s = match s with {} -> rf || x ++ xs -> even xs end\n"
      "let left = even({po, rf, co})\nlet right = rf");
  expect_same("let rec f x = x ; po\nlet left = f rf\nlet right = rf ; po");
}

TEST(Language, ConditionsOnEventsAreAskedOfEachGraph) {
  // all(r): every event if r has a pair, else none.
  const std::string all = "let all r = range(domain(r) * _)\n";
  expect_same(all +
              "let left = if R = emptyset then po else rf\n"
              "let some = all [R]\nlet none = _ \\ some\n"
              "let right = ((none * none) & po) | ((some * some) & rf)");
  expect_same(all +
              "let left = if rf subset ext then W else R\n"
              "let some = all (rf & int)\nlet right = (R & some) | (W \\ some)");
  expect_same("let left = if W = W then po else rf\nlet right = po");
  expect_same("let left = if \"some-variant\" then po else rf\nlet right = rf");
}

TEST(Language, TryTakesTheSecondWhereTheFirstMeansNothing) {
  expect_same("let left = try nothing with po\nlet right = po");
  expect_same("let left = try rf with po\nlet right = rf");
  expect_same("let left = try (R ; W) with try nothing with co\nlet right = co");
}

TEST(Language, PatternsMayLeaveNamesOut) {
  expect_same("let f(_, x) = x\nlet _, left = po, f(po, rf)\nlet right = rf");
  expect_same("let swap(a, b) = (b, a)\nlet (left, _) = swap(po, rf)\nlet right = rf");
}

TEST(Language, LibraryFunctions) {
  expect_same("let left = singlestep(po)\nlet right = po \\ (po ; po)");
  expect_same("let left = nodetour(po, rf, co)\nlet right = po \\ (rf ; co)");
  expect_same("let left = ctrlcfence(ctrl, Mb)\nlet right = ctrl ; [Mb] ; po");
  expect_same("let left = toid(R)\nlet right = [R]");
  expect_same("let left = imply(R, M)\nlet right = _");
}

// Tests of procedures are tests of the text; their names end with them.
TEST(Language, Procedures) {
  const Plan plan = compile_text(
      "procedure both(a, b) = let c = a | b acyclic c as one empty a & b as two end\n"
      "procedure rec chain s = match 'x with 'x -> call both(po, s) end end\n"
      "enum X = 'x || 'y let c = co\n"
      "call both(rf, c) as it\n"
      "forall t in X do call inclusion(po, po) end\n"
      "flag ~empty c as last");
  std::string names;
  for (const cat::Test& test : plan.axioms) names += test.name + " ";
  EXPECT_EQ(names, "one two line 7 line 7 ");
  EXPECT_EQ(plan.find("c"), plan.find("co"));
}

TEST(Language, BellFiles) {
  const Files files{{"main.bell",
                     "enum Accesses = 'once || 'acquire\ninstructions R[{'once, 'acquire}]\n"
                     "instructions RMW[Accesses, {'once}]\nlet Marked = Once | Acquire"},
                    {"main.cat", "acyclic [Marked] ; po as a"}};
  const Plan plan = compile_files(files, Style::literal);
  ASSERT_EQ(plan.instructions.size(), 2U);
  EXPECT_EQ(plan.instructions[1].kind, "RMW");
  EXPECT_EQ(plan.instructions[1].annotations[0], (std::vector<std::string>{"once", "acquire"}));
  EXPECT_EQ(plan.instructions[1].annotations[1], (std::vector<std::string>{"once"}));
}

TEST(Language, TextsThatMakeTheExecutionStartWithoutCoAndLocks) {
  EXPECT_EQ(error_of("let a = co\nwith co from generate_orders(W, co0)"),
            "main.cat:1:9: saw 'co', expected a name that is defined");
  EXPECT_FALSE(compile_text("with co from generate_orders(W, co0)").covers_locks);
  EXPECT_TRUE(compile_text("with co from generate_orders(W, co0)\nlet rf = rf").covers_locks);
  const Plan plan = compile_text("with co from generate_orders(W, co0)\nlet it = co");
  EXPECT_EQ(plan.nodes[static_cast<std::size_t>(plan.find("it"))].op, Op::co);
  for (const cat::Test& test : plan.axioms) EXPECT_TRUE(test.when_complete) << test.name;
}

// Time in the number of tags, not in its square.
TEST(Language, ManyTags) {
  std::string text = "enum E = 'a";
  for (int i = 0; i < 100000; ++i) text += " || 't" + std::to_string(i);
  const Plan plan = compile_text(text + "\nlet it = tag2events('t99999)\nacyclic po as a");
  EXPECT_NE(plan.find("T99999"), kNoNode);
}

TEST(Language, NamesAreDefinedWhereTheyAreBound) {
  for (const char* text :
       {"let f x = try nothing with x", "let rec f x = g x and g y = f y",
        "let a = match {po} with {} -> po || x ++ y -> x end", "let f (x, _) = let y = x in y | M",
        "procedure rec p x = let y = x forall z in {y} do call p(z | y) end end",
        "let f = fun (x, y) -> x ; y let a = f (po, rf)"})
    EXPECT_EQ(error_of(text), "no error") << text;
}

TEST(Language, ErrorsNameThePlace) {
  const std::string e = "enum E = 'a || 'b ";
  const std::pair<std::string, std::string> table[] = {
      {"let a = 'once", "1:9: saw the tag 'once, expected one that an enum declares"},
      {e + "let a = 'a | po", "1:27: saw the tag 'a, expected a set or a relation"},
      {e + "let a = {'a} ; po",
       "1:27: saw an operator of relations on a set of tags or relations, expected |, & or \\"},
      {e + "let a = {'a} | po",
       "1:27: saw a set of events or a relation beside a set of tags or relations, expected sets "
       "of one kind"},
      {e + "let a = match 'a with 'b -> po end",
       "1:27: saw no clause for 'a, expected one, or one for _"},
      {e + "let a = match po with 'b -> po end",
       "1:33: saw something else than a tag, expected a tag to match with clauses of tags"},
      {"let a = match R with {} -> po || x ++ y -> rf end",
       "1:15: saw a match on a set of events or a relation, expected a set of tags or an explicit "
       "set: what is in it is not known before there is a graph"},
      {"let a = po ++ rf",
       "1:9: saw '++' with something else than a set of tags or an explicit set, expected one: "
       "members of sets of events are not known before there is a graph"},
      {"let a = po and b = rf in let rec (a, b) = (po, rf)",
       "1:34: saw 'let rec' of a tuple, which ringcheck does not support; expected a name for each "
       "of its members"},
      {"let rec a = po and f x = x",
       "1:9: saw 'let rec' of functions together with sets or relations, which ringcheck does not "
       "support; expected one or the other"},
      {"let rec f x = f x let a = f po",
       "1:17: saw function calls nested too deeply, expected fewer; both branches of an 'if' on "
       "events or relations are expanded"},
      {"let rec f(n) = if n = 0 then 0 else f(n \\ n) | po let a = f(po)",
       "1:39: saw function calls nested too deeply, expected fewer; both branches of an 'if' on "
       "events or relations are expanded"},
      {"procedure rec p x = call p(x) end call p(po)",
       "1:21: saw procedure calls nested too deeply, expected fewer"},
      {"call p(po)", "1:1: saw call of 'p', expected the name of a procedure"},
      {"forall x in R do let y = x end",
       "1:13: saw 'forall' over a set of events, expected a set of tags or an explicit set: how "
       "many events there are is not known before there is a graph"},
      {"instructions R[po]",
       "1:16: saw something else than a set of tags, expected one such as {'once}"},
      {"instructions R[{po}]",
       "1:16: saw a set of something else than tags, expected one such as {'once}"},
      {"procedure p x = include \"a\" end call p(po)",
       "1:25: saw 'include' within a procedure or clause, expected it at the top of a file"},
      {"procedure p x = enum F = 'c end call p(po)",
       "1:17: saw a declaration within a procedure or clause, expected it at the top of a file"},
      {"let a = map po R", "1:13: saw something else than a function, expected map f s"},
      {"let a = map (fun x -> po) R",
       "1:27: saw 'map' over a set of events make something else than sets of one member or of one "
       "pair that leads to the element; expected p ++ 0 of each pair, as in lock.cat"},
      {"let a = map (fun x -> {x}+) R",
       "1:23: saw an operation that mixes the elements that 'map' takes, expected |, &, \\, ;, *, "
       "[ ] or ^-1 with sets and relations that do not depend on the element"},
      {"let a = map (fun x -> domain({x} * R)) R",
       "1:30: saw an expression that depends on the element that 'map' takes, expected it where "
       "only |, &, \\, ;, *, [ ] and ^-1 lead to the result of the function"},
      {"let a = map (fun x -> x | R) R", "1:23: saw an element, expected a set or a relation"},
      {"with x from {po, rf}",
       "1:13: saw a choice that reads-from and coherence do not decide, expected cross(…) of "
       "reads-from edges as in lock.cat, or generate_cos or generate_orders as in cos.cat"},
      {"with x from generate_orders(W, co0)",
       "1:1: saw a choice of 'x' that is no part of the last 'co' of the text, expected one that "
       "'co' unites with other relations"},
      {"let a = cross(po)",
       "1:15: saw something else than a set of sets of relations, expected one"},
      {"let a = generate_orders(W)",
       "1:25: saw something else than a set and a relation, expected generate_orders(set, order)"},
      {"let a = {po, R}",
       "1:14: saw a set of events and a relation in one set, expected members of one kind"},
      {"let f(x) = x | nothing", "1:16: saw 'nothing', expected a name that is defined"},
      {"let a = let f = fun x -> x ; g in po", "1:30: saw 'g', expected a name that is defined"},
      {"let a = if \"v\" then nothing else po",
       "1:21: saw 'nothing', expected a name that is defined"},
      {e + "let a = match 'a with 'a -> po || _ -> b end",
       "1:58: saw 'b', expected a name that is defined"},
      {"let a = match {} with {} -> po || x ++ y -> z end",
       "1:45: saw 'z', expected a name that is defined"},
      {"procedure p x = let y = x acyclic y | z end",
       "1:39: saw 'z', expected a name that is defined"},
      {"procedure p (x, y) = forall z in {x} do empty z end acyclic z end",
       "1:61: saw 'z', expected a name that is defined"},
      {"let f x = try nothing with none", "1:28: saw 'none', expected a name that is defined"},
      {"let f x = g x let g y = y", "1:11: saw 'g', expected a name that is defined"},
      {"let a = tag2events(R)", "1:20: saw something else than a tag, expected one such as 'once"},
  };
  for (const auto& [text, message] : table)
    EXPECT_EQ(error_of(text), "main.cat:" + message) << text;
}

}  // namespace
}  // namespace ringcheck::cat
