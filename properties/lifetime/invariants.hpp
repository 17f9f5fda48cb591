#pragma once
// What must hold in this area, one to a file.

#include "properties/core/perf_view.hpp"

namespace ringcheck {

extern const Property kNoUseAfterFree;  ///< I-39
extern const Property kChargedPages;    ///< I-113

}  // namespace ringcheck
