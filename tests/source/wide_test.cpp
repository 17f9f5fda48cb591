// Numbers of 128 bits, and atomic accesses to 16 bytes, as counted pointers have them.
#include "source/wide.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "graph/diagnostic.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

TEST(Wide, SmallNumbersAreTheirOwnNames) {
  for (const std::uint64_t small : {std::uint64_t{0}, std::uint64_t{7}, UINT64_MAX >> 1U}) {
    EXPECT_EQ(name_of_wide(small), small);
    EXPECT_EQ(named_wide(small), Wide{small});
    EXPECT_FALSE(is_name_of_wide(small));
  }
}

TEST(Wide, NumbersHaveOneNameEach) {
  std::set<std::uint64_t> names;
  for (std::uint64_t high = 0; high < 64; ++high)
    for (std::uint64_t low = 0; low < 64; ++low) {
      const std::uint64_t name = name_of_wide(wide_of(low << 58U, high));
      EXPECT_EQ(named_wide(name), wide_of(low << 58U, high));
      EXPECT_EQ(name_of_wide(wide_of(low << 58U, high)), name);
      EXPECT_EQ(is_name_of_wide(name), high != 0);
      names.insert(name);
    }
  EXPECT_EQ(names.size(), 64U * 64U);
}

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n"
    "typedef unsigned long word;\ntypedef unsigned __int128 wide;\n"
    "typedef struct { _Alignas(16) word low; word high; } pair;\n"
    "static wide make(word low, word high) { return (wide)high << 64 | low; }\n";

/// An expression that is true, of numbers that no compiler knows.
struct Computed {
  const char* name;
  const char* holds;
};

class WideNumbers : public ::testing::TestWithParam<Computed> {};

TEST_P(WideNumbers, AreComputedWith) {
  const std::string text =
      std::string(kHead) +
      "volatile word one = 1, two = 2, most = ~0ul;\nvolatile wide big = (wide)3 << 64 | 5;\n"
      "int main(void) { word o = one, t = two, m = most; wide b = big; (void)o, (void)t, (void)m, "
      "(void)b; assert(" +
      GetParam().holds + "); return 0; }\n";
  const CheckResult result = check(text, "sc");
  EXPECT_EQ(result.verdict, CheckResult::Verdict::holds)
      << (result.error ? result.error->what : "");
}

INSTANTIATE_TEST_SUITE_P(
    Each, WideNumbers,
    ::testing::Values(
        Computed{"halves", "(word)b == 5 && (word)(b >> 64) == 3"},
        Computed{"carry", "make(m, o) + t == make(1, 2)"},
        Computed{"borrow", "make(0, o) - o == make(~0ul, 0)"},
        Computed{"product", "(wide)m * m == make(1, ~0ul - 1)"},
        Computed{"quotient", "b / t == make((1ul << 63) + 2, 1) && b % t == 1"},
        Computed{"sign", "(__int128)(long)m == -(__int128)o && (__int128)make(0, 1ul << 63) < 0"},
        Computed{"signed_shift", "(__int128)make(0, m) >> 64 == -1"},
        Computed{"signed_quotient", "(__int128)make(0, m) / t == (__int128)make(1ul << 63, m)"},
        Computed{"order", "make(m, o) < make(0, t) && !(make(m, t) < make(0, t))"},
        Computed{"equal", "make(o, t) == make(o, t) && make(o, t) != make(o, 3)"},
        Computed{"masks",
                 "(make(m, o) & make(6, m)) == make(6, 1) && (make(4, 0) ^ b) == make(1, 3)"},
        Computed{"constant",
                 "b != ((wide)0x123456789abcdef0 << 64 | 0xfedcba9876543210) && "
                 "make(t, 1) == ((wide)1 << 64) + 2"},
        Computed{"negative_constant", "(__int128)make(m, m) == -1 && make(m - o, m) == (wide)-2"},
        Computed{"chosen", "(o == 1 ? b : make(o, o)) == make(5, 3)"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(WideNumbers, ADivisionWithoutResultIsAnError) {
  for (const char* divisor : {"make(zero, zero)", "(__int128)make(most, most)"}) {
    const CheckResult result =
        check(std::string(kHead) + "volatile word zero, most = ~0ul; wide end;\nint main(void) { " +
                  "__int128 least = (__int128)make(zero, 1ul << 63); end = (wide)(least / " +
                  divisor + "); return 0; }\n",
              "sc");
    ASSERT_TRUE(result.error) << divisor;
    EXPECT_EQ(result.error->kind, ErrorKind::arithmetic) << divisor;
  }
}

/// What two threads do, and what holds when both have ended.
struct Shared {
  const char* name;
  const char* f;
  const char* g;
  const char* holds;
  const char* violated;  ///< the models under which it does not
  int executions;        ///< under sc
};

class WideAtomics : public ::testing::TestWithParam<Shared> {};

TEST_P(WideAtomics, AreWhole) {
  const Shared& row = GetParam();
  const std::string text =
      std::string(kHead) +
      "_Atomic pair head; _Atomic(_Atomic pair*) where; pair a, b; atomic_int d; int data; char "
      "text[32];\n"
      "static pair of(word low, word high) { return (pair){low, high}; }\n"
      "static int swap(word was, word low) { pair old = {was, was};\n"
      "  return atomic_compare_exchange_strong_explicit(&head, &old, of(low, low),\n"
      "    memory_order_release, memory_order_relaxed); }\n"
      "void *f(void *none) { " +
      row.f + " return 0; }\nvoid *g(void *none) { " + row.g +
      " return 0; }\nint main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0);\n"
      "  pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); pair h = head;\n"
      "  (void)h; assert(" +
      row.holds + "); return 0; }\n";
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}) {
    const CheckResult result = check(text, model);
    const bool violated =
        fmt::format(" {} ", row.violated).find(fmt::format(" {} ", model)) != std::string::npos;
    EXPECT_EQ(result.verdict,
              violated ? CheckResult::Verdict::violated : CheckResult::Verdict::holds)
        << model << (result.error ? ": " + result.error->what : "");
    if (model == std::string("sc")) {
      EXPECT_EQ(result.executions, static_cast<std::uint64_t>(row.executions));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, WideAtomics,
    ::testing::Values(
        Shared{"never_torn", "head = of(1, 1);", "a = head;", "a.low == a.high", "", 2},
        Shared{"stored", "head = of(1, 2);", "head = of(3, 4);", "h.high == h.low + 1", "", 2},
        Shared{"exchanged", "a = atomic_exchange(&head, of(1, 1));",
               "b = atomic_exchange(&head, of(2, 2));",
               "a.low != b.low && h.low + a.low + b.low == 3", "", 2},
        Shared{"one_of_two_swaps", "a.low = swap(0, 1);", "b.low = swap(0, 2);",
               "a.low + b.low == 1 && h.low == h.high && h.low == (a.low ? 1 : 2)", "", 2},
        Shared{"swapped_back", "swap(0, 1); swap(1, 0);", "b.low = swap(0, 2);",
               "b.low || h.low == 0", "", 3},
        Shared{"tells_what_was_before", "data = 1; swap(0, 1);",
               "a = atomic_load_explicit(&head, memory_order_acquire); if (a.high) b.low = data;",
               "!a.high || b.low == 1", "", 2},
        Shared{"relaxed", "data = 1; atomic_store_explicit(&head, of(0, 1), memory_order_relaxed);",
               "a = atomic_load_explicit(&head, memory_order_relaxed); if (a.high) b.low = data;",
               "!a.high || b.low == 1", "armv8 riscv power rc11", 2},
        Shared{
            "halves_at_first",
            "_Atomic pair* p = aligned_alloc(16, 16); word n = (word)p & 1; pair* q = (pair*)p;\n"
            "q->low = n; q->high = n + 2; atomic_store_explicit(&where, p, memory_order_release);",
            "_Atomic pair* p = atomic_load_explicit(&where, memory_order_acquire); if (p) a = *p;",
            "a.low == 0 && (a.high == 0 || a.high == 2)", "", 2},
        Shared{"bytes_after_zeros", "memset(text, 0, 32); text[5] = 1; d = 1;",
               "if (d) { text[data + 6] = 2; a.low = text[5] + text[6] + text[7]; }",
               "a.low == 0 || a.low == 3", "", 2},
        Shared{
            "zeros_at_first",
            "_Atomic pair* p = aligned_alloc(16, 16); memset(p, 0, 16);\n"
            "atomic_store_explicit(&where, p, memory_order_release);",
            "_Atomic pair* p = atomic_load_explicit(&where, memory_order_acquire); if (p) a = *p;",
            "a.low == 0 && a.high == 0", "", 2}),
    [](const auto& row) { return std::string(row.param.name); });

/// A stack of which one thread pops both nodes and pushes the first again, while another pops.
constexpr const char* kStack = R"(
#include <atomic>
#include <cassert>
#include <thread>
struct Node { Node* next; std::atomic<int> owners{0}; };
struct alignas(COUNTED ? 16 : 8) Top {
  Node* node;
#if COUNTED
  unsigned long count;
#endif
};
std::atomic<Top> top;
Node nodes[2];
Node* pop() {
  for (Top old = top.load(); old.node != nullptr;) {
    Top fresh = old;
    fresh.node = old.node->next;
#if COUNTED
    ++fresh.count;
#endif
    if (!top.compare_exchange_strong(old, fresh)) continue;
    assert(old.node->owners.fetch_add(1) == 0);
    return old.node;
  }
  return nullptr;
}
void push(Node* node) {
  node->owners.fetch_sub(1);
  Top old = top.load(), fresh;
  do {
    node->next = old.node;
    fresh = old;
    fresh.node = node;
  } while (!top.compare_exchange_strong(old, fresh));
}
int main() {
  nodes[0].next = &nodes[1];
  Top first{};
  first.node = &nodes[0];
  top.store(first);
  std::thread a([] { pop(); pop(); });
  std::thread b([] { Node* x = pop(); pop(); if (x != nullptr) push(x); });
  a.join();
  b.join();
}
)";

TEST(WideAtomics, ACountTellsAPointerThatHasComeBack) {
  CheckOptions options;
  options.races = false;
  for (const char* model : {"sc", "rc11", "armv8"})
    for (const bool counted : {false, true}) {
      const std::string text = fmt::format("#define COUNTED {}\n{}", counted ? 1 : 0, kStack);
      const CheckResult result = check(text, model, options, "program.cpp");
      EXPECT_EQ(result.verdict,
                counted ? CheckResult::Verdict::holds : CheckResult::Verdict::violated)
          << model << ", " << counted;
    }
}

TEST(WideAtomics, HalvesOfOneThatIsSharedAreRefused) {
  const std::string text =
      std::string(kHead) +
      "union { _Atomic pair all; _Atomic word half[2]; } u; pair a;\n"
      "void *f(void *p) { u.half[1] = 1; return 0; }\nvoid *g(void *p) { a = u.all; return 0; }\n"
      "int main(void) { pthread_t t, v; pthread_create(&t, 0, f, 0); pthread_create(&v, 0, g, 0);\n"
      "  pthread_join(t, 0); pthread_join(v, 0); return 0; }\n";
  for (const char* model : {"sc", "x86-tso", "armv8", "rc11"})
    EXPECT_THROW(check(text, model), InputError) << model;
}

TEST(WideAtomics, AnAdditionIsRefused) {
  const std::string text =
      std::string(kHead) +
      "_Atomic wide n;\nint main(void) { atomic_fetch_add(&n, 1); return 0; }\n";
  EXPECT_THROW(check(text, "sc"), InputError);
}

}  // namespace
}  // namespace ringcheck::source::tests
