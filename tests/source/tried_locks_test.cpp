// Locks that are tried: a loop that tries until it has the lock waits for it, as taking the lock
// does. And the kernel's ways to try.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct TriedCase {
  const char* name;
  const char* lock;  ///< what declares it, and how it is tried and released
};

class TriedUntilTaken : public ::testing::TestWithParam<TriedCase> {};

// The threads have the lock in one of two orders. A thread that tries while the other has the lock
// waits for ever in that execution.
TEST_P(TriedUntilTaken, HasTheExecutionsOfALock) {
  const std::string text =
      std::string("#include <assert.h>\n#include <pthread.h>\n#include <ringcheck/linux.h>\n") +
      GetParam().lock +
      "int x;\n"
      "void *f(void *p) { while (!TRY) ; x++; RELEASE; return 0; }\n"
      "int main(void) { pthread_t t, u;\n"
      "  pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);\n"
      "  pthread_join(t, 0); pthread_join(u, 0); assert(x == 2); return 0; }\n";
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}) {
    const CheckResult result = check(text, model);
    EXPECT_EQ(result.verdict, CheckResult::Verdict::holds) << model;
    EXPECT_EQ(result.executions, 2U) << model;
    EXPECT_EQ(result.blocked, 2U) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, TriedUntilTaken,
    ::testing::Values(TriedCase{"mutex",
                                "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                "#define TRY (pthread_mutex_trylock(&m) == 0)\n"
                                "#define RELEASE pthread_mutex_unlock(&m)\n"},
                      TriedCase{"rwlock_for_writing",
                                "pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;\n"
                                "#define TRY (pthread_rwlock_trywrlock(&m) == 0)\n"
                                "#define RELEASE pthread_rwlock_unlock(&m)\n"},
                      TriedCase{"kernel_spinlock",
                                "DEFINE_SPINLOCK(m);\n"
                                "#define TRY spin_trylock(&m)\n"
                                "#define RELEASE spin_unlock(&m)\n"},
                      TriedCase{"kernel_compare_exchange",
                                "int m;\n"
                                "#define TRY (cmpxchg_acquire(&m, 0, 1) == 0)\n"
                                "#define RELEASE smp_store_release(&m, 0)\n"}),
    [](const auto& row) { return std::string(row.param.name); });

// A reader waits only for a writer: readers share the lock.
TEST(TriedUntilTakenForReading, WaitsForAWriter) {
  const CheckResult result = check(
      "#include <pthread.h>\n"
      "pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER; int x;\n"
      "void *f(void *p) { pthread_rwlock_wrlock(&m); x = 1; pthread_rwlock_unlock(&m); return 0; "
      "}\n"
      "void *g(void *p) { while (pthread_rwlock_tryrdlock(&m)) ; int r = x;\n"
      "  pthread_rwlock_unlock(&m); return (void *)(long)r; }\n"
      "int main(void) { pthread_t t, u;\n"
      "  pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); return 0; }\n",
      "rc11");
  EXPECT_EQ(result.verdict, CheckResult::Verdict::holds);
  EXPECT_EQ(result.executions, 2U);
  EXPECT_EQ(result.blocked, 2U);
}

struct KernelCase {
  const char* name;
  const char* body;
  std::uint64_t executions;
};

class KernelsLock : public ::testing::TestWithParam<KernelCase> {};

TEST_P(KernelsLock, HasAsManyExecutions) {
  const std::string text =
      std::string(
          "#include <assert.h>\n#include <pthread.h>\n#include <ringcheck/linux.h>\n"
          "DEFINE_SPINLOCK(l); int x;\n") +
      GetParam().body +
      "int main(void) { pthread_t t, u;\n"
      "  pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);\n"
      "  pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";
  for (const char* model : {"sc", "armv8", "rc11", "lkmm"}) {
    const CheckResult result = check(text, model);
    EXPECT_EQ(result.verdict, CheckResult::Verdict::holds) << model;
    EXPECT_EQ(result.executions, GetParam().executions) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, KernelsLock,
    ::testing::Values(
        // Before g, after it, and in its section, where the try fails.
        KernelCase{
            "spin_trylock",
            "void *f(void *p) { if (spin_trylock(&l)) { x++; spin_unlock(&l); } return 0; }\n"
            "void *g(void *p) { spin_lock(&l); x++; spin_unlock(&l); return 0; }\n",
            3},
        // The holder sees the lock held; the other one sees what is before, in and after the section.
        KernelCase{"spin_is_locked",
                   "void *f(void *p) { return (void *)(long)spin_is_locked(&l); }\n"
                   "void *g(void *p) { spin_lock(&l); assert(spin_is_locked(&l)); spin_unlock(&l);"
                   " return 0; }\n",
                   3},
        // One succeeds, and the other is told what is there.
        KernelCase{"try_cmpxchg",
                   "void *f(void *p) { int o = 0; if (!try_cmpxchg(&x, &o, 1)) assert(o == 2);"
                   " return 0; }\n"
                   "void *g(void *p) { int o = 0; if (!try_cmpxchg(&x, &o, 2)) assert(o == 1);"
                   " return 0; }\n",
                   2},
        // The loop waits for the second store.
        KernelCase{"smp_cond_load_acquire",
                   "int y;\n"
                   "void *f(void *p) { assert(smp_cond_load_acquire(&x, VAL > 1) == 2);"
                   " assert(READ_ONCE(y) == 1); return 0; }\n"
                   "void *g(void *p) { WRITE_ONCE(x, 1); WRITE_ONCE(y, 1);"
                   " smp_store_release(&x, 2); return 0; }\n",
                   1}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
