// Cutting C files into items.
#include "kernel/tree/c_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kFunction = CItemKind::function;
constexpr auto kDeclaration = CItemKind::declaration;

struct ItemCase {
  const char* name;
  const char* text;
  CItemKind kind;  ///< of the last item
  std::vector<std::string> names;
};

class CItems : public ::testing::TestWithParam<ItemCase> {};

TEST_P(CItems, have_their_names) {
  const CText text("file.c", GetParam().text);
  ASSERT_FALSE(text.items().empty());
  EXPECT_EQ(text.items().back().kind, GetParam().kind);
  EXPECT_EQ(text.items().back().names, GetParam().names);
}

INSTANTIATE_TEST_SUITE_P(
    all, CItems,
    ::testing::Values(
        ItemCase{"function", "static int f(int a) { return a; }", kFunction, {"f"}},
        ItemCase{"attributes",
                 "static __printf(1, 2) void\nf(char *a)\n__must_hold(a)\n{ }",
                 kFunction,
                 {"f"}},
        ItemCase{"braces_in_literals", "char *f(void) { return \"}\" /* } */; }", kFunction, {"f"}},
        ItemCase{"first_branch_counts",
                 "int f(void)\n{\n#ifdef A\n if (a) {\n#else\n if (b) {\n#endif\n }\n}",
                 kFunction,
                 {"f"}},
        ItemCase{"prototype", "extern void f(int a);", kDeclaration, {"f"}},
        ItemCase{"structure", "struct s { int a; struct t b; };", kDeclaration, {"s"}},
        ItemCase{"constants", "enum e { A, B = (1 << 2), C };", kDeclaration, {"e", "A", "B", "C"}},
        ItemCase{"typedef_of_function", "typedef void (f_t)(int a);", kDeclaration, {"f_t"}},
        ItemCase{"typedef_of_pointer", "typedef int (*f_t)(void *);", kDeclaration, {"f_t"}},
        ItemCase{"variable", "static const struct s x = { .a = g(1, 2), };", kDeclaration, {"x"}},
        ItemCase{"variables", "int a __read_mostly, b[3];", kDeclaration, {"a", "b"}},
        ItemCase{"per_cpu", "static DEFINE_PER_CPU(struct s, x);", kDeclaration, {"x"}},
        ItemCase{"macro", "#define M(a) \\\n  (a)", CItemKind::macro, {"M"}},
        ItemCase{
            "call_without_semicolon", "DEFINE_COPY(copy, memcpy)\nint x;", kDeclaration, {"x"}}),
    [](const auto& test) { return test.param.name; });

TEST(CText, keeps_conditions_and_drops_the_guard) {
  const CText text("a.h",
                   "#ifndef A_H\n#define A_H\n#if X\nint a;\n#else\nint b;\n#endif\n#endif\n");
  ASSERT_EQ(text.items().size(), 2U);
  EXPECT_THAT(text.items()[0].conditions, ElementsAre(CCondition{"#if X", 3}));
  EXPECT_THAT(text.items()[1].conditions, ElementsAre(CCondition{"#if X\n#else", 3}));
  EXPECT_EQ(text.items()[1].line, 6U);
}

TEST(CText, identifiers_are_those_outside_of_comments_and_literals) {
  EXPECT_THAT(identifiers_of("#define M(a) b(\"c\") /* d */ + 'e' + 0xf + b"),
              ElementsAre("define", "M", "a", "b"));
}

struct WrongCase {
  const char* name;
  const char* text;
  const char* message;
};

class WrongC : public ::testing::TestWithParam<WrongCase> {};

TEST_P(WrongC, is_refused_with_its_place) {
  try {
    const CText text("file.c", GetParam().text);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    all, WrongC,
    ::testing::Values(
        WrongCase{"comment", "int a;\n/* b", "file.c:2:1: saw a comment, expected its end"},
        WrongCase{"brace", "int f(void)\n{", "file.c:1:1: saw int, expected its end"},
        WrongCase{"closing", "}", "file.c:1:1: saw }, expected a bracket that opens"},
        WrongCase{"endif", "int a;\n#endif", "file.c:2:1: saw #endif, expected an #if before it"},
        WrongCase{"condition", "#if A\nint a;", "file.c:1:1: saw #if A, expected its #endif"},
        WrongCase{"literal", "char a = 'b\n;", "file.c:1:1: saw ', expected its end"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck
