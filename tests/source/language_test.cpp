// What programs use of C and C++ besides threads: each program holds, and is violated with `wrong`
// in the place of `right`.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct LanguageCase {
  const char* name;
  const char* file;
  const char* text;
  const char* right;
  const char* wrong;
};

class LanguageTest : public ::testing::TestWithParam<LanguageCase> {};

TEST_P(LanguageTest, HasItsMeaning) {
  const LanguageCase& c = GetParam();
  const CheckResult with = check(c.text, "rc11", {}, c.file);
  EXPECT_EQ(with.verdict, CheckResult::Verdict::holds)
      << (with.error ? with.error->where + ": " + with.error->what : "");
  std::string other = c.text;
  other.replace(other.find(c.right), std::string(c.right).size(), c.wrong);
  EXPECT_EQ(check(other, "rc11", {}, c.file).verdict, CheckResult::Verdict::violated);
}

INSTANTIATE_TEST_SUITE_P(
    Each, LanguageTest,
    ::testing::Values(
        LanguageCase{"computed_jumps", "p.c",
                     "#include <assert.h>\n"
                     "static int run(const char *code) {\n"
                     "  static void *labels[] = {&&add, &&multiply, &&end}; int n = 1;\n"
                     "  goto *labels[(int)*code++];\n"
                     "  add: n += 2; goto *labels[(int)*code++];\n"
                     "  multiply: n *= 3; goto *labels[(int)*code++];\n"
                     "  end: return n; }\n"
                     "int main(void) { char code[] = {0, 1, 0, 2}; assert(run(code) == 11); }\n",
                     "== 11", "== 9"},
        LanguageCase{"checked_arithmetic", "p.c",
                     "#include <assert.h>\n#include <limits.h>\n"
                     "volatile int i = INT_MAX, j = INT_MIN; volatile long l = LONG_MIN;\n"
                     "volatile unsigned u = UINT_MAX; volatile unsigned long w = 1ul << 63;\n"
                     "int main(void) { int a; long b; unsigned c; unsigned long d;\n"
                     "  assert(__builtin_add_overflow(i, 1, &a) && a == INT_MIN);\n"
                     "  assert(!__builtin_add_overflow(i, -1, &a) && a == INT_MAX - 1);\n"
                     "  assert(__builtin_sub_overflow(j, 1, &a) && a == INT_MAX);\n"
                     "  assert(__builtin_mul_overflow(l, -1l, &b) && b == LONG_MIN);\n"
                     "  assert(!__builtin_mul_overflow(l / 2, 2l, &b) && b == LONG_MIN);\n"
                     "  assert(__builtin_mul_overflow(u, 2u, &c) && c == UINT_MAX - 1);\n"
                     "  assert(__builtin_mul_overflow(w, 2ul, &d) && d == 0);\n"
                     "  assert(!__builtin_mul_overflow(w, 1ul, &d) && d == w); }\n",
                     "(i, -1, &a)", "(i, 0 + 1, &a)"},
        LanguageCase{"without_sign", "p.c",
                     "#include <assert.h>\n#include <math.h>\nvolatile double x = -1.5; volatile "
                     "float y = -2;\n"
                     "int main(void) { assert(fabs(x) == 1.5 && fabsf(y) == 2 && fabs(0.5) == 0.5);"
                     " }\n",
                     "fabs(x) == 1.5", "x == 1.5"},
        LanguageCase{
            "variadic_function", "p.c",
            "#include <assert.h>\n#include <stdarg.h>\n"
            "struct pair { int a, b; }; struct big { long n[4]; };\n"
            "static double sum(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l);\n"
            "  double s = va_arg(l, int); s += va_arg(l, double);\n"
            "  s += va_arg(l, struct pair).b; s += va_arg(l, struct big).n[3];\n"
            "  s += *va_arg(l, char *); s += va_arg(m, int); va_end(l); va_end(m);\n"
            "  return s; }\n"
            "int main(void) { struct pair p = {1, 2}; struct big b = {{1, 2, 3, 4}};\n"
            "  assert(sum(1, -7, 0.5, p, b, \"\\1\") == -6.5); }\n",
            "== -6.5", "== -7.5"},
        LanguageCase{"variadic_function_by_address", "p.c",
                     "#include <assert.h>\n#include <stdarg.h>\n"
                     "static int last(int n, ...) { va_list l; va_start(l, n); int x = n;\n"
                     "  while (n-- > 0) x = va_arg(l, int); va_end(l); return x; }\n"
                     "int (*volatile f)(int, ...) = last;\n"
                     "int main(void) { assert(f(3, 4, 5, 6) == 6 && f(0) == 0); }\n",
                     "== 6", "== 5"},
        LanguageCase{"strings", "p.c",
                     "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n"
                     "int main(void) { char b[20]; strcpy(b, \"ab\"); strcat(b, \"cab\");\n"
                     "  assert(strrchr(b, 'a') == b + 3 && !strrchr(b, 'x'));\n"
                     "  assert(strstr(b, \"ca\") == b + 2 && !strstr(b, \"cc\"));\n"
                     "  assert(strstr(b, \"\") == b && strchr(b, 'b') == b + 1);\n"
                     "  assert(memchr(b, 'c', 3) == b + 2 && !memchr(b, 'c', 2));\n"
                     "  char *d = strdup(b); assert(!strcmp(d, b) && d != b); free(d);\n"
                     "  assert(atoi(\" -12x\") == -12 && atol(\"+7\") == 7); }\n",
                     "== 7", "== 8"},
        LanguageCase{"lists", "p.cpp",
                     "#include <cassert>\n#include <list>\n"
                     "int main() { std::list<int> a{3, 1}, b{2, 5};\n"
                     "  a.splice(a.begin(), b, b.begin());\n"
                     "  assert(a.front() == 2 && b.size() == 1);\n"
                     "  a.splice(a.end(), b); a.reverse(); assert(a.front() == 5 && b.empty());\n"
                     "  a.sort(); a.swap(b); assert(a.empty()); a.swap(b);\n"
                     "  int n = 0; for (int i : a) n = 10 * n + i;\n"
                     "  assert(n == 1235); }\n",
                     "== 1235", "== 1253"},
        LanguageCase{
            "formatted_list", "p.c",
            "#include <assert.h>\n#include <stdarg.h>\n#include <stdio.h>\n"
            "#include <string.h>\n"
            "static void put(char *to, const char *format, ...) {\n"
            "  va_list l; va_start(l, format); vsnprintf(to, 20, format, l); va_end(l); }\n"
            "int main(void) { char b[20]; put(b, \"%d-%s %ld\", -5, \"ab\", 7L);\n"
            "  assert(!strcmp(b, \"-5-ab 7\")); }\n",
            "\"-5-ab 7\"", "\"-5-ab 8\""}),
    [](const auto& row) { return std::string(row.param.name); });

/// The error's text starts with where it is.
TEST(Language, ErrorsNameTheSource) {
  const char* text = "int f(void);\nlong double x = 1.0L;\nint main(void) { return x > 0; }\n";
  try {
    check(text, "rc11");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("program.c:2"), std::string::npos) << error.what();
  }
}

/// A wait within the library's own functions is told by the line of the user's.
TEST(Language, WaitsHaveThePlaceOfTheUser) {
  CheckOptions options;
  options.termination = true;
  const CheckResult result = check(
      "#include <mutex>\n#include <thread>\nstd::mutex a, b;\n"
      "void f() { std::lock_guard l(a);\n  std::lock_guard m(b); }\n"
      "void g() { std::lock_guard l(b);\n  std::lock_guard m(a); }\n"
      "int main() { std::thread s(f), t(g); s.join(); t.join(); }\n",
      "rc11", options, "p.cpp");
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->kind, ErrorKind::deadlock);
  EXPECT_NE(result.error->where.find("p.cpp:"), std::string::npos) << result.error->where;
}

}  // namespace
}  // namespace ringcheck::source::tests
