#pragma once
// The version of the library.

#include <string_view>

namespace ringcheck {

/// Major, minor and patch, as "1.2.3".
std::string_view version();

}  // namespace ringcheck
