// Drivers of the AUX area under exploration: what holds, what mainline has, and what stop,
// interrupt and sampler make of each other.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/properties/checks.hpp"

namespace ringcheck {
namespace {

struct Row {
  const char* models;  ///< separated by spaces
  CheckRow row;
  const char* expected;  ///< the property that is violated, or "holds"
};

constexpr const char* kStrong = "sc x86-tso";
constexpr const char* kWeak = "armv8 riscv power rc11 lkmm";

/// What the verdict comes to: "holds", the property that is violated, or the verdict's name.
std::string outcome(const ScenarioResult& result) {
  if (const auto* violated = std::get_if<Violated>(&result.verdict)) return violated->property;
  return std::string(verdict_name(result.verdict));
}

void expect(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    std::istringstream models(row.models);
    for (std::string model; models >> model;) {
      std::string parameters;
      for (const std::string& parameter : row.row.parameters) parameters += " " + parameter;
      SCOPED_TRACE(model + " " + row.row.scenario + parameters + " " + row.row.plan +
                   row.row.defect);
      EXPECT_EQ(outcome(check(row.row, model)), row.expected);
    }
  }
}

// F-11: Linux 6.1 as it stands.
TEST(AuxSpe, PaddingIsNotOrderedBeforeTheHead) {
  expect({{kStrong, {"aux-spe", {}}, "holds"},
          {kWeak, {"aux-spe", {}}, "I-23"},
          {kWeak, {"aux-spe", {"padding=wmb"}}, "holds"},
          {kStrong, {"aux-trbe", {}}, "holds"},
          {kWeak, {"aux-trbe", {}}, "I-23"},
          {kWeak, {"aux-trbe", {"padding=wmb"}}, "holds"}});
}

TEST(AuxSpe, TheDsbMakesTraceVisible) {
  expect({{"sc armv8", {"aux-spe", {"padding=wmb", "irq=0"}, "spe_B=none"}, "I-23"},
          {"sc armv8", {"aux-trbe", {"padding=wmb", "irq=0"}, "trbe_B=none"}, "I-23"}});
}

TEST(AuxSpe, StopAndInterruptAreToldApart) {
  expect({{"sc", {"aux-spe", {"irq=2"}}, "holds"},
          {"sc", {"aux-trbe", {"irq=2"}}, "holds"},
          {"sc", {"aux-spe", {}, "", "spe-ends-twice"}, "I-26"},
          {"sc", {"aux-spe", {}, "", "spe-pointer-before-drain"}, "I-25"},
          {"sc", {"aux-trbe", {}, "", "sink-ends-always"}, "I-26"},
          {"sc", {"aux-trbe", {}, "", "trbe-wrap-at-pointer"}, "I-25"},
          {"sc", {"aux-trbe", {}, "", "trbe-status-not-cleared"}, "I-26"}});
}

TEST(AuxBts, HoldsWithOneInterrupt) {
  expect({{kStrong, {"aux-bts", {}}, "holds"}, {"sc", {"aux-bts", {"starts=2"}}, "holds"}});
}

// F-12: Linux 6.1 as it stands.
TEST(AuxBts, TwoInterruptsBeforeItIsEnabled) {
  expect({{"sc", {"aux-bts-refused", {}}, "I-24"},
          {"sc", {"aux-bts-refused", {"state=behind-enable"}}, "holds"},
          {"sc", {"aux-bts-refused", {"nmi=1"}}, "holds"}});
}

TEST(AuxBts, WhatItsBarriersAreFor) {
  expect({{kStrong, {"aux-bts", {"nmi=0", "starts=2", "most=1"}, "bts_config=none"}, "holds"},
             {"sc", {"aux-bts-refused", {"state=behind-enable"}, "bts_stopped=none"}, "holds"},
          {kStrong, {"aux-bts", {"nmi=0", "stores=posted"}}, "I-23"},
          {"sc", {"aux-bts", {}, "", "bts-active-before-begin"}, "I-26"}});
}

TEST(AuxEtf, TheCopyNeedsTheBarrierOfCsLock) {
  for (const char* sink : {"sink=etf", "sink=etb10"})
    expect({{"sc x86-tso armv8 riscv power rc11 lkmm", {"aux-etf", {sink}}, "holds"},
            {kStrong, {"aux-etf", {sink}, "etf_B=none"}, "holds"},
            {kWeak, {"aux-etf", {sink}, "etf_B=none"}, "I-23"}});
}

// The compiler may stop the unit first where nothing keeps it.
TEST(AuxPt, TheGateNeedsItsCompilerBarrier) {
  expect({{"sc", {"aux-pt", {"gate=behind-start"}, "pt_nmi_before_stop=none"}, "I-24"}});
}

}  // namespace
}  // namespace ringcheck
