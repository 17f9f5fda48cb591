// Symmetric threads of scenarios: what is found and counted is the same, whether they are explored
// in one order or in all.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct SymmetricRow {
  const char* model;
  CheckRow row;
};

const std::vector<SymmetricRow> kSymmetric = {
    {"sc", {"mmap-close-twice", {}}},
    {"sc", {"mmap-close-twice", {"redirect=none"}}},
    {"sc", {"mmap-close-twice", {"close=under-mutex"}}},
    {"sc", {"mmap-close-twice", {}, "", "dec-then-test"}},
    {"sc", {"event-oncpu", {"stoppers=3"}}},
    {"lkmm", {"event-oncpu", {"stoppers=3", "stops=1"}}},
    {"armv8", {"event-oncpu", {"stoppers=2"}, "", "stop-without-rmb"}},
    {"armv8", {"event-oncpu", {"stoppers=3", "stops=1"}, "", "stop-without-rmb"}},
    {"power", {"event-oncpu", {"stoppers=2"}, "", "sched-in-without-wmb"}}};

std::string text_of(const std::optional<Witness>& witness) {
  return witness ? to_json(*witness) : "none";
}

TEST(SymmetricScenarios, AnswerTheSameInOneOrderAsInAll) {
  std::uint64_t left_out = 0;
  for (const SymmetricRow& row : kSymmetric) {
    const Model model = find_model(row.model);
    Check run = run_of(row.row);
    const CheckResult once = run_check(run, model);
    run.symmetry = false;
    const CheckResult each = run_check(run, model);
    std::string what = std::string(row.model) + " " + row.row.scenario + " " + row.row.defect;
    for (const char* parameter : row.row.parameters) what.append(" ").append(parameter);
    SCOPED_TRACE(what);
    EXPECT_EQ(verdict_name(once.verdict), verdict_name(each.verdict));
    EXPECT_EQ(once.counts.complete, each.counts.complete);
    EXPECT_EQ(once.counts.blocked, each.counts.blocked);
    EXPECT_EQ(once.violating, each.violating);
    EXPECT_EQ(once.counts.events_max, each.counts.events_max);
    EXPECT_LT(once.counts.nodes, each.counts.nodes);
    EXPECT_EQ(text_of(once.witness), text_of(each.witness));
    for (std::size_t i = 0; i < each.properties.size(); ++i) {
      EXPECT_EQ(once.properties[i].violations, each.properties[i].violations);
      EXPECT_EQ(once.properties[i].seen, each.properties[i].seen);
      EXPECT_EQ(text_of(once.properties[i].witness), text_of(each.properties[i].witness));
    }
    left_out += once.counts.symmetric;
  }
  EXPECT_GT(left_out, 0U);
}

}  // namespace
}  // namespace ringcheck
