// Puts the data, the style and the scripts into the page.
// Tested by tests/cli/explorer_page_test.cpp, and in a browser by tests/web.
#include "cli/explorer_page.hpp"

#include <nlohmann/json.hpp>

#include "cli/fill_page.hpp"
#include "cli/markdown_html.hpp"

namespace ringcheck {

std::string explorer_page(const Explained& explained) {
  std::string scripts;
  for (const char* const name : {"execution.js", "diagram.js", "memory.js", "page.js"})
    scripts += page_resource(name);
  return fill_page(page_resource("explorer.html"),
                   {{"title", escaped_html(explained.title)},
                    {"style", std::string(page_resource("explorer.css"))},
                    {"data", script_json(explorer_data(explained))},
                    {"script", scripts}});
}

}  // namespace ringcheck
