#pragma once
// What must hold of this area, one a file.

#include "properties/core/perf_view.hpp"

namespace ringcheck {

extern const Property kNoUseAfterFree;  ///< I-39

}  // namespace ringcheck
