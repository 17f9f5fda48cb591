#pragma once
// From syntax tree to plan.

#include <functional>
#include <string>

#include "models/language/plan_builder.hpp"

namespace ringcheck::cat {

/// Finds the file that `include "name"` at `from` means; null if there is none.
using Loader = std::function<SourcePtr(const std::string& name, const Position& from)>;

/// Compiles `main` and the files that it includes, with the set names of `vocabulary` and the
/// relations that every model knows. Functions are inlined. Errors: InputError with the place.
Plan compile(const SourcePtr& main, const Loader& loader, const Vocabulary& vocabulary,
             Style style);

}  // namespace ringcheck::cat
