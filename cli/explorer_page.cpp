// Puts the data, the style and the scripts into the page.
// Tested by tests/cli/explorer_page_test.cpp, and in a browser by tests/web.
#include "cli/explorer_page.hpp"

#include <nlohmann/json.hpp>

#include "cli/fill_page.hpp"
#include "cli/markdown_html.hpp"

namespace ringcheck {

namespace {

std::string filled(const Explained& explained, const std::string& style, const std::string& script,
                   const std::string& back) {
  return fill_page(page_resource("explorer.html"), {{"title", escaped_html(explained.title)},
                                                    {"style", style},
                                                    {"back", back},
                                                    {"data", script_json(explorer_data(explained))},
                                                    {"script", script}});
}

}  // namespace

std::string explorer_style() {
  return std::string(page_resource("explorer.css"));
}

std::string explorer_script() {
  std::string scripts;
  for (const char* const name : {"execution.js", "diagram.js", "memory.js", "page.js"})
    scripts += page_resource(name);
  return scripts;
}

std::string explorer_page(const Explained& explained) {
  return filled(explained, "<style>\n" + explorer_style() + "</style>",
                "<script type=\"module\">\n" + explorer_script() + "</script>", "");
}

std::string explorer_page_of_site(const Explained& explained) {
  return filled(explained, "<link rel=\"stylesheet\" href=\"../explorer.css\">",
                "<script src=\"../explorer.js\"></script>",
                "  <p><a href=\"../index.html\" target=\"_top\">All results</a></p>\n");
}

}  // namespace ringcheck
