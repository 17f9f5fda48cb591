#pragma once
// Properties of CoreSight's components, for judging executions.

#include "check/property.hpp"

namespace ringcheck {

extern const Property kOneClaim;             ///< I-54
extern const Property kProgrammedWhileIdle;  ///< I-55

}  // namespace ringcheck
