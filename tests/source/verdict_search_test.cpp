// Verdicts that come without a visit of each execution, against those of full exploration.
#include "source/verdict_search.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "source/resumable_check.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source {
namespace {

/// A thread hands data on by a flag; ORDER is how the flag is stored, WRONG what the data must not be.
std::string message(const std::string& order, int wrong) {
  return fmt::format(
      "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
      "atomic_int data, flag, other;\n"
      "void *writer(void *p) {{\n"
      "  atomic_store_explicit(&data, 1, memory_order_relaxed);\n"
      "  atomic_store_explicit(&flag, 1, memory_order_{});\n"
      "  return 0; }}\n"
      "void *reader(void *p) {{\n"
      "  if (atomic_load_explicit(&flag, memory_order_acquire))\n"
      "    assert(atomic_load_explicit(&data, memory_order_relaxed) != {});\n"
      "  atomic_fetch_add_explicit(&other, 1, memory_order_relaxed);\n"
      "  return 0; }}\n"
      "int main(void) {{ pthread_t t[3]; pthread_create(&t[0], 0, writer, 0);\n"
      "  pthread_create(&t[1], 0, reader, 0); pthread_create(&t[2], 0, reader, (void *)1);\n"
      "  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n"
      "  assert(other == 2); return 0; }}\n",
      order, wrong);
}

bool explored_holds(const std::shared_ptr<const Code>& code, const Model& model) {
  ResumableProgramCheck check(code, model, {});
  ParallelOptions how;
  how.limits.executions = 1'000'000;
  check.run(how);
  return check.result().verdict == CheckResult::Verdict::holds;
}

TEST(VerdictSearch, AgreesWithFullExploration) {
  for (const char* model : {"armv8", "riscv", "power"})
    for (const char* order : {"release", "relaxed"})
      for (const int wrong : {0, 1, 2}) {
        const auto code = testing::code_of(message(order, wrong));
        const Subject subject(code, find_model(model), {});
        const std::optional<CheckResult> verdict = search_verdict(subject, {}, {});
        EXPECT_EQ(verdict.has_value(), explored_holds(code, find_model(model)))
            << model << ' ' << order << ' ' << wrong;
        EXPECT_FALSE(verdict && verdict->counted);
      }
}

TEST(VerdictSearch, LeavesOtherModelsAndOtherErrorsToTheExploration) {
  const auto code = testing::code_of(message("release", 2));
  for (const char* model : {"sc", "x86-tso", "rc11", "lkmm"}) {
    const Subject subject(code, find_model(model), {});
    EXPECT_FALSE(search_verdict(subject, {}, {})) << model;
  }
  const Subject subject(code, find_model("armv8"), {});
  CheckOptions options;
  options.leaks = true;
  EXPECT_FALSE(search_verdict(subject, options, {}));
}

}  // namespace
}  // namespace ringcheck::source
