#pragma once
// One word for an execution: its decisions, with locations by their keys.

#include <string>
#include <string_view>

#include "explore/decisions.hpp"
#include "face/layout.hpp"

namespace ringcheck {

/// The token of an execution. Events from slot reached[t] of thread t on are left out: a fault
/// comes before them.
std::string token_of(const Layout& layout, const ExecutionGraph& graph,
                     const std::vector<int>& reached);

/// The decisions that a token names. Locations that `layout` does not know yet are left out.
/// Errors: InputError for text that is no token.
Decisions decisions_of_token(const Layout& layout, std::string_view token);

}  // namespace ringcheck
