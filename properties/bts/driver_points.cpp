// The ordering points of Intel BTS's driver.
// Tested by tests/cli/driver_study_test.cpp.
#include "properties/core/driver_point.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kBts = "Intel BTS";

}  // namespace

std::vector<DriverPoint> bts_driver_points() {
  // No other machine has BTS.
  return {
      {kBts,
       "x86-64",
       "x86-tso",
       "bts_config",
       "wmb",
       check_of("aux-bts", "nmi=0 starts=2 most=1"),
       {"bts_config=none"},
       {"sc", "x86-tso"},
       "BTS loads from the debug store where to write; stores stay in order, and writing DEBUGCTL "
       "serialises"},
      {kBts,
       "x86-64",
       "x86-tso",
       "bts_stopped",
       "barrier",
       check_of("aux-bts", "nmi=2 unread=1 polls=0 state=after-enable"),
       {"bts_stopped=none"},
       {"sc", "x86-tso"},
       "it is passed in an NMI, which nothing that looks at the state interrupts"},
      {kBts,
       "x86-64",
       "x86-tso",
       "bts_B",
       "barrier",
       check_of("aux-bts", "most=1"),
       {"bts_B=none"},
       {"sc", "x86-tso"},
       "what BTS stored is visible when it is disabled, and the driver's own stores stay in order; "
       "what the barrier keeps the compiler from is mutant T-05"},
      {kBts,
       "x86-64",
       "x86-tso",
       "settled stores",
       "the device",
       check_of("aux-bts", "nmi=0 most=1"),
       {"stores=posted"},
       {"sc", "x86-tso"},
       "the driver has no fence after disabling BTS: it relies on the stores being visible then, "
       "as the documentation says"},
  };
}

}  // namespace ringcheck
