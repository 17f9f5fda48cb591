// Tested by tests/cli/list_test.cpp.
#include "cli/named_things.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "check/known_violation.hpp"
#include "cli/text_layout.hpp"
#include "cli/witness_text.hpp"
#include "models/model.hpp"
#include "models/names.hpp"
#include "properties/aux/aux_invariants.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

/// "label: text" as a paragraph; nothing for no text.
std::string labelled_line(std::string_view label, std::string_view text) {
  return text.empty() ? "" : beside(fmt::format("{}:", label), text, 2, 16);
}

/// `names` as a list in a sentence.
template <class Names>
std::string listed(const Names& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string_view> vector_of(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

bool judges(const Scenario& scenario, const Property& property) {
  return std::ranges::find(scenario.properties, &property) != scenario.properties.end();
}

/// The names of the scenarios that `belongs` accepts.
template <class Belongs>
std::vector<std::string> scenarios_where(Belongs&& belongs) {
  std::vector<std::string> names;
  for (const Scenario* scenario : all_scenarios())
    if (belongs(*scenario)) names.push_back(scenario->name);
  return names;
}

/// The ids of the mutants that `belongs` accepts.
template <class Belongs>
std::vector<std::string_view> mutants_where(Belongs&& belongs) {
  std::vector<std::string_view> ids;
  for (const Mutant* mutant : all_mutants())
    if (belongs(*mutant)) ids.push_back(mutant->id);
  return ids;
}

/// The findings that violate `property`, each once.
std::vector<std::string_view> findings_of(std::string_view property) {
  std::vector<std::string_view> ids;
  for (const KnownViolation& finding : recorded_findings())
    if (std::ranges::find(finding.properties, property) != finding.properties.end() &&
        std::ranges::find(ids, finding.id) == ids.end())
      ids.push_back(finding.id);
  return ids;
}

std::vector<NamedThing> models() {
  std::vector<NamedThing> things;
  for (const MachineNames& names : all_machine_names()) {
    const Model model = find_model(names.model);
    things.push_back(
        {std::string(names.model), model.title(),
         [=] {
           std::vector<std::string_view> other(names.aliases.begin(), names.aliases.end());
           for (const std::string_view one : {names.litmus, names.kernel})
             if (!one.empty() && one != names.model) other.insert(other.begin(), one);
           return labelled_line("also called", listed(other)) +
                  labelled_line("axioms", listed(model.axioms())) +
                  labelled_line("tests", names.litmus) +
                  labelled_line("try",
                                fmt::format("ringcheck verify perf-ring --model {}", names.model));
         },
         [=] {
           return Json{{"aliases", vector_of(names.aliases)},
                       {"kernel", names.kernel},
                       {"litmus", names.litmus},
                       {"axioms", model.axioms()}};
         }});
  }
  return things;
}

std::string scenario_details(const Scenario& scenario) {
  std::string text;
  const Parameters standard(scenario.parameters);
  for (std::size_t i = 0; i < scenario.parameters.size(); ++i) {
    const Parameter& one = scenario.parameters[i];
    if (i == 0) text += "  parameters (--param NAME=VALUE), with their defaults:\n";
    text += beside(fmt::format("{}={}", one.name, standard.text(i)),
                   fmt::format("{} ({})", one.description, one.range()), 4, 26);
  }
  std::vector<std::string_view> sites;
  for (const Site* site : scenario.plan.sites()) sites.push_back(site->name);
  text += labelled_line("sites", listed(sites));
  std::vector<std::string_view> own;
  std::vector<std::string_view> incidental;
  for (const Property* property : scenario.properties) {
    const auto& beside_it = scenario.incidental;
    const bool is_incidental = std::ranges::find(beside_it, property) != beside_it.end();
    (is_incidental ? incidental : own).push_back(property->id);
  }
  text += labelled_line("shows", listed(own)) + labelled_line("judges too", listed(incidental));
  text += labelled_line("models", scenario.models.empty() ? "all" : listed(scenario.models));
  return text + labelled_line("try", "ringcheck verify " + scenario.name);
}

Json scenario_json(const Scenario& scenario) {
  Json parameters = Json::array();
  const Parameters standard(scenario.parameters);
  for (std::size_t i = 0; i < scenario.parameters.size(); ++i) {
    const Parameter& one = scenario.parameters[i];
    parameters.push_back({{"name", one.name},
                          {"default", standard.text(i)},
                          {"range", one.range()},
                          {"description", one.description}});
  }
  Json sites = Json::array();
  for (const Site* site : scenario.plan.sites()) sites.push_back(site->name);
  Json properties = Json::array();
  for (const Property* property : scenario.properties) properties.push_back(property->id);
  return {{"parameters", parameters},
          {"sites", sites},
          {"properties", properties},
          {"models", scenario.models}};
}

std::vector<NamedThing> scenarios() {
  std::vector<NamedThing> things;
  for (const Scenario* scenario : all_scenarios())
    things.push_back({scenario->name, scenario->description,
                      [=] { return scenario_details(*scenario); },
                      [=] { return scenario_json(*scenario); }});
  return things;
}

NamedThing thing_of(const Property& property) {
  const auto judged = [&property] {
    return scenarios_where([&](const Scenario& one) { return judges(one, property); });
  };
  const auto mutants = [&property] {
    return mutants_where([&](const Mutant& one) { return one.property == property.id; });
  };
  return {std::string(property.id), std::string(property.title),
          [=, &property] {
            const std::vector<std::string> scenarios = judged();
            return labelled_line("not vacuous",
                                 fmt::format("when it is seen that {}", property.sometimes)) +
                   labelled_line("judged in", listed(scenarios)) +
                   labelled_line("sees", listed(mutants())) +
                   labelled_line("violated by", listed(findings_of(property.id))) +
                   labelled_line("try",
                                 scenarios.empty() ? "" : "ringcheck verify " + scenarios.front());
          },
          [=, &property] {
            return Json{{"sometimes", property.sometimes},
                        {"scenarios", judged()},
                        {"mutants", mutants()},
                        {"findings", findings_of(property.id)}};
          }};
}

std::vector<NamedThing> properties() {
  std::vector<NamedThing> things;
  for (const Property* property : all_properties()) things.push_back(thing_of(*property));
  for (const AuxInvariant& invariant : all_aux_invariants()) {
    const bool known = std::ranges::any_of(
        things, [&](const NamedThing& thing) { return thing.name == invariant.id; });
    if (known) continue;
    const auto machines = [&invariant] {
      std::vector<std::string_view> names;
      for (const AuxSequence* one : all_aux_sequences())
        if (std::ranges::find(one->properties, invariant.id) != one->properties.end())
          names.push_back(one->name);
      return names;
    };
    const auto mutants = [&invariant] {
      return mutants_where([&](const Mutant& one) { return one.property == invariant.id; });
    };
    things.push_back({std::string(invariant.id), std::string(invariant.title),
                      [=] {
                        return labelled_line("judged by",
                                             "sequences on plain memory: " + listed(machines())) +
                               labelled_line("sees", listed(mutants()));
                      },
                      [=] {
                        return Json{{"machines", machines()}, {"mutants", mutants()}};
                      }});
  }
  return things;
}

/// The rows of the finding `id`: where it shows.
std::vector<const KnownViolation*> rows_of(std::string_view id) {
  std::vector<const KnownViolation*> rows;
  for (const KnownViolation& finding : recorded_findings())
    if (finding.id == id) rows.push_back(&finding);
  return rows;
}

std::string finding_details(std::string_view id) {
  const std::vector<const KnownViolation*> rows = rows_of(id);
  std::string text = '\n' + wrapped(rows.front()->explanation, 2) + '\n';
  for (const KnownViolation* row : rows) {
    const Check shown = row->check.under(find_model(row->models.front()));
    const Check mended = shown.with(row->remedy);
    text += labelled_line("violates", listed(row->properties));
    text += labelled_line("under", listed(row->models));
    text += labelled_line("try", "ringcheck verify " + check_arguments(shown));
    text += labelled_line("repaired", "ringcheck verify " + check_arguments(mended));
  }
  text += labelled_line("concerns", rows.front()->concerns);
  return text + labelled_line("more", "docs/findings.md");
}

Json finding_json(std::string_view id) {
  Json where = Json::array();
  for (const KnownViolation* row : rows_of(id))
    where.push_back({{"scenario", row->check.scenario->name},
                     {"settings", row->check.changes()},
                     {"models", row->models},
                     {"properties", row->properties},
                     {"remedy", row->remedy}});
  return {{"explanation", rows_of(id).front()->explanation},
          {"concerns", rows_of(id).front()->concerns},
          {"where", where}};
}

std::vector<NamedThing> findings() {
  std::vector<NamedThing> things;
  for (const KnownViolation& finding : recorded_findings()) {
    if (!things.empty() && things.back().name == finding.id) continue;
    const std::string_view id = finding.id;
    things.push_back({std::string(id), std::string(finding.title),
                      [=] { return finding_details(id); }, [=] { return finding_json(id); }});
  }
  return things;
}

/// The scenario to try among those that have a site: perf's own ring, if it is one of them.
std::string shown_in(const std::vector<std::string>& scenarios) {
  const auto perf = std::ranges::find(scenarios, "perf-ring");
  return perf != scenarios.end() ? *perf : scenarios.front();
}

/// True iff a mutation of `mutant` is at `site`.
bool changes_site(const Mutant& mutant, const Site& site) {
  const auto* hunt = std::get_if<ExplorationHunt>(&mutant.hunt);
  return hunt != nullptr &&
         fmt::format(" {}", hunt->mutation.settings).find(fmt::format(" {}=", site.name)) !=
             std::string::npos;
}

std::vector<NamedThing> sites() {
  std::vector<NamedThing> things;
  for (const Site* site : perf_catalogue().sites) {
    const auto scenarios = [site] {
      return scenarios_where([&](const Scenario& one) { return one.plan.has(site->name); });
    };
    const auto mutants = [site] {
      return mutants_where([&](const Mutant& one) { return changes_site(one, *site); });
    };
    things.push_back(
        {std::string(site->name), std::string(site->between),
         [=] {
           const std::vector<std::string> in = scenarios();
           return labelled_line("Linux 6.1", fmt::format("{}, of {}", site->own(),
                                                         fmt::join(site->strengths, ", "))) +
                  labelled_line("orders", site->compiler_only
                                              ? "the compiler only: CPU models do not vary it"
                                              : "") +
                  labelled_line("runs in", site->in_user_space ? "user space" : "the kernel") +
                  labelled_line("part of", listed(in)) +
                  labelled_line("mutants", listed(mutants())) +
                  labelled_line(
                      "try",
                      in.empty() ? ""
                      : site->compiler_only
                          ? fmt::format("ringcheck verify --compiler --site {}=none", site->name)
                          : fmt::format("ringcheck barriers {} --site {}={}", shown_in(in),
                                        site->name, fmt::join(site->strengths, ",")));
         },
         [=] {
           return Json{{"linux", site->own()},
                       {"strengths", vector_of(site->strengths)},
                       {"compiler_only", site->compiler_only},
                       {"user_space", site->in_user_space},
                       {"scenarios", scenarios()},
                       {"mutants", mutants()}};
         }});
  }
  return things;
}

std::vector<NamedThing> mutants() {
  std::vector<NamedThing> things;
  for (const Mutant* mutant : all_mutants())
    things.push_back(
        {std::string(mutant->id), std::string(mutant->title),
         [=] {
           std::string where;
           std::string too_strong;
           if (const auto* hunt = std::get_if<ExplorationHunt>(&mutant->hunt)) {
             where = fmt::format("{} under {}", hunt->scenario, listed(hunt->found));
             too_strong = listed(hunt->not_found);
           }
           return labelled_line("seen by", mutant->property) +
                  labelled_line("looked for",
                                fmt::format("by {}", technique_name(mutant->technique()))) +
                  labelled_line("found in", where) + labelled_line("not under", too_strong) +
                  labelled_line("mainline", mutant->in_mainline ? "Linux 6.1 is like this" : "") +
                  labelled_line("try", fmt::format("ringcheck mutants --mutant {}", mutant->id));
         },
         [=] {
           return Json{{"property", mutant->property},
                       {"technique", technique_name(mutant->technique())},
                       {"in_mainline", mutant->in_mainline}};
         }});
  return things;
}

std::vector<NamedThing> machines() {
  std::vector<NamedThing> things;
  for (const AuxSequence* machine : all_aux_sequences())
    things.push_back(
        {std::string(machine->name), std::string(machine->title),
         [=] {
           return labelled_line("judges", listed(machine->properties)) +
                  labelled_line("try", fmt::format("ringcheck fuzz --machine {}", machine->name));
         },
         [=] {
           return Json{{"properties", vector_of(machine->properties)}};
         }});
  return things;
}

}  // namespace

const std::vector<ThingKind>& thing_kinds() {
  static const std::vector<ThingKind> kKinds = {{"models", "model", models},
                                                {"scenarios", "scenario", scenarios},
                                                {"properties", "property", properties},
                                                {"findings", "finding", findings},
                                                {"sites", "ordering point", sites},
                                                {"mutants", "mutant", mutants},
                                                {"machines", "machine of sequences", machines}};
  return kKinds;
}

std::vector<NamedThing> all_things() {
  std::vector<NamedThing> all;
  for (const ThingKind& kind : thing_kinds())
    for (NamedThing& thing : kind.all()) all.push_back(std::move(thing));
  return all;
}

}  // namespace ringcheck
