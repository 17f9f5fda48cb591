#pragma once
// From syntax tree to plan.

#include <functional>
#include <set>
#include <string>

#include "models/language/plan_builder.hpp"

namespace ringcheck::cat {

/// Finds the file meant by `include "name"` at `from`; null if there is none.
using Loader = std::function<SourcePtr(const std::string& name, const Position& from)>;

/// What a model has besides its text.
struct Beside {
  SourcePtr bell;  ///< its statements come first; then its enums declare the annotations
  /// A user's text: it may use names that fit no event here, and gets one more axiom, that
  /// dependencies and rf have no cycle.
  bool no_thin_air = false;
  /// Graphs may have accesses of several events: then `si` is more than identity.
  bool pieces = false;
  std::set<std::string> variants;  ///< for which `if "…"` holds, in lower case
};

/// Compiles `main` and the files that it includes, with the set names of `vocabulary` and the
/// relations that every model knows. Functions are inlined. Errors: InputError with the place.
Plan compile(const SourcePtr& main, const Loader& loader, const Vocabulary& vocabulary, Style style,
             const Beside& beside = {});

}  // namespace ringcheck::cat
