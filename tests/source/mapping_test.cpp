// Each row of the mappings of C's atomics to machines: a program that holds with the row's order,
// and is violated with a relaxed one in its place.
#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct MappingCase {
  const char* name;
  const char* f;  ///< ORDER: the order that the row is about
  const char* g;
  const char* end = "";  ///< what main asserts in the end
  bool on_x86 = false;   ///< x86 needs the order too
};

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "#define R(x, o) atomic_load_explicit(&x, memory_order_##o)\n"
    "#define W(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)\n"
    "#define LOAD(x) atomic_load_explicit(&x, ORDER)\n"
    "#define STORE(x, v) atomic_store_explicit(&x, v, ORDER)\n"
    "#define ADD(x, v) atomic_fetch_add_explicit(&x, v, ORDER)\n"
    "#define SWAP(x, v) atomic_exchange_explicit(&x, v, ORDER)\n"
    "#define CAS(x, e, v) atomic_compare_exchange_strong_explicit(&x, &e, v, ORDER,"
    " memory_order_relaxed)\n"
    "#define FENCE atomic_thread_fence(ORDER)\n"
    "atomic_int d, x, y; int r0, r1;\n";

std::string program(const MappingCase& c, const std::string& order) {
  return "#define ORDER memory_order_" + order + "\n" + kHead + "void *f(void *p) { " + c.f +
         " return 0; }\nvoid *g(void *p) { " + c.g +
         " return 0; }\nint main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0);"
         " pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0); " +
         c.end + " return 0; }\n";
}

struct Row {
  const char* order;
  MappingCase what;
};

class MappingTest : public ::testing::TestWithParam<Row> {};

TEST_P(MappingTest, RowMattersToTheVerdict) {
  const auto& [order, what] = GetParam();
  const auto with = code_of(program(what, order));
  const auto without = code_of(program(what, "relaxed"));
  for (const char* model : {"x86-tso", "armv8", "riscv", "power", "rc11"}) {
    EXPECT_EQ(check_program(with, find_model(model), {}).verdict, CheckResult::Verdict::holds)
        << model;
    const bool needed = what.on_x86 || std::string(model) != "x86-tso";
    EXPECT_EQ(check_program(without, find_model(model), {}).verdict,
              needed ? CheckResult::Verdict::violated : CheckResult::Verdict::holds)
        << model;
  }
}

constexpr const char* kReads = "if (R(x, acquire) == 1) assert(R(d, relaxed) == 1);";
constexpr const char* kWrites = "W(d, 1, relaxed); W(x, 1, release);";
constexpr const char* kOne = "assert(r0 == 1 || r1 == 1);";

INSTANTIATE_TEST_SUITE_P(
    Each, MappingTest,
    ::testing::Values(
        Row{"acquire", {"load", kWrites, "if (LOAD(x) == 1) assert(R(d, relaxed) == 1);"}},
        Row{"release", {"store", "W(d, 1, relaxed); STORE(x, 1);", kReads}},
        Row{"seq_cst",
            {"load_and_store", "STORE(x, 1); r0 = LOAD(y);", "STORE(y, 1); r1 = LOAD(x);", kOne,
             true}},
        Row{"release", {"fence", "W(d, 1, relaxed); FENCE; W(x, 1, relaxed);", kReads}},
        Row{"acquire",
            {"fence", kWrites,
             "int r = R(x, relaxed); FENCE; if (r == 1) assert(R(d, relaxed) == 1);"}},
        Row{"acq_rel",
            {"fence", "W(d, 1, relaxed); FENCE; W(x, 1, relaxed);",
             "int r = R(x, relaxed); FENCE; if (r == 1) assert(R(d, relaxed) == 1);"}},
        Row{"seq_cst",
            {"fence", "W(x, 1, relaxed); FENCE; r0 = R(y, relaxed);",
             "W(y, 1, relaxed); FENCE; r1 = R(x, relaxed);", kOne, true}},
        Row{"release", {"update", "W(d, 1, relaxed); ADD(x, 1);", kReads}},
        Row{"acquire", {"update", kWrites, "if (ADD(x, 2) == 1) assert(R(d, relaxed) == 1);"}},
        Row{"acq_rel",
            {"update", "W(d, 1, relaxed); ADD(x, 1);",
             "if (ADD(x, 2) == 1) assert(R(d, relaxed) == 1);"}},
        Row{"seq_cst", {"update", "SWAP(x, 1); r0 = LOAD(y);", "SWAP(y, 1); r1 = LOAD(x);", kOne}},
        Row{"release", {"compare_exchange", "int e = 0; W(d, 1, relaxed); CAS(x, e, 1);", kReads}},
        Row{"acquire",
            {"compare_exchange", kWrites,
             "int e = 1; if (CAS(x, e, 2)) assert(R(d, relaxed) == 1);"}},
        Row{"acq_rel",
            {"compare_exchange", "int e = 0; W(d, 1, relaxed); CAS(x, e, 1);",
             "int e = 1; if (CAS(x, e, 2)) assert(R(d, relaxed) == 1);"}},
        Row{"seq_cst",
            {"compare_exchange", "int e = 0; CAS(x, e, 1); r0 = LOAD(y);",
             "int e = 0; CAS(y, e, 1); r1 = LOAD(x);", kOne}},
        Row{"acquire",
            {"failing_compare_exchange", kWrites,
             "int e = 5; atomic_compare_exchange_strong_explicit(&x, &e, 2, ORDER, ORDER);"
             " if (e == 1) assert(R(d, relaxed) == 1);"}}),
    [](const auto& row) { return std::string(row.param.what.name) + "_" + row.param.order; });

}  // namespace
}  // namespace ringcheck::source::tests
