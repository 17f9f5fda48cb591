// What is printed is read back as an equal test, and printed again as the same text.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "litmus/golden.hpp"
#include "litmus/lexer.hpp"
#include "litmus/primitives.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;  // NOLINT(google-build-using-namespace): the tree of a test
using tests::one_thread;

TEST(Print, WritesTheCanonicalForm) {
  const LitmusTest test = tests::parse(
      "C t { x = 1; int *p=&x; 0:r1=x; }\n"
      "P0(int *x, struct s **p) { int r0 = 1+2*(3-x) , r2; if (!r0 || *x) *(int*)r1 = -1; else { } "
      "smp_mb(); r0 = a_ ? (b ? 1 : 2) : -(-3); }\n"
      "P1(spinlock_t *l) { spin_lock(l); ; { spin_unlock(l); } }\n"
      "locations [x; 0:r0] filter (x=1) ~exists (x=1 /\\ (0:r0=x \\/ ~x=2))");
  EXPECT_EQ(print_litmus(test),
            "C t\n\n{\n\tx = 1;\n\tint *p = x;\n\t0:r1 = x;\n}\n\n"
            "P0(int *x, struct s **p)\n{\n"
            "\tint r0 = 1 + 2 * (3 - x);\n\tint r2;\n"
            "\tif (!r0 || *x) {\n\t\t*(int *)r1 = -1;\n\t} else {\n\t}\n"
            "\tsmp_mb();\n\tr0 = a_ ? b ? 1 : 2 : 3;\n}\n\n"
            "P1(spinlock_t *l)\n{\n\tspin_lock(l);\n\t{\n\t\tspin_unlock(l);\n\t}\n}\n\n"
            "locations [x; 0:r0]\nfilter ([x]=1)\n~exists ([x]=1 /\\ (0:r0=x \\/ not ([x]=2)))\n");
}

TEST(Print, RoundTripsOurTests) {
  for (const auto& path : tests::shipped_tests()) {
    const LitmusTest test = parse_litmus(read_text(path), "t");
    const std::string printed = print_litmus(test);
    const LitmusTest again = tests::parse(printed);
    EXPECT_EQ(again, test) << printed;
    EXPECT_EQ(print_litmus(again), printed);
  }
}

std::string random_name() {
  return *rc::gen::element<std::string>("x", "y", "r0", "r1", "r_2");
}

Type random_type() {
  return {*rc::gen::element<std::string>("int", "volatile long", "struct s"),
          *rc::gen::inRange(0, 3)};
}

Expr random_expr(int depth) {
  Expr e;
  const int kinds = depth > 0 ? 8 : 2;
  switch (*rc::gen::inRange(0, kinds)) {
    case 0:
      e.number = *rc::gen::element<std::int64_t>(0, 1, -1, 42, (std::int64_t{1} << 47) - 1);
      return e;
    case 1:
      e.kind = ExprKind::name;
      e.name = random_name();
      return e;
    case 2:
      e.kind = ExprKind::dereference;
      break;
    case 3: {
      e.kind = ExprKind::address_of;
      Expr inner;
      inner.kind = ExprKind::dereference;
      inner.operands.push_back(random_expr(depth - 1));
      e.operands.push_back(inner);
      return e;
    }
    case 4:
      e.kind = ExprKind::cast;
      e.type = random_type();
      break;
    case 5:
      e.kind = ExprKind::unary;
      e.unary = *rc::gen::element(UnaryOperator::negate, UnaryOperator::complement,
                                  UnaryOperator::logical_not);
      e.operands.push_back(random_expr(depth - 1));
      // A negated number is read as a number.
      if (e.unary == UnaryOperator::negate && e.operands[0].kind == ExprKind::number)
        return e.operands[0];
      return e;
    case 6:
      e.kind = ExprKind::binary;
      e.binary = static_cast<BinaryOperator>(*rc::gen::inRange(0, 18));
      e.operands.push_back(random_expr(depth - 1));
      break;
    default:
      e.kind = ExprKind::conditional;
      e.operands.push_back(random_expr(depth - 1));
      e.operands.push_back(random_expr(depth - 1));
      break;
  }
  e.operands.push_back(random_expr(depth - 1));
  return e;
}

Statement random_statement(int depth) {
  Statement s;
  switch (*rc::gen::inRange(0, depth > 0 ? 6 : 4)) {
    case 0:
      s.kind = StatementKind::declare;
      s.type = random_type();
      s.name = random_name();
      if (*rc::gen::arbitrary<bool>()) s.expressions.push_back(random_expr(3));
      return s;
    case 1:
      s.kind = StatementKind::assign;
      s.name = random_name();
      s.expressions.push_back(random_expr(4));
      return s;
    case 2:
      s.kind = StatementKind::store;
      s.expressions.push_back(random_expr(3));
      s.expressions.push_back(random_expr(3));
      return s;
    case 3: {
      s.kind = StatementKind::evaluate;
      Expr call;
      call.kind = ExprKind::call;
      call.name =
          *rc::gen::element<std::string>("smp_mb", "xchg", "WRITE_ONCE", "atomic_add", "spin_lock");
      for (char letter : builtin_primitives().find(call.name)->arguments) {
        Expr argument = random_expr(2);
        if (letter == 'l') {
          Expr access;
          access.kind = ExprKind::dereference;
          access.operands.push_back(argument);
          argument = access;
        }
        call.operands.push_back(argument);
      }
      s.expressions.push_back(call);
      return s;
    }
    case 4:
      s.kind = StatementKind::block;
      break;
    default:
      s.kind = StatementKind::branch;
      s.expressions.push_back(random_expr(2));
      s.has_else = *rc::gen::arbitrary<bool>();
      if (s.has_else) s.second.push_back(random_statement(depth - 1));
      break;
  }
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) s.first.push_back(random_statement(depth - 1));
  return s;
}

StateName random_state_name() {
  return {*rc::gen::inRange(-1, 2), random_name(), {}};
}

Proposition random_proposition(int depth) {
  Proposition p;
  p.kind = static_cast<PropositionKind>(*rc::gen::inRange(0, depth > 0 ? 7 : 4));
  int operands = 0;
  switch (p.kind) {
    case PropositionKind::truth:
    case PropositionKind::falsehood:
      break;
    case PropositionKind::equal:
    case PropositionKind::not_equal:
      p.left = random_state_name();
      switch (*rc::gen::inRange(0, 3)) {
        case 0:
          p.right = *rc::gen::inRange<std::int64_t>(-3, 3);
          break;
        case 1:
          p.right = AddressOf{random_name(), {}};
          break;
        default:
          p.right = random_state_name();
          break;
      }
      break;
    case PropositionKind::negation:
      operands = 1;
      break;
    default:
      operands = *rc::gen::inRange(2, 4);
      break;
  }
  for (; operands > 0; --operands) p.operands.push_back(random_proposition(depth - 1));
  return p;
}

RC_GTEST_PROP(PrintProperty, RoundTripsRandomTests, ()) {
  LitmusTest test;
  test.name = "t";
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    InitialValue entry;
    entry.of = random_state_name();
    if (*rc::gen::arbitrary<bool>()) entry.type = random_type();
    entry.value = *rc::gen::inRange<std::int64_t>(-3, 3);
    if (*rc::gen::arbitrary<bool>()) entry.value = AddressOf{random_name(), {}};
    test.initial.push_back(entry);
  }
  for (int t = *rc::gen::inRange(1, 3); t > 0; --t) {
    ThreadText thread;
    thread.parameters.push_back({{"int", 1 + *rc::gen::inRange(0, 2)}, "x", {}});
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) thread.body.push_back(random_statement(2));
    test.threads.push_back(thread);
  }
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) test.locations.push_back(random_state_name());
  if (*rc::gen::arbitrary<bool>()) test.filter = random_proposition(2);
  test.quantifier =
      *rc::gen::element(Quantifier::exists, Quantifier::not_exists, Quantifier::forall);
  test.condition = random_proposition(3);

  const std::string printed = print_litmus(test);
  const LitmusTest again = tests::parse(printed);
  RC_LOG() << printed;
  RC_ASSERT(again == test);
  RC_ASSERT(print_litmus(again) == printed);
}

}  // namespace
}  // namespace ringcheck
