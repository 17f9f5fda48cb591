// A page for each finding, and each entry of docs/findings.md about values.
// Tested by tests/cli/report_site_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/findings_text.hpp"
#include "cli/markdown_html.hpp"
#include "cli/site_draft.hpp"
#include "cli/site_html.hpp"

namespace ringcheck {

namespace {

/// Where a finding shows, each with its witness.
std::string shows_in(SiteDraft& draft, const std::vector<const DoneCheck*>& checks) {
  std::vector<std::vector<std::string>> rows;
  for (const DoneCheck* check : checks) {
    const std::string& scenario = check->check.scenario->name;
    const std::string& model = check->check.model->name();
    rows.push_back({scenario_link(scenario), model, property_link(check->result.witness->property),
                    fmt::format("{} of {}", check->result.violating, check->result.counts.complete),
                    html_run_link(draft.run(fmt::format("{}-{}", scenario, model),
                                            *check->result.witness, check_commands(check->check)),
                                  "step through")});
  }
  return "<h2>Where it shows</h2>\n" +
         html_table("Where it shows",
                    {"scenario", "model", "violates", "executions that violate", "witness"}, rows);
}

std::string remedies(const ReportFacts& facts, std::string_view id) {
  std::vector<std::vector<std::string>> rows;
  for (const Remedied& one : facts.remedies)
    if (one.finding->id == id)
      rows.push_back(
          {fmt::format("<code>{}</code>", escaped_html(one.finding->remedy)),
           scenario_link(one.check.scenario->name), one.check.model->name(),
           fmt::format("<span class=\"holds\">{}</span>", verdict_name(one.result.verdict)),
           fmt::to_string(one.result.counts.complete)});
  return rows.empty()
             ? ""
             : "<h2>What removes it</h2>\n" +
                   html_table("What removes it",
                              {"change", "scenario", "model", "answer", "executions"}, rows);
}

/// The mutants that the text of an entry names.
std::string mutants(const SiteDraft& draft, std::string_view text) {
  std::string links;
  std::set<std::string_view> known;
  const std::vector<FindingsEntry> entries = findings_entries();
  for (const HuntResult& hunt : draft.facts.hunts) {
    const Mutant& mutant = *hunt.hunt.mutant;
    const std::size_t at = text.find(mutant.id);
    if (at == std::string_view::npos || !known.insert(mutant.id).second) continue;
    // Some mutants share their id with an entry; the id then means the entry.
    if (std::ranges::find(entries, mutant.id, &FindingsEntry::id) != entries.end()) continue;
    // With one more letter, it is another mutant's id.
    const std::size_t end = at + mutant.id.size();
    if (end < text.size() && text[end] >= 'a' && text[end] <= 'z') continue;
    links += fmt::format(
        "{}{}", links.empty() ? "" : ", ",
        html_link(fmt::format("../mutants/{}.html#{}", mutant.section(), mutant.id), mutant.id));
  }
  return links.empty() ? "" : fmt::format("<p>As mutants: {}.</p>\n", links);
}

void add_page(SiteDraft& draft, const FindingsEntry& entry) {
  const auto checks = draft.facts.of_finding(entry.id);
  std::string body;
  if (!checks.empty() && !checks.front()->finding->concerns.empty())
    body += fmt::format("<p><strong>Whom it concerns:</strong> {}</p>\n",
                        escaped_html(checks.front()->finding->concerns));
  body += html_of_markdown(entry.text) + mutants(draft, entry.text);
  if (!checks.empty()) {
    const Check& first = checks.front()->check;
    body += shows_in(draft, checks) + remedies(draft.facts, entry.id);
    body += html_run(
        draft.run(fmt::format("{}-{}", first.scenario->name, first.model->name()),
                  *checks.front()->result.witness, check_commands(first)),
        fmt::format("{} in {} under {}", entry.id, first.scenario->name, first.model->name()));
  }
  const std::string path = fmt::format("findings/{}.html", entry.id);
  draft.page(path, fmt::format("{}: {}", entry.id, entry.title), body);
  IndexRow row{"finding", path, std::string(entry.id), std::string(entry.title), {}, {}};
  for (const DoneCheck* check : checks) {
    row.models.push_back(check->check.model->name());
    row.answers.emplace_back("violated");
  }
  draft.index.push_back(std::move(row));
}

}  // namespace

void add_entry_pages(SiteDraft& draft) {
  for (const FindingsEntry& entry : findings_entries()) add_page(draft, entry);
}

}  // namespace ringcheck
