// The ordering points of Arm TRBE's driver.
// Tested by tests/cli/driver_study_test.cpp.
#include "properties/core/driver_point.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kTrbe = "Arm TRBE";

}  // namespace

std::vector<DriverPoint> trbe_driver_points() {
  return {
      {kTrbe,
       "arm64",
       "armv8",
       "trbe_B",
       "dsb",
       check_of("aux-trbe", "padding=wmb irq=0"),
       {"trbe_B=none"},
       {},
       "TSB CSYNC alone does not make the unit's stores visible"},
      {kTrbe,
       "arm64",
       "armv8",
       "padding",
       "nothing (F-11)",
       check_of("aux-trbe", "padding=wmb"),
       {"padding=unordered"},
       {},
       "as for Arm SPE"},
  };
}

}  // namespace ringcheck
