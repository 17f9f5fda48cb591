// Programs whose executions can be counted by hand, under each model.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

using Counts = std::map<std::string, std::uint64_t>;

struct CountCase {
  const char* name;
  const char* body;  ///< functions f and g
  Counts executions;
};

constexpr const char* kHead =
    "#include <pthread.h>\n#include <stdatomic.h>\n"
    "#define R(x, o) atomic_load_explicit(&x, memory_order_##o)\n"
    "#define W(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)\n"
    "#define RMW(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)\n"
    "#define FENCE(o) atomic_thread_fence(memory_order_##o)\n"
    "atomic_int x, y;\n";
constexpr const char* kTwo =
    "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);\n"
    "  return 0; }\n";

class CountTest : public ::testing::TestWithParam<CountCase> {};

TEST_P(CountTest, HasAsManyExecutions) {
  const auto code = code_of(std::string(kHead) + GetParam().body + kTwo);
  for (const auto& [model, executions] : GetParam().executions) {
    const CheckResult result = check_program(code, find_model(model), {});
    EXPECT_EQ(result.verdict, CheckResult::Verdict::holds) << model;
    EXPECT_EQ(result.executions, executions) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, CountTest,
    ::testing::Values(
        CountCase{
            "store_buffering",
            "void *f(void *p) { W(x, 1, relaxed); R(y, relaxed); return 0; }\n"
            "void *g(void *p) { W(y, 1, relaxed); R(x, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 4}, {"armv8", 4}, {"riscv", 4}, {"power", 4}, {"rc11", 4}}},
        CountCase{
            "store_buffering_seq_cst",
            "void *f(void *p) { W(x, 1, seq_cst); R(y, seq_cst); return 0; }\n"
            "void *g(void *p) { W(y, 1, seq_cst); R(x, seq_cst); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"armv8", 3}, {"riscv", 3}, {"power", 3}, {"rc11", 3}}},
        CountCase{
            "store_buffering_with_fences",
            "void *f(void *p) { W(x, 1, relaxed); FENCE(seq_cst); R(y, relaxed); return 0; }\n"
            "void *g(void *p) { W(y, 1, relaxed); FENCE(seq_cst); R(x, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"armv8", 3}, {"riscv", 3}, {"power", 3}, {"rc11", 3}}},
        CountCase{
            "message_passing",
            "void *f(void *p) { W(x, 1, relaxed); W(y, 1, relaxed); return 0; }\n"
            "void *g(void *p) { R(y, relaxed); R(x, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"armv8", 4}, {"riscv", 4}, {"power", 4}, {"rc11", 4}}},
        CountCase{
            "message_passing_acquire",
            "void *f(void *p) { W(x, 1, relaxed); W(y, 1, release); return 0; }\n"
            "void *g(void *p) { R(y, acquire); R(x, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"armv8", 3}, {"riscv", 3}, {"power", 3}, {"rc11", 3}}},
        CountCase{"message_passing_release_alone",
                  "void *f(void *p) { W(x, 1, relaxed); W(y, 1, release); return 0; }\n"
                  "void *g(void *p) { R(y, relaxed); R(x, relaxed); return 0; }\n",
                  {{"armv8", 4}, {"riscv", 4}, {"power", 4}, {"rc11", 4}}},
        CountCase{
            "message_passing_with_fences",
            "void *f(void *p) { W(x, 1, relaxed); FENCE(release); W(y, 1, relaxed); return 0; }\n"
            "void *g(void *p) { R(y, relaxed); FENCE(acquire); R(x, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"armv8", 3}, {"riscv", 3}, {"power", 3}, {"rc11", 3}}},
        CountCase{
            "message_passing_by_a_later_store",
            "void *f(void *p) { W(x, 1, relaxed); W(y, 1, release); W(y, 2, relaxed); return 0; }\n"
            "void *g(void *p) { if (R(y, acquire) == 2) R(x, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"rc11", 4}}},
        CountCase{"message_passing_by_a_later_addition",
                  "void *f(void *p) { W(x, 1, relaxed); W(y, 1, release); RMW(y, 1, relaxed); "
                  "return 0; }\n"
                  "void *g(void *p) { if (R(y, acquire) == 2) R(x, relaxed); return 0; }\n",
                  {{"sc", 3}, {"x86-tso", 3}, {"rc11", 3}}},
        CountCase{
            "load_buffering",
            "void *f(void *p) { R(x, relaxed); W(y, 1, relaxed); return 0; }\n"
            "void *g(void *p) { R(y, relaxed); W(x, 1, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"armv8", 4}, {"riscv", 4}, {"power", 4}, {"rc11", 3}}},
        CountCase{"load_buffering_with_data",
                  "void *f(void *p) { W(y, 1 + 0 * R(x, relaxed), relaxed); return 0; }\n"
                  "void *g(void *p) { W(x, 1 + 0 * R(y, relaxed), relaxed); return 0; }\n",
                  {{"armv8", 3}, {"riscv", 3}, {"power", 3}}},
        CountCase{"load_buffering_with_control",
                  "void *f(void *p) { if (R(x, relaxed) < 2) W(y, 1, relaxed); return 0; }\n"
                  "void *g(void *p) { if (R(y, relaxed) < 2) W(x, 1, relaxed); return 0; }\n",
                  {{"armv8", 3}, {"riscv", 3}, {"power", 3}}},
        CountCase{
            "coherence",
            "void *f(void *p) { W(x, 1, relaxed); return 0; }\n"
            "void *g(void *p) { R(x, relaxed); R(x, relaxed); return 0; }\n",
            {{"sc", 3}, {"x86-tso", 3}, {"armv8", 3}, {"riscv", 3}, {"power", 3}, {"rc11", 3}}},
        CountCase{
            "two_additions",
            "void *f(void *p) { RMW(x, 1, relaxed); return 0; }\n"
            "void *g(void *p) { RMW(x, 1, relaxed); return 0; }\n",
            {{"sc", 2}, {"x86-tso", 2}, {"armv8", 2}, {"riscv", 2}, {"power", 2}, {"rc11", 2}}},
        CountCase{"additions_as_fences",
                  "void *f(void *p) { RMW(x, 1, seq_cst); R(y, relaxed); return 0; }\n"
                  "void *g(void *p) { RMW(y, 1, seq_cst); R(x, relaxed); return 0; }\n",
                  {{"sc", 3}, {"x86-tso", 3}, {"armv8", 4}, {"rc11", 4}}},
        // Where orders of loads matter, a compare-exchange that fails, and orders less than the first
        // load, is not taken for that load.
        CountCase{"additions_by_compare_exchange",
                  "void *f(void *p) { int o = R(x, acquire);\n"
                  "  while (!atomic_compare_exchange_weak_explicit(&x, &o, o + 1,\n"
                  "    memory_order_acq_rel, memory_order_relaxed)) ; return 0; }\n"
                  "void *g(void *p) { return f(p); }\n",
                  {{"sc", 2}, {"x86-tso", 2}, {"rc11", 4}}},
        CountCase{"a_loop_that_is_entered_in_its_middle",
                  "void *f(void *p) { int i = 0; if (R(x, relaxed)) goto in;\n"
                  "  for (i = 1; i < 3; i++) { in: W(y, i, relaxed); } return 0; }\n"
                  "void *g(void *p) { W(x, 1, relaxed); return 0; }\n",
                  {{"sc", 2}, {"x86-tso", 2}, {"armv8", 2}, {"rc11", 2}}},
        CountCase{
            "a_spin_loop",
            "void *f(void *p) { while (!R(x, acquire)) ; R(y, relaxed); return 0; }\n"
            "void *g(void *p) { W(y, 1, relaxed); W(x, 1, release); return 0; }\n",
            {{"sc", 1}, {"x86-tso", 1}, {"armv8", 1}, {"riscv", 1}, {"power", 1}, {"rc11", 1}}}),
    [](const auto& c) { return std::string(c.param.name); });

// Whether an iteration of f changes `own` depends on a load whose value may become known later
// (load buffering), so it is asked before. With x = 1 at once there are 4 executions: y from its
// initial value or from g, and z in g likewise. With y = 1, which is W(z, 1) come round, the loop
// goes on: there is one more execution for each further iteration in which x = 1. Two wait: y = 0
// and x = 0.
TEST(Loops, AskOnceWhetherAnIterationHasAnEffect) {
  const std::string text =
      std::string(kHead) +
      "atomic_int z;\n"
      "void *f(void *p) { int own[2] = {0, 0};\n"
      "  do { if (own[1] < 2) own[own[1]] += R(y, relaxed); } while (R(x, relaxed) == 0);\n"
      "  W(z, 1, relaxed); return 0; }\n"
      "void *g(void *p) { int r = R(z, relaxed); W(y, r, relaxed); return 0; }\n"
      "void *h(void *p) { W(x, 1, relaxed); return 0; }\n"
      "int main(void) { pthread_t a, b, c; pthread_create(&a, 0, f, 0);\n"
      "  pthread_create(&b, 0, g, 0); pthread_create(&c, 0, h, 0); return 0; }\n";
  const auto code = code_of(text);
  for (const char* model : {"armv8", "riscv", "power"})
    for (const std::uint32_t unroll : {2U, 3U, 4U}) {
      CheckOptions options;
      options.subject.unroll = unroll;
      const CheckResult result = check_program(code, find_model(model), options);
      EXPECT_EQ(result.executions, 3 + unroll) << model;
      EXPECT_EQ(result.blocked, 2U) << model;
    }
}

}  // namespace
}  // namespace ringcheck::source::tests
