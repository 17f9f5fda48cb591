// The parser: trees of expressions, and errors with their places.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "graph/diagnostic.hpp"
#include "tests/models/expression_dump.hpp"

namespace ringcheck::cat {
namespace {

TEST(Parser, Precedence) {
  constexpr std::pair<const char*, const char*> kTable[] = {
      {"a | b ; c", "(a | (b ; c))"},
      {"a ; b | c", "((a ; b) | c)"},
      {"a ; b \\ c", "(a ; (b \\ c))"},
      {"a \\ b & c", "(a \\ (b & c))"},
      {"a \\ b \\ c", "(a \\ b \\ c)"},
      {"a & b * c", "(a & (b * c))"},
      {"a | b | c", "(a | b | c)"},
      {"~a & b", "(~a & b)"},
      {"~a^-1", "~a^-1"},
      {"~ ~a", "~~a"},
      {"a+ ; b* ; c?", "(a+ ; b* ; c?)"},
      {"a^+ | b^*", "(a+ | b*)"},
      {"a?^-1", "a?^-1"},
      {"[a] ; po ; [b]", "([a] ; po ; [b])"},
      {"(a | b) ; c", "((a | b) ; c)"},
      {"begin a | b end ; c", "((a | b) ; c)"},
      {"po-loc & DMB.ISH", "(po-loc & DMB.ISH)"},
  };
  for (const auto& [text, tree] : kTable) EXPECT_EQ(tree_of(text), tree) << text;
}

// A star is a product iff an operand follows it.
TEST(Parser, StarIsClosureOrProduct) {
  EXPECT_EQ(tree_of("a* ; b"), "(a* ; b)");
  EXPECT_EQ(tree_of("a * b"), "(a * b)");
  EXPECT_EQ(tree_of("a*"), "a*");
  EXPECT_EQ(tree_of("(a*)"), "a*");
  EXPECT_EQ(tree_of("a* | b*"), "(a* | b*)");
  EXPECT_EQ(tree_of("R * ~W"), "(R * ~W)");
  EXPECT_EQ(tree_of("a*\n~empty b as c"), "a*");
  EXPECT_EQ(tree_of("_ * _"), "(_ * _)");
}

TEST(Parser, FunctionsAndTuples) {
  EXPECT_EQ(tree_of("f x"), "f@x");
  EXPECT_EQ(tree_of("f(x)^-1"), "f@x^-1");
  EXPECT_EQ(tree_of("f x y"), "f@x@y");
  EXPECT_EQ(tree_of("f(a, b)"), "f@tuple(a, b)");
  EXPECT_EQ(tree_of("fun x -> x"), "fun 1(x)");
  EXPECT_EQ(tree_of("let a = b and c = d in a | c"), "let2((a | c))");
  EXPECT_EQ(tree_of("domain(a) * range(b)"), "(domain@a * range@b)");
  const File file = parse_text("let f x = x\nlet g(x, y) = x | y\nlet rec a = b and b = a");
  ASSERT_EQ(file.statements.size(), 3U);
  EXPECT_EQ(dump(*file.statements[0].bindings[0].value), "fun 1(x)");
  EXPECT_EQ(dump(*file.statements[1].bindings[0].value), "fun 2((x | y))");
  EXPECT_TRUE(file.statements[2].recursive);
}

TEST(Parser, Statements) {
  const File file = parse_text(
      "\"A title\" // with a comment\n"
      "(* a comment (* nested *) *) include \"x.cat\"\n"
      "show po, rf unshow co show po as prog # shown\n"
      "acyclic a as one irreflexive b empty c as two\n"
      "flag ~empty d as three flag empty e as four\n");
  EXPECT_EQ(file.title, "A title");
  ASSERT_EQ(file.statements.size(), 9U);
  EXPECT_EQ(file.statements[0].text, "x.cat");
  EXPECT_EQ(file.statements[4].text, "one");
  EXPECT_EQ(file.statements[5].test, TestKind::irreflexive);
  EXPECT_EQ(file.statements[5].text, "");
  EXPECT_TRUE(file.statements[7].negated);
  EXPECT_TRUE(file.statements[7].flag);
  EXPECT_FALSE(file.statements[8].negated);
  EXPECT_EQ(parse_text("AArch64 \"Arm\"\nlet a = b").title, "Arm");
  EXPECT_EQ(parse_text("AArch64\nlet a = b").title, "AArch64");
  EXPECT_EQ(parse_text("X86 TSO let a = b").title, "TSO");
  EXPECT_EQ(parse_text("\"A title\" withinit withoutco\nlet a = b").title, "A title");
  EXPECT_TRUE(parse_text("").statements.empty());
}

std::string error_of(const std::string& text) {
  try {
    (void)parse_text(text);
  } catch (const InputError& error) {
    return error.diagnostic().text();
  }
  return "no error";
}

TEST(Parser, ErrorsNameThePlaceWhatWasSeenAndWhatWasExpected) {
  constexpr std::pair<const char*, const char*> kTable[] = {
      {"let = a", "p.cat:1:5: saw '=', expected the name that 'let' defines"},
      {"let a", "p.cat:1:6: saw end of file, expected a parameter"},
      {"let a =", "p.cat:1:8: saw end of file, expected an expression"},
      {"let a = b |", "p.cat:1:12: saw end of file, expected an expression"},
      {"let a = (b\nlet c = d", "p.cat:2:1: saw 'let', expected ')' for the '(' at 1:9"},
      {"let a = [b", "p.cat:1:11: saw end of file, expected ']' for the '[' at 1:9"},
      {"let a = b )",
       "p.cat:1:11: saw ')', expected 'let', 'acyclic', 'irreflexive', 'empty', 'flag', 'include' "
       "or 'show'"},
      {"acylic sc",
       "p.cat:1:8: saw 'sc', expected 'let', 'acyclic', 'irreflexive', 'empty', 'flag', 'include' "
       "or 'show'"},
      {"sc\nacylic\nacyclic po",
       "p.cat:2:1: saw 'acylic', expected 'let', 'acyclic', 'irreflexive', 'empty', 'flag', "
       "'include' or 'show'"},
      {"\"sc\" acylic\nacyclic po",
       "p.cat:1:6: saw 'acylic', expected 'let', 'acyclic', 'irreflexive', 'empty', 'flag', "
       "'include' or 'show'"},
      {"acyclic", "p.cat:1:8: saw end of file, expected an expression"},
      {"acyclic po as", "p.cat:1:14: saw end of file, expected the name of the test after 'as'"},
      {"flag po", "p.cat:1:6: saw 'po', expected 'acyclic', 'irreflexive' or 'empty'"},
      {"include x", "p.cat:1:9: saw 'x', expected the name of a file as a string after 'include'"},
      {"let a = b^2", "p.cat:1:11: saw '2', expected a name, an operator, a bracket or a string"},
      {"let a = b^c", "p.cat:1:11: saw 'c', expected '-1', '+' or '*' after '^'"},
      {"let a = $", "p.cat:1:9: saw '$', expected a name, an operator, a bracket or a string"},
      {"let a = \x01",
       "p.cat:1:9: saw byte 1, expected a name, an operator, a bracket or a string"},
      {"(* never", "p.cat:1:1: saw the start of a comment, expected its end '*)'"},
      {"let a = b\n  \"x", "p.cat:2:3: saw the start of a string, expected its closing '\"'"},
      {"let f(x = y", "p.cat:1:9: saw '=', expected ')' or ',' after a parameter"},
      {"let a = let b = c",
       "p.cat:1:18: saw end of file, expected 'in' after the bindings of a 'let' expression"},
      {"enum = 'a", "p.cat:1:6: saw '=', expected the name that 'enum' defines"},
      {"enum E = a", "p.cat:1:10: saw 'a', expected a tag such as 'once"},
      {"enum E = 'a || b", "p.cat:1:16: saw 'b', expected a tag such as 'once"},
      {"instructions R{'a}", "p.cat:1:15: saw '{', expected '[' after the kind of instruction"},
      {"instructions R[{'a}",
       "p.cat:1:20: saw end of file, expected ']' or ',' after a set of annotations"},
      {"let a = {b", "p.cat:1:11: saw end of file, expected '}' for the '{' at 1:9"},
      {"let a = b ++", "p.cat:1:13: saw end of file, expected an expression"},
      {"let a = try b",
       "p.cat:1:14: saw end of file, expected 'with' after the expression that 'try' tries"},
      {"let a = if b then c",
       "p.cat:1:14: saw 'then', expected '=', 'subset' or 'in' in the condition of 'if'"},
      {"let a = if b = c else d",
       "p.cat:1:18: saw 'else', expected 'then' after the condition of 'if'"},
      {"let a = if b = c then d",
       "p.cat:1:24: saw end of file, expected 'else' for the 'if' above"},
      {"let a = match b", "p.cat:1:16: saw end of file, expected 'with' after what is matched"},
      {"let a = match b with {} -> c end",
       "p.cat:1:30: saw 'end', expected '||' before the other clause of a match on a set"},
      {"let a = match b with {} -> c || {} -> d end",
       "p.cat:1:33: saw '{', expected {}, an element and the rest as in x ++ xs, or a tag"},
      {"let a = match b with x ++ y -> c || x ++ y -> c end",
       "p.cat:1:37: saw 'x', expected the clause of the empty set, {}"},
      {"let a = match b with x -> c",
       "p.cat:1:24: saw '->', expected '++' between an element and the rest of a set"},
      {"let a = match b with 'x -> c",
       "p.cat:1:29: saw end of file, expected 'end' for the 'match' above"},
      {"procedure p = end", "p.cat:1:13: saw '=', expected a parameter"},
      {"procedure p() = empty a", "p.cat:1:24: saw end of file, expected 'end' for 'p' at 1:11"},
      {"call p", "p.cat:1:7: saw end of file, expected the argument of the procedure"},
      {"forall x do end", "p.cat:1:10: saw 'do', expected 'in' after the name that 'forall' binds"},
      {"with co = a", "p.cat:1:9: saw '=', expected 'from' after the name that 'with' binds"},
      {"let a = R * W * R",
       "p.cat:1:15: saw '*', expected no second product: it would be one of three sets"},
  };
  for (const auto& [text, message] : kTable) EXPECT_EQ(error_of(text), message) << text;
}

TEST(Parser, TagsSetsAndChoices) {
  constexpr std::pair<const char*, const char*> kTable[] = {
      {"'once", "'once"},
      {"{}", "0"},
      {"{a}", "set(a)"},
      {"{'a, 'b-c}", "set('a, 'b-c)"},
      {"a ++ b ++ c", "(a ++ (b ++ c))"},
      {"a | b ++ c ; d", "(a | (b ++ (c ; d)))"},
      {"f 'a {b}", "f@'a@set(b)"},
      {"try a with b", "try(a, b)"},
      {"try a with try b with c", "try(a, try(b, c))"},
      {"if a = b then c else d", "if = (a, b, c, d)"},
      {"if a subset b then c else d", "if subset (a, b, c, d)"},
      {"if 'a in b then c else d", "if in ('a, b, c, d)"},
      {"if \"v\" then a else b", "if \"v\" (a, b)"},
      {"match t with 'a -> b || _ -> c end", "match(t || a -> b || _ -> c)"},
      {"match t with || 'a -> b end", "match(t || a -> b)"},
      {"match s with || {} -> a || x ++ y -> b end", "match2(s, a, b)"},
      {"match s with x ++ _ -> b || {} -> a end", "match2(s, a, b)"},
      {"match s with {} -> a || p | x ++ y -> b end", "match3(s, a, b)"},
  };
  for (const auto& [text, tree] : kTable) EXPECT_EQ(tree_of(text), tree) << text;
}

TEST(Parser, DeclarationsAndControl) {
  const File file = parse_text(
      "\"T\" withoutco\n"
      "enum E = 'a || 'b-c enum G = || 'd\n"
      "instructions R[{'a}, E] default W[{}]\n"
      "procedure p(x, y) = empty x as one acyclic y end procedure rec q z = call q(z) end\n"
      "call p(a, b) as called call q c\n"
      "forall x in E do let y = x end\n"
      "with co from f(W)\n"
      "match t with 'a -> let x = y || _ -> end\n"
      "let rec f x = g x and g x = f x\n"
      "undefined_unless empty a as b undefined_unless ~empty a debug a\n"
      "~empty a as c let _, d = e\n");
  EXPECT_EQ(file.title, "T");
  const std::vector<Statement>& s = file.statements;
  ASSERT_EQ(s.size(), 17U);
  EXPECT_EQ(s[0].words, (std::vector<std::string>{"a", "b-c"}));
  EXPECT_EQ(s[1].text, "G");
  EXPECT_EQ(s[2].exprs.size(), 2U);
  EXPECT_EQ(s[4].params.names, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(s[4].body.size(), 2U);
  EXPECT_TRUE(s[5].recursive);
  EXPECT_EQ(s[6].text, "p");
  EXPECT_EQ(s[8].body.size(), 1U);
  EXPECT_EQ(s[9].kind, StatementKind::with_from);
  EXPECT_EQ(s[10].clauses.size(), 2U);
  EXPECT_EQ(s[10].clauses[0].body.size(), 1U);
  // A requirement without which the program is undefined becomes a flag that says it does not hold.
  EXPECT_TRUE(s[12].flag && s[12].negated);
  EXPECT_TRUE(s[13].flag && !s[13].negated);
  EXPECT_EQ(s[14].kind, StatementKind::ignored);
  EXPECT_TRUE(s[15].negated && !s[15].flag);
  EXPECT_EQ(s[16].bindings[0].pattern.names, (std::vector<std::string>{"", "d"}));
}

TEST(Parser, AConditionOnAFixpointIsATestOfIt) {
  const File file = parse_text("let rec a = b when empty a as none");
  ASSERT_EQ(file.statements.size(), 1U);
  ASSERT_EQ(file.statements[0].body.size(), 1U);
  EXPECT_EQ(file.statements[0].body[0].text, "none");
}

TEST(Parser, ConditionsOnVariants) {
  const auto text_of = [](const auto& self, const Condition& c) -> std::string {
    switch (c.kind) {
      case Condition::Kind::variant:
        return c.text;
      case Condition::Kind::negation:
        return "!" + self(self, c.parts[0]);
      case Condition::Kind::all:
        return "(" + self(self, c.parts[0]) + "&" + self(self, c.parts[1]) + ")";
      case Condition::Kind::any:
        return "(" + self(self, c.parts[0]) + "|" + self(self, c.parts[1]) + ")";
    }
    return "";
  };
  constexpr std::pair<const char*, const char*> kRows[] = {
      {"\"a\"", "a"},
      {"not \"a\" && \"b\" || \"c\"", "((!a&b)|c)"},
      {"not (\"a\" || variant \"b\")", "!(a|b)"},
  };
  for (const auto& [condition, text] : kRows) {
    const File file = parse_text(std::string("if ") + condition +
                                 " include \"x.cat\" else let a = b end let c = if " + condition +
                                 " then d else e");
    ASSERT_EQ(file.statements.size(), 2U) << condition;
    EXPECT_EQ(text_of(text_of, file.statements[0].condition), text);
    EXPECT_EQ(file.statements[0].body.size(), 1U);
    EXPECT_EQ(file.statements[0].otherwise.size(), 1U);
    EXPECT_EQ(text_of(text_of, file.statements[1].bindings[0].value->condition), text);
  }
}

TEST(Parser, WhatIsShownMayBeAnExpressionWithAName) {
  const File file = parse_text("show a \\ b as c, rf^-1 as d, e show f, g unshow h acyclic po");
  ASSERT_EQ(file.statements.size(), 4U);
  EXPECT_EQ(file.statements[2].kind, StatementKind::ignored);
  EXPECT_EQ(file.statements[3].kind, StatementKind::test);
}

TEST(Parser, AnAssertionIsAFlagThatSaysThatItFails) {
  const File file = parse_text("catdep\nassert empty a");
  ASSERT_EQ(file.statements.size(), 1U);
  EXPECT_TRUE(file.statements[0].flag && file.statements[0].negated);
  EXPECT_EQ(file.statements[0].text, "assertion-of-line-2");
}

TEST(Parser, DeepNestingIsAnErrorAndNotAnOverflow) {
  const auto repeat = [](const std::string& text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
  };
  constexpr int kMany = 20000;
  for (const std::string& text :
       {"let a = " + repeat("(", kMany) + "b" + repeat(")", kMany), "let a = " + repeat("[", kMany),
        "let a = " + repeat("~", kMany) + "b", "let a = b" + repeat("^-1", kMany),
        "let a = b" + repeat("? ", kMany), "let a = f" + repeat(" x", kMany),
        repeat("let a = ", kMany), "let a = " + repeat("fun x -> ", kMany),
        "let a = " + repeat("begin ", kMany)}) {
    EXPECT_NE(error_of(text).find("nesting deeper than 200 levels"), std::string::npos)
        << text.substr(0, 40);
  }
  // Breadth is not depth, and comments nest without recursion.
  EXPECT_EQ(error_of("let a = b" + repeat(" | b", kMany)), "no error");
  EXPECT_EQ(error_of(repeat("(*", kMany) + repeat("*)", kMany)), "no error");
}

// Whatever the bytes are, the result is a tree or an InputError.
TEST(Parser, SurvivesRandomBytesAndRandomTokens) {
  std::mt19937 random(8);
  constexpr const char* kTokens[] = {"let ",       "rec ",  "and ",     "in ",
                                     "=",          "(",     ")",        "[",
                                     "]",          "|",     "&",        ";",
                                     "\\",         "~",     "*",        "+",
                                     "?",          "^-1",   "a ",       "b",
                                     "0",          "_",     "acyclic ", "empty ",
                                     "flag ",      " as ",  "include ", "\"s\"",
                                     "'t ",        "{",     "}",        ",",
                                     "fun ",       "->",    "(*",       "*)",
                                     "//",         "\n",    "++",       "||",
                                     "-1",         "show ", "begin ",   "end ",
                                     "try ",       "with ", "\xff",     "#",
                                     "match ",     "from ", "enum ",    "instructions ",
                                     "procedure ", "call ", "forall ",  "do ",
                                     "if ",        "then ", "else ",    "subset ",
                                     "default "};
  int parsed = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    const auto length = random() % 40;
    for (unsigned k = 0; k < length; ++k) {
      if (i % 2 == 0)
        text += static_cast<char>(random() % 256);
      else
        text += kTokens[random() % std::size(kTokens)];
    }
    if (error_of(text) == "no error") ++parsed;
  }
  EXPECT_GT(parsed, 0);
}

}  // namespace
}  // namespace ringcheck::cat
