// The ordering points of Intel PT's driver.
// Tested by tests/cli/driver_study_test.cpp.
#include "properties/core/driver_point.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kPt = "Intel PT";

}  // namespace

std::vector<DriverPoint> pt_driver_points() {
  return {
      {kPt,
       "x86-64",
       "x86-tso",
       "pt_B",
       "wmb",
       check_of("aux-pt", "pmi=0"),
       {"pt_B=none"},
       {},
       "the unit's stores are posted: disabling it does not make them visible, only a fence does"},
      {kPt,
       "x86-64",
       "x86-tso",
       "pt_nmi_before_stop",
       "barrier",
       check_of("aux-pt"),
       {"pt_nmi_before_stop=none"},
       {},
       "if the compiler stops the unit first, an interrupt starts it again"},
  };
}

}  // namespace ringcheck
