// A page for each scenario: what it is, its result under each model, and what was seen.
// Tested by tests/cli/report_site_test.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "cli/markdown_html.hpp"
#include "cli/site_draft.hpp"
#include "cli/site_html.hpp"
#include "cli/witness_text.hpp"

namespace ringcheck {

namespace {

using Checks = std::vector<const DoneCheck*>;

std::string answer_html(const DoneCheck& check) {
  const auto* violated = std::get_if<Violated>(&check.result.verdict);
  const std::string_view name = verdict_name(check.result.verdict);
  if (violated == nullptr)
    return fmt::format("<span class=\"{}\">{}</span>", name == "holds" ? "holds" : "violated",
                       name);
  std::string text =
      fmt::format("<span class=\"violated\">violated</span> {}", property_link(violated->property));
  if (check.finding != nullptr) text += ' ' + entry_link(check.finding->id);
  return text;
}

std::string answers_table(SiteDraft& draft, const Checks& checks) {
  std::vector<std::vector<std::string>> rows;
  for (const DoneCheck* check : checks) {
    const ExploreCounts& counts = check->result.counts;
    std::string run;
    if (check->result.witness) {
      const std::string name =
          fmt::format("{}-{}", check->check.scenario->name, check->check.model->name());
      run = html_run_link(draft.run(name, *check->result.witness, check_commands(check->check)),
                          "step through");
    }
    rows.push_back({escaped_html(check->check.model->name()), answer_html(*check),
                    fmt::to_string(counts.complete), fmt::to_string(check->result.violating),
                    fmt::to_string(counts.blocked), fmt::to_string(counts.events_max), run});
  }
  return html_table(
      "Answers by model",
      {"model", "answer", "executions", "violating", "blocked", "events at most", "witness"}, rows);
}

/// How many executions show each property, by model.
std::string properties_table(const Checks& checks) {
  std::vector<std::string> head = {"property", "always", "is seen when"};
  for (const DoneCheck* check : checks) head.push_back(escaped_html(check->check.model->name()));
  std::vector<std::vector<std::string>> rows;
  for (const Property* property : checks.front()->check.scenario->properties) {
    std::vector<std::string>& row = rows.emplace_back();
    row = {property_link(property->id), escaped_html(property->title),
           escaped_html(property->sometimes)};
    for (const DoneCheck* check : checks) {
      std::uint64_t seen = 0;
      for (const PropertyOutcome& outcome : check->result.properties)
        if (outcome.property == property) seen = outcome.seen;
      row.push_back(seen == 0 ? "<span class=\"faint\">never</span>" : fmt::to_string(seen));
    }
  }
  return html_table("Properties, and how many executions show each", head, rows);
}

std::string parameters_table(const Check& check) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < check.scenario->parameters.size(); ++i) {
    const Parameter& parameter = check.scenario->parameters[i];
    rows.push_back({escaped_html(parameter.name), escaped_html(check.parameters.text(i)),
                    escaped_html(parameter.description), escaped_html(parameter.range())});
  }
  return html_table("Parameters", {"parameter", "value", "what it is", "can be"}, rows);
}

std::string points_line(const Check& check) {
  std::string text;
  for (const Site* const site : check.plan.sites())
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        html_link(fmt::format("../points/{}.html", site->name),
                                  fmt::format("{}={}", site->name, check.plan[site->name])));
  return text.empty() ? "" : "<p>Ordering points: " + text + ".</p>\n";
}

/// The page's frame: a violation if there is one, else an execution to look at.
std::string frame(SiteDraft& draft, const Checks& checks) {
  const auto violated = std::ranges::find_if(
      checks, [](const DoneCheck* check) { return check->result.witness.has_value(); });
  const std::string& scenario = checks.front()->check.scenario->name;
  if (violated != checks.end()) {
    const Check& check = (*violated)->check;
    return html_run(draft.run(fmt::format("{}-{}", scenario, check.model->name()),
                              *(*violated)->result.witness, check_commands(check)),
                    fmt::format("How it is violated under {}", check.model->name()));
  }
  return html_run(draft.example(scenario + "-example", checks.front()->check),
                  fmt::format("An execution under {}", checks.front()->check.model->name()));
}

void add_page(SiteDraft& draft, const Checks& checks) {
  const Check& check = checks.front()->check;
  const Scenario& scenario = *check.scenario;
  const std::string path = fmt::format("scenarios/{}.html", scenario.name);
  std::string body = fmt::format("<p>{}</p>\n", escaped_html(scenario.description));
  body += answers_table(draft, checks);
  body += frame(draft, checks);
  body += "<h2>What is judged</h2>\n" + properties_table(checks);
  body += "<h2>Sizes</h2>\n" + parameters_table(check) + points_line(check);
  body += "<h2>Run it</h2>\n" + html_pre("ringcheck verify --scenario " + scenario.name + '\n');
  draft.page(path, scenario.name, body);
  IndexRow row{"scenario", path, scenario.name, scenario.description, {}, {}};
  for (const DoneCheck* one : checks) {
    row.models.push_back(one->check.model->name());
    row.answers.emplace_back(verdict_name(one->result.verdict));
  }
  draft.index.push_back(std::move(row));
}

}  // namespace

void add_scenario_pages(SiteDraft& draft) {
  const std::vector<DoneCheck>& checks = draft.facts.checks;
  for (std::size_t i = 0; i < checks.size();) {
    Checks group;
    const Scenario* const scenario = checks[i].check.scenario;
    for (; i < checks.size() && checks[i].check.scenario == scenario; ++i)
      group.push_back(&checks[i]);
    add_page(draft, group);
  }
}

}  // namespace ringcheck
