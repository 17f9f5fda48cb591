// What the reader accepts, and what it makes of it.
#include "tests/litmus/support.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

using litmus::ExprKind;
using litmus::StatementKind;
using tests::one_thread;
using tests::parse;

TEST(Parse, SkipsDocumentationBetweenNameAndInitialState) {
  const LitmusTest test = parse(
      "C MP+a.litmus\n"
      "\"Rfe { Fre\" it's\n"
      "Cycle=Rfe Fre (* { *) // {\n"
      "/* { */ {x=1;}\n"
      "P0(int *x) { }\n");
  EXPECT_EQ(test.name, "MP+a");
  ASSERT_EQ(test.initial.size(), 1U);
  EXPECT_EQ(test.initial[0].of.name, "x");
}

TEST(Parse, ReadsEveryFormOfInitialValue) {
  const LitmusTest test = parse(
      "C t\n{ x=1; y = -0x10; int a; int *p = &x; q=x; 0:r0=2; int 0:r1=y; int *0:r2=&y;\n"
      "  atomic_t v = ATOMIC_INIT(7); spinlock_t l; [w]=3; *u=010 }\n"
      "P0() { }\n");
  std::string text;
  for (const auto& entry : test.initial) {
    text += entry.of.thread < 0 ? "" : std::to_string(entry.of.thread) + ":";
    text += entry.of.name + "=";
    if (const auto* number = std::get_if<std::int64_t>(&entry.value))
      text += std::to_string(*number);
    else
      text += "&" + std::get<litmus::AddressOf>(entry.value).name;
    text += " ";
  }
  EXPECT_EQ(text, "x=1 y=-16 a=0 p=&x q=&x 0:r0=2 0:r1=&y 0:r2=&y v=7 l=0 w=3 u=8 ");
  EXPECT_EQ(test.initial[3].type, (litmus::Type{"int", 1}));
  EXPECT_EQ(test.initial[9].type, (litmus::Type{"spinlock_t", 0}));
}

TEST(Parse, TellsADereferenceFromACommentByPlace) {
  const LitmusTest test = parse(
      "C t (* a *)\n(* b *)\n{ (* c *) }\n"
      "P0(int *x) /* d */ { r0 = (*x); // e\n r1 = READ_ONCE(*x); } (* f *)\nexists (0:r0=0) (* g "
      "*)");
  ASSERT_EQ(test.threads[0].body.size(), 2U);
  EXPECT_EQ(test.threads[0].body[0].expressions[0].kind, ExprKind::dereference);
}

TEST(Parse, ReadsDeclarationsOfSeveralLocals) {
  const LitmusTest test =
      parse(one_thread("int r0, *r1 = x, r2 = 3; volatile unsigned long r3; intptr_t *const r4;"));
  const auto& body = test.threads[0].body;
  ASSERT_EQ(body.size(), 5U);
  EXPECT_EQ(body[1].name, "r1");
  EXPECT_EQ(body[1].type, (litmus::Type{"int", 1}));
  EXPECT_EQ(body[3].type, (litmus::Type{"volatile unsigned long", 0}));
  EXPECT_EQ(body[4].type, (litmus::Type{"intptr_t", 1}));
}

TEST(Parse, BindsElseToTheNearestIf) {
  const LitmusTest test = parse(one_thread("if (x) if (y) r0 = 1; else r0 = 2;"));
  const auto& outer = test.threads[0].body[0];
  EXPECT_FALSE(outer.has_else);
  EXPECT_TRUE(outer.first[0].has_else);
}

TEST(Parse, ReadsAMissingConditionAsTrue) {
  const LitmusTest test = parse("C t\n{ }\nP0(int *x) { }\n");
  EXPECT_EQ(test.quantifier, litmus::Quantifier::forall);
  EXPECT_EQ(litmus::text_of(test.condition), "true");
}

struct ConditionCase {
  const char* written;
  const char* read;
};

class Conditions : public ::testing::TestWithParam<ConditionCase> {};

TEST_P(Conditions, AreReadByPrecedence) {
  const LitmusTest test = parse(one_thread("int r0; int r1;", GetParam().written));
  EXPECT_EQ(
      std::string(litmus::text_of(test.quantifier)) + " (" + litmus::text_of(test.condition) + ")",
      GetParam().read);
}

INSTANTIATE_TEST_SUITE_P(
    Parse, Conditions,
    ::testing::Values(
        ConditionCase{"exists x=1", "exists ([x]=1)"},
        ConditionCase{"exists(0:r0=1)", "exists (0:r0=1)"},
        ConditionCase{"exists (x=1 /\\ y=2 \\/ z=&x)", "exists ([x]=1 /\\ [y]=2 \\/ [z]=x)"},
        ConditionCase{"exists (x=1 /\\ (y=2 \\/ z=x))", "exists ([x]=1 /\\ ([y]=2 \\/ [z]=x))"},
        ConditionCase{"~exists (~x=-1)", "~exists (not ([x]=-1))"},
        ConditionCase{"not exists (not (x=0x1f))", "~exists (not ([x]=31))"},
        ConditionCase{"forall (0:r0=0:r1)", "forall (0:r0=0:r1)"},
        ConditionCase{"forall ([x]!=[y] /\\ *x==1);", "forall ([x]!=[y] /\\ [x]=1)"},
        ConditionCase{"forall (0:r0=0 => x=1)", "forall (0:r0=0 => [x]=1)"},
        ConditionCase{"forall (x=1 \\/ y=1 => z=1 => x=2)",
                      "forall ([x]=1 \\/ [y]=1 => [z]=1 => [x]=2)"},
        ConditionCase{"exists ((x=1 => y=1) => ~(z=1 => x=1))",
                      "exists (([x]=1 => [y]=1) => not ([z]=1 => [x]=1))"},
        ConditionCase{"exists (x=1 /\\ (y=1 => z=1) \\/ (z=1 => y=1))",
                      "exists ([x]=1 /\\ ([y]=1 => [z]=1) \\/ ([z]=1 => [y]=1))"},
        ConditionCase{"forall (true \\/ false)", "forall (true \\/ false)"},
        ConditionCase{"locations [x; 0:r0;] filter (x=1) exists (y=1)", "exists ([y]=1)"}));

TEST(Parse, ReadsLocationsAndFilter) {
  const LitmusTest test = parse(
      one_thread("int r0;", "locations [x; 0:r0; [y]]\nfilter (x=1 \\/ 0:r0=2)\nexists (true)"));
  ASSERT_EQ(test.locations.size(), 3U);
  EXPECT_EQ(test.locations[1].thread, 0);
  ASSERT_TRUE(test.filter.has_value());
  EXPECT_EQ(litmus::text_of(*test.filter), "[x]=1 \\/ 0:r0=2");
}

}  // namespace
}  // namespace ringcheck
