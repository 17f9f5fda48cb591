#pragma once
// What must hold in this area, one to a file.

#include "properties/core/perf_view.hpp"

namespace ringcheck {

extern const Property kSampleFrozen;  ///< H-02

}  // namespace ringcheck
