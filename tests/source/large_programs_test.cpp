// Programs with more events, loads, locations and threads than structures for small programs hold.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct LargeProgram {
  const char* name;
  const char* text;
  std::uint64_t executions;
};

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "#define W(x, v) atomic_store_explicit(&x, v, memory_order_relaxed)\n"
    "#define R(x) atomic_load_explicit(&x, memory_order_relaxed)\n";

class LargeProgramTest : public ::testing::TestWithParam<LargeProgram> {};

TEST_P(LargeProgramTest, Holds) {
  for (const char* model : {"sc", "armv8", "rc11"}) {
    const CheckResult result = check(std::string(kHead) + GetParam().text, model);
    EXPECT_FALSE(result.error) << model;
    EXPECT_EQ(result.executions, GetParam().executions) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, LargeProgramTest,
    ::testing::Values(
        LargeProgram{"events",
                     "atomic_int x, y;\n"
                     "void *f(void *p) { for (int i = 1; i <= 4200; i++) W(x, i);\n"
                     "  atomic_store_explicit(&y, 1, memory_order_release); return 0; }\n"
                     "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n"
                     "  int ready = atomic_load_explicit(&y, memory_order_acquire);\n"
                     "  if (ready) assert(R(x) == 4200);\n"
                     "  pthread_join(t, 0); return 0; }\n",
                     2},
        LargeProgram{"loads",
                     "atomic_int x;\n"
                     "void *f(void *p) { W(x, 1); return 0; }\n"
                     "int main(void) { pthread_t t; int sum = 0; pthread_create(&t, 0, f, 0);\n"
                     "  pthread_join(t, 0); for (int i = 0; i < 300; i++) sum += R(x);\n"
                     "  assert(sum == 300); return 0; }\n",
                     1},
        LargeProgram{
            "locations",
            "atomic_int a[300];\n"
            "void *f(void *p) { for (int i = 0; i < 300; i++) W(a[i], i + 1); return 0; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n"
            "  pthread_join(t, 0);\n"
            "  for (int i = 0; i < 300; i++) assert(R(a[i]) == i + 1); return 0; }\n",
            1},
        LargeProgram{"plain_locations",
                     "int a[20000];\n"
                     "void *f(void *p) { for (int i = 0; i < 20000; i++) a[i] = i; return 0; }\n"
                     "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n"
                     "  pthread_join(t, 0); assert(a[19999] == 19999); return 0; }\n",
                     1},
        LargeProgram{
            "locations_of_several_sizes",
            "union { int i[200]; short s[400]; } u; int last;\n"
            "void *f(void *p) { for (int i = 0; i < 200; i++) u.i[i] = i;\n"
            "  for (int i = 0; i < 400; i += 2) u.s[i] = last = u.s[i] + 1; return 0; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n"
            "  pthread_join(t, 0); for (int i = 0; i < 200; i++) assert(u.i[i] == i + 1);\n"
            "  assert(last == 200); return 0; }\n",
            1},
        LargeProgram{"threads",
                     "atomic_int a[60];\n"
                     "void *f(void *p) { W(a[(long)p], 1); return 0; }\n"
                     "int main(void) { pthread_t t[60];\n"
                     "  for (long i = 0; i < 60; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
                     "  for (int i = 0; i < 60; i++) pthread_join(t[i], 0);\n"
                     "  for (int i = 0; i < 60; i++) assert(R(a[i]) == 1); return 0; }\n",
                     1}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
