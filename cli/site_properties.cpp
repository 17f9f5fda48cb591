// A page for each property: of executions, of the machines of sequences, or of both.
// Tested by tests/cli/report_site_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/markdown_html.hpp"
#include "cli/mutant_session.hpp"
#include "cli/site_draft.hpp"
#include "cli/site_html.hpp"
#include "properties/aux/aux_invariants.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

/// What is known about a property.
struct Known {
  const Property* executions = nullptr;  ///< by which executions are judged
  const AuxInvariant* values = nullptr;  ///< by which machines are judged
  std::string title;
};

/// By id, in the order in which people read them. Those that only mutants name have no title.
std::vector<std::pair<std::string, Known>> all_known() {
  std::vector<std::pair<std::string, Known>> known;
  const auto at = [&](std::string_view id) -> Known& {
    const auto found = std::ranges::find(known, id, &std::pair<std::string, Known>::first);
    return found != known.end() ? found->second : known.emplace_back(id, Known{}).second;
  };
  for (const Property* property : all_properties()) {
    at(property->id).executions = property;
    at(property->id).title = property->title;
  }
  for (const AuxInvariant& invariant : all_aux_invariants()) {
    Known& one = at(invariant.id);
    one.values = &invariant;
    if (one.title.empty()) one.title = invariant.title;
  }
  for (const Mutant* mutant : all_mutants()) at(mutant->property);
  return known;
}

std::string scenarios_table(SiteDraft& draft, const Property& property, IndexRow& row) {
  std::vector<std::vector<std::string>> rows;
  for (const DoneCheck& check : draft.facts.checks)
    for (const PropertyOutcome& outcome : check.result.properties) {
      if (outcome.property != &property) continue;
      const std::string& scenario = check.check.scenario->name;
      const std::string& model = check.check.model->name();
      std::string run;
      if (outcome.witness) {
        const bool own = check.result.witness && check.result.witness->property == property.id;
        const std::string name = own ? fmt::format("{}-{}", scenario, model)
                                     : fmt::format("{}-{}-{}", scenario, model, property.id);
        run = html_run_link(draft.run(name, own ? *check.result.witness : *outcome.witness,
                                      check_commands(check.check)),
                            "step through");
      }
      row.models.push_back(model);
      row.answers.emplace_back(outcome.violations > 0 ? "violated" : "holds");
      rows.push_back({scenario_link(scenario), model,
                      outcome.violations > 0
                          ? fmt::format("<span class=\"violated\">in {}</span>", outcome.violations)
                          : std::string("<span class=\"holds\">nowhere</span>"),
                      outcome.seen > 0 ? fmt::to_string(outcome.seen)
                                       : std::string("<span class=\"faint\">never</span>"),
                      run});
    }
  return rows.empty()
             ? ""
             : "<h2>In which scenarios it is judged</h2>\n" +
                   html_table("In which scenarios it is judged",
                              {"scenario", "model", "violated", "seen in executions", "witness"},
                              rows);
}

std::string machines_list(std::string_view id) {
  std::string items;
  for (const AuxSequence* sequence : all_aux_sequences())
    if (std::ranges::find(sequence->properties, id) != sequence->properties.end())
      items += fmt::format("<li><strong>{}</strong>: {}</li>\n", escaped_html(sequence->name),
                           escaped_html(sequence->title));
  return items.empty() ? "" : "<h2>Machines that judge it</h2>\n<ul>\n" + items + "</ul>\n";
}

std::string mutants_table(const SiteDraft& draft, std::string_view id) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& group : by_mutant(draft.facts.hunts)) {
    const Mutant& mutant = *group.front().hunt.mutant;
    if (mutant.property != id) continue;
    std::string models;
    for (const HuntResult& hunt : group)
      if (hunt.found()) models += (models.empty() ? "" : ", ") + hunt.hunt.model;
    rows.push_back(
        {html_link(fmt::format("../mutants/{}.html#{}", mutant.section(), mutant.id), mutant.id),
         escaped_html(mutant.title), escaped_html(models)});
  }
  return rows.empty() ? ""
                      : "<h2>Known mistakes that it sees</h2>\n" +
                            html_table("Known mistakes that it sees",
                                       {"mutant", "what is changed", "found under"}, rows);
}

/// A violation: of the code as it is, or of the smallest mutant; none if only sequences show it.
std::string frame(SiteDraft& draft, std::string_view id) {
  for (const DoneCheck& check : draft.facts.checks)
    if (check.result.witness && check.result.witness->property == id)
      return html_run(
          draft.run(fmt::format("{}-{}", check.check.scenario->name, check.check.model->name()),
                    *check.result.witness, check_commands(check.check)),
          fmt::format("How it is violated in {} under {}", check.check.scenario->name,
                      check.check.model->name()));
  const HuntResult* least = nullptr;
  for (const HuntResult& hunt : draft.facts.hunts)
    if (hunt.hunt.mutant->property == id && hunt.outcome.witness &&
        (least == nullptr ||
         hunt.outcome.witness->graph->size() < least->outcome.witness->graph->size()))
      least = &hunt;
  if (least == nullptr) return "";
  return html_run(
      mutant_run(draft, *least),
      fmt::format("How mutant {} violates it under {}", least->hunt.mutant->id, least->hunt.model));
}

}  // namespace

void add_property_pages(SiteDraft& draft) {
  for (const auto& [id, known] : all_known()) {
    const std::string path = fmt::format("properties/{}.html", id);
    IndexRow row{"property", path, id, known.title, {}, {}};
    std::string body;
    if (known.executions != nullptr)
      body += fmt::format(
          "<p><strong>Always:</strong> {}.</p>\n<p><strong>Seen when:</strong> {}.</p>\n",
          escaped_html(known.executions->title), escaped_html(known.executions->sometimes));
    if (known.values != nullptr)
      body += fmt::format("<p><strong>On plain memory, of every number:</strong> {}.</p>\n",
                          escaped_html(known.values->title));
    if (known.executions != nullptr) body += scenarios_table(draft, *known.executions, row);
    body += machines_list(id) + mutants_table(draft, id) + frame(draft, id);
    draft.page(path, known.title.empty() ? id : fmt::format("{} {}", id, known.title), body);
    draft.index.push_back(std::move(row));
  }
}

}  // namespace ringcheck
