// Loops under the kernel's model, in which a thread may store before it knows how a loop ends. Each
// program orders all that it does by full barriers, so it has the executions of Armv8.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead =
    "#include <pthread.h>\n#include <ringcheck/linux.h>\n"
    "int refs = 1, count = 2, lock, *where = &refs;\n"
    "void *f(void *a) {\n";
constexpr const char* kTail =
    "  return a; }\n"
    "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);\n"
    "  pthread_join(a, 0); pthread_join(b, 0); }\n";
/// Counts down, unless that would be to 0.
constexpr const char* kDown =
    "  for (;;) { int s = READ_ONCE(count); if (s == 1) break;\n"
    "    if (cmpxchg(&count, s, s - 1) == s) return a; }\n";

struct LoopCase {
  const char* name;
  std::string body;
  std::uint32_t unroll = 0;
};

class LoopsAhead : public ::testing::TestWithParam<LoopCase> {};

TEST_P(LoopsAhead, EndUnderTheKernelsModel) {
  const std::string text = kHead + GetParam().body + kTail;
  CheckOptions options;
  options.races = false;
  options.subject.unroll = GetParam().unroll;
  const CheckResult kernel = check(text, "lkmm", options);
  const CheckResult machine = check(text, "armv8", options);
  EXPECT_FALSE(kernel.error) << kernel.error->what;
  EXPECT_GT(kernel.executions, 0U);
  EXPECT_EQ(kernel.executions, machine.executions);
  EXPECT_EQ(kernel.blocked, machine.blocked);
}

INSTANTIATE_TEST_SUITE_P(
    Each, LoopsAhead,
    ::testing::Values(
        LoopCase{"store_after_a_count",
                 std::string("  xchg(&refs, 2);\n") + kDown + "  WRITE_ONCE(count, 0);\n"},
        LoopCase{"store_after_an_update",
                 "  xchg(&refs, 2); int s;\n"
                 "  do s = READ_ONCE(count); while (cmpxchg(&count, s, s - 1) != s);\n"
                 "  WRITE_ONCE(refs, 0);\n"},
        LoopCase{"update_of_what_it_finds",
                 std::string("  int *p = READ_ONCE(where); if (p) cmpxchg(p, 1, 2);\n") + kDown +
                     "  smp_store_release(&where, 0);\n"},
        LoopCase{"taken_lock",
                 "  int *p = READ_ONCE(where); if (p && xchg(p, 3)) WRITE_ONCE(refs, 4);\n"
                 "  while (cmpxchg_acquire(&lock, 0, 1));\n"
                 "  smp_store_release(&where, 0); smp_store_release(&lock, 0);\n"},
        // An update that no one knows to succeed has its fence before it if it does.
        LoopCase{
            "lock_after_an_update_of_what_it_finds",
            std::string("  int *p = READ_ONCE(where); if (p) __LKMM_add_unless(p, 4, 1, 0);\n") +
                kDown +
                "  __LKMM_SPIN_LOCK(&lock); smp_store_release(&where, 0);\n"
                "  __LKMM_SPIN_UNLOCK(&lock);\n"},
        // A lock that is tried again does not go round without end once it is taken to have failed.
        LoopCase{"tried_lock",
                 "  int *p = READ_ONCE(where); if (p) atomic_inc((atomic_t *)p);\n"
                 "  while (cmpxchg_acquire(&lock, 0, 1));\n"
                 "  WRITE_ONCE(where, 0); smp_store_release(&lock, 0);\n"},
        // What an update finds is what it expects, which is not known either.
        LoopCase{"update_of_what_it_finds_until_it_succeeds",
                 "  int *p = READ_ONCE(where), old;\n"
                 "  if (p) do old = READ_ONCE(*p); while (cmpxchg(p, old, old + 1) != old);\n"
                 "  smp_store_release(&where, 0);\n"},
        // An update that was taken to have an effect, while nothing was known of it, had none.
        LoopCase{"lock_after_a_count",
                 std::string("  int *p = READ_ONCE(where); if (p && __LKMM_add_unless(p, 4, 1, 0)\n"
                             "    == 0) p = 0;\n") +
                     kDown +
                     "  __LKMM_SPIN_LOCK(&lock); smp_store_release(&where, 0);\n"
                     "  __LKMM_SPIN_UNLOCK(&lock);\n",
                 2}),
    [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
