#pragma once
// Names of the driver of Arm SPE that the preprocessor puts together.

#include <string_view>
#include <vector>

namespace ringcheck {

/// The fields of attr.config and its neighbours for an event of Arm SPE, as KernelUnit::needs wants
/// them: picking does not see that they are needed.
std::vector<std::string_view> spe_fields();

}  // namespace ringcheck
