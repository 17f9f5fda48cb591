#pragma once
// The explorer: an execution as one HTML page to step through.

#include <string>

#include "cli/explorer_data.hpp"

namespace ringcheck {

/// `explained` as a page that needs nothing beside it: no network, no other file. The same input
/// gives the same bytes.
std::string explorer_page(const Explained& explained);

/// The same as a page of a site, in a folder beside explorer.css and explorer.js, with a link to its
/// index.html.
std::string explorer_page_of_site(const Explained& explained);

/// What explorer.css and explorer.js of a site are.
std::string explorer_style();
std::string explorer_script();

}  // namespace ringcheck
