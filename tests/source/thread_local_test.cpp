// Thread-local variables: each thread's copy starts with the variable's initial value.
#include <gtest/gtest.h>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "static __thread unsigned long own = 5, zero[3], some[3] = {0, 4}; atomic_ulong x;\n"
    "#define INDEX atomic_load_explicit(&x, memory_order_relaxed)\n"
    "void *f(void *p) { atomic_store_explicit(&x, 1, memory_order_relaxed); return p; }\n";

struct Row {
  const char* name;
  const char* g;      ///< body of a thread beside f, which stores 1 to x
  const char* first;  ///< of main, before there are threads
  const char* last;   ///< of main, while there are threads
  bool holds = true;
};

class ThreadLocal : public ::testing::TestWithParam<Row> {};

TEST_P(ThreadLocal, StartsWithItsInitialValueInEachThread) {
  const Row& row = GetParam();
  const std::string text = std::string(kHead) + "void *g(void *p) { " + row.g +
                           " return p; }\nint main(void) { pthread_t t, u; " + row.first +
                           " pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); " +
                           row.last + " pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";
  for (const char* model : {"sc", "x86-tso", "armv8", "power"}) {
    const CheckResult result = check(text, model);
    EXPECT_EQ(result.verdict,
              row.holds ? CheckResult::Verdict::holds : CheckResult::Verdict::violated)
        << model << (result.error ? ": " + result.error->what : "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, ThreadLocal,
    ::testing::Values(
        Row{"own", "assert(own == 5 && zero[1] == 0);", "", ""},
        Row{"other_value", "assert(own != 5);", "", "", false},
        Row{"at_an_index_that_was_loaded", "assert(zero[INDEX] == 0);", "", ""},
        Row{"initialised_at_an_index_that_was_loaded",
            "unsigned long i = INDEX; assert(some[i] == 4 * i);", "", ""},
        Row{"stored_at_an_index_that_was_loaded",
            "unsigned long i = INDEX; zero[i] = 9; assert(zero[0] == 9 - 9 * i);", "", ""},
        Row{"of_main_before_threads", "assert(own == 5);", "own = 7;", "assert(own == 7);"},
        Row{"of_main_not_as_it_was", "", "own = 7;", "assert(own == 5);", false},
        Row{"of_main_at_an_index_that_was_loaded", "assert(some[1] == 4);", "some[1] = 6;",
            "unsigned long i = INDEX; assert(some[i] == 6 * i);"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck::source::tests
