// Clocks, and waits that may time out.
#include <gtest/gtest.h>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct ClockCase {
  const char* name;
  const char* file;
  const char* text;
  CheckResult::Verdict verdict;
};

constexpr auto kHolds = CheckResult::Verdict::holds;
constexpr auto kViolated = CheckResult::Verdict::violated;

class ClockTest : public ::testing::TestWithParam<ClockCase> {};

TEST_P(ClockTest, HasItsVerdict) {
  const std::string head =
      std::string(GetParam().file).ends_with(".cpp")
          ? "#include <cassert>\n#include <chrono>\n#include <condition_variable>\n"
            "#include <future>\n#include <mutex>\n#include <shared_mutex>\n#include <thread>\n"
            "using namespace std::chrono_literals;\nusing Clock = std::chrono::steady_clock;\n"
            "std::mutex m; std::condition_variable c; std::timed_mutex t;"
            " std::shared_timed_mutex r; bool ready; int n;\n"
          : "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <time.h>\n"
            "#include <unistd.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
            "pthread_cond_t c = PTHREAD_COND_INITIALIZER; int n;\n";
  const CheckResult result = check(head + GetParam().text, "rc11", {}, GetParam().file);
  EXPECT_EQ(result.verdict, GetParam().verdict)
      << (result.error ? result.error->where + ": " + result.error->what : "");
}

INSTANTIATE_TEST_SUITE_P(
    Each, ClockTest,
    ::testing::Values(
        ClockCase{"a_wait_with_a_condition_tells_whether_it_holds", "p.cpp",
                  "int main() { std::thread a([] { std::unique_lock l(m);\n"
                  "    assert(c.wait_for(l, 10ms, [] { return ready; }) == ready); });\n"
                  "  { std::lock_guard g(m); ready = true; } c.notify_one(); a.join(); }\n",
                  kHolds},
        ClockCase{"a_wait_may_time_out", "p.cpp",
                  "int main() { std::thread a([] { std::unique_lock l(m);\n"
                  "    assert(c.wait_for(l, 10ms, [] { return ready; })); });\n"
                  "  { std::lock_guard g(m); ready = true; } c.notify_one(); a.join(); }\n",
                  kViolated},
        ClockCase{"a_wait_may_be_in_time", "p.cpp",
                  "int main() { std::thread a([] { std::unique_lock l(m);\n"
                  "    assert(!c.wait_for(l, 10ms, [] { return ready; })); });\n"
                  "  { std::lock_guard g(m); ready = true; } c.notify_one(); a.join(); }\n",
                  kViolated},
        ClockCase{"who_has_timed_out_sees_that_it_is_late", "p.cpp",
                  "int main() { std::thread a([] { std::unique_lock l(m);\n"
                  "    auto end = Clock::now() + 10ms;\n"
                  "    if (c.wait_until(l, end) == std::cv_status::timeout)"
                  " assert(Clock::now() >= end);\n"
                  "    else assert(ready); });\n"
                  "  { std::lock_guard g(m); ready = true; c.notify_one(); } a.join(); }\n",
                  kHolds},
        ClockCase{"tried_locks_exclude_each_other", "p.cpp",
                  "void f() { if (t.try_lock_for(1ms)) { n++; t.unlock(); } }\n"
                  "int main() { std::thread a(f), b(f); a.join(); b.join(); assert(n <= 2); }\n",
                  kHolds},
        ClockCase{"tried_locks_may_be_late", "p.cpp",
                  "void f() { if (t.try_lock_until(Clock::now() + 1ms)) { n++; t.unlock(); } }\n"
                  "int main() { std::thread a(f), b(f); a.join(); b.join(); assert(n == 2); }\n",
                  kViolated},
        ClockCase{"shared_locks_let_readers_in", "p.cpp",
                  "void f() { if (r.try_lock_shared_for(1ms)) { n++; r.unlock_shared(); } }\n"
                  "int main() { std::thread a(f), b(f); a.join(); b.join(); }\n",
                  kViolated},
        ClockCase{"futures_may_come_late", "p.cpp",
                  "int main() { std::promise<int> p; auto f = p.get_future();\n"
                  "  std::thread a([&] { p.set_value(1); });\n"
                  "  assert(f.wait_for(1ms) == std::future_status::ready); a.join(); }\n",
                  kViolated},
        ClockCase{"a_loop_ends_when_its_time_is_over", "p.cpp",
                  "#include <atomic>\nstd::atomic<int> x;\n"
                  "int main() { std::thread a([] { x = 1; }); auto end = Clock::now() + 5s;\n"
                  "  bool late = false; while (x == 0) if (Clock::now() > end) { late = true;"
                  " break; }\n"
                  "  assert(late || x == 1); a.join(); }\n",
                  kHolds},
        ClockCase{"a_loop_may_end_before", "p.cpp",
                  "#include <atomic>\nstd::atomic<int> x;\n"
                  "int main() { std::thread a([] { x = 1; }); auto end = Clock::now() + 5s;\n"
                  "  while (x == 0) if (Clock::now() > end) break;\n"
                  "  assert(x == 0); a.join(); }\n",
                  kViolated},
        ClockCase{"sleep_takes_its_time", "p.cpp",
                  "int main() { auto start = Clock::now(); std::this_thread::sleep_for(2s);\n"
                  "  auto end = Clock::now(); assert(end - start >= 2s); }\n",
                  kHolds},
        ClockCase{"timed_waits_of_pthread", "p.c",
                  "void *f(void *p) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t);\n"
                  "  t.tv_sec += 1; pthread_mutex_lock(&m); int late = 0;\n"
                  "  while (!n && !late) late = pthread_cond_timedwait(&c, &m, &t) != 0;\n"
                  "  assert(n || late); pthread_mutex_unlock(&m); return 0; }\n"
                  "int main(void) { pthread_t a; pthread_create(&a, 0, f, 0);\n"
                  "  pthread_mutex_lock(&m); n = 1; pthread_cond_signal(&c);"
                  " pthread_mutex_unlock(&m);\n  pthread_join(a, 0); return 0; }\n",
                  kHolds},
        ClockCase{"times_of_c", "p.c",
                  "int main(void) { time_t t = time(0); struct timespec s, u;\n"
                  "  clock_gettime(CLOCK_MONOTONIC, &s); sleep(3); usleep(5);\n"
                  "  clock_gettime(CLOCK_MONOTONIC, &u);\n"
                  "  assert(u.tv_sec - s.tv_sec == 3 && u.tv_nsec == 5000 && s.tv_sec >= t); }\n",
                  kHolds}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
