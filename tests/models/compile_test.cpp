// What cat files mean beyond single expressions: definitions, functions, recursion, files, types.
#include "models/language/compile.hpp"

#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "models/evaluation.hpp"
#include "tests/models/compiled.hpp"
#include "tests/models/random_graph.hpp"

namespace ringcheck::cat {
namespace {

using ringcheck::tests::Random;
using ringcheck::tests::random_graph;

TEST(Compile, RecursionIsTheLeastFixpoint) {
  expect_same("let rec left = rf | po | (left ; left)\nlet right = (rf | po)+");
  expect_same("let rec left = (rf | co) | ((rf | co) ; left)\nlet right = (rf | co)+");
  expect_same(
      "let rec odd = po | (even ; po) and even = (odd ; po)\nlet left = odd | even\nlet right = "
      "po+");
  expect_same("let rec left = [W] | (left ; po ; [W])\nlet right = [W] ; (po ; [W])*");
  expect_same("let rec left = left\nlet right = 0 & po");
}

TEST(Compile, RecursionOfSets) {
  expect_same("let rec left = W | range([left] ; po)\nlet right = W | range([W] ; po)");
  expect_same(
      "let rec s = IW | range(r) and r = [s] ; rf\nlet left = s\nlet right = IW | range([IW] ; "
      "rf)");
}

TEST(Compile, NestedRecursion) {
  expect_same(
      "let left = let rec a = rf | (let rec b = a | co | (b ; b) in b ; b) in a\n"
      "let rec right = rf | ((right | co)+ ; (right | co)+)");
  expect_same(
      "let left = let rec a = (let rec b = po | (b ; b) in b) | (a ; rf) in a\nlet right = po+ ; "
      "rf*");
}

TEST(Compile, RecursionThatIsNotMonotoneEnds) {
  // Pairs of opening and closing fences, innermost first.
  expect_same(
      "let rec opens = Mb \\ domain(matched) and closes = Wmb \\ range(matched)\n"
      "  and free = opens | closes\n"
      "  and between = [free] ; po ; [free]\n"
      "  and matched = matched | (([opens] ; po ; [closes]) \\ (between ; between))\n"
      "let left = [domain(matched)] ; matched\nlet right = matched");
}

// Definitions that are not monotone depend on the order: each sees the new values of those before.
TEST(Compile, RecursionGoesThroughItsDefinitionsInOrder) {
  expect_same(
      "let rec opens = R \\ domain(matched) and closes = (W \\ IW) \\ range(matched)\n"
      "  and free = opens | closes\n"
      "  and between = [free] ; po-loc ; [free]\n"
      "  and candidates = [opens] ; po-loc ; [closes]\n"
      "  and matched = matched | (candidates \\ (between ; between))\n"
      "let left = matched\nlet right = nested-pairs(R, W \\ IW)");
}

TEST(Compile, RecursionThatNeverSettlesIsAnErrorWithItsPlace) {
  const Plan plan = compile_text("let a = R\nlet rec it = W \\ it");
  Evaluation<1> values(plan);
  Random random(4);
  values.load(random_graph(random, {.events = 6}));
  try {
    (void)values.set(plan.find("it"));
    ADD_FAILURE() << "settled";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "main.cat:2:14: saw a 'let rec' whose value never settles, expected definitions "
                 "that do");
  }
}

TEST(Compile, FunctionsAreInlined) {
  expect_same("let f(x) = x ; x\nlet left = f(rf | po)\nlet right = (rf | po) ; (rf | po)");
  expect_same("let f x = x?\nlet left = f(co)\nlet right = co | id");
  expect_same("let f(x, y) = x \\ y\nlet left = f(po, loc)\nlet right = po \\ loc");
  expect_same("let f = fun x -> x^-1\nlet left = f(rf)\nlet right = rf^-1");
  expect_same("let compose f = f rf\nlet g x = x ; co\nlet left = compose g\nlet right = rf ; co");
  // A function sees the names at its definition, not at its use.
  expect_same("let r = po\nlet f x = x ; r\nlet r = co\nlet left = f rf\nlet right = rf ; po");
}

TEST(Compile, DefinitionsShadow) {
  expect_same("let fence = po\nlet fence = fence | rf\nlet left = fence\nlet right = po | rf");
  expect_same("let rf = co\nlet left = rf\nlet right = co");
  expect_same("let left = let po = rf in po\nlet right = rf");
  expect_same("let (a, b) = (rf, co)\nlet left = a | b\nlet right = rf | co");
}

TEST(Compile, DerivedNames) {
  expect_same("let left = fr\nlet right = rf^-1 ; co");
  expect_same("let left = po-loc\nlet right = po & loc");
  expect_same("let left = fencerel(Mb)\nlet right = po ; [Mb] ; po");
  expect_same("let left = M\nlet right = R | W");
  expect_same("let left = RMW\nlet right = domain(rmw) | range(rmw)");
  expect_same("let left = ext\nlet right = ~int");
  expect_same("let left = FW\nlet right = W \\ domain(co)");
}

TEST(Compile, IncludedFilesDefineNamesAndTests) {
  const Files files{{"main.cat", "include \"a.cat\"\nlet it = twice(rf)"},
                    {"a.cat", "include \"b.cat\"\nacyclic po | rf as inner"},
                    {"b.cat", "let twice(x) = x ; x"}};
  const Plan plan = compile_files(files, Style::literal);
  EXPECT_NE(plan.find("it"), kNoNode);
  ASSERT_EQ(plan.axioms.size(), 1U);
  EXPECT_EQ(plan.axioms[0].name, "inner");
  EXPECT_EQ(plan.axioms[0].at.source->name, "a.cat");
}

TEST(Compile, IncludesThatEndNowhereAreErrors) {
  EXPECT_EQ(error_of("\n  include \"none.cat\""),
            "main.cat:2:11: saw include of \"none.cat\", expected a file that exists");
  try {
    (void)compile_files({{"main.cat", "include \"main.cat\""}}, Style::literal);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("include nested deeper than 20 files"),
              std::string::npos);
  }
}

TEST(Compile, ErrorsNameThePlace) {
  constexpr std::pair<const char*, const char*> kTable[] = {
      {"let a = nothing", "main.cat:1:9: saw 'nothing', expected a name that is defined"},
      {"let a = R ; po", "main.cat:1:9: saw a set, expected a relation"},
      {"let a = [po]", "main.cat:1:9: saw a relation, expected a set"},
      {"let a = R | po", "main.cat:1:9: saw a relation, expected a set"},
      {"let a = po\nacyclic R as b", "main.cat:2:9: saw a set, expected a relation"},
      {"let a = po rf",
       "main.cat:1:9: saw a set or relation applied to an argument, expected a function"},
      {"let f x = x\nlet a = f | po",
       "main.cat:2:9: saw a function without its argument, expected a set or a relation"},
      {"let a = (po, rf) ; co", "main.cat:1:10: saw a tuple, expected a set or a relation"},
      {"let f(x, y) = x\nlet a = f(po)",
       "main.cat:2:11: saw a value that is no tuple of 2, expected one"},
      {"let rec a = [a] and b = po | a", "main.cat:1:13: saw a relation, expected a set"},
  };
  for (const auto& [text, message] : kTable) EXPECT_EQ(error_of(text), message) << text;
}

TEST(Compile, FunctionsThatExplodeAreErrors) {
  std::string doubling = "let f0 x = x ; x\n";
  std::string chain = "let f0 x = x\n";
  for (int i = 1; i < 100; ++i) {
    const std::string f = "f" + std::to_string(i - 1);
    const std::string head = "let f" + std::to_string(i) + " x = ";
    doubling.append(head).append(f).append("(").append(f).append("(x))\n");
    chain.append(head).append(f).append("(x)\n");
  }
  EXPECT_NE(error_of(doubling + "let a = f30(po)").find("saw"), std::string::npos);
  EXPECT_NE(error_of(chain + "let a = f99(po)").find("nested too deeply"), std::string::npos);
}

TEST(Compile, StaticPartsAreKnown) {
  const Plan plan =
      compile_text("let a = [M] ; fencerel(Mb) ; [M]\nlet b = a ; rf", Style::optimised);
  EXPECT_FALSE(plan.nodes[static_cast<std::size_t>(plan.find("a"))].dynamic);
  EXPECT_TRUE(plan.nodes[static_cast<std::size_t>(plan.find("b"))].dynamic);
}

TEST(Compile, EqualOperationsAreOneNode) {
  const Plan plan =
      compile_text("let a = rf | co\nlet b = co | rf\nlet c = (rf^-1 ; co)", Style::optimised);
  EXPECT_EQ(plan.find("a"), plan.find("b"));
  EXPECT_EQ(plan.find("c"), plan.find("fr"));
}

}  // namespace
}  // namespace ringcheck::cat
