// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/aux/findings.hpp"
#include "properties/core/finding.hpp"

namespace ringcheck {

std::vector<KnownViolation> trbe_violations() {
  return {
      shown(kPaddingFinding, "aux-trbe", {"armv8", "lkmm"}, {"I-23"}, "padding=wmb"),
  };
}

}  // namespace ringcheck
