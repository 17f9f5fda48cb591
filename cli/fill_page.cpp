// Pages from templates.
// Tested by tests/cli/explorer_page_test.cpp.
#include "cli/fill_page.hpp"

#include <nlohmann/json.hpp>

#include "cli/pages/embedded.hpp"
#include "graph/check.hpp"

namespace ringcheck {

std::string_view page_resource(std::string_view name) {
  for (const EmbeddedFile& file : embedded_page_files())
    if (file.name == name) return file.text;
  RC_CHECK(false, "a page lacks a file");
  return {};
}

std::string fill_page(std::string_view page,
                      const std::map<std::string, std::string, std::less<>>& parts) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = page.find("{{"); at != std::string_view::npos; at = page.find("{{", done)) {
    const std::size_t end = page.find("}}", at);
    const auto part = parts.find(page.substr(at + 2, end - at - 2));
    RC_CHECK(part != parts.end(), "a page names a part that is not given");
    result += page.substr(done, at - done);
    result += part->second;
    done = end + 2;
  }
  return result + std::string(page.substr(done));
}

std::string script_json(const nlohmann::ordered_json& json) {
  std::string result;
  for (const char c : json.dump()) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

}  // namespace ringcheck
