#pragma once
// A witness as a picture, and as a page to step through.

#include <string>
#include <vector>

#include "check/witness.hpp"

namespace ringcheck {

/// Its graph in Graphviz' language, with what is violated and how below.
std::string witness_dot(const Witness& witness);

/// The explorer's page of it: one file with all that it needs.
std::string witness_page(const Witness& witness);

/// The same as a page of a site (explorer_page_of_site), with the commands that show it again. It
/// has a litmus test only if no interleaving shows the execution.
std::string witness_page_of_site(const Witness& witness, const std::vector<std::string>& commands);

}  // namespace ringcheck
