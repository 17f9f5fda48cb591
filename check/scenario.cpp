// Finding things by name.
// Tested by tests/check/scenario_test.cpp.
#include "check/scenario.hpp"

#include <fmt/format.h>

#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

/// The one of `all` whose name `name_of` gives is `name`. Errors: InputError that lists the names.
template <class All, class NameOf>
auto find(const All& all, std::string_view what, std::string_view name, NameOf&& name_of) {
  std::string known;
  for (const auto& one : all) {
    if (name_of(one) == name) return one;
    known.append(known.empty() ? "" : ", ").append(name_of(one));
  }
  throw InputError({"", 0, 0, fmt::format("no {} \"{}\"; there are {}", what, name, known)});
}

}  // namespace

const Scenario& Catalogue::scenario(std::string_view name) const {
  return *find(scenarios, "scenario", name,
               [](const Scenario* one) -> std::string_view { return one->name; });
}

const Property& Catalogue::property(std::string_view id) const {
  return *find(properties, "property", id, [](const Property* one) { return one->id; });
}

std::string_view Catalogue::defect(std::string_view name) const {
  return find(defects, "defect", name, [](std::string_view one) { return one; });
}

}  // namespace ringcheck
