#pragma once
// Names of tests.

#include <algorithm>
#include <string>

namespace ringcheck {

/// `name`, of a model for example, as part of a test's name: '_' stands for '-'.
inline std::string identifier(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace ringcheck
