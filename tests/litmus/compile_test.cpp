// Values of expressions, final states, locations that a thread may write, and runs that end in a
// fault.
#include <gtest/gtest.h>

#include "litmus/compile.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using tests::one_thread;
using tests::refusal_of;
using tests::states_of;

struct ValueCase {
  const char* expression;
  const char* value;
};

std::ostream& operator<<(std::ostream& out, const ValueCase& c) {
  return out << c.expression;
}

class Expressions : public ::testing::TestWithParam<ValueCase> {};

// x holds 6 and z the address of y.
TEST_P(Expressions, HaveTheValueThatCGivesThem) {
  const std::string text =
      std::string(
          "C t\n{ x=6; z=y; }\nP0(int *x, int *y, int **z) { int a = 3; int b = -2; r0 = ") +
      GetParam().expression + "; }\nexists (0:r0=0)";
  EXPECT_EQ(states_of(text),
            (std::vector<std::string>{std::string("0:r0=") + GetParam().value + ";"}));
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, Expressions,
    ::testing::Values(
        ValueCase{"1 + 2 * 3", "7"}, ValueCase{"(1 + 2) * 3", "9"}, ValueCase{"10 - 4 - 3", "3"},
        ValueCase{"b / 2 + a % 2", "0"}, ValueCase{"-7 / 2", "-3"}, ValueCase{"-7 % 2", "-1"},
        ValueCase{"1 << 3 + 1", "16"}, ValueCase{"b >> 1", "-1"}, ValueCase{"1 << 70", "0"},
        ValueCase{"b >> 70", "-1"}, ValueCase{"b < 1", "1"}, ValueCase{"a > b == 1", "1"},
        ValueCase{"a <= 3 && b >= -2", "1"}, ValueCase{"a & 1 | 4 ^ 5", "1"}, ValueCase{"~a", "-4"},
        ValueCase{"-b", "2"}, ValueCase{"- -a", "3"}, ValueCase{"!a", "0"},
        ValueCase{"!0 || a", "1"}, ValueCase{"a != 3 ? 1 : b == -2 ? 8 : 9", "8"},
        ValueCase{"0x10 + 010", "24"}, ValueCase{"(char)300", "300"}, ValueCase{"9 * -1", "-9"},
        ValueCase{"*x + 1", "7"}, ValueCase{"READ_ONCE(*x) == 6 && *x", "1"},
        ValueCase{"0 && *x", "0"}, ValueCase{"a || *x", "1"}, ValueCase{"x", "x"},
        ValueCase{"&*x", "x"}, ValueCase{"*z", "y"}, ValueCase{"**z", "0"},
        ValueCase{"x == y", "0"}, ValueCase{"*z == y", "1"}, ValueCase{"x != 0", "1"},
        ValueCase{"!x", "0"}, ValueCase{"x ^ x", "0"}, ValueCase{"y + (a ^ a)", "y"},
        ValueCase{"x - x", "0"}, ValueCase{"x & 0", "0"}, ValueCase{"NULL", "0"}));

/// Expects `body` to be refused for `fault` where it has an @.
void expect_fault(std::string body, const std::string& fault) {
  const std::size_t at = body.find('@');
  body.erase(at, 1);
  const std::size_t column = one_thread("@").find('@') - std::string("C t\n{ }\n").size() + 1 + at;
  EXPECT_EQ(refusal_of(one_thread(body)),
            "t:3:" + std::to_string(column) + ": an execution of t: " + fault)
      << body;
}

TEST(Faults, AreErrorsOfTheTestWithTheirPlace) {
  for (const char* expression : {"1 @/ *x", "(-1 << 63) @/ -1", "2 + 3 @% 0"})
    expect_fault(std::string("r0 = ") + expression + ";",
                 "division by zero, or one that overflows");
  for (const char* expression : {"x @+ 1", "1 @- x", "x @< y", "@-x", "@~x", "x @^ y", "x @* 2",
                                 "x @>> 1", "y @- x", "READ_ONCE(*(x @+ 1))"})
    expect_fault(std::string("r0 = ") + expression + ";",
                 "arithmetic on an address leaves its location");
  for (const char* access : {"r0 = @READ_ONCE(*r1);", "@WRITE_ONCE(*r1, 1);", "@xchg(r1, 1);",
                             "@spin_lock(r1);", "r0 = @smp_load_acquire(*x);", "r0 = @*r1;"})
    expect_fault(std::string(access) + " r1 = 0;", "an access through a value that is no address");
  for (const char* expression : {"1 @<< 48", "-(-1 << 47) @* 2", "@-(-1 << 48)"})
    expect_fault(std::string("r0 = ") + expression + ";",
                 "arithmetic reaches the numbers from 2^48 on that stand for addresses");
}

TEST(States, ShowTheConditionAndLocationsButNotTheFilter) {
  EXPECT_EQ(states_of("C t\n{ 1:r9=x; }\nP0(int *x) { WRITE_ONCE(*x, 10); r10 = 1; r2 = -2; "
                      "}\nP1(int *y) { r1 = 0; }\n"
                      "locations [y; 1:r9;]\nfilter (1:r1=0)\nexists (x=0:r10 /\\ 0:r2=5)"),
            (std::vector<std::string>{"0:r10=1; 0:r2=-2; 1:r9=x; [x]=10; [y]=0;"}));
}

TEST(Conditions, ImplicationsFailOnlyWhereTheFirstHoldsAlone) {
  const auto positive = [](const std::string& condition) {
    const LitmusTest test = tests::parse(
        "C t\n{}\nP0(int *x) { WRITE_ONCE(*x, 1); }\nP1(int *x) { r0 = READ_ONCE(*x); }\n" +
        condition);
    return run_litmus(test, find_model("lkmm")).positive;
  };
  EXPECT_EQ(positive("forall (1:r0=0 => x=1)"), 2U);
  EXPECT_EQ(positive("forall (1:r0=0 => x=0)"), 1U);
  EXPECT_EQ(positive("forall (1:r0=2 => x=0)"), 2U);
}

TEST(States, AreSortedByNumberThenByName) {
  EXPECT_EQ(
      states_of("C t\n{ x=9; }\nP0(int *x, int *b, int *a) { WRITE_ONCE(*x, 10); }\n"
                "P1(int *x) { WRITE_ONCE(*x, -1); }\nP2(int *x, int *b) { WRITE_ONCE(*x, b); }\n"
                "P3(int *x, int *a) { WRITE_ONCE(*x, a); }\nP4(int *x) { r0 = READ_ONCE(*x); "
                "}\nexists (4:r0=0)"),
      (std::vector<std::string>{"4:r0=-1;", "4:r0=9;", "4:r0=10;", "4:r0=a;", "4:r0=b;"}));
}

TEST(Locals, StartAsZeroOrAsTheInitialStateSays) {
  EXPECT_EQ(
      states_of("C t\n{ 0:r1=7; }\nP0(int *x) { int r0; int r1; r2 = r0 + r1; }\nexists (0:r2=0)"),
      (std::vector<std::string>{"0:r2=7;"}));
}

TEST(Locals, MayShadowAParameterOnceTheyAreAssigned) {
  EXPECT_EQ(states_of("C t\n{ x=3; y=4; }\nP0(int *x, int *y) { r0 = *x; x = y; r1 = *x; }\nexists "
                      "(0:r0=0 /\\ 0:r1=0)"),
            (std::vector<std::string>{"0:r0=3; 0:r1=4;"}));
}

std::string may_write(const std::string& text, std::size_t thread) {
  const Program program = litmus::compile(tests::parse(text)).program;
  std::string names;
  for (std::size_t l = 0; l < program.locations.size(); ++l)
    if (program.threads[thread].may_write.test(static_cast<int>(l)))
      names += program.locations[l].name;
  return names;
}

TEST(MayWrite, HoldsWhatIsStoredByNameOrThroughAnyAddressValue) {
  const auto of = [](const std::string& body, const std::string& initial = "") {
    return may_write("C t\n{ a; b; c; e;" + initial +
                         " }\nP0(int *a, int *b, int *c, int **d, spinlock_t *e) { " + body +
                         " }\n",
                     0);
  };
  EXPECT_EQ(of("r0 = READ_ONCE(*a); smp_mb();"), "");
  EXPECT_EQ(of("WRITE_ONCE(*a, 1); *b = 2; xchg(c, 1);"), "abc");
  EXPECT_EQ(of("spin_lock(e); r0 = spin_is_locked(e);"), "e");
  EXPECT_EQ(of("if (0) { atomic_inc((atomic_t *)a); }"), "a");
  EXPECT_EQ(of("r0 = b; WRITE_ONCE(*r0, 1);"), "b");
  EXPECT_EQ(of("WRITE_ONCE(**d, 1);"), "");
  EXPECT_EQ(of("WRITE_ONCE(**d, 1);", "d=c"), "c");
  EXPECT_EQ(of("WRITE_ONCE(*(a + 0), c);"), "ac");
  EXPECT_EQ(of("WRITE_ONCE(*d, a); r0 = READ_ONCE(*d); smp_store_release(r0, 1);", "0:r7=e"),
            "aed");
}

}  // namespace
}  // namespace ringcheck
