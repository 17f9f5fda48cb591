// A page for each ordering point: what happens when it is weakened.
// Tested by tests/cli/report_site_test.cpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/barrier_text.hpp"
#include "cli/markdown_html.hpp"
#include "cli/site_draft.hpp"
#include "cli/site_html.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

/// A page in the making.
struct PointPage {
  std::string body;
  IndexRow row;
  std::string first_run, first_title;  ///< for its frame; empty: none so far

  void keep(const std::string& run, const std::string& title) {
    if (!first_run.empty()) return;
    first_run = run;
    first_title = title;
  }
};

std::string answer(const PlanResult& result, const std::string& run) {
  if (result.sufficient()) return "<span class=\"holds\">enough</span>";
  const auto* violated = std::get_if<Violated>(&result.verdict);
  const std::string_view name =
      violated != nullptr ? std::string_view(violated->property) : verdict_name(result.verdict);
  return fmt::format("<span class=\"violated\">{}</span>",
                     run.empty() ? std::string(name) : html_run_link(run, name));
}

/// One study's table for the point; nothing if the study does not vary the point.
void add_study(SiteDraft& draft, const BarrierStudy& study, const std::string& name,
               const std::string& title, const Site& site, PointPage& page) {
  const auto choice = std::ranges::find(study.sites, &site, &SiteChoice::site);
  if (choice == study.sites.end()) return;
  std::vector<std::string> head = {"strength"};
  for (const ModelStudy& model : study.models)
    head.push_back(std::string(machine_of(model.model)).empty()
                       ? model.model
                       : fmt::format("{} ({})", model.model, machine_of(model.model)));
  std::vector<std::vector<std::string>> rows;
  for (const std::string_view strength : choice->strengths) {
    const Plan plan = study.base.plan.with(site.name, strength);
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(fmt::format("{}{}", strength, plan == study.base.plan ? " (Linux 6.1)" : ""));
    for (const ModelStudy& model : study.models) {
      const PlanResult* const result = model.of(plan);
      std::string run;
      if (result->witness) {
        run = draft.run(fmt::format("point-{}-{}-{}-{}", name, site.name, strength, model.model),
                        *result->witness, check_commands(result->witness->check));
        if (plan != study.base.plan)
          page.keep(run, fmt::format("{} = {} under {}", site.name, strength, model.model));
      }
      page.row.models.push_back(model.model);
      page.row.answers.emplace_back(result->sufficient() ? "holds" : "violated");
      row.push_back(answer(*result, run));
    }
  }
  page.body += fmt::format("<h2>{}</h2>\n", title) + html_table(title, head, rows);
}

void add_needs(const BarrierStudy& study, const Site& site, PointPage& page) {
  const auto choice = std::ranges::find(study.sites, &site, &SiteChoice::site);
  if (choice == study.sites.end()) return;
  std::vector<std::vector<std::string>> rows;
  for (const ModelStudy& model : study.models) {
    std::vector<std::string_view> least;
    for (const std::string_view strength : choice->strengths)
      for (const PlanResult* plan : model.minimal())
        if (plan->plan[site.name] == strength) {
          least.push_back(strength);
          break;
        }
    rows.push_back({model.model, std::string(machine_of(model.model)),
                    fmt::format("<strong>{}</strong>", fmt::join(least, " or "))});
  }
  page.body += "<h2>The least that is enough</h2>\n" +
               html_table("The least that is enough", {"model", "machine", "strength"}, rows);
}

void add_drivers(SiteDraft& draft, const Site& site, PointPage& page) {
  std::vector<std::vector<std::string>> rows;
  for (const DriverResult& result : draft.facts.drivers) {
    if (result.point->point != site.name) continue;
    std::string run;
    if (result.witness) {
      run = draft.run(
          fmt::format("driver-{}-{}-{}", slug_of(result.point->driver), site.name, result.model),
          *result.witness, check_commands(result.witness->check));
      page.keep(run, fmt::format("{} without {} under {}", result.point->driver, site.name,
                                 result.model));
    }
    page.row.models.push_back(result.model);
    page.row.answers.emplace_back(result.needed() ? "violated" : "holds");
    rows.push_back({escaped_html(result.point->driver), escaped_html(result.point->architecture),
                    result.model + (result.own_machine() ? " (the machine)" : ""),
                    result.needed() ? property_link(result.violated) : "nothing",
                    result.own_machine() ? escaped_html(result.point->reason) : "",
                    run.empty() ? "" : html_run_link(run, "step through")});
  }
  if (!rows.empty())
    page.body += "<h2>Dropped</h2>\n" +
                 html_table("What is violated without it",
                            {"driver", "on", "model", "violated", "why", "witness"}, rows);
}

std::string ids(const CompilerCheck* check) {
  if (check == nullptr) return "<span class=\"holds\">redundant</span>";
  std::string links;
  for (const std::string_view id : check->violated)
    links += (links.empty() ? "" : ", ") + property_link(id);
  return "needed: " + links;
}

void add_compiler(SiteDraft& draft, const Site& site, PointPage& page) {
  if (!draft.facts.compiler) return;
  const CompilerStudy& study = *draft.facts.compiler;
  for (const CompilerRow& row : study.rows) {
    if (row.protection.site != &site) continue;
    std::vector<std::string_view> others;
    for (const Site* const other : row.protection.others) others.push_back(other->name);
    std::vector<std::vector<std::string>> cells = {
        {"alone", ids(row.needed_alone())},
        {escaped_html(fmt::format("with {}", fmt::join(others, ", "))),
         ids(row.needed_without_others())}};
    const CompilerCheck* const shown =
        row.needed_alone() != nullptr ? row.needed_alone() : row.needed_without_others();
    page.body +=
        fmt::format("<h2>As compilers go</h2>\n<p>Linux 6.1: {}.</p>\n",
                    escaped_html(row.protection.kernel)) +
        html_table("Taken away from a compiler", {"taken away", "what is violated"}, cells);
    page.row.answers.emplace_back(shown == nullptr ? "holds" : "violated");
    if (shown == nullptr || !shown->witness) continue;
    const std::string run = draft.run(fmt::format("compiler-{}", site.name), *shown->witness,
                                      check_commands(shown->witness->check));
    page.keep(run, fmt::format("Without {}, as a compiler may have it", site.name));
    page.body += fmt::format(
        "<p>{}</p>\n", html_run_link(run, study.grounds[shown->ground].name + ": step through"));
  }
}

std::string scenarios_line(const SiteDraft& draft, const Site& site) {
  std::string links;
  const Scenario* last = nullptr;
  for (const DoneCheck& check : draft.facts.checks) {
    const Scenario* const scenario = check.check.scenario;
    if (scenario == last || !check.check.plan.has(site.name)) continue;
    last = scenario;
    links += (links.empty() ? "" : ", ") + scenario_link(scenario->name);
  }
  return links.empty() ? "" : "<p>In the scenarios " + links + ".</p>\n";
}

}  // namespace

void add_point_pages(SiteDraft& draft) {
  for (const Site* const site : perf_catalogue().sites) {
    const std::string path = fmt::format("points/{}.html", site->name);
    PointPage page{
        {}, {"point", path, std::string(site->name), std::string(site->between), {}, {}}, {}, {}};
    page.body = fmt::format(
        "<p>It stands between: {}. Linux 6.1 has <strong>{}</strong>, of {}.{}</p>\n",
        escaped_html(site->between), site->own(), fmt::join(site->strengths, ", "),
        site->compiler_only ? " It orders the compiler only: models of machines do not tell its "
                              "strengths apart."
                            : "");
    add_needs(draft.facts.plain, *site, page);
    add_study(draft, draft.facts.plain, "plain", "One at a time, data copied by plain accesses",
              *site, page);
    add_study(draft, draft.facts.marked, "marked", "... by READ_ONCE and WRITE_ONCE", *site, page);
    add_drivers(draft, *site, page);
    add_compiler(draft, *site, page);
    page.body += scenarios_line(draft, *site);
    if (!page.first_run.empty()) page.body += html_run(page.first_run, page.first_title);
    draft.page(path, fmt::format("Ordering point {}", site->name), page.body);
    draft.index.push_back(std::move(page.row));
  }
}

}  // namespace ringcheck
