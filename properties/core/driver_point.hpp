#pragma once
// What rows of ordering points of drivers are made of.

#include <string_view>
#include <vector>

#include "check/driver_study.hpp"

namespace ringcheck {

/// The scenario of this name with `settings`, as Check::with takes them.
Check check_of(std::string_view scenario, std::string_view settings = "");

}  // namespace ringcheck
