// A sink that several tracers share, and a unit in snapshot mode: what holds, and what mainline
// has.
#include <gtest/gtest.h>

#include "tests/properties/checks.hpp"

namespace ringcheck {
namespace {

struct Row {
  CheckRow row;
  const char* expected;  ///< the property that is violated, or "holds"
};

void expect(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    std::string parameters;
    for (const char* parameter : row.row.parameters) parameters.append(" ").append(parameter);
    SCOPED_TRACE(row.row.scenario + parameters + " " + row.row.defect);
    const ScenarioResult result = check(row.row, "sc");
    const auto* violated = std::get_if<Violated>(&result.verdict);
    EXPECT_EQ(violated != nullptr ? violated->property : verdict_name(result.verdict),
              row.expected);
  }
}

// F-10: Linux 6.1 as it stands, and what repairs it.
TEST(AuxSink, WhoLooksWhetherItIsTheLastOneLeavesLater) {
  expect({{{"aux-sink", {}}, "I-38"},
          {{"aux-sink", {"stop=one-step"}}, "holds"},
          {{"aux-sink", {"stop=one-step", "rounds=2"}}, "holds"},
          {{"aux-sink", {"stop=one-step", "third=sysfs"}}, "holds"},
          {{"aux-sink", {"stop=one-step", "third=other-session"}}, "holds"}});
}

TEST(AuxSink, TheLastOneCopies) {
  const std::vector<const char*> repaired = {"stop=one-step"};
  expect(
      {{{"aux-sink", repaired, "", "etr-compares-wrappers"}, "I-38"},
       {{"aux-sink", repaired, "", "sink-always-drained"}, "I-38"},
       {{"aux-sink", repaired, "", "sink-always-programmed"}, "I-38"},
       {{"aux-sink", repaired, "", "sink-left-by-first"}, "I-38"},
       {{"aux-sink", {"stop=one-step", "third=sysfs"}, "", "sysfs-mode-not-rechecked"}, "I-38"}});
}

// F-13: Linux 6.1 as it stands.
TEST(AuxBtsSnapshot, AnInterruptSetsItBack) {
  expect({{{"aux-bts-snapshot", {}}, "I-31"},
          {{"aux-bts-snapshot", {"nmi=0", "starts=2"}}, "holds"},
          {{"aux-bts-snapshot", {"update=interrupt-too"}}, "holds"},
          {{"aux-bts-snapshot", {"update=interrupt-too", "starts=2"}}, "holds"}});
}

}  // namespace
}  // namespace ringcheck
