// Finding things by name.
// Tested by tests/properties/core/registry_test.cpp.
#include "check/scenario.hpp"

#include <fmt/format.h>

#include <vector>

#include "graph/diagnostic.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

/// The one of `all` for which `name_of` gives `name`. Errors: InputError that says what there is
/// instead, as the command of this name lists it.
template <class All, class NameOf>
auto find(const All& all, std::string_view what, std::string_view name, NameOf&& name_of,
          std::string_view listed_by) {
  std::vector<std::string_view> known;
  for (const auto& one : all) {
    if (name_of(one) == name) return one;
    known.push_back(name_of(one));
  }
  for (const auto& one : all)
    if (same_name(name_of(one), name)) return one;
  throw InputError(
      {"", 0, 0, fmt::format("no {} \"{}\"{}", what, name, instead_of(name, known, listed_by))});
}

}  // namespace

const Scenario& Catalogue::scenario(std::string_view name) const {
  return *find(
      scenarios, "scenario", name,
      [](const Scenario* one) -> std::string_view { return one->name; },
      "ringcheck list scenarios");
}

const Property& Catalogue::property(std::string_view id) const {
  return *find(
      properties, "property", id, [](const Property* one) { return one->id; },
      "ringcheck list properties");
}

std::string_view Catalogue::defect(std::string_view name) const {
  return find(
      defects, "defect", name, [](std::string_view one) { return one; }, "ringcheck list mutants");
}

}  // namespace ringcheck
