#pragma once
// Every model's answer to a generated test.

#include <string>

#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// `Expected: sc=Never armv8=Sometimes …`, as comments have it: the answers, found by running the
/// test, of all models that have a meaning for it, in the order of model_names().
std::string expected_line(const LitmusTest& test);

}  // namespace ringcheck::litmus
