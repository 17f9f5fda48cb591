// Loops that wait, and change memory of their own meanwhile: such as what a delay counts with, or a
// message that is made again for each attempt.
#include <gtest/gtest.h>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct OwnCase {
  const char* name;
  const char* work;  ///< of thread f, which another one lets through by x = 1
  CheckResult::Verdict verdict;
};

constexpr auto kHolds = CheckResult::Verdict::holds;
constexpr auto kViolated = CheckResult::Verdict::violated;

class OwnChangesTest : public ::testing::TestWithParam<OwnCase> {};

TEST_P(OwnChangesTest, HasItsVerdict) {
  const std::string text = std::string(
                               "#include <assert.h>\n#include <pthread.h>\n"
                               "#include <stdatomic.h>\n#include <stdlib.h>\n"
                               "atomic_int x, y; int *kept;\n"
                               "void *f(void *p) { ") +
                           GetParam().work +
                           " return 0; }\n"
                           "void *g(void *p) { x = 1; return 0; }\n"
                           "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0);\n"
                           "  pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0);"
                           " return 0; }\n";
  for (const char* model : {"sc", "x86-tso", "rc11"}) {
    const CheckResult result = check(text, model);
    EXPECT_EQ(result.verdict, GetParam().verdict)
        << model << ": " << (result.error ? result.error->what : result.bound);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, OwnChangesTest,
    ::testing::Values(
        OwnCase{"a_delay_that_grows_to_a_limit",
                "int d = 1; while (!x) { for (volatile int i = 0; i < d; i++) ;"
                " if (d < 8) d *= 2; }",
                kHolds},
        OwnCase{"a_block_for_each_attempt",
                "int *m; for (;;) { m = malloc(4); *m = 7; if (x) break; free(m); }"
                " assert(*m == 7); free(m);",
                kHolds},
        OwnCase{"a_counter_that_matters_later",
                "volatile int n = 0; while (!x) { n++; if (n == 9) break; } assert(n < 9);",
                kViolated},
        OwnCase{"a_counter_of_blocks",
                "int *l = 0, n = 0; while (!x && n < 6) { int *m = malloc(4); *m = n++; free(l);"
                " l = m; } assert(!l || *l < 5); free(l);",
                kViolated},
        OwnCase{"a_block_that_others_get_to_know",
                "int n = 0; while (!x) { free(kept); kept = malloc(4); *kept = ++n;"
                " if (n == 7) break; } assert(n < 7);",
                kViolated}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
