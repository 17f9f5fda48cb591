// A sink that several tracers share, and a unit in snapshot mode: what holds, and what mainline
// has.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

// F-10: Linux 6.1 as it stands, and what repairs it.
TEST(AuxSink, WhoLooksWhetherItIsTheLastOneLeavesLater) {
  expect({{kAll, {"aux-sink", {}}, "I-38"},
          {kAll, {"aux-sink", {"stop=one-step"}}, "holds"},
          {"sc", {"aux-sink", {"stop=one-step", "rounds=2"}}, "holds"},
          {"sc", {"aux-sink", {"stop=one-step", "third=sysfs"}}, "holds"},
          {"sc", {"aux-sink", {"stop=one-step", "third=other-session"}}, "holds"}});
}

TEST(AuxSink, TheLastOneCopies) {
  const std::vector<const char*> repaired = {"stop=one-step"};
  expect({{"sc", {"aux-sink", repaired, "", "etr-compares-wrappers"}, "I-38"},
          {"sc", {"aux-sink", repaired, "", "sink-always-drained"}, "I-38"},
          {"sc", {"aux-sink", repaired, "", "sink-always-programmed"}, "I-38"},
          {"sc", {"aux-sink", repaired, "", "sink-left-by-first"}, "I-38"},
          {"sc",
           {"aux-sink", {"stop=one-step", "third=sysfs"}, "", "sysfs-mode-not-rechecked"},
           "I-38"}});
}

// F-21: Linux 6.1 as it stands, and what repairs it.
TEST(AuxSink, WhoReadsItsFileKeepsTheLastTracerFromLeaving) {
  const std::vector<const char*> repaired = {"reading=keeps-sysfs"};
  expect({{kAll, {"aux-sink-read", {}}, "I-38"},
          {kAll, {"aux-sink-read", repaired}, "holds"},
          {"sc", {"aux-sink-read", {"third=nobody"}}, "holds"},
          {"sc", {"aux-sink", {"stop=one-step", "third=file"}}, "I-38"},
          {"sc", {"aux-sink", {"stop=one-step", "third=file", "reading=keeps-sysfs"}}, "holds"}});
}

// F-13: Linux 6.1 as it stands.
TEST(AuxBtsSnapshot, AnInterruptSetsItBack) {
  expect({{"sc", {"aux-bts-snapshot", {}}, "I-31"},
          {"sc", {"aux-bts-snapshot", {"nmi=0", "starts=2"}}, "holds"},
          {"sc", {"aux-bts-snapshot", {"update=interrupt-too"}}, "holds"},
          {"sc", {"aux-bts-snapshot", {"update=interrupt-too", "starts=1"}}, "holds"}});
}

}  // namespace
}  // namespace ringcheck
