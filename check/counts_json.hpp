#pragma once
// What an exploration counted, as JSON.

#include <nlohmann/json_fwd.hpp>

#include "explore/explore.hpp"

namespace ringcheck {

/// The counts that add up over the parts of an exploration, by name.
nlohmann::ordered_json counts_json(const ExploreCounts& counts);

/// Reads what counts_json made into `counts`. Errors: nlohmann::json::exception.
void counts_from(const nlohmann::ordered_json& json, ExploreCounts& counts);

}  // namespace ringcheck
