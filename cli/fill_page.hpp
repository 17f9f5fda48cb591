#pragma once
// Pages from the files of cli/pages, which the command carries inside it.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ringcheck {

/// The text of a file of cli/pages. Pre: there is one of this name.
std::string_view page_resource(std::string_view name);

/// `page` with each {{NAME}} replaced by the part of that name. Pre: there is one.
std::string fill_page(std::string_view page,
                      const std::map<std::string, std::string, std::less<>>& parts);

/// JSON that is safe in a script element: "</script" and "<!--" do not occur in it.
std::string script_json(const nlohmann::ordered_json& json);

}  // namespace ringcheck
