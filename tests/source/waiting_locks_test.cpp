// Threads that wait for locks: under models without load buffering, no execution has a thread that
// comes while another one has the lock, unless it waits for the lock for ever.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n"
    "#define LOCK(m) pthread_mutex_lock(&m)\n#define UNLOCK(m) pthread_mutex_unlock(&m)\n"
    "atomic_int x; int y;\n";
constexpr const char* kTwo =
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);\n"
    "  pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";

struct LockCase {
  const char* name;
  const char* body;
  std::uint64_t executions;
  std::uint64_t blocked;
};

class WaitingForLocks : public ::testing::TestWithParam<LockCase> {};

TEST_P(WaitingForLocks, HasAsManyExecutions) {
  const auto code = code_of(std::string(kHead) + GetParam().body + kTwo);
  for (const char* model : {"sc", "x86-tso", "rc11"})
    for (const bool symmetry : {true, false}) {
      CheckOptions options;
      options.subject.symmetry = symmetry;
      const CheckResult result = check_program(code, find_model(model), options);
      EXPECT_EQ(result.verdict, CheckResult::Verdict::holds) << model;
      EXPECT_EQ(result.executions, GetParam().executions) << model;
      EXPECT_EQ(result.blocked, GetParam().blocked) << model;
      EXPECT_EQ(result.counts.dead, 0U) << model;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Each, WaitingForLocks,
    ::testing::Values(
        // One of two orders.
        LockCase{"one_lock",
                 "void *f(void *p) { LOCK(a); y++; UNLOCK(a); return 0; }\n#define g f\n", 2, 0},
        // A thread has both locks first, or each has one.
        LockCase{"two_locks_in_two_orders",
                 "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return 0; }\n"
                 "void *g(void *p) { LOCK(b); LOCK(a); UNLOCK(a); UNLOCK(b); return 0; }\n",
                 2, 1},
        LockCase{"a_lock_that_is_kept",
                 "void *f(void *p) { LOCK(a); return 0; }\n"
                 "void *g(void *p) { LOCK(a); UNLOCK(a); return 0; }\n",
                 1, 1},
        // One thread waits, whichever it is.
        LockCase{"a_lock_that_all_keep", "void *f(void *p) { LOCK(a); return 0; }\n#define g f\n",
                 0, 2},
        LockCase{"a_lock_that_is_taken_twice",
                 "void *f(void *p) { LOCK(a); LOCK(a); return 0; }\n"
                 "void *g(void *p) { return 0; }\n",
                 0, 1},
        // What f waits for while it has the lock comes before, or never.
        LockCase{"a_wait_with_the_lock",
                 "void *f(void *p) { LOCK(a); while (!x) ; UNLOCK(a); return 0; }\n"
                 "void *g(void *p) { LOCK(a); x = 1; UNLOCK(a); return 0; }\n",
                 1, 1},
        // The lock is taken in one of two orders; a thread that tries sees it taken as well.
        LockCase{"a_lock_that_is_tried",
                 "void *f(void *p) { LOCK(a); UNLOCK(a); return 0; }\n"
                 "void *g(void *p) { if (!pthread_mutex_trylock(&a)) UNLOCK(a); return 0; }\n",
                 3, 0}),
    [](const auto& row) { return std::string(row.param.name); });

struct WrongCase {
  const char* name;
  const char* body;
  const char* kind;
  bool termination;
};

class WrongAtLocks : public ::testing::TestWithParam<WrongCase> {};

TEST_P(WrongAtLocks, IsFound) {
  CheckOptions options;
  options.termination = GetParam().termination;
  for (const char* model : {"sc", "x86-tso", "rc11"}) {
    const CheckResult result = check(std::string(kHead) + GetParam().body + kTwo, model, options);
    ASSERT_TRUE(result.error.has_value()) << model;
    EXPECT_EQ(name_of(result.error->kind), GetParam().kind) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongAtLocks,
    ::testing::Values(
        // x is 1 only while f has a and waits for b, and g sees that only with b.
        WrongCase{
            "where_threads_wait_for_each_other",
            "void *f(void *p) { LOCK(a); x = 1; LOCK(b); x = 2; UNLOCK(b); UNLOCK(a); return 0; }\n"
            "void *g(void *p) { LOCK(b); assert(x != 1); LOCK(a); UNLOCK(a); UNLOCK(b);\n"
            "  return 0; }\n",
            "assertion", false},
        WrongCase{"with_threads_that_wait_for_each_other",
                  "void *f(void *p) { LOCK(a); LOCK(b); UNLOCK(b); UNLOCK(a); return 0; }\n"
                  "void *g(void *p) { LOCK(b); LOCK(a); UNLOCK(a); UNLOCK(b); return 0; }\n",
                  "deadlock", true},
        WrongCase{"with_a_lock_that_is_destroyed",
                  "void *f(void *p) { LOCK(a); UNLOCK(a); return 0; }\n"
                  "void *g(void *p) { pthread_mutex_destroy(&a); return 0; }\n",
                  "uninitialized", false}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
