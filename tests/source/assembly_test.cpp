// Inline assembly of x86's atomic instructions, in the ways in which people write it.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead = R"(
#include <assert.h>
#include <pthread.h>
typedef unsigned long word;
static word xchg(word *p, word v) {
  __asm__ volatile("xchgq %0, %1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}
static word xadd(word *p, word v) {
  __asm__ volatile("lock; xaddq %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
  return v;
}
static word cas(word *p, word old, word new) {
  word seen;
  __asm__ volatile("lock cmpxchgq %2, %1" : "=a"(seen), "+m"(*p) : "r"(new), "0"(old) : "memory");
  return seen;
}
static _Bool cas_set(word *p, word old, word new) {
  unsigned char done;
  __asm__ volatile("lock cmpxchg %3, %0; setz %1"
                   : "+m"(*p), "=q"(done), "+a"(old) : "q"(new) : "memory", "cc");
  return done;
}
static _Bool cas_flag(word *p, word old, word new) {
  _Bool done;
  __asm__ volatile("lock cmpxchgq %[new], %[p]"
                   : "=@ccz"(done), [p] "+m"(*p), "+a"(old) : [new] "r"(new) : "memory");
  return done;
}
static void inc(int *p) { __asm__ volatile("lock incl %0" : "+m"(*p) : : "memory", "cc"); }
static void add(int *p, int by) {
  __asm__ volatile("lock\n\taddl %1,%0" : "=m"(*p) : "ir"(by), "m"(*p) : "memory");
}
static _Bool dec_and_test(int *p) {
  unsigned char zero;
  __asm__ volatile("lock; decl %0; sete %1" : "=m"(*p), "=qm"(zero) : "m"(*p) : "memory");
  return zero != 0;
}
static void set_bits(short *p, short bits) {
  __asm__ volatile("lock orw %1, %0" : "+m"(*p) : "r"(bits));
}
word x, y, a, b;
int n, m, k;
short s;
)";

/// What two threads do, and what holds when both have ended. Without atomicity it does not.
struct Row {
  const char* name;
  const char* f;
  const char* g;
  const char* holds;
};

class Assembly : public ::testing::TestWithParam<Row> {};

std::string program(const Row& row) {
  return std::string(kHead) + "void *f(void *p) { " + row.f + " return 0; }\nvoid *g(void *p) { " +
         row.g +
         " return 0; }\nint main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0);\n"
         "  pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0);\n  assert(" +
         row.holds + "); return 0; }\n";
}

TEST_P(Assembly, IsAtomicAndOrdersAll) {
  CheckOptions options;
  options.races = false;
  std::uint64_t under_sc = 0;
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
    const CheckResult result = check(program(GetParam()), model, options);
    EXPECT_EQ(result.verdict, CheckResult::Verdict::holds)
        << model << (result.error ? ": " + result.error->what : "");
    EXPECT_GT(result.executions, 1U) << model;
    if (model == std::string("sc")) under_sc = result.executions;
    if (model == std::string("x86-tso")) {
      EXPECT_EQ(result.executions, under_sc);
    }
  }
}

TEST_P(Assembly, MattersToTheVerdict) {
  CheckOptions options;
  options.races = false;
  std::string text = program(GetParam());
  text.replace(text.find(GetParam().holds), std::string(GetParam().holds).size(),
               "!(" + std::string(GetParam().holds) + ")");
  EXPECT_EQ(check(text, "x86-tso", options).verdict, CheckResult::Verdict::violated);
}

INSTANTIATE_TEST_SUITE_P(
    Each, Assembly,
    ::testing::Values(
        Row{"xchg", "a = xchg(&x, 1);", "b = xchg(&x, 2);", "a != b && a + b + x == 3"},
        Row{"xadd", "a = xadd(&x, 1);", "b = xadd(&x, 2);", "x == 3 && (a == 0 ? b < 2 : a == 2)"},
        Row{"cmpxchg", "a = cas(&x, 0, 1);", "b = cas(&x, 0, 2);",
            "(a == 0) != (b == 0) && a + b == x"},
        Row{"cmpxchg_and_setz", "a = cas_set(&x, 0, 1);", "b = cas_set(&x, 0, 2);",
            "a != b && x == (a ? 1 : 2)"},
        Row{"cmpxchg_and_the_flag", "a = cas_flag(&x, 0, 1);", "b = cas_flag(&x, 0, 2);",
            "a != b && x == (a ? 1 : 2)"},
        Row{"inc_and_add", "inc(&n);", "add(&n, 3);", "n == 4"},
        Row{"dec_and_test", "inc(&n); inc(&n); m = dec_and_test(&n);",
            "inc(&n); k = dec_and_test(&n);", "n == 1 && (!m || !k)"},
        Row{"or", "set_bits(&s, 0x101);", "set_bits(&s, 0x202);", "s == 0x303"},
        Row{"store_and_load", "xchg(&x, 1); a = *(volatile word *)&y;",
            "xchg(&y, 1); b = *(volatile word *)&x;", "a + b > 0"},
        Row{"load_before_store", "a = *(volatile word *)&y; inc(&n); *(volatile word *)&x = 1;",
            "b = *(volatile word *)&x; inc(&n); *(volatile word *)&y = 1;", "a + b < 2"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Assembly, OtherInstructionsAreNamed) {
  for (const char* code :
       {"xaddq %0, %1\" : \"+r\"(a), \"+m\"(x)", "lock btsq %0, %1\" : \"+r\"(a), \"+m\"(x)",
        "lock incq %1; setc %b0\" : \"+q\"(a), \"+m\"(x)", "xchgq %%rax, %0\" : \"+m\"(x)"}) {
    try {
      check(std::string(kHead) + "int main(void) { __asm__ volatile(\"" + code + "); return 0; }\n",
            "x86-tso");
      FAIL() << code;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("inline assembly"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace ringcheck::source::tests
