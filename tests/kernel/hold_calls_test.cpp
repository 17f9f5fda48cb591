// Two sides that do a few things, and how they differ.
#include "kernel/calls/hold_calls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::Optional;

std::string word_name(std::uint64_t word) {
  return "word " + std::to_string(word);
}

TraceStep load(std::uint64_t word, std::uint64_t value) {
  return {TraceStep::Kind::load, RC_ONCE, RC_BARRIER, word, value, value};
}
TraceStep point(rc_point which) {
  return {TraceStep::Kind::point, RC_PLAIN, which, 0, 0, 0};
}

struct AnswerRow {
  const char* name;
  Answers kernel, specification;
  std::optional<std::string> difference;
};

TEST(DifferenceOfAnswers, IsTheFirst) {
  const AnswerRow rows[] = {
      {"none", {{"begin", 0}}, {{"begin", 0}}, {}},
      {"value",
       {{"begin", 0}, {"size", 16}},
       {{"begin", 0}, {"size", 8}},
       "kernel: size = 0x10; specification: size = 0x8"},
      {"what", {{"begin", 0}}, {{"end", 0}}, "kernel: begin = 0x0; specification: end = 0x0"},
      {"missing", {{"begin", 0}}, {}, "kernel: begin = 0x0; specification: nothing"},
      {"too many", {}, {{"begin", 1}}, "kernel: nothing; specification: begin = 0x1"},
  };
  for (const AnswerRow& row : rows) {
    std::size_t from = 0;
    EXPECT_EQ(difference_of(row.kernel, row.specification, from), row.difference) << row.name;
  }
}

TEST(DifferenceOfTraces, SaysWhatCameAndWhere) {
  std::size_t from = 0;
  EXPECT_EQ(difference_of({load(1, 2)}, {load(1, 2)}, from, word_name), std::nullopt);
  from = 0;
  EXPECT_THAT(difference_of({load(1, 2), point(RC_SMP_WMB)}, {load(1, 2), point(RC_SMP_MB)}, from,
                            word_name),
              Optional(Eq("step 1 of the trace: kernel: smp_wmb; specification: smp_mb")));
  EXPECT_EQ(from, 1U);
}

constexpr CallGuard kNine = {"area", "nine", "a.c", "f"};

/// A side whose call `n` makes `n` accesses and answers `n`; call 9 is never made.
struct CountingSide {
  std::function<void()> before_access = [] {};

  void on_access(std::function<void()> hook) { before_access = std::move(hook); }
  [[nodiscard]] const CallGuard* guard(const Call& call) const {
    return call.op == 9 ? &kNine : nullptr;
  }
  void run(const Call& call, Answers& answers) {
    for (unsigned i = 0; i < call.op; ++i) before_access();
    answer(answers, "call", call.op);
  }
  void settle() const {}
};

TEST(CallRunner, RunsWhatComesInBetweenBeforeItsAccess) {
  CountingSide side;
  CallRunner runner(side);
  Call outer{3, {}, {}};
  outer.interrupts.push_back({1, {0, {}, {}}});
  outer.interrupts.push_back({2, {2, {}, {{1, {1, {}, {}}}}}});
  outer.interrupts.push_back({2, {9, {}, {}}});
  outer.interrupts.push_back({3, {5, {}, {}}});  // there is no fourth access
  runner.run(outer);
  EXPECT_THAT(runner.answers, ElementsAre(Answer{"call", 0}, Answer{"call", 1}, Answer{"call", 2},
                                          Answer{"call", 3}));
  EXPECT_THAT(runner.skipped, ElementsAre(&kNine));
}

}  // namespace
}  // namespace ringcheck
