#pragma once
// Witnesses of scenarios in files.

#include <string>

#include "check/witness.hpp"

namespace ringcheck {

/// Runs the witness `text`, which was read from `path`, again. Errors: InputError that names the
/// file.
Replay replay_scenario(const std::string& path, const std::string& text);

}  // namespace ringcheck
