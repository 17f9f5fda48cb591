// What main does when all other threads have ended is looked at after each execution in which it may
// be something else.
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

// One of the two outcomes is that of an execution which is not the first.
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

}  // namespace
}  // namespace ringcheck::source::tests
