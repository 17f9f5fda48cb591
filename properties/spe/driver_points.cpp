// The ordering points of Arm SPE's driver.
// Tested by tests/cli/driver_study_test.cpp.
#include "properties/core/driver_point.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kSpe = "Arm SPE";

}  // namespace

std::vector<DriverPoint> spe_driver_points() {
  return {
      {kSpe,
       "arm64",
       "armv8",
       "spe_B",
       "dsb",
       check_of("aux-spe", "padding=wmb irq=0"),
       {"spe_B=none"},
       {},
       "PSB CSYNC alone does not make the unit's stores visible"},
      {kSpe,
       "arm64",
       "armv8",
       "padding",
       "nothing (F-11)",
       check_of("aux-spe", "padding=wmb"),
       {"padding=unordered"},
       {},
       "padding is plain stores after the DSB, and skip stores aux_head"},
  };
}

}  // namespace ringcheck
