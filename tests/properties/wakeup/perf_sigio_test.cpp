// Tasks that asked for SIGIO: who is signalled, and who is not.
#include <gtest/gtest.h>

#include <array>
#include <span>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct SignalRow {
  CheckRow row;
  bool holds;
};

constexpr std::array kAll = {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"};

void expect_signals(const std::vector<SignalRow>& rows,
                    std::span<const char* const> models = kAll) {
  for (const SignalRow& row : rows)
    for (const char* model : models) {
      const CheckResult result = check(row.row, model);
      std::string text = std::string(row.row.scenario) + " " + row.row.defect + " " + model;
      for (const char* parameter : row.row.parameters) text.append(" ").append(parameter);
      SCOPED_TRACE(text);
      EXPECT_EQ(judged(result), row.holds ? "holds" : "violated");
      EXPECT_EQ(violations(result, "I-41") > 0, !row.holds);
      EXPECT_EQ(result.counts.cut, 0U);
    }
}

// F-28: Linux 6.1 as it stands.
TEST(PerfSigio, AnOverflowWhileASignalIsSentIsForgotten) {
  expect_signals({{{"perf-sigio", {}}, false},
                  {{"perf-sigio", {"overflows=1"}}, true},
                  {{"perf-sigio", {"overflows=3"}}, false},
                  {{"perf-sigio", {"limit=none"}}, false},
                  {{"perf-sigio", {"reason=exchange"}}, true},
                  {{"perf-sigio", {"limit=none", "reason=exchange"}}, true},
                  {{"perf-sigio", {"overflows=3", "reason=exchange"}}, true}});
}

// F-27: Linux 6.1 as it stands.
TEST(PerfSigioWatermark, AWakeupThatIsNoOverflowSendsNoSignal) {
  expect_signals({{{"perf-sigio-watermark", {}}, false},
                  {{"perf-sigio-watermark", {"wakeup=asks"}}, true},
                  {{"perf-sigio-watermark", {"wakeup=asks-first"}}, true}});
}

// An overflow between the look at the reason and the store of another one, as in Linux 6.12.
TEST(PerfSigioWatermark, AskingInTwoStepsTakesTheReasonOfAnOverflowAway) {
  const std::vector<const char*> two = {"overflows=1", "reason=exchange", "wakeup=asks"};
  std::vector<const char*> one = two;
  one[2] = "wakeup=asks-first";
  expect_signals({{{"perf-sigio-watermark", two}, false}, {{"perf-sigio-watermark", one}, true}});
}

// Work that the first overflow has queued comes between the wakeup and its reason.
TEST(PerfSigioWatermark, TheReasonComesBeforeTheWakeupIsPending) {
  const std::vector<const char*> several = {"overflows=2", "reason=exchange", "wakeup=asks-first"};
  expect_signals({{{"perf-sigio-watermark", several}, true}}, std::span(kAll).first(1));
}

TEST(PerfSigio, TheLastOverflowSaysThatTheEventIsOff) {
  expect_signals({{{"perf-sigio", {"reason=exchange"}, "", "last-overflow-not-told"}, false},
                  {{"perf-sigio", {"overflows=1"}, "", "last-overflow-not-told"}, false}});
}

}  // namespace
}  // namespace ringcheck
