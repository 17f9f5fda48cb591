// Condition variables: a signal wakes one of the threads that wait, and a broadcast all of them.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct ConditionCase {
  const char* name;
  bool deadlock;
  const char* wakes;  ///< what the first thread does with the mutex
  /// What two threads do with the mutex.
  const char* waits = "while (!go) pthread_cond_wait(&c, &m);";
};

class ConditionTest : public ::testing::TestWithParam<ConditionCase> {};

TEST_P(ConditionTest, WakesAsManyAsItHasTo) {
  const ConditionCase& c = GetParam();
  const std::string text =
      std::string(
          "#include <pthread.h>\n#include <stdatomic.h>\n"
          "pthread_mutex_t m; pthread_cond_t c; int go, turn; struct timespec t;\n"
          "void *f(void *p) { pthread_mutex_lock(&m); ") +
      c.waits +
      " pthread_mutex_unlock(&m); return 0; }\n"
      "int main(void) { pthread_t a, b;\n"
      "  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);\n"
      "  pthread_mutex_lock(&m); " +
      c.wakes +
      " pthread_mutex_unlock(&m);\n"
      "  pthread_join(a, 0); pthread_join(b, 0); return 0; }\n";
  CheckOptions options;
  options.termination = true;
  for (const char* model : {"sc", "rc11", "armv8"}) {
    const CheckResult result = check(text, model, options);
    ASSERT_EQ(result.verdict,
              c.deadlock ? CheckResult::Verdict::violated : CheckResult::Verdict::holds)
        << model;
    if (c.deadlock) {
      EXPECT_EQ(result.error->kind, ErrorKind::deadlock) << model;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, ConditionTest,
    ::testing::Values(
        ConditionCase{"one_signal", true, "go = 1; pthread_cond_signal(&c);"},
        ConditionCase{"one_signal_a_thread", false,
                      "go = 1; pthread_cond_signal(&c); pthread_cond_signal(&c);"},
        ConditionCase{"a_broadcast", false, "go = 1; pthread_cond_broadcast(&c);"},
        ConditionCase{"a_broadcast_too_early", true,
                      "pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);"
                      " pthread_mutex_lock(&m); go = 1;"},
        // The signal for the second thread may come when both wait.
        ConditionCase{"a_signal_that_wakes_the_wrong_thread", true,
                      "go = 1; pthread_cond_signal(&c);",
                      "int mine = turn++; while (go <= mine) pthread_cond_wait(&c, &m);"
                      " go = 2; pthread_cond_signal(&c);"},
        ConditionCase{"a_signal_handed_on", false, "go = 1; pthread_cond_signal(&c);",
                      "while (!go) pthread_cond_wait(&c, &m); pthread_cond_signal(&c);"},
        ConditionCase{"a_wait_that_ends", false, "", "pthread_cond_timedwait(&c, &m, &t);"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
