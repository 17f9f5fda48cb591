#pragma once
// Every scenario, one a file.

#include "properties/scenario.hpp"

namespace ringcheck {

extern const Scenario kOneSlotRing;
extern const Scenario kSpscRing;
extern const Scenario kPerfRing;
extern const Scenario kPerfRingFull;
extern const Scenario kPerfRingNested;
extern const Scenario kPerfRingOverrun;

}  // namespace ringcheck
