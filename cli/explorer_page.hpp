#pragma once
// The explorer: an execution as one HTML page to step through.

#include <string>

#include "cli/explorer_data.hpp"

namespace ringcheck {

/// `explained` as a page that needs nothing beside it: no network, no other file. The same input
/// gives the same bytes.
std::string explorer_page(const Explained& explained);

}  // namespace ringcheck
