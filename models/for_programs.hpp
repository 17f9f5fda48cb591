#pragma once
// Models for programs that people write today.

#include "models/model.hpp"

namespace ringcheck {

/// `model`, with what the language has changed since the model was published: rc11 gets the release
/// sequences of C++20 (P0982), which a later store of the same thread does not continue. Other
/// models stay the same.
Model for_programs(const Model& model);

}  // namespace ringcheck
