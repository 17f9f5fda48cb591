// The site: its index, and what the pages of each kind ask for.
// Tested by tests/cli/report_site_test.cpp, and in a browser by tests/web.
#include "cli/report_site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "check/ordered_tasks.hpp"
#include "cli/barrier_text.hpp"
#include "cli/explorer_page.hpp"
#include "cli/fill_page.hpp"
#include "cli/findings_text.hpp"
#include "cli/markdown_html.hpp"
#include "cli/output.hpp"
#include "cli/site_draft.hpp"
#include "cli/site_html.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

constexpr std::array kFolders = {"scenarios", "findings", "properties",
                                 "points",    "mutants",  "runs"};

std::string grid_cell(const DoneCheck& check) {
  if (std::holds_alternative<Holds>(check.result.verdict))
    return fmt::format("<span class=\"holds\">holds</span> {}", check.result.counts.complete);
  const std::string_view name = verdict_name(check.result.verdict);
  if (check.finding == nullptr) return fmt::format("<span class=\"violated\">{}</span>", name);
  return fmt::format("<span class=\"violated\"><a href=\"findings/{0}.html\">{0}</a></span>",
                     check.finding->id);
}

std::string grid(const ReportFacts& facts) {
  std::vector<std::string> head = {"scenario"};
  for (const std::string_view model : model_names()) head.emplace_back(model);
  std::vector<std::vector<std::string>> rows;
  const Scenario* last = nullptr;
  for (const DoneCheck& check : facts.checks) {
    const Scenario* const scenario = check.check.scenario;
    if (scenario != last) {
      rows.emplace_back(head.size());
      rows.back()[0] = html_link(fmt::format("scenarios/{}.html", scenario->name), scenario->name);
    }
    last = scenario;
    const auto column = std::ranges::find(head, check.check.model->name());
    rows.back()[static_cast<std::size_t>(column - head.begin())] = grid_cell(check);
  }
  return "<h2 id=\"scenarios\">Scenarios by models</h2>\n"
         "<p>A number: so many executions, in all of which every property holds. Else the finding. "
         "Empty: not checked there.</p>\n" +
         html_table("Scenarios by models", head, rows);
}

std::string needs(const BarrierStudy& study) {
  std::vector<std::string> head = {"model", "machine"};
  for (const SiteChoice& site : study.sites)
    head.push_back(html_link(fmt::format("points/{}.html", site.site->name), site.site->name) +
                   ": " + escaped_html(site.site->between));
  return "<h2 id=\"points\">What A, B, C and D need</h2>\n<p>The least that is enough, whichever "
         "the others are; data copied by plain accesses, as the kernel does.</p>\n" +
         html_of_markdown(needs_table(study));
}

std::string findings(const ReportFacts& facts) {
  std::string items;
  for (const std::string_view id : findings_of(facts.checks)) {
    const KnownViolation& finding = *facts.of_finding(id).front()->finding;
    items += fmt::format("<li>{} {}. {}</li>\n", html_link(fmt::format("findings/{}.html", id), id),
                         escaped_html(finding.title), escaped_html(finding.concerns));
  }
  return "<h2 id=\"findings\">Findings</h2>\n<ul>\n" + items + "</ul>\n" +
         html_folded("Which versions have them", html_of_markdown(findings_introduction()));
}

std::string option(std::string_view value, std::string_view text) {
  return fmt::format("<option value=\"{}\">{}</option>", value, text);
}

std::string choice(std::string_view id, std::string_view label, const std::string& options) {
  return fmt::format("<label for=\"{0}\">{1}<select id=\"{0}\">{2}{3}</select></label>\n", id,
                     label, option("", "any"), options);
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKinds = {{
    {"scenario", "scenarios"},
    {"finding", "findings"},
    {"property", "properties"},
    {"point", "ordering points"},
    {"mutant", "mutants"},
}};

/// The words without repetitions, in alphabetical order.
std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(std::set<std::string>(words.begin(), words.end()), " "));
}

/// The table that site.js filters.
std::string find_table(const std::vector<IndexRow>& index) {
  std::string kinds, models;
  for (const auto& [kind, name] : kKinds) kinds += option(kind, name);
  for (const std::string_view model : model_names()) models += option(model, model);
  std::string text =
      "<h2 id=\"find\">Find</h2>\n<div class=\"find\" role=\"search\">\n"
      "<label for=\"search\">words<input type=\"search\" id=\"search\" "
      "autocomplete=\"off\"></label>\n" +
      choice("kind", "kind", kinds) + choice("model", "model", models) +
      choice("answer", "answer",
             option("holds", "holds somewhere") + option("violated", "violated or found")) +
      "<output id=\"count\" for=\"search kind model answer\"></output>\n</div>\n"
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"What is found\">"
      "<table id=\"found\"><thead><tr><th scope=\"col\">name</th><th scope=\"col\">kind</th>"
      "<th scope=\"col\">what it is</th></tr></thead><tbody>\n";
  for (const IndexRow& row : index) {
    std::vector<std::string> answers = row.answers;
    for (std::string& answer : answers)
      if (answer != "holds") answer = "violated";
    text += fmt::format(
        "<tr data-kind=\"{}\" data-models=\"{}\" data-answers=\"{}\"><th scope=\"row\">{}</th>"
        "<td>{}</td><td>{}</td></tr>\n",
        row.kind, joined(row.models), joined(answers), html_link(row.path, row.name), row.kind,
        escaped_html(row.title));
  }
  return text + "</tbody></table></div>\n";
}

std::string index_page(const SiteDraft& draft) {
  const ReportFacts& facts = draft.facts;
  const std::string body =
      "<p>Ground truth is Linux 6.1. Every execution that a memory model allows is built once and "
      "judged; each page opens what it tells of, step by step.</p>\n" +
      needs(facts.plain) + findings(facts) + find_table(draft.index) + grid(facts);
  return site_page("The perf ring buffer, checked", body, "",
                   "<script src=\"site.js\"></script>\n");
}

}  // namespace

void make_site(const ReportFacts& facts, unsigned jobs,
               const std::function<void(const std::string&, const std::string&)>& take) {
  SiteDraft draft{facts};
  add_scenario_pages(draft);
  add_entry_pages(draft);
  add_point_pages(draft);
  add_property_pages(draft);
  add_mutant_pages(draft);
  take("index.html", index_page(draft));
  take("site.css", std::string(page_resource("site.css")));
  take("site.js", std::string(page_resource("site.js")));
  take("explorer.css", explorer_style());
  take("explorer.js", explorer_script());
  for (const SiteFile& file : draft.files) take(file.path, file.text);
  std::size_t taken = 0;
  run_ordered(
      draft.runs.size(), jobs, [&](std::size_t i) { return draft.runs[i].make(); },
      [&](const std::string& text) {
        take(fmt::format("runs/{}.html", draft.runs[taken++].name), text);
      });
}

void require_site_writable(const std::string& folder) {
  for (const char* const part : kFolders)
    require_folder((std::filesystem::path(folder) / part).string(), "the site");
  require_writable((std::filesystem::path(folder) / "index.html").string());
}

void write_site(const ReportFacts& facts, const std::string& folder, unsigned jobs) {
  require_site_writable(folder);
  std::set<std::filesystem::path> written;
  make_site(facts, jobs, [&](const std::string& path, const std::string& text) {
    const std::filesystem::path file = std::filesystem::path(folder) / path;
    write_output(file.string(), text);
    written.insert(file);
  });
  for (const char* const part : kFolders)
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(folder) / part))
      if (entry.path().extension() == ".html" && !written.contains(entry.path()))
        std::filesystem::remove(entry.path());
}

}  // namespace ringcheck
