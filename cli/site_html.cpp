// Pieces of the site's pages.
// Tested by tests/cli/report_site_test.cpp, and in a browser by tests/web.
#include "cli/site_html.hpp"

#include <fmt/format.h>

#include "cli/fill_page.hpp"
#include "cli/markdown_html.hpp"

namespace ringcheck {

std::string html_link(std::string_view href, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", escaped_html(href), escaped_html(text));
}

std::string html_table(std::string_view what, const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string text = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table><thead><tr>",
      escaped_html(what));
  for (const std::string& cell : head) text += fmt::format("<th scope=\"col\">{}</th>", cell);
  text += "</tr></thead><tbody>\n";
  for (const auto& row : rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      text += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", row[i])
                     : fmt::format("<td>{}</td>", row[i]);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string html_run(std::string_view href, std::string_view title) {
  return fmt::format(
      "<section class=\"run\"><h2>{0}</h2>\n<p>{1}</p>\n"
      "<iframe name=\"run\" src=\"{2}\" title=\"{0}, step by step\" loading=\"lazy\"></iframe>\n"
      "</section>\n",
      escaped_html(title), html_link(href, "Open it alone"), escaped_html(href));
}

std::string html_run_link(std::string_view href, std::string_view text) {
  return fmt::format("<a href=\"{}\" target=\"run\">{}</a>", escaped_html(href),
                     escaped_html(text));
}

std::string html_folded(std::string_view title, std::string_view body) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", escaped_html(title), body);
}

std::string html_pre(std::string_view text) {
  return fmt::format("<pre tabindex=\"0\">{}</pre>\n", escaped_html(text));
}

std::string property_link(std::string_view id) {
  return html_link(fmt::format("../properties/{}.html", id), id);
}

std::string entry_link(std::string_view id) {
  return html_link(fmt::format("../findings/{}.html", id), id);
}

std::string scenario_link(std::string_view name) {
  return html_link(fmt::format("../scenarios/{}.html", name), name);
}

std::string site_page(std::string_view title, std::string_view body, std::string_view root,
                      std::string_view scripts) {
  return fill_page(page_resource("site.html"), {{"title", escaped_html(title)},
                                                {"root", std::string(root)},
                                                {"body", std::string(body)},
                                                {"scripts", std::string(scripts)}});
}

}  // namespace ringcheck
