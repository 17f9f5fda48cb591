// Atomic accesses of several sizes to one place, in C: what each model lets them see.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "#define R(x) atomic_load_explicit(&(x), memory_order_relaxed)\n"
    "#define W(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)\n"
    "union word { _Atomic unsigned short all; struct { _Atomic unsigned char low, high; }; } w;\n"
    "int a, b;\natomic_int d;\n";
constexpr const char* kMain =
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);\n"
    "  pthread_join(t, 0); pthread_join(u, 0); assert(holds()); return 0; }\n";

struct Row {
  const char* name;
  const char* f;
  const char* g;
  const char* holds;
  const char* violated;  ///< the models under which it does not
};

class MixedSizes : public ::testing::TestWithParam<Row> {};

TEST_P(MixedSizes, AreSeenAsTheModelSays) {
  const Row& row = GetParam();
  const std::string text = std::string(kHead) + "void *f(void *p) { " + row.f +
                           " return 0; }\nvoid *g(void *p) { " + row.g +
                           " return 0; }\nint holds(void) { return " + row.holds + "; }\n" + kMain;
  for (const char* model : {"sc", "x86-tso", "armv8"}) {
    const CheckResult result = check(text, model);
    const bool violated = std::string(row.violated).find(model) != std::string::npos;
    EXPECT_EQ(result.verdict,
              violated ? CheckResult::Verdict::violated : CheckResult::Verdict::holds)
        << model << (result.error ? ": " + result.error->what : "");
    EXPECT_GT(result.executions, 0U) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, MixedSizes,
    ::testing::Values(
        Row{"whole", "W(w.all, 0x0101);", "a = R(w.all); b = R(w.low);", "a == 0 || a == 0x101",
            ""},
        Row{"parts", "W(w.all, 0x0101);", "a = R(w.low); b = R(w.high);", "!(a == 1 && b == 0)",
            "armv8"},
        Row{"forwarded", "W(w.low, 1); a = R(w.all);", "W(w.high, 1); b = R(w.all);",
            "!(a == 0x001 && b == 0x100)", "x86-tso armv8"},
        Row{"additions", "atomic_fetch_add_explicit(&w.all, 0x0101, memory_order_relaxed);",
            "atomic_fetch_add_explicit(&w.low, 1, memory_order_relaxed);", "w.all == 0x0102", ""},
        Row{"carry", "atomic_fetch_add_explicit(&w.all, 0xff, memory_order_relaxed);",
            "atomic_fetch_add_explicit(&w.low, 1, memory_order_relaxed);",
            "w.all == 0x0000 || w.all == 0x0100", ""},
        Row{"both_carries_come", "atomic_fetch_add_explicit(&w.all, 0xff, memory_order_relaxed);",
            "atomic_fetch_add_explicit(&w.low, 1, memory_order_relaxed);", "w.all == 0x0000",
            "sc x86-tso armv8"},
        Row{"compares_all",
            "unsigned short e = 0; a = atomic_compare_exchange_strong_explicit(&w.all, &e, 0x0202, "
            "memory_order_relaxed, memory_order_relaxed);",
            "W(w.low, 1);", "w.all == (a ? 0x0201 : 0x0001)", ""},
        Row{"may_fail",
            "unsigned short e = 0; a = atomic_compare_exchange_strong_explicit(&w.all, &e, 0x0202, "
            "memory_order_relaxed, memory_order_relaxed);",
            "W(w.high, 1);", "a", "sc x86-tso armv8"},
        // A store that nothing orders after a read-modify-write feeds what the latter adds.
        Row{"load_buffering",
            "a = R(w.high); atomic_fetch_add_explicit(&w.all, a, memory_order_relaxed); W(d, 1);",
            "if (R(d)) W(w.high, 1);", "a == 0", "armv8"}),
    [](const auto& row) { return std::string(row.param.name); });

// The object to which a loaded address points may be in pieces, or not.
TEST(MixedSizes, ThroughAPointerThatIsLoaded) {
  const std::string text = std::string(kHead) +
                           "_Atomic unsigned short plain;\n"
                           "_Atomic(_Atomic unsigned short *) p = &plain;\n"
                           "void *f(void *x) { W(w.low, 1); W(p, &w.all); return 0; }\n"
                           "void *g(void *x) { W(*R(p), 0x0202); return 0; }\n"
                           "int holds(void) { return w.all != 0x0202 || plain == 0; }\n";
  for (const char* model : {"sc", "armv8"}) {
    const CheckResult right = check(text + kMain, model);
    EXPECT_EQ(right.verdict, CheckResult::Verdict::holds) << model;
    EXPECT_GT(right.executions, 1U) << model;
  }
  const std::string wrong =
      std::string(text).replace(text.find("w.all != 0x0202 ||"), 18, "w.all != 0x0202 &&");
  EXPECT_EQ(check(wrong + kMain, "armv8").verdict, CheckResult::Verdict::violated);
}

TEST(MixedSizes, AreRefusedByModelsThatDoNotSayWhatTheyMean) {
  const std::string text = std::string(kHead) +
                           "void *f(void *p) { W(w.all, 1); return 0; }\n"
                           "void *g(void *p) { W(w.low, 1); return 0; }\n"
                           "int holds(void) { return 1; }\n" +
                           kMain;
  for (const std::string model : {"rc11", "power", "riscv"}) try {
      check(text, model);
      ADD_FAILURE() << model;
    } catch (const InputError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("saw an access to a part of what an atomic access takes whole at "),
                std::string::npos)
          << what;
      EXPECT_NE(what.find(", which model " + model + " does not cover"), std::string::npos) << what;
    }
}

}  // namespace
}  // namespace ringcheck::source::tests
