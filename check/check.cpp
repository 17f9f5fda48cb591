// Settings of checks as text.
// Tested by tests/check/check_test.cpp.
#include "check/check.hpp"

#include <algorithm>

namespace ringcheck {

Check Check::with(std::string_view settings, const Defects& mistakes) const {
  Check check = *this;
  for (std::size_t at = 0; at < settings.size();) {
    const std::size_t end = std::min(settings.find(' ', at), settings.size());
    const std::string_view one = settings.substr(at, end - at);
    at = end + 1;
    if (one.empty()) continue;
    if (check.plan.has(one.substr(0, one.find('='))))
      check.plan.set(one);
    else
      check.parameters.set(one);
  }
  for (const std::string_view mistake : mistakes.names()) check.defects.insert(mistake);
  return check;
}

std::string Check::changes() const {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    text.append(text.empty() ? "" : " ").append(name).append("=").append(value);
  };
  const Parameters standard(scenario->parameters);
  for (std::size_t i = 0; i < scenario->parameters.size(); ++i)
    if (parameters.text(i) != standard.text(i))
      add(scenario->parameters[i].name, parameters.text(i));
  for (const Site* site : plan.sites())
    if (plan[site->name] != scenario->plan[site->name]) add(site->name, plan[site->name]);
  return text;
}

}  // namespace ringcheck
