// Things with a name, as text and as rows.
// Tested by tests/cli/list_test.cpp and tests/cli/explain_test.cpp.
#include <fmt/format.h>

#include "cli/named_things.hpp"
#include "cli/text_layout.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

/// Calls `visit` with each thing of this name, and its kind.
template <class Visit>
void for_each_named(std::string_view name, const Visit& visit) {
  if (name == "-" || name.find_first_of("./") != std::string_view::npos) return;  // a path
  for (const ThingKind& kind : thing_kinds()) {
    // A model may have several names.
    const std::string_view wanted = kind.plural == "models" ? canonical_model(name) : name;
    for (const NamedThing& thing : kind.all())
      if (same_name(thing.name, wanted)) visit(kind, thing);
  }
}

}  // namespace

std::string thing_text(const ThingKind& kind, const NamedThing& thing) {
  return wrapped(fmt::format("{} {}: {}", kind.singular, thing.name, thing.title), 0) +
         thing.details();
}

Json thing_json(const ThingKind& kind, const NamedThing& thing) {
  Json row = {{"kind", kind.singular}, {"name", thing.name}, {"title", thing.title}};
  row.update(thing.members());
  return row;
}

std::string named_text(std::string_view name) {
  std::string text;
  for_each_named(name, [&](const ThingKind& kind, const NamedThing& thing) {
    text += (text.empty() ? "" : "\n") + thing_text(kind, thing);
  });
  return text;
}

Json named_json(std::string_view name) {
  Json rows = Json::array();
  for_each_named(name, [&](const ThingKind& kind, const NamedThing& thing) {
    rows.push_back(thing_json(kind, thing));
  });
  return rows;
}

}  // namespace ringcheck
