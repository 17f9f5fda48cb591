#pragma once
// What the functions of the specification are called in the text that they specify.

#include <functional>
#include <string_view>

#include "check/check.hpp"
#include "cli/execution_text.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// The function of the kernel, or of a user's program, that the specification's `function` is, or
/// is part of. Most have the same name, and then this is `function` itself. The site tells apart
/// what several functions use for their accesses; if the site does not tell, this is empty.
std::string_view original_function(std::string_view function, std::string_view site);

/// Names what made each event of `graph`, a complete execution of `check`. Sites have the names of
/// `ringcheck list sites`.
std::function<MadeBy(EventId)> makers_of(const Check& check, const ExecutionGraph& graph);

}  // namespace ringcheck
