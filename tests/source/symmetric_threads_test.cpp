// Threads that do the same are explored in one order: verdicts and counts are those of all orders.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct SymmetryCase {
  const char* name;
  const char* body;  ///< f, what ARGUMENT is, and what END asserts
  CheckResult::Verdict verdict;
  bool united;  ///< some orders of the threads are left out
};

constexpr auto kHolds = CheckResult::Verdict::holds;
constexpr auto kViolated = CheckResult::Verdict::violated;

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n"
    "#include <stdlib.h>\n"
    "atomic_int x; atomic_long y;\n";
constexpr const char* kMain =
    "int main(void) { pthread_t t[3]; void *r[3];\n"
    "  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, ARGUMENT);\n"
    "  for (int i = 0; i < 3; i++) pthread_join(t[i], &r[i]);\n"
    "  END return 0; }\n";

class SymmetricThreads : public ::testing::TestWithParam<SymmetryCase> {};

TEST_P(SymmetricThreads, ChangeNoVerdictAndNoCount) {
  const auto code = code_of(std::string(kHead) + GetParam().body + kMain);
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
    CheckOptions options;
    const CheckResult with = check_program(code, find_model(model), options);
    options.subject.symmetry = false;
    const CheckResult without = check_program(code, find_model(model), options);
    EXPECT_EQ(with.verdict, GetParam().verdict) << model;
    EXPECT_EQ(without.verdict, GetParam().verdict) << model;
    EXPECT_EQ(without.counts.symmetric, 0U) << model;
    if (GetParam().verdict == kViolated) continue;
    EXPECT_EQ(with.executions, without.executions) << model;
    EXPECT_EQ(with.blocked, without.blocked) << model;
    EXPECT_EQ(with.counts.symmetric > 0, GetParam().united) << model;
  }
}

// In the explored order, thread 1 comes first wherever nothing tells it apart.
INSTANTIATE_TEST_SUITE_P(
    Each, SymmetricThreads,
    ::testing::Values(
        SymmetryCase{"the_same",
                     "#define ARGUMENT 0\n#define END assert(x == 3);\n"
                     "void *f(void *p) { x++; return 0; }\n",
                     kHolds, true},
        SymmetryCase{"with_locals_of_their_own",
                     "#define ARGUMENT 0\n#define END assert(x == 3);\n"
                     "void *f(void *p) { volatile int a[2]; a[1] = 1; int *b = malloc(4);\n"
                     "  *b = a[1]; if (b) x += *b; free(b); return 0; }\n",
                     kHolds, true},
        SymmetryCase{"some_wait_for_ever",
                     "#define ARGUMENT 0\n#define END\n"
                     "void *f(void *p) { if (x++ == 1) while (y == 0) ; return 0; }\n",
                     kHolds, true},
        SymmetryCase{"other_arguments",
                     "#define ARGUMENT (void *)i\n#define END assert(x == 3);\n"
                     "void *f(void *p) { x++; return 0; }\n",
                     kHolds, false},
        SymmetryCase{"numbers",
                     "#define ARGUMENT 0\n#define END assert(y != t[1]);\n"
                     "void *f(void *p) { if (x++ == 0) y = pthread_self(); return 0; }\n",
                     kViolated, false},
        SymmetryCase{"results",
                     "#define ARGUMENT 0\n#define END assert(r[0] < r[1]);\n"
                     "void *f(void *p) { return (void *)(long)x++; }\n",
                     kViolated, false},
        SymmetryCase{"addresses",
                     "#define ARGUMENT 0\n#define END assert(y);\n"
                     "void *f(void *p) { char v[1]; if (x++ == 0) y = ((uintptr_t)v >> 38) & 1;\n"
                     "  return 0; }\n",
                     kViolated, false},
        SymmetryCase{"objects_that_others_know_of",
                     "_Atomic(char *) q;\n"
                     "#define ARGUMENT 0\n#define END assert(q == r[0]);\n"
                     "void *f(void *p) { char *v = malloc(1); if (x++ == 0) q = v; return v; }\n",
                     kViolated, false}),
    [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
