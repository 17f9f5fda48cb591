#pragma once
// The explorer: an execution as one HTML page to step through.

#include <string>

#include "cli/explorer_data.hpp"

namespace ringcheck {

/// `explained` as a page that needs nothing else: no network, no other file. The same input gives
/// the same bytes.
std::string explorer_page(const Explained& explained);

/// The same as a page of a site, in a folder beside explorer.css and explorer.js, with a link to
/// the site's index.html.
std::string explorer_page_of_site(const Explained& explained);

/// The contents of a site's explorer.css and explorer.js.
std::string explorer_style();
std::string explorer_script();

}  // namespace ringcheck
