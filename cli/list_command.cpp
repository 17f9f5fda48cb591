// `ringcheck list`: everything that the command line can name.
// Tested by tests/cli/list_test.cpp.
#include "cli/list_command.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/check_options.hpp"
#include "cli/coverage_page.hpp"
#include "cli/named_things.hpp"
#include "cli/output.hpp"
#include "cli/text_layout.hpp"
#include "graph/diagnostic.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

/// The kinds that `spoken` names, in the singular or the plural; all if it is empty.
std::vector<ThingKind> chosen_kinds(const std::string& spoken) {
  std::vector<ThingKind> chosen;
  std::vector<std::string_view> names;
  for (const ThingKind& kind : thing_kinds()) {
    names.push_back(kind.plural);
    if (spoken.empty() || same_name(kind.plural, spoken) || same_name(kind.singular, spoken))
      chosen.push_back(kind);
  }
  names.push_back(kCoverageKind);
  if (chosen.empty())
    throw InputError({"list", 0, 0,
                      fmt::format("saw '{}', expected what can be listed{}", spoken,
                                  instead_of(spoken, names, "ringcheck list --help"))});
  return chosen;
}

std::string list_text(const ThingKind& kind, const std::vector<NamedThing>& things) {
  std::size_t at = 0;
  for (const NamedThing& thing : things) at = std::max(at, columns_of(thing.name) + 4);
  std::string text = std::string(kind.plural) + '\n';
  for (const NamedThing& thing : things)
    text += beside(thing.name, thing.title, 2, std::min<std::size_t>(at, 30));
  return text;
}

/// The thing of this name. Errors: InputError with a name that is near.
NamedThing thing_of(const ThingKind& kind, const std::string& name) {
  const std::string_view wanted = kind.plural == "models" ? canonical_model(name) : name;
  const std::vector<NamedThing> things = kind.all();
  std::vector<std::string_view> names;
  for (const NamedThing& thing : things) {
    if (same_name(thing.name, wanted)) return thing;
    names.push_back(thing.name);
  }
  throw InputError(
      {"list", 0, 0,
       fmt::format("no {} \"{}\"{}", kind.singular, name,
                   instead_of(name, names, fmt::format("ringcheck list {}", kind.plural)))});
}

/// What the documents describe, and how much of it there is.
ExitStatus list_coverage(const ListOptions& options) {
  if (!options.name.empty())
    throw InputError(
        {"list", 0, 0, fmt::format("saw 'coverage {}', expected no name of a row", options.name)});
  if (options.markdown)
    std::cout << coverage_page();
  else if (options.json.empty())
    std::cout << coverage_text();
  else
    write_output(options.json, json_rows(coverage_json()));
  return ExitStatus::holds;
}

}  // namespace

ExitStatus list(const ListOptions& options) {
  if (same_name(options.kind, kCoverageKind)) return list_coverage(options);
  if (options.markdown)
    throw InputError({"list", 0, 0, "saw --markdown, expected it with `list coverage` alone"});
  const std::vector<ThingKind> kinds = chosen_kinds(options.kind);
  if (!options.json.empty()) require_writable(options.json);
  std::string text;
  Json rows = Json::array();
  for (const ThingKind& kind : kinds) {
    const std::vector<NamedThing> things =
        options.name.empty() ? kind.all() : std::vector{thing_of(kind, options.name)};
    if (!options.json.empty())
      for (const NamedThing& thing : things) rows.push_back(thing_json(kind, thing));
    else if (!options.name.empty())
      text += thing_text(kind, things.front());
    else
      text += (text.empty() ? "" : "\n") + list_text(kind, things);
  }
  if (options.json.empty())
    std::cout << text;
  else
    write_output(options.json, json_rows(rows));
  return ExitStatus::holds;
}

void add_list(CLI::App& app, std::function<ExitStatus()>& action) {
  auto* command = app.add_subcommand("list", "What there is to name on a command line");
  auto asked = std::make_shared<ListOptions>();
  command
      ->add_option("kind", asked->kind,
                   "models, scenarios, properties, findings, sites, mutants or machines (all), or "
                   "coverage: what there is of each mechanism of the documents")
      ->type_name("");
  command->add_option("name", asked->name, "The one of this name, with all that there is to say")
      ->type_name("");
  options::add_json(*command, asked->json);
  command->add_flag("--markdown", asked->markdown, "Of coverage: as the page docs/coverage.md");
  command->callback([&action, asked] { action = [asked] { return list(*asked); }; });
}

}  // namespace ringcheck
