#pragma once
// Models as they are for programs that people write today.

#include "models/model.hpp"

namespace ringcheck {

/// `model`, with what the language has changed since it was published: rc11 gets the release
/// sequences of C++20 (P0982), which a later store of the same thread does not continue. Any other
/// model is the same.
Model for_programs(const Model& model);

}  // namespace ringcheck
