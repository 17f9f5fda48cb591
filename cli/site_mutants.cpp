// A page for each family of mutants.
// Tested by tests/cli/report_site_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/markdown_html.hpp"
#include "cli/mutant_session.hpp"
#include "cli/site_draft.hpp"
#include "cli/site_html.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

using Group = std::vector<HuntResult>;

/// The found hunt with the smallest witness; null if none has one.
const HuntResult* smallest(const SiteDraft& draft, const Mutant& mutant) {
  const HuntResult* least = nullptr;
  for (const HuntResult& hunt : draft.facts.hunts)
    if (hunt.hunt.mutant == &mutant && hunt.found() && hunt.outcome.witness &&
        (least == nullptr ||
         hunt.outcome.witness->graph->size() < least->outcome.witness->graph->size()))
      least = &hunt;
  return least;
}

std::string cell(const HuntResult& hunt) {
  const std::string verdict = hunt_verdict(hunt);
  return hunt.as_named() ? escaped_html(verdict)
                         : fmt::format("<span class=\"violated\">{}</span>", escaped_html(verdict));
}

/// What shows a mutant: an execution, or the shrunk sequence.
std::string shown(SiteDraft& draft, const Mutant& mutant, const Group& group) {
  if (const HuntResult* least = smallest(draft, mutant))
    return html_run_link(mutant_run(draft, *least), "step through");
  for (const HuntResult& hunt : group)
    if (hunt.found() && !hunt.outcome.shown.empty())
      return html_folded(fmt::format("the sequence of {}", mutant.id),
                         html_pre(hunt.outcome.shown));
  return "";
}

std::vector<std::string> row_of(SiteDraft& draft, const Group& group,
                                const std::vector<std::string>& columns) {
  const Mutant& mutant = *group.front().hunt.mutant;
  std::vector<std::string> row = {fmt::format("<span id=\"{0}\">{0}</span>", mutant.id),
                                  escaped_html(mutant.title) +
                                      (mutant.in_mainline ? " <strong>(mainline)</strong>" : "") +
                                      shown(draft, mutant, group).insert(0, "<br>"),
                                  property_link(mutant.property)};
  for (const std::string& column : columns) {
    const auto hunt =
        std::ranges::find(group, column, [](const HuntResult& one) { return one.hunt.model; });
    row.push_back(hunt == group.end() ? "" : cell(*hunt));
  }
  return row;
}

IndexRow index_row(const Group& group, const std::string& path) {
  const Mutant& mutant = *group.front().hunt.mutant;
  IndexRow row{"mutant",
               fmt::format("{}#{}", path, mutant.id),
               std::string(mutant.id),
               fmt::format("{} ({})", mutant.title, mutant.property),
               {},
               {}};
  for (const HuntResult& hunt : group) {
    row.models.push_back(hunt.hunt.model);
    row.answers.emplace_back(hunt.found() ? "violated" : "holds");
  }
  return row;
}

void add_page(SiteDraft& draft, const std::string& section,
              const std::vector<const Group*>& groups) {
  std::vector<std::string> columns;
  for (const std::string_view model : model_names()) columns.emplace_back(model);
  columns.emplace_back(kSequential);
  std::erase_if(columns, [&](const std::string& column) {
    return std::ranges::none_of(groups, [&](const Group* group) {
      return std::ranges::any_of(*group,
                                 [&](const HuntResult& hunt) { return hunt.hunt.model == column; });
    });
  });
  std::vector<std::string> head = {"mutant", "what is changed", "property"};
  head.insert(head.end(), columns.begin(), columns.end());
  const std::string path = fmt::format("mutants/{}.html", section);
  std::vector<std::vector<std::string>> rows;
  const HuntResult* first = nullptr;
  for (const Group* group : groups) {
    rows.push_back(row_of(draft, *group, columns));
    draft.index.push_back(index_row(*group, path));
    if (first == nullptr) first = smallest(draft, *group->front().hunt.mutant);
  }
  std::string body =
      "<p>Known mistakes, put into the specification one at a time, and the property that sees "
      "each. <em>found</em>: it is violated, and without the mutation it is not; <em>clean</em>: "
      "the model is too strong for the mistake to show, and it does not. <em>sequential</em>: "
      "plain memory, random sequences or chosen values. <strong>(mainline)</strong>: Linux 6.1 "
      "is like this.</p>\n";
  body += html_table("Mutants " + section, head, rows);
  if (first != nullptr)
    body += html_run(mutant_run(draft, *first),
                     fmt::format("Mutant {} under {}", first->hunt.mutant->id, first->hunt.model));
  draft.page(path, "Mutants " + section, body);
}

}  // namespace

std::string mutant_run(SiteDraft& draft, const HuntResult& hunt) {
  const std::string_view id = hunt.hunt.mutant->id;
  return draft.run(fmt::format("mutant-{}-{}", id, hunt.hunt.model), *hunt.outcome.witness,
                   {fmt::format("ringcheck mutants --mutant {} --model {}", id, hunt.hunt.model)});
}

void add_mutant_pages(SiteDraft& draft) {
  const std::vector<Group> groups = by_mutant(draft.facts.hunts);
  std::vector<std::pair<std::string, std::vector<const Group*>>> sections;
  for (const Group& group : groups) {
    const std::string section(group.front().hunt.mutant->section());
    auto found = std::ranges::find(sections, section, [](const auto& one) { return one.first; });
    if (found == sections.end()) {
      sections.emplace_back(section, std::vector<const Group*>{});
      found = std::prev(sections.end());
    }
    found->second.push_back(&group);
  }
  for (const auto& [section, members] : sections) add_page(draft, section, members);
}

}  // namespace ringcheck
