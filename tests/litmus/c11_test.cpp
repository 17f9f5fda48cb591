// C11's atomic operations in tests: under rc11, under machines, and where they mean nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "litmus/litmus.hpp"
#include "models/model.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

/// Message passing with these orders of the store and the load of the flag.
std::string message_passing(const std::string& store, const std::string& load) {
  return "C MP\n{ }\nP0(int *x, atomic_int *y) { *x = 1; atomic_store_explicit(y, 1, "
         "memory_order_" +
         store +
         "); }\nP1(int *x, atomic_int *y) { int r0 = atomic_load_explicit(y, memory_order_" + load +
         "); int r1 = *x; }\nexists (1:r0=1 /\\ 1:r1=0)\n";
}

std::string answer(const std::string& text, const std::string& model = "rc11") {
  const LitmusResult result = run_litmus(tests::parse(text), find_model(model));
  return std::string(observation_text(result.observation)) + " " + std::to_string(result.positive) +
         "+" + std::to_string(result.negative) + (result.flags.empty() ? "" : " race");
}

struct OrderRow {
  const char* store;
  const char* load;
  const char* rc11;
  const char* power;
};

TEST(C11, MessagesArePassedByReleaseAndAcquire) {
  const OrderRow rows[] = {
      {"relaxed", "relaxed", "Sometimes 1+3 race", "Sometimes 1+3"},
      {"release", "relaxed", "Sometimes 1+3 race", "Sometimes 1+3"},
      {"release", "acquire", "Never 0+3", "Never 0+3"},
      {"release", "consume", "Never 0+3", "Never 0+3"},
      {"seq_cst", "seq_cst", "Never 0+3", "Never 0+3"},
  };
  for (const OrderRow& row : rows) {
    SCOPED_TRACE(std::string(row.store) + " " + row.load);
    const std::string text = message_passing(row.store, row.load);
    if (std::string(row.rc11).starts_with("Never"))
      EXPECT_THAT(answer(text), ::testing::StartsWith(row.rc11));
    else
      EXPECT_EQ(answer(text), row.rc11);
    EXPECT_EQ(answer(text, "power"), row.power);
  }
}

TEST(C11, StoreBufferingNeedsSequentialConsistency) {
  const auto store_buffering = [](const std::string& order) {
    const std::string thread = "(atomic_int *x, atomic_int *y) { atomic_store_explicit(";
    return "C SB\n{ }\nP0" + thread + "x, 1, memory_order_" + order +
           "); int r0 = atomic_load_explicit(y, memory_order_" + order + "); }\nP1" + thread +
           "y, 1, memory_order_" + order + "); int r0 = atomic_load_explicit(x, memory_order_" +
           order + "); }\nexists (0:r0=0 /\\ 1:r0=0)\n";
  };
  for (const char* model : {"rc11", "x86-tso", "armv8", "riscv", "power"}) {
    EXPECT_EQ(answer(store_buffering("seq_cst"), model), "Never 0+3") << model;
    EXPECT_EQ(answer(store_buffering("relaxed"), model), "Sometimes 1+3") << model;
  }
}

TEST(C11, ReadModifyWritesReturnWhatWasThere) {
  const std::string head = "C t\n{ x=5; e=5; f=6; }\nP0(atomic_int *x, int *e, int *f) { ";
  const std::pair<const char*, const char*> rows[] = {
      {"int r0 = atomic_fetch_add_explicit(x, 3, memory_order_seq_cst);", "0:r0=5 /\\ x=8"},
      {"int r0 = atomic_fetch_sub_explicit(x, 3, memory_order_relaxed);", "0:r0=5 /\\ x=2"},
      {"int r0 = atomic_exchange_explicit(x, 7, memory_order_acq_rel);", "0:r0=5 /\\ x=7"},
      {"int r0 = atomic_compare_exchange_strong(x, e, 9);", "0:r0=1 /\\ x=9 /\\ e=5"},
      {"int r0 = atomic_compare_exchange_strong_explicit(x, f, 9, memory_order_acq_rel, "
       "memory_order_relaxed);",
       "0:r0=0 /\\ x=5 /\\ f=5"},
      {"atomic_thread_fence(memory_order_seq_cst); int r0 = atomic_load(x);", "0:r0=5"},
  };
  for (const auto& [body, condition] : rows)
    EXPECT_THAT(answer(head + body + " }\nforall (" + condition + ")\n"),
                ::testing::StartsWith("Always"))
        << body;
}

TEST(C11, MeansNothingToTheKernelsModelNorToItsTables) {
  EXPECT_EQ(
      tests::refusal_of(message_passing("release", "acquire")),
      "t:3:37: saw atomic_store_explicit, expected a primitive that the model knows: it gives "
      "C11's atomics no meaning");
  EXPECT_EQ(
      tests::refusal_of(message_passing("loose", "acquire")),
      "t:3:65: saw 'memory_order_loose', expected a memory order such as memory_order_acquire");
}

TEST(C11, X86TestsOfThirtyTwoBitsAreReadInIntelsOrder) {
  const LitmusTest test = tests::parse(
      "X86 SB\n{ P0:EAX=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MFENCE | MFENCE ;\n MOV "
      "EAX,[y] | XCHG [x],EBX ;\nexists (P0:EAX=0 /\\ 1:EBX=0)\n");
  EXPECT_EQ(run_litmus(test, find_model("tso")).observation, LitmusObservation::never);
  EXPECT_THAT(print_litmus(test), ::testing::HasSubstr("movl (y),%eax"));
}

}  // namespace
}  // namespace ringcheck
