// The kernel's own memory model, read from a kernel tree: it gives the answers that lkmm gives.
// Skipped where there is no tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "litmus/golden.hpp"
#include "tests/litmus/kernel_tree.hpp"
#include "tests/litmus/random_litmus.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

/// The number in this environment variable.
std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// What can be compared in a result: all but its time.
std::string answer_of(const LitmusTest& test, const Model& model) {
  nlohmann::json answer = nlohmann::json::parse(to_json(run_litmus(test, model)));
  answer.erase("seconds");
  answer.erase("model");
  auto states = answer.at("states").get<std::vector<std::string>>();
  std::ranges::sort(states);
  answer["states"] = states;
  return answer.dump();
}

class SlowKernelTree : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto folder = tests::kernel_memory_model();
    if (!folder) GTEST_SKIP() << tests::kNoKernelTree;
    folder_ = *folder;
    kernel_.emplace(load_model((folder_ / "linux-kernel.cat").string()));
    primitives_ = primitives_of(*kernel_);
  }

  /// Runs `text` under the kernel's model with the kernel's primitives, and under ours with ours.
  void expect_one_answer(const std::string& text, const std::string& name) {
    EXPECT_EQ(answer_of(parse_litmus(text, name, primitives_), *kernel_),
              answer_of(parse_litmus(text, name), find_model("lkmm")))
        << name << "\n"
        << text;
  }

  std::filesystem::path folder_;
  std::optional<Model> kernel_;
  PrimitivesPtr primitives_;
};

TEST_F(SlowKernelTree, DefinesThePrimitivesThatAreBuiltIn) {
  ASSERT_NE(primitives_, nullptr);
  EXPECT_EQ(primitives_->names(), litmus::builtin_primitives().names());
  for (const std::string_view name : primitives_->names()) {
    const litmus::Primitive* own = litmus::builtin_primitives().find(name);
    if (own != nullptr)
      tests::expect_same_meaning(*primitives_->find(name), *own, std::string(name));
  }
}

TEST_F(SlowKernelTree, ItsTestsHaveOneAnswer) {
  const auto tests = litmus_tests_in(folder_ / "litmus-tests");
  EXPECT_GE(tests.size(), 34U);
  for (const auto& test : tests) expect_one_answer(read_text(test), test.filename().string());
}

TEST_F(SlowKernelTree, UnlocksWithoutALockHaveOneAnswer) {
  const char* const tests[] = {
      "P0(spinlock_t *s) { spin_unlock(s); }\nexists (true)\n",
      "P0(spinlock_t *s) { spin_lock(s); spin_unlock(s); spin_unlock(s); }\n"
      "P1(spinlock_t *s, int *x) { spin_lock(s); WRITE_ONCE(*x, 1); spin_unlock(s); }\n"
      "exists (x=1)\n",
      "P0(spinlock_t *s, int *x) { spin_lock(s); WRITE_ONCE(*x, 1); }\n"
      "P1(spinlock_t *s, int *x) { int r0 = READ_ONCE(*x); spin_unlock(s); }\n"
      "exists (1:r0=1)\n",
  };
  for (const std::string test : tests) expect_one_answer("C t\n{}\n" + test, test);
}

// RINGCHECK_SEED and RINGCHECK_CASES choose other tests, and more.
TEST_F(SlowKernelTree, RandomTestsHaveOneAnswer) {
  const std::uint64_t first = setting("RINGCHECK_SEED", 1);
  const std::uint64_t cases = setting("RINGCHECK_CASES", 400);
  for (std::uint64_t seed = first; seed < first + cases && !HasFailure(); ++seed)
    expect_one_answer(tests::random_litmus_test(seed), "seed " + std::to_string(seed));
}

}  // namespace
}  // namespace ringcheck
