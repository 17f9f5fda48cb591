#pragma once
// Models for programs whose accesses may take several locations as a whole.

#include <optional>

#include "models/model.hpp"

namespace ringcheck {

/// `model` for graphs that have accesses of several pieces (Event::instruction): `si` relates them,
/// and `if "mixed"` holds in its text. Only the text of such a model is asked, since faster checks
/// take each event for a whole access. Nothing: the model does not say what accesses of several
/// sizes to one place mean.
std::optional<Model> for_pieces(const Model& model);

/// True iff for_pieces() gives a model.
bool knows_pieces(const Model& model);

}  // namespace ringcheck
