// What the interface of another checker's tests means here: hazard pointers, compare-exchanges that
// help each other, and loops in which its tests wait.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead =
    "#include <genmc.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n";
constexpr const char* kTwo =
    "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n"
    "  return 0; }\n";

/// One thread takes a block out and retires it while another reads it.
constexpr const char* kRetired =
    "_Atomic(atomic_int *) q;\n"
    "__attribute__((constructor)) void init(void) { atomic_int *p = malloc(4); *p = 1; q = p; }\n"
    "void *f(void *a) { atomic_int *p = q; q = 0; __VERIFIER_hp_retire(p); return 0; }\n";

struct HazardCase {
  const char* name;
  const char* reader;
  const char* kind;  ///< of the error; empty: none
};

class HazardTest : public ::testing::TestWithParam<HazardCase> {};

TEST_P(HazardTest, ProtectsWhatItPointsTo) {
  const CheckResult result =
      check(std::string(kHead) + kRetired + GetParam().reader + kTwo, "rc11");
  EXPECT_EQ(result.error ? std::string(name_of(result.error->kind)) : "", GetParam().kind);
  EXPECT_GT(result.executions, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Each, HazardTest,
    ::testing::Values(
        HazardCase{"protected",
                   "void *g(void *a) { __VERIFIER_hp_t *h = __VERIFIER_hp_alloc();\n"
                   "  atomic_int *p = __VERIFIER_hp_protect(h, &q); if (p) (void)*p; return 0; }\n",
                   ""},
        HazardCase{"by_no_pointer",
                   "void *g(void *a) { atomic_int *p = q; if (p) (void)*p; return 0; }\n", "freed"},
        HazardCase{"no_more",
                   "void *g(void *a) { __VERIFIER_hp_t *h = __VERIFIER_hp_alloc();\n"
                   "  atomic_int *p = __VERIFIER_hp_protect(h, &q); __VERIFIER_hp_clear(h);\n"
                   "  if (p) (void)*p; return 0; }\n",
                   "freed"},
        HazardCase{"something_else_now",
                   "_Atomic(atomic_int *) r;\n"
                   "void *g(void *a) { __VERIFIER_hp_t *h = __VERIFIER_hp_alloc();\n"
                   "  atomic_int *p = __VERIFIER_hp_protect(h, &q);\n"
                   "  atomic_int *o = __VERIFIER_hp_protect(h, &r);\n"
                   "  if (p) (void)*p; return o; }\n",
                   "freed"}),
    [](const auto& c) { return std::string(c.param.name); });

TEST(Retirement, OfABlockTwiceIsAnError) {
  const CheckResult result = check(
      std::string(kHead) + kRetired +
          "void *g(void *a) { atomic_int *p = q; if (p) __VERIFIER_hp_retire(p); return 0; }\n" +
          kTwo,
      "sc");
  ASSERT_TRUE(result.error.has_value());
  EXPECT_EQ(name_of(result.error->kind), "allocation");
}

struct PeerCase {
  const char* name;
  const char* body;
  std::uint64_t executions;
  std::uint64_t blocked;
};

class PeerTest : public ::testing::TestWithParam<PeerCase> {};

TEST_P(PeerTest, HasAsManyExecutions) {
  const auto code = code_of(std::string(kHead) + GetParam().body + kTwo);
  for (const char* model : {"sc", "rc11"}) {
    const CheckResult result = check_program(code, find_model(model), {});
    EXPECT_EQ(result.verdict, CheckResult::Verdict::holds) << model;
    EXPECT_EQ(result.executions, GetParam().executions) << model;
    EXPECT_EQ(result.blocked, GetParam().blocked) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, PeerTest,
    ::testing::Values(
        // The helping one is left out.
        PeerCase{
            "a_helped_exchange",
            "atomic_int x;\n"
            "void *f(void *a) { int r = 0;\n"
            "  __VERIFIER_helped_CAS(atomic_compare_exchange_strong(&x, &r, 1)); return 0; }\n"
            "void *g(void *a) { int r = 0;\n"
            "  __VERIFIER_helping_CAS(atomic_compare_exchange_strong(&x, &r, 1)); return 0; }\n",
            1, 0},
        // Either thread comes first. If one comes while the other is in, it takes its subtraction
        // back, and would only come again.
        PeerCase{"a_lock_that_is_tried_before_the_loop",
                 "atomic_int x = 2;\n"
                 "void *f(void *a) { int p = atomic_fetch_sub(&x, 2);\n"
                 "  while (p != 2) { atomic_fetch_add(&x, 2); while (x != 2) ;\n"
                 "    p = atomic_fetch_sub(&x, 2); }\n"
                 "  x += 2; return 0; }\n"
                 "void *g(void *a) { return f(a); }\n",
                 2, 2},
        // Each thread stops before it takes its addition back; the two additions have two orders.
        PeerCase{"additions_taken_back_and_looked_at",
                 "atomic_int x = 42;\n"
                 "void *f(void *a) { for (;;) { x -= 1; x += 1; __VERIFIER_assume(x == 42); } }\n"
                 "void *g(void *a) { for (;;) { x += -1; x += 1; __VERIFIER_assume(x == 42); } }\n",
                 0, 2}),
    [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
