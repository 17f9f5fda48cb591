// What main does after all other threads have ended is looked at after each execution in which it
// may differ.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct RestCase {
  const char* name;
  const char* rest;  ///< after the joins; OUTCOME is 0 or 1, and g's x is 0 in one execution
};

constexpr const char* kBefore =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x; int seen; int *where = &seen;\n"
    "void *f(void *p) { x = 1; return 0; }\n"
    "void *g(void *p) { seen = x; return (void *)(long)seen; }\n"
    "int main(void) { pthread_t a, b; void *result; int table[2] = {0, 1};\n"
    "  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n"
    "  pthread_join(a, 0); pthread_join(b, &result);\n";

class RestOfMain : public ::testing::TestWithParam<RestCase> {};

// One of the two outcomes belongs to an execution that is not the first.
TEST_P(RestOfMain, IsWrongInEachExecution) {
  for (const char* model : {"sc", "x86-tso", "rc11"})
    for (const char* outcome : {"0", "1"}) {
      const std::string head = std::string("#define OUTCOME ") + outcome + "\n";
      const CheckResult result = check(head + kBefore + GetParam().rest + " return 0; }\n", model);
      EXPECT_EQ(result.verdict, CheckResult::Verdict::violated) << model << " " << outcome;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Each, RestOfMain,
    ::testing::Values(
        RestCase{"by_memory", "assert(seen != OUTCOME);"},
        RestCase{"by_memory_through_a_pointer", "assert(*where != OUTCOME);"},
        RestCase{"by_a_result", "assert((long)result != OUTCOME);"},
        RestCase{"by_what_is_computed_from_a_result",
                 "assert(3 * (long)result + 1 != 3 * OUTCOME + 1);"},
        RestCase{"by_what_a_result_chooses", "assert(table[(long)result] != OUTCOME);"},
        RestCase{"by_an_update", "assert(atomic_fetch_add((atomic_int *)&seen, 1) != OUTCOME);"}),
    [](const auto& c) { return std::string(c.param.name); });

/// What a thread waits for comes from main between two joins, and no execution ends without it.
struct BetweenCase {
  const char* name;
  const char* threads;  ///< f and g
  const char* main;     ///< after the creation of a (f) and b (g)
};

class BetweenTheJoins : public ::testing::TestWithParam<BetweenCase> {};

TEST_P(BetweenTheJoins, MainGoesOnWhileAThreadWaits) {
  const std::string text = std::string(
                               "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
                               "atomic_int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n") +
                           GetParam().threads +
                           "int main(void) { pthread_t a, b;\n"
                           "  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n" +
                           GetParam().main + " return 0; }\n";
  for (const char* model : {"sc", "armv8", "rc11"})
    for (const bool termination : {false, true}) {
      CheckOptions options;
      options.termination = termination;
      const CheckResult result = check(text, model, options);
      EXPECT_EQ(result.verdict, CheckResult::Verdict::holds) << model;
      EXPECT_EQ(result.executions, 1U) << model;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Each, BetweenTheJoins,
    ::testing::Values(BetweenCase{"a_store",
                                  "void *f(void *p) { return 0; }\n"
                                  "void *g(void *p) { while (x == 0) ; return 0; }\n",
                                  "  pthread_join(a, 0); x = 1; pthread_join(b, 0);"},
                      BetweenCase{"a_store_after_a_loop_that_waits",
                                  "void *f(void *p) { while (x == 0) ; return 0; }\n"
                                  "void *g(void *p) { x = 1; while (x == 1) ; return 0; }\n",
                                  "  pthread_join(a, 0); x = 2; pthread_join(b, 0);"}),
    [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
