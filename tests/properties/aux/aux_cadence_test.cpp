// Wakeups and records of the AUX area: who waits is woken for each watermark, and a record tells of
// what aux_head covers.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

TEST(AuxCadence, NobodySleepsOverAWatermark) {
  expect({{"sc x86-tso", {"aux-cadence", {}}, "holds"},
          // F-03: Linux 6.1 as it stands.
          {"armv8 riscv power rc11 lkmm", {"aux-cadence", {}}, "I-29"},
          {"armv8 riscv power rc11 lkmm", {"aux-cadence", {"flag=release"}}, "holds"},
          {"sc", {"aux-cadence", {"second=skip"}}, "holds"},
          {"sc", {"aux-cadence", {"transactions=4"}}, "holds"},
          {"sc", {"aux-cadence", {}, "", "aux-woken-before-head"}, "I-29"},
          {"sc", {"aux-cadence", {"second=skip"}, "", "skip-wakes-nobody"}, "I-29"},
          {"sc", {"aux-cadence", {"second=skip"}, "", "skip-keeps-wakeup"}, "I-29"}});
}

TEST(AuxRecords, TellOfWhatTheHeadCovers) {
  for (const char* model : {"sc", "x86-tso", "armv8", "lkmm"})
    expect({{model, {"aux-records", {}}, "holds"},
            {model, {"aux-records", {"reader=by-record"}}, "I-30"},
            {model, {"aux-records", {}, "", "aux-head-before-record"}, "I-30"}});
}

}  // namespace
}  // namespace ringcheck
