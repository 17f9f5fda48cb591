// The least order of a thread's writes is learnt from its code: a load that waits for a release
// store is known to have no other way, as in a scenario that declares it.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

std::string ring_in_c() {
  std::stringstream text;
  text << std::ifstream(RINGCHECK_SOURCE_DIR "/examples/spsc_ring.c").rdbuf();
  return text.str();
}

// The ring's control dependencies end with their branches under lkmm, and go on for ever on RISC-V.
// If the release stores were not known, the reads that they serve would be looked for in everything
// that the ring's threads may do after the branches.
TEST(OrderOfWrites, TheRingNeedsNoMoreQuestionsUnderLkmmThanUnderRiscv) {
  const auto code = code_of(ring_in_c());
  const CheckResult riscv = check_program(code, find_model("riscv"), {});
  const CheckResult lkmm = check_program(code, find_model("lkmm"), {});
  EXPECT_EQ(riscv.executions, 1'134U);
  EXPECT_EQ(lkmm.executions, 1'134U);
  EXPECT_EQ(lkmm.counts.checks, riscv.counts.checks);
}

struct OrderCase {
  const char* name;
  const char* stores;  ///< of the first thread, after its load of x
  std::uint64_t executions;
};

class OrderOfWritesIn : public ::testing::TestWithParam<OrderCase> {};

// The second thread copies y to x. A store to y that is not a release may take effect before the
// load, and feed it.
TEST_P(OrderOfWritesIn, AStoreWithLessOrderIsNotMissed) {
  const std::string text =
      std::string("#include <pthread.h>\n#include <ringcheck/linux.h>\nint x, y;\n") +
      "void *f(void *p) { int r = READ_ONCE(x); " + GetParam().stores +
      " return 0; }\n"
      "void *g(void *p) { smp_store_release(&x, smp_load_acquire(&y)); return 0; }\n"
      "int main(void) { pthread_t t, u;\n"
      "  pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);\n"
      "  pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";
  for (const char* model : {"armv8", "riscv", "power", "lkmm"})
    EXPECT_EQ(check(text, model).executions, GetParam().executions) << model;
}

INSTANTIATE_TEST_SUITE_P(
    Each, OrderOfWritesIn,
    ::testing::Values(
        OrderCase{"release", "smp_store_release(&y, 1);", 3},
        OrderCase{"once", "WRITE_ONCE(y, 1);", 4},
        OrderCase{"release_then_once", "smp_store_release(&y, 1); WRITE_ONCE(y, 2);", 4},
        OrderCase{"once_then_release", "WRITE_ONCE(y, 1); smp_store_release(&y, 2);", 5}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace ringcheck::source::tests
