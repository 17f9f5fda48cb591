// `ringcheck litmus compile`: its output is read back and run; what cannot be compiled is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Arguments;
using tests::Ended;
using tests::status;

constexpr const char* kPublication =
    "C MP\n{ }\nP0(int *x, int *y) { WRITE_ONCE(*x, 1); smp_wmb(); WRITE_ONCE(*y, 1); }\n"
    "P1(int *x, int *y) { int r0 = READ_ONCE(*y); smp_rmb(); int r1 = READ_ONCE(*x); }\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

Ended compile(const Arguments& options, const std::string& text = kPublication) {
  return tests::ringcheck(tests::with({"litmus", "compile", "-"}, options), text);
}

TEST(LitmusCompile, PrintsWhatLitmusRunReads) {
  struct Row {
    const char* name;
    Arguments options;
    const char* observation;
  };
  // User-space libraries have no barrier on riscv under Linux 6.1.
  const Row rows[] = {{"arm64", {}, "Never"},
                      {"arm64-llsc", {}, "Never"},
                      {"x86-64", {}, "Never"},
                      {"riscv", {}, "Never"},
                      {"powerpc", {"--user", "1"}, "Never"},
                      {"riscv", {"--user", "1"}, "Sometimes"},
                      {"riscv", {"--user", "1", "--user-table", "riscv"}, "Never"}};
  for (const Row& row : rows) {
    const Ended compiled = compile(tests::with({"--arch", row.name}, row.options));
    EXPECT_EQ(compiled.status, 0) << compiled.err;
    const Ended run = tests::ringcheck({"litmus", "run", "-"}, compiled.out);
    EXPECT_THAT(run.out, HasSubstr(std::string("Observation MP ") + row.observation)) << row.name;
  }
}

TEST(LitmusCompile, RefusesWithItsPlace) {
  const Ended lock =
      compile({"--arch", "arm64"}, "C t\n{ }\nP0(spinlock_t *l) {\n spin_lock(l); }\n");
  EXPECT_EQ(lock.status, status(ExitStatus::bad_input));
  EXPECT_EQ(lock.out, "");
  EXPECT_THAT(lock.err,
              HasSubstr(":4:2: saw spin_lock, expected a primitive that the arm64 table"));
  const Ended thread = compile({"--arch", "arm64", "--user", "2"});
  EXPECT_EQ(thread.status, status(ExitStatus::bad_input));
  EXPECT_THAT(thread.err, HasSubstr("saw thread 2 for user space, expected one below 2"));
  EXPECT_THAT(compile({"--arch", "sparc"}).err, HasSubstr("saw the architecture 'sparc'"));
  const Ended assembly =
      compile({"--arch", "arm64"}, "PPC t\n{ }\n P0 ;\n sync ;\nexists (true)\n");
  EXPECT_THAT(assembly.err, HasSubstr("saw an assembly test, expected one in Linux-kernel C"));
}

}  // namespace
}  // namespace ringcheck
