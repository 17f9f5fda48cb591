#pragma once
// Properties of CoreSight's components, as executions are judged by.

#include "check/property.hpp"

namespace ringcheck {

extern const Property kOneClaim;             ///< I-54
extern const Property kProgrammedWhileIdle;  ///< I-55

}  // namespace ringcheck
