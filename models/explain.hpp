#pragma once
// Why a graph is not consistent, in the words of the model's text.

#include <optional>

#include "models/evaluation.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// The first axiom of `plan` that `graph` violates, with a shortest cycle.
/// Pre: a literal plan, whose nodes stand for what the text says.
std::optional<Refusal> explain_refusal(const cat::Plan& plan, const ExecutionGraph& graph);

}  // namespace ringcheck
