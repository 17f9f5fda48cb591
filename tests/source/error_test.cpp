// Each kind of error, with the place at which it is reported.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct ErrorCase {
  const char* name;
  const char* kind;
  int line;
  const char* body;  ///< from the fourth line on
  bool termination = false;
};

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "#include <stdlib.h>\n";

/// Two threads that run f and g.
constexpr const char* kTwo =
    "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n"
    "  pthread_join(a, 0); pthread_join(b, 0); return 0; }\n";

class ErrorTest : public ::testing::TestWithParam<ErrorCase> {};

TEST_P(ErrorTest, IsFoundAtItsPlace) {
  const ErrorCase& c = GetParam();
  CheckOptions options;
  options.termination = c.termination;
  const std::string body = c.body;
  const bool is_whole = body.find(" main(") != std::string::npos;
  const CheckResult result = check(kHead + body + (is_whole ? "" : kTwo), "rc11", options);
  ASSERT_EQ(result.verdict, CheckResult::Verdict::violated);
  EXPECT_EQ(name_of(result.error->kind), c.kind);
  const std::string place = ":" + std::to_string(c.line) + ":";
  EXPECT_NE(result.error->where.find(place), std::string::npos) << result.error->where;
}

INSTANTIATE_TEST_SUITE_P(
    Each, ErrorTest,
    ::testing::Values(
        ErrorCase{"assertion", "assertion", 7,
                  "atomic_int x;\nvoid *f(void *p) { x = 1; return 0; }\n"
                  "void *g(void *p) { assert(x == 0); return 0; }\n"},
        ErrorCase{"assertion_without_a_branch", "assertion", 7,
                  "atomic_int x; void __VERIFIER_assert(int);\n"
                  "void *f(void *p) { x = 1; return 0; }\n"
                  "void *g(void *p) { __VERIFIER_assert(x == 0); return 0; }\n"},
        ErrorCase{"abort_", "assertion", 7,
                  "atomic_int x;\nvoid *f(void *p) { x = 1; return 0; }\n"
                  "void *g(void *p) { if (x) abort(); return 0; }\n"},
        ErrorCase{"trap", "assertion", 7,
                  "atomic_int x;\nvoid *f(void *p) { x = 1; return 0; }\n"
                  "void *g(void *p) { if (x) __builtin_trap(); return 0; }\n"},
        ErrorCase{"own_block_freed_twice", "allocation", 6,
                  "void *f(void *p) { int *m = malloc(4); free(m);\n  free(m); return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"own_block_used_after_free", "freed", 6,
                  "void *f(void *p) { int *m = malloc(4); *m = 1; free(m);\n  (*m)++; return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"join_of_no_thread", "thread", 6,
                  "void *f(void *p) { return 0; }\n"
                  "int main(void) { pthread_t a; pthread_create(&a, 0, f, 0);"
                  " pthread_join(a + 9, 0); return 0; }\n"},
        ErrorCase{"join_of_itself", "thread", 6,
                  "void *f(void *p) {\n pthread_join(pthread_self(), 0); return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"race", "race", 6,
                  "int x;\nvoid *f(void *p) { x = 1; return 0; }\n"
                  "void *g(void *p) { return (void *)(long)x; }\n"},
        ErrorCase{"race_of_an_atomic_access", "race", 6,
                  "int x;\nvoid *f(void *p) { x = 1; return 0; }\n"
                  "void *g(void *p) { __atomic_store_n(&x, 2, __ATOMIC_SEQ_CST); return 0; }\n"},
        ErrorCase{"uninitialized_block", "uninitialized", 6,
                  "atomic_int x;\nvoid *f(void *p) { int *q = malloc(4); x = *q; return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"uninitialized_local", "uninitialized", 6,
                  "atomic_int x;\nvoid *f(void *p) { int a[2]; x = a[x]; return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"uninitialized_register", "uninitialized", 6,
                  "int main(void) { int x;\n  if (x + 1 == 3) abort(); return 0; }\n"},
        ErrorCase{"uninitialized_index", "uninitialized", 6,
                  "int a[9]; int main(void) { int x;\n  a[x] = 1; return 0; }\n"},
        ErrorCase{"destroyed_while_it_is_locked", "unlock", 6,
                  "pthread_mutex_t m; int main(void) { pthread_mutex_lock(&m);\n"
                  "  pthread_mutex_destroy(&m); return 0; }\n"},
        ErrorCase{"out_of_a_block", "unallocated", 6,
                  "atomic_int x;\nvoid *f(void *p) { int *q = malloc(4); q[1] = x; return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"out_of_a_global", "unallocated", 6,
                  "int x[2]; int i = 2;\nvoid *f(void *p) { x[i] = 1; return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"null", "unallocated", 6,
                  "_Atomic(atomic_int *) x;\nvoid *f(void *p) { *x = 1; return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{
            "published_before_it_is_allocated", "unallocated", 7,
            "_Atomic(atomic_int *) x;\nvoid *f(void *p) { atomic_store_explicit(&x, malloc(4),"
            " memory_order_relaxed); return 0; }\n"
            "void *g(void *p) { atomic_int *q = atomic_load_explicit(&x, memory_order_relaxed);"
            " if (q) *q = 1; return 0; }\n"},
        ErrorCase{
            "freed_by_the_same_thread", "freed", 6,
            "atomic_int x;\nvoid *f(void *p) { int *q = malloc(4); free(q); *q = x; return 0; }\n"
            "void *g(void *p) { return 0; }\n"},
        ErrorCase{"freed_by_another", "freed", 7,
                  "_Atomic(atomic_int *) x;\nvoid *f(void *p) { atomic_int *q = malloc(4); x = q;"
                  " free(q); return 0; }\n"
                  "void *g(void *p) { atomic_int *q = x; if (q) *q = 1; return 0; }\n"},
        ErrorCase{
            "freed_by_another_while_it_is_read", "freed", 6,
            "int *q; __attribute__((constructor)) void init(void) { q = malloc(4); *q = 1; }\n"
            "void *f(void *p) { return (void *)(long)*q; }\n"
            "void *g(void *p) { free(q); return 0; }\n"},
        ErrorCase{"local_of_the_creator", "assertion", 5,
                  "void *f(void *p) { assert(*(atomic_int *)p == 1); return 0; }\n"
                  "int main(void) { atomic_int v = 1; pthread_t t; pthread_create(&t, 0, f, &v);"
                  " v = 2; pthread_join(t, 0); return 0; }\n"},
        ErrorCase{"block_of_a_thread_that_has_ended", "assertion", 7,
                  "_Atomic(int *) q;\n"
                  "void *f(void *p) { int *b = malloc(4); *b = 3; q = b; return 0; }\n"
                  "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);"
                  " assert(*q == 4); return 0; }\n"},
        ErrorCase{"local_that_is_gone", "freed", 7,
                  "int *h(void) { int a = 1; int *volatile p = &a; return p; }\n"
                  "atomic_int x;\nvoid *f(void *p) { x = *h(); return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"local_of_another_that_is_gone", "freed", 7,
                  "_Atomic(atomic_int *) q;\n"
                  "void *f(void *p) { atomic_int v; q = &v; return 0; }\n"
                  "void *g(void *p) { atomic_int *r = q; if (r) *r = 42; return 0; }\n"},
        ErrorCase{
            "local_of_another_in_the_place_of_one_that_is_gone", "freed", 8,
            "_Atomic(atomic_int *) q; atomic_int done;\n"
            "void h(_Atomic(atomic_int *) *p) { atomic_int v; *p = &v; }\n"
            "void *f(void *p) { _Atomic(atomic_int *) r; h(&q); done = 1; h(&r); return 0; }\n"
            "void *g(void *p) { if (done) *q = 42; return 0; }\n"},
        ErrorCase{"local_of_a_thread_that_has_exited", "freed", 7,
                  "atomic_int *_Atomic p; void leave(void) { pthread_exit(0); }\n"
                  "void *f(void *q) { atomic_int i = 0; p = &i; leave(); return 0; }\n"
                  "void *g(void *q) { if (p) return (void *)(long)*p; return 0; }\n"},
        ErrorCase{"local_of_a_thread_that_has_ended", "freed", 7,
                  "_Atomic(atomic_int *) q;\n"
                  "void *f(void *p) { atomic_int v = 1; q = &v; return 0; }\n"
                  "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); "
                  "*q = 2; return 0; }\n"},
        ErrorCase{
            "freed_twice", "allocation", 6,
            "atomic_int x;\nvoid *f(void *p) { int *q = malloc(4); free(q); free(q); return 0; }\n"
            "void *g(void *p) { return 0; }\n"},
        ErrorCase{"freed_by_two", "allocation", 6,
                  "void *q; void *f(void *p) { free(q); return 0; }\n"
                  "void *g(void *p) { free(q); return 0; }\n"
                  "__attribute__((constructor)) void init(void) { q = malloc(4); }\n"},
        ErrorCase{"free_of_a_global", "allocation", 6,
                  "int x;\nvoid *f(void *p) { free(&x); return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"unlock_of_what_is_not_held", "unlock", 6,
                  "pthread_mutex_t m;\nvoid *f(void *p) { pthread_mutex_unlock(&m); return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{"unlock_of_what_another_holds", "unlock", 7,
                  "pthread_mutex_t m;\nvoid *f(void *p) { pthread_mutex_lock(&m); return 0; }\n"
                  "void *g(void *p) { pthread_mutex_unlock(&m); return 0; }\n"},
        ErrorCase{"barrier_that_is_not_there", "uninitialized", 6,
                  "pthread_barrier_t m;\nvoid *f(void *p) { pthread_barrier_wait(&m); return 0; }\n"
                  "void *g(void *p) { return 0; }\n"},
        ErrorCase{
            "barrier_of_none", "barrier", 6,
            "pthread_barrier_t m;\nvoid *f(void *p) { pthread_barrier_init(&m, 0, 0); return 0; }\n"
            "void *g(void *p) { return 0; }\n"},
        ErrorCase{"barrier_made_twice", "barrier", 6,
                  "pthread_barrier_t m;\n"
                  "void *f(void *p) { pthread_barrier_init(&m, 0, 2); return 0; }\n"
                  "void *g(void *p) { return f(p); }\n"},
        ErrorCase{"alignment", "allocation", 5,
                  "int main(void) { return aligned_alloc(3, 9) != 0; }\n"},
        ErrorCase{"division", "arithmetic", 7,
                  "atomic_int x = 1;\nvoid *f(void *p) { x = 0; return 0; }\n"
                  "void *g(void *p) { int y = x; return (void *)(long)(1 / y); }\n"},
        ErrorCase{"deadlock", "deadlock", 6,
                  "pthread_mutex_t m, n;\n"
                  "void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n);"
                  " pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }\n"
                  "void *g(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m);"
                  " pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }\n",
                  true},
        ErrorCase{"lock_that_is_taken_by_exchange", "termination", 6,
                  "atomic_int x;\nvoid *f(void *p) { while (atomic_exchange(&x, 1)) ; return 0; }\n"
                  "void *g(void *p) { atomic_exchange(&x, 1); return 0; }\n",
                  true},
        ErrorCase{"wait_without_threads", "termination", 6,
                  "atomic_int x;\nint main(void) { while (!x) ; return 0; }\n", true},
        ErrorCase{"locks_that_are_tried_and_never_free", "termination", 6,
                  "atomic_int x = 1;\n"
                  "void *f(void *p) { while (atomic_fetch_add(&x, 1)) atomic_fetch_sub(&x, 1);"
                  " return 0; }\nvoid *g(void *p) { return f(p); }\n"
                  "int main(void) { pthread_t t; for (int i = 0; i < 3; i++)\n"
                  "  pthread_create(&t, 0, f, 0); return 0; }\n",
                  true},
        ErrorCase{"termination", "termination", 6,
                  "atomic_int x;\nvoid *f(void *p) { while (!x) ; return 0; }\n"
                  "void *g(void *p) { return 0; }\n",
                  true}),
    [](const auto& c) { return std::string(c.param.name); });

// Each call has its own variable, and the other thread is done with it when the call returns.
TEST(LocalVariables, MayBeUsedByOthersUntilTheirFunctionReturns) {
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
    const CheckResult result = check(
        std::string(kHead) +
            "_Atomic(atomic_int *) q;\n"
            "void h(void) { atomic_int v = 0; q = &v; while (!v) ; }\n"
            "void *f(void *p) { h(); h(); return 0; }\n"
            "void *g(void *p) { for (int i = 0; i < 2; i++) {\n"
            "  atomic_int *r; while (!(r = atomic_exchange(&q, 0))) ; *r = 1; } return 0; }\n" +
            kTwo,
        model);
    EXPECT_EQ(result.verdict, CheckResult::Verdict::holds) << model;
    EXPECT_EQ(result.executions, 1U) << model;
  }
}

// Two threads have subtracted and would add again; the third no longer holds the lock. The value
// that each of the two has left is the final one, but not when both have added.
TEST(Waits, ThatEndWhenOthersTakeBackWhatTheyAddedAreNotForEver) {
  CheckOptions options;
  options.termination = true;
  const CheckResult result =
      check(std::string(kHead) +
                "atomic_int x = 2;\n"
                "void *f(void *a) { int p = atomic_fetch_sub(&x, 1);\n"
                "  while (p != 2) { atomic_fetch_add(&x, 1); while (x != 2) ;\n"
                "    p = atomic_fetch_sub(&x, 1); }\n"
                "  x += 1; return 0; }\n"
                "int main(void) { pthread_t t; for (long i = 0; i < 3; i++)\n"
                "  pthread_create(&t, 0, f, (void *)i); return 0; }\n",
            "sc", options);
  EXPECT_EQ(result.verdict, CheckResult::Verdict::holds);
}

struct LeakCase {
  const char* name;
  const char* body;
  int line;  ///< of the block that is not freed; 0: all are
};

class LeakTest : public ::testing::TestWithParam<LeakCase> {};

TEST_P(LeakTest, IsToldAndAnErrorIfAsked) {
  const bool leaks = GetParam().line != 0;
  const std::string place = ":" + std::to_string(GetParam().line) + ":";
  CheckOptions options;
  const CheckResult told = check(std::string(kHead) + GetParam().body, "sc", options);
  EXPECT_EQ(told.verdict, CheckResult::Verdict::holds);
  EXPECT_EQ(told.leak.find(place) != std::string::npos, leaks) << told.leak;
  options.leaks = true;
  const CheckResult asked = check(std::string(kHead) + GetParam().body, "sc", options);
  ASSERT_EQ(asked.error.has_value(), leaks);
  if (!leaks) return;
  EXPECT_EQ(name_of(asked.error->kind), "leak");
  EXPECT_NE(asked.error->where.find(place), std::string::npos) << asked.error->where;
}

INSTANTIATE_TEST_SUITE_P(
    Each, LeakTest,
    ::testing::Values(
        LeakCase{"without_threads", "int main(void) { return malloc(4) == 0; }\n", 5},
        LeakCase{"freed_without_threads", "int main(void) { free(malloc(4)); return 0; }\n", 0},
        LeakCase{"of_a_thread",
                 "void *f(void *p) { return malloc(4); }\n"
                 "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);"
                 " pthread_join(t, 0); return 0; }\n",
                 5},
        LeakCase{"freed_by_who_joins",
                 "void *f(void *p) { return malloc(4); }\n"
                 "int main(void) { pthread_t t; void *q; pthread_create(&t, 0, f, 0);"
                 " pthread_join(t, &q); free(q); return 0; }\n",
                 0},
        LeakCase{"freed_by_a_thread",
                 "void *f(void *p) { free(p); return 0; }\n"
                 "int main(void) { pthread_t t; pthread_create(&t, 0, f, malloc(4));"
                 " return 0; }\n",
                 0},
        LeakCase{"in_one_of_two_executions",
                 "atomic_int x; void *f(void *p) { x = 1; return 0; }\n"
                 "int main(void) { pthread_t t; void *q = malloc(4); pthread_create(&t, 0, f, 0);\n"
                 "  if (x) free(q); pthread_join(t, 0); return 0; }\n",
                 6}),
    [](const auto& c) { return std::string(c.param.name); });

/// The result for a block that f publishes and to which g stores, if races are not errors.
CheckResult check_racy_block(const std::string& rest_of_f, const std::string& start_of_g,
                             bool frees = false) {
  CheckOptions options;
  options.races = false;
  options.frees = frees;
  return check(std::string(kHead) +
                   "int *q; atomic_int done;\n"
                   "void *f(void *a) { int *p = malloc(4); q = p; " +
                   rest_of_f + " return 0; }\nvoid *g(void *a) { " + start_of_g +
                   " int *p = q; if (p) *p = 2; return 0; }\n" + kTwo,
               "rc11", options);
}

/// Ends of blocks are not modelled (docs/check.md, "How a program is read"). Both are errors in C.
TEST(Blocks, fixme_ALocalVariableOutlivesItsBlock) {
  EXPECT_EQ(check("int main(void) { int *q; { int a = 1; q = &a; } return *q - 1; }\n", "rc11", {})
                .verdict,
            CheckResult::Verdict::holds);
  EXPECT_EQ(check(std::string(kHead) + "int main(void) { for (int i = 0; i < 2; ++i) {\n"
                                       "  int a; int *volatile p = &a;\n"
                                       "  if (i == 0) *p = 1; else assert(*p == 1); } }\n",
                  "rc11", {})
                .verdict,
            CheckResult::Verdict::holds);
}

TEST(AllowedRaces, AreErrorsWithAFreeIfTheseAreAskedFor) {
  EXPECT_EQ(check_racy_block("", "", true).verdict, CheckResult::Verdict::holds);
  const CheckResult freed = check_racy_block("free(p);", "", true);
  ASSERT_TRUE(freed.error.has_value());
  EXPECT_EQ(name_of(freed.error->kind), "freed");
}

TEST(AllowedRaces, WithAllocationAndFreeAreNoErrors) {
  EXPECT_EQ(check_racy_block("", "").verdict, CheckResult::Verdict::holds);
  EXPECT_EQ(check_racy_block("free(p);", "").verdict, CheckResult::Verdict::holds);
  const CheckResult after = check_racy_block("free(p); done = 1;", "if (!done) return 0;");
  ASSERT_TRUE(after.error.has_value());
  EXPECT_EQ(name_of(after.error->kind), "freed");
}

}  // namespace
}  // namespace ringcheck::source::tests
