// The primitives that the kernel's own text needs: each orders what its table says, and no more.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead = R"(
typedef unsigned long long u64;
enum { PLAIN, ONCE, ACQUIRE, RELEASE, LOCAL, ATOMIC, FULL, COUNT, LOCKED, SILENT, LOCAL_FULL };
enum { BARRIER, SMP_MB, SMP_RMB, SMP_WMB };
enum { ADD, EXCHANGE };
u64 rc_load(const volatile void *, unsigned, int);
void rc_store(volatile void *, unsigned, u64, int);
u64 rc_fetch(volatile void *, unsigned, int, u64, int);
u64 rc_compare(volatile void *, unsigned, u64, u64, int);
void rc_order(int);
int rc_count_up(int *);
int rc_count_down(int *);
void rc_warn(const char *, const char *, int);
void rc_bug_if(int, const char *, const char *, int);
void rc_copy(void *, const void *, unsigned long, int);
void __VERIFIER_assert(int);
int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
int pthread_join(unsigned long, void **);
#define GET(x, mark) rc_load(&(x), sizeof(x), mark)
#define PUT(x, value, mark) rc_store(&(x), sizeof(x), value, mark)
u64 x, y, z;
int n;
)";
constexpr const char* kMain = R"(
int main(void) {
  unsigned long a, b;
  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  __VERIFIER_assert(end());
  return 0;
}
)";
constexpr const char* kReader =
    "void *g(void *p) { u64 b = GET(y, ACQUIRE), a = GET(x, ONCE);"
    " __VERIFIER_assert(a >= b); return 0; }\nint end(void) { return 1; }\n";

struct Row {
  const char* name;
  std::string code;
  const char* model;
  CheckResult::Verdict verdict;
};

class KernelTextTest : public ::testing::TestWithParam<Row> {};

TEST_P(KernelTextTest, OrdersWhatItsTableSays) {
  const Row& row = GetParam();
  CheckOptions options;
  options.races = false;
  const CheckResult result = check(kHead + row.code + kMain, row.model, options);
  EXPECT_EQ(result.verdict, row.verdict)
      << (result.error ? result.error->where + ": " + result.error->what : "");
}

std::string writer(const char* between) {
  return std::string("void *f(void *p) { PUT(x, 1, ONCE); ") + between + " return 0; }\n" + kReader;
}

/// Both threads add to z.
std::string both(const char* add, int sum) {
  const std::string body = std::string("(void *p) { ") + add + " return 0; }\n";
  return "void *f" + body + "void *g" + body +
         "int end(void) { return z == " + std::to_string(sum) + "; }\n";
}

constexpr auto kHolds = CheckResult::Verdict::holds;
constexpr auto kViolated = CheckResult::Verdict::violated;

INSTANTIATE_TEST_SUITE_P(
    Each, KernelTextTest,
    ::testing::Values(
        Row{"nothing_orders", writer("PUT(y, 1, ONCE);"), "armv8", kViolated},
        Row{"wmb", writer("rc_order(SMP_WMB); PUT(y, 1, ONCE);"), "armv8", kHolds},
        Row{"mb", writer("rc_order(SMP_MB); PUT(y, 1, ONCE);"), "lkmm", kHolds},
        Row{"rmb_orders_no_stores", writer("rc_order(SMP_RMB); PUT(y, 1, ONCE);"), "armv8",
            kViolated},
        Row{"barrier_orders_the_compiler", writer("rc_order(BARRIER); PUT(y, 1, ONCE);"), "armv8",
            kViolated},
        Row{"release", writer("PUT(y, 1, RELEASE);"), "armv8", kHolds},
        Row{"full", writer("rc_fetch(&y, 8, EXCHANGE, 1, FULL);"), "lkmm", kHolds},
        Row{"local_orders_nothing", writer("rc_fetch(&y, 8, EXCHANGE, 1, LOCAL);"), "armv8",
            kViolated},
        Row{"local_full", writer("rc_compare(&y, 8, 0, 1, LOCAL_FULL);"), "lkmm", kHolds},
        Row{"local_is_not_atomic", both("rc_fetch(&z, 8, ADD, 1, LOCAL);", 2), "x86-tso",
            kViolated},
        Row{"locked_is_atomic", both("rc_fetch(&z, 8, ADD, 1, LOCKED);", 2), "x86-tso", kHolds},
        Row{"silent_is_atomic", both("rc_fetch(&z, 8, ADD, 1, SILENT);", 2), "armv8", kHolds},
        Row{"compare_says_what_was_there",
            both("u64 old = rc_compare(&z, 8, 0, 1, ATOMIC); __VERIFIER_assert(old <= 1);", 1),
            "armv8", kHolds},
        Row{"count_up_not_from_0", both("__VERIFIER_assert(!rc_count_up(&n));", 0), "sc", kHolds},
        Row{"count_is_atomic",
            "void *f(void *p) { rc_count_up(&n); rc_count_up(&n); return 0; }\n"
            "void *g(void *p) { return f(p); }\nint end(void) { return n == 5; }\n"
            "__attribute__((constructor)) void start(void) { n = 1; }\n",
            "armv8", kHolds},
        Row{"count_down_says_when_none_is_left",
            "void *f(void *p) { __VERIFIER_assert(!rc_count_down(&n)); return 0; }\n"
            "void *g(void *p) { return f(p); }\nint end(void) { return rc_count_down(&n); }\n"
            "__attribute__((constructor)) void start(void) { n = 3; }\n",
            "armv8", kHolds},
        Row{"count_down_releases",
            "void *f(void *p) { PUT(x, 1, ONCE); rc_count_down(&n); return 0; }\n"
            "void *g(void *p) { u64 b = GET(n, ACQUIRE) == 1, a = GET(x, ONCE);"
            " __VERIFIER_assert(a >= b); return 0; }\nint end(void) { return 1; }\n"
            "__attribute__((constructor)) void start(void) { n = 2; }\n",
            "armv8", kHolds},
        Row{"count_up_does_not_release",
            "void *f(void *p) { PUT(x, 1, ONCE); rc_count_up(&n); return 0; }\n"
            "void *g(void *p) { u64 b = GET(n, ACQUIRE) == 2, a = GET(x, ONCE);"
            " __VERIFIER_assert(a >= b); return 0; }\nint end(void) { return 1; }\n"
            "__attribute__((constructor)) void start(void) { n = 1; }\n",
            "armv8", kViolated},
        Row{"copy",
            "void *f(void *p) { u64 w[2] = {1, 2}; rc_copy(&x, w, 8, 0); rc_order(SMP_WMB);"
            " rc_copy(&y, w, 8, 1); return 0; }\n" +
                std::string(kReader),
            "armv8", kHolds},
        Row{"warning", writer("if (GET(y, ONCE) == 0) rc_warn(\"c\", \"f\", 1);"), "sc", kViolated},
        Row{"bug", writer("rc_bug_if(GET(y, ONCE) == 0, \"c\", \"f\", 1);"), "sc", kViolated},
        Row{"no_bug", writer("rc_bug_if(GET(y, ONCE) != 0, \"c\", \"f\", 1);"), "sc", kHolds}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck::source::tests
