#pragma once
// The Markdown that ringcheck itself writes, as HTML.

#include <string>
#include <string_view>

namespace ringcheck {

/// `text` for an element or an attribute: &, <, > and " as entities.
std::string escaped_html(std::string_view text);

/// The name for links to a heading: lower case, with a dash for each run of characters that are not
/// letters or digits.
std::string slug_of(std::string_view heading);

/// `markdown` as the body of a page: headings and <details> (each with an id to link to),
/// paragraphs, lists with "- ", tables, fenced blocks, pictures, links, bold and code. Other lines
/// are text.
std::string html_of_markdown(std::string_view markdown);

}  // namespace ringcheck
