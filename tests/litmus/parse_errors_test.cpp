// What the reader refuses: it gives one clean message with the place, whatever the bytes.
#include <gtest/gtest.h>

#include <random>

#include "graph/diagnostic.hpp"
#include "litmus/golden.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using tests::one_thread;
using tests::refusal_of;

struct ErrorCase {
  const char* name;
  std::string text;
  const char* message;
};

std::ostream& operator<<(std::ostream& out, const ErrorCase& c) {
  return out << c.name;
}

class Errors : public ::testing::TestWithParam<ErrorCase> {};

TEST_P(Errors, SayWhatWasSeenAndExpected) {
  EXPECT_EQ(refusal_of(GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Parse, Errors,
    ::testing::Values(
        ErrorCase{
            "Empty", "",
            "t:1:1: saw the end of the file, expected C, AArch64, X86_64, X86, RISCV or PPC and "
            "the name of a test"},
        ErrorCase{"OtherArchitecture", "MIPS MP\n{}\n",
                  "t:1:1: saw 'MIPS', expected C, AArch64, X86_64, X86, RISCV or PPC and the name "
                  "of a test"},
        ErrorCase{"NoName", "C \n{}",
                  "t:1:3: saw the end of the line, expected the name of the test"},
        ErrorCase{"NoState", "C t\nP0(int *x)\n",
                  "t:3:1: saw the end of the file, expected { of the initial state"},
        ErrorCase{"NoThread", "C t\n{}\nexists (x=1)",
                  "t:3:1: saw 'exists', expected the thread P0"},
        ErrorCase{"ThreadOrder", "C t\n{}\nP1(int *x) { }", "t:3:1: saw 'P1', expected P0"},
        ErrorCase{"Array", "C t\n{ int a[2]; }",
                  "t:2:8: saw '[', expected a location of one word; arrays are refused"},
        ErrorCase{
            "BigNumber", "C t\n{ x=281474976710656; }",
            "t:2:5: saw '281474976710656', expected a number below 2^48, or from 2^48 + 2^32 to "
            "2^64"},
        ErrorCase{"NoNumber", "C t\n{ x=0x; }", "t:2:5: saw '0x', expected a number"},
        ErrorCase{"Comment", "C t\n(* {", "t:2:1: saw a comment without end, expected *)"},
        ErrorCase{
            "Parameter", "C t\n{}\nP0(int x) { }",
            "t:3:8: saw 'x', expected * before the name of a parameter: parameters are addresses"},
        ErrorCase{"Byte", "C t\n{}\nP0(int *x) { \x01 }",
                  "t:3:14: saw '\\x01', which is no part of a litmus test"},
        ErrorCase{"Loop", "C t\n{}\nP0(int *x) {\n while (1) { } }",
                  "t:4:2: saw 'while', expected a statement; loops without bound are refused"},
        ErrorCase{"Goto", "C t\n{}\nP0(int *x) {\n goto a; }",
                  "t:4:2: saw 'goto', expected a statement; loops without bound are refused"},
        ErrorCase{"Return", "C t\n{}\nP0(int *x) {\n return; }",
                  "t:4:2: saw 'return', expected a declaration, an assignment, a call, if or {"},
        ErrorCase{"UnknownCall", "C t\n{}\nP0(int *x) { kfree(x); }",
                  "t:3:14: saw 'kfree', expected a primitive of the kernel's memory model, or an "
                  "atomic operation of C11"},
        ErrorCase{"NoAccess", "C t\n{}\nP0(int *x) { r0 = READ_ONCE(x); }",
                  "t:3:29: saw 'x', expected an access such as *p as argument of READ_ONCE"},
        ErrorCase{"FewArguments", "C t\n{}\nP0(int *x) { WRITE_ONCE(*x); }",
                  "t:3:27: saw ')', expected ,"},
        ErrorCase{"ManyArguments", "C t\n{}\nP0(int *x) { smp_mb(1); }",
                  "t:3:21: saw '1', expected )"},
        ErrorCase{
            "Assignment", "C t\n{}\nP0(int *x) { 1 = 2; }",
            "t:3:14: saw '1', expected a call, or an assignment to a local or through a pointer"},
        ErrorCase{"Increment", "C t\n{}\nP0(int *x) { r0++; }",
                  "t:3:16: saw '++', expected an operator that litmus tests have: no arrays, "
                  "members or increments"},
        ErrorCase{"Member", "C t\n{}\nP0(int *x) { r0 = x->next; }",
                  "t:3:20: saw '->', expected an operator that litmus tests have: no arrays, "
                  "members or increments"},
        ErrorCase{"Truncated", "C t\n{}\nP0(int *x) { r0 = 1;",
                  "t:3:21: saw the end of the file, expected }"},
        ErrorCase{"Condition", "C t\n{}\nP0(int *x) { }\nexists (x=)",
                  "t:4:11: saw ')', expected a number or the name of a location"},
        ErrorCase{"Trailing", "C t\n{}\nP0(int *x) { }\nexists (x=1) x",
                  "t:4:14: saw 'x', expected the end of the file"},
        // Names.
        ErrorCase{"UnknownLocal", "C t\n{}\nP0(int *x) { WRITE_ONCE(*x, r0); }",
                  "t:3:29: saw 'r0', expected a parameter or a local of P0"},
        ErrorCase{"NoParameter", "C t\n{ y=1; }\nP0(int *x) { WRITE_ONCE(*y, 1); }",
                  "t:3:26: saw 'y', expected a parameter or a local of P0"},
        ErrorCase{"UnknownLocation", "C t\n{}\nP0(int *x) { }\nexists (y=1)",
                  "t:4:9: saw 'y', expected a location of the test"},
        ErrorCase{"UnknownRegister", "C t\n{}\nP0(int *x) { }\nexists (0:r0=1)",
                  "t:4:9: saw 'r0', expected a local of P0"},
        ErrorCase{"UnknownThread", "C t\n{}\nP0(int *x) { }\nexists (1:r0=1)",
                  "t:4:9: saw thread 1, expected one below 1"},
        ErrorCase{"UnknownAddress", "C t\n{}\nP0(int *x) { }\nexists (x=z)",
                  "t:4:11: saw 'z', expected a number or a location of the test"},
        ErrorCase{"Twice", "C t\n{ x=1; x=2; }\nP0(int *x) { }",
                  "t:2:8: saw a second initial value of x, expected one"},
        ErrorCase{"TwiceAParameter", "C t\n{ }\nP0(int *x, int *x) { }",
                  "t:3:17: saw 'x' again, expected another name for a parameter"},
        ErrorCase{"NoValue", "C t\n{}\nP0(int *x) { r0 = smp_mb(); }",
                  "t:3:19: saw smp_mb, which returns nothing, expected a value"}),
    [](const auto& test) { return std::string(test.param.name); });

/// Parses, and runs what can be parsed: either succeeds or throws InputError.
void feed(const std::string& text) {
  try {
    const LitmusTest test = tests::parse(text);
    EXPECT_EQ(tests::parse(print_litmus(test)), test) << text;
    ExploreLimits limits;
    limits.executions = 10;
    run_litmus(test, find_model("sc"), {.limits = limits});
  } catch (const InputError& error) {
    EXPECT_FALSE(error.diagnostic().message.empty());
  }
}

std::string repeated(const std::string& s, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += s;
  return text;
}

TEST(ParseHostile, DeepNestingIsRefused) {
  constexpr int kDeep = 20000;
  const auto nested = [&](const char* open, const char* inner, const char* close) {
    return repeated(open, kDeep).append(inner).append(repeated(close, kDeep));
  };
  const std::vector<std::string> values = {
      nested("(", "1", ")"),    nested("!", "1", ""),         nested("*", "x", ""),
      nested("(int)", "1", ""), nested("1 ? 1 : ", "1", ""),  nested("1 ? ", "1", " : 1"),
      nested("1 + ", "1", ""),  nested("xchg(x, ", "1", ")"), nested("1 && ", "1", ""),
      nested("(1 + ", "1", ")")};
  for (const std::string& value : values)
    EXPECT_NE(refusal_of(one_thread("r0 = " + value + ";")).find("expected at most"),
              std::string::npos);
  for (const std::string& statement :
       {nested("if (1) ", ";", ""), nested("{", "", "}"), nested("if (1) ; else ", ";", "")})
    EXPECT_NE(refusal_of(one_thread(statement)).find("levels of nesting"), std::string::npos);
  for (const std::string& proposition : {nested("(", "x=1", ")"), nested("~", "x=1", "")})
    EXPECT_NE(refusal_of(one_thread("", "exists " + proposition)).find("levels of nesting"),
              std::string::npos);
  EXPECT_NE(refusal_of("C t\n{ x=" + nested("(", "1", ")") + " }").find("levels of nesting"),
            std::string::npos);
}

TEST(ParseHostile, LongTestsAreRefusedOrRun) {
  EXPECT_EQ(refusal_of(one_thread(repeated("r0 = 1;", 20000))), "");
  EXPECT_EQ(refusal_of(one_thread("", "exists (x=1" + repeated(" /\\ x=1", 20000) + ")")), "");
  std::string many;
  for (int i = 0; i < 20000; ++i) many.append("r").append(std::to_string(i)).append(" = 1;");
  EXPECT_NE(refusal_of(one_thread(many)).find("expected fewer"), std::string::npos);
  EXPECT_EQ(refusal_of(one_thread(repeated("WRITE_ONCE(*x, 1);", 1000))), "");
  std::string threads = "C t\n{}\n";
  for (int i = 0; i < 260; ++i)
    threads.append("P").append(std::to_string(i)).append("(int *x) { }\n");
  EXPECT_EQ(refusal_of(threads), "t:253:1: saw thread 250, expected at most 250 threads");
}

TEST(ParseHostile, EveryTruncationOfOurTests) {
  for (const auto& path : tests::shipped_tests()) {
    const std::string text = read_text(path);
    for (std::size_t length = 0; length < text.size(); ++length) feed(text.substr(0, length));
  }
}

TEST(ParseHostile, RandomBytesAndMutations) {
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same bytes in every run
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  const auto paths = tests::shipped_tests();
  constexpr int kRounds = 3000;
  for (int round = 0; round < kRounds; ++round) {
    std::string bytes(below(200), ' ');
    for (char& c : bytes) c = static_cast<char>(random());
    feed(bytes);
    feed("C t\n{" + bytes);
    std::string text = read_text(paths[below(paths.size())]);
    for (std::size_t i = 0; i <= below(4); ++i) {
      const std::size_t at = below(text.size());
      if (below(2) == 0)
        text.erase(at, 1 + below(5));
      else
        text.insert(at, text.substr(below(text.size()), 1 + below(12)));
    }
    feed(text);
  }
}

}  // namespace
}  // namespace ringcheck
