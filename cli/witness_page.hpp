#pragma once
// A witness as a picture, and as a page to step through.

#include <string>

#include "check/witness.hpp"

namespace ringcheck {

/// Its graph in Graphviz' language, with what is violated and how below.
std::string witness_dot(const Witness& witness);

/// The explorer's page of it: one file with all that it needs.
std::string witness_page(const Witness& witness);

}  // namespace ringcheck
