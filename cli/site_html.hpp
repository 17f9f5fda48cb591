#pragma once
// Pieces of the site's pages.

#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// A link; `text` is not yet HTML.
std::string html_link(std::string_view href, std::string_view text);

/// A table that scrolls by itself if it is wide. Cells are HTML; the first of each row is its head.
/// `what` tells a screen reader what the table is about.
std::string html_table(std::string_view what, const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows);

/// The explorer at `href`, in the page; links with that frame as their target open there. `title`
/// is not yet HTML.
std::string html_run(std::string_view href, std::string_view title);

/// A link that opens an explorer in the page's frame.
std::string html_run_link(std::string_view href, std::string_view text);

/// A folded part of a page. `title` is not yet HTML, `body` is.
std::string html_folded(std::string_view title, std::string_view body);

/// Text as it is, in a font of fixed width.
std::string html_pre(std::string_view text);

/// Links to the pages of properties: "I-01, I-06", from a folder below the root.
std::string property_link(std::string_view id);
/// To a finding or entry.
std::string entry_link(std::string_view id);
/// To a scenario.
std::string scenario_link(std::string_view name);

/// A whole page. `root` leads to the root of the site: "" or "../".
std::string site_page(std::string_view title, std::string_view body, std::string_view root,
                      std::string_view scripts = {});

}  // namespace ringcheck
