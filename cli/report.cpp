// REPORT.md: verdicts, findings, what each ordering point needs, and what was not checked.
// Tested by tests/cli/report_test.cpp.
#include "cli/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "check/barrier_study.hpp"
#include "cli/barrier_text.hpp"
#include "cli/compiler_text.hpp"
#include "cli/driver_text.hpp"
#include "cli/mutant_session.hpp"
#include "cli/report_pictures.hpp"
#include "cli/snapshot_table.hpp"
#include "cli/witness_text.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

std::string fenced(const std::string& text) {
  return "```\n" + text + "```\n";
}

std::string folded(const std::string& title, const std::string& body) {
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", title, body);
}

std::string verdict_cell(const DoneCheck& check) {
  std::string text(verdict_name(check.result.verdict));
  if (const auto* violated = std::get_if<Violated>(&check.result.verdict))
    text = "**violated** " + violated->property;
  if (check.finding != nullptr) text += fmt::format(" ({})", check.finding->id);
  return text;
}

/// The properties that saw nothing in a scenario under any of its models.
std::string unseen(const std::vector<DoneCheck>& checks) {
  std::vector<std::pair<const Scenario*, std::vector<const Property*>>> rows;
  for (const DoneCheck& check : checks) {
    const Scenario* const scenario = check.check.scenario;
    if (rows.empty() || rows.back().first != scenario)
      rows.emplace_back(scenario, scenario->properties);
    for (const PropertyOutcome& outcome : check.result.properties)
      if (outcome.seen > 0) std::erase(rows.back().second, outcome.property);
  }
  std::string text;
  for (const auto& [scenario, properties] : rows) {
    if (properties.empty()) continue;
    text += fmt::format("{}{} (", text.empty() ? "" : "; ", scenario->name);
    for (const Property* property : properties)
      text.append(property == properties.front() ? "" : ", ").append(property->id);
    text += ')';
  }
  if (text.empty()) return "";
  return "Judged beside what a scenario is there to show, and never seen to say anything in it: " +
         text + ".\n\n";
}

std::string verdicts(const std::vector<DoneCheck>& checks) {
  std::string text =
      "## Verdicts\n\n"
      "Every execution that the model allows is built once; *holds* means that every property "
      "holds in all of them, "
      "within the bounds that the parameters name.\n\n"
      "| scenario | model | verdict | executions | events at most |\n|---|---|---|---:|---:|\n";
  for (const DoneCheck& check : checks)
    text += fmt::format("| {} | {} | {} | {} | {} |\n", check.check.scenario->name,
                        check.check.model->name(), verdict_cell(check),
                        check.result.counts.complete, check.result.counts.events_max);
  text += "\nParameters: ";
  std::set<std::string_view> named;
  for (const DoneCheck& check : checks) {
    const Check& run = check.check;
    if (!named.insert(run.scenario->name).second) continue;
    text += fmt::format("{}{} ({})", named.size() > 1 ? "; " : "", run.scenario->name,
                        run.parameters.text());
  }
  return text + ".\n\n" + unseen(checks);
}

std::string findings(const std::vector<DoneCheck>& checks) {
  std::string text = "## Findings\n\n";
  std::set<std::string> shown;
  for (const DoneCheck& check : checks) {
    if (!check.result.witness) continue;
    const std::string key =
        check.finding != nullptr
            ? std::string(check.finding->id)
            : fmt::format("{}{}", check.check.scenario->name, check.result.witness->property);
    if (!shown.insert(key).second) continue;
    if (check.finding != nullptr)
      text += fmt::format("### {}: {}\n\n{}\n\nShows in:", check.finding->id, check.finding->title,
                          check.finding->explanation);
    else
      text += fmt::format("### {} is violated\n\nShows in:", check.result.witness->property);
    for (const DoneCheck& other : checks)
      if (other.result.witness &&
          (check.finding != nullptr
               ? other.finding != nullptr && other.finding->id == check.finding->id
               : &other == &check))
        text += fmt::format(" {} under {};", other.check.scenario->name, other.check.model->name());
    text.back() = '.';
    text += "\n\n" + fenced(witness_text(*check.result.witness,
                                         "ringcheck verify " + check_arguments(check.check)));
    text += '\n';
  }
  if (shown.empty()) text += "No property is violated.\n\n";
  return text;
}

std::string remedies(const std::vector<DoneCheck>& checks) {
  std::string text;
  std::set<std::pair<std::string_view, std::string_view>> done;
  for (const DoneCheck& check : checks) {
    if (check.finding == nullptr || !done.insert({check.finding->id, check.finding->remedy}).second)
      continue;
    const Check run = check.check.with(check.finding->remedy);
    const CheckResult result = run_check(run);
    text += fmt::format("- {} with `{}`: {} under {} {} ({} executions).\n", check.finding->id,
                        check.finding->remedy, run.scenario->name, check.check.model->name(),
                        verdict_name(result.verdict), result.counts.complete);
  }
  return text.empty()
             ? ""
             : "The assumption or change that each finding names, checked:\n\n" + text + '\n';
}

std::string study_section(const BarrierStudy& study, const std::string& title) {
  std::string text = fmt::format("### {}\n\n{} ({}). `*` is what Linux 6.1 has.\n\n", title,
                                 study.base.scenario->name, study.base.parameters.text());
  for (const SiteChoice& site : study.sites)
    text += fmt::format("**{}**: {}\n\n{}\n", site.site->name, site.site->between,
                        site_table(study, site, true));
  text += "Minimal sufficient plans:\n\n" + fenced(minimal_plans_text(study)) + '\n';
  for (const SingleChange& change : insufficient_changes(study)) {
    const bool own = change.result->plan == study.base.plan;
    const std::string what = own ? std::string("the kernel's own plan")
                                 : fmt::format("{} = {}", change.site.site->name, change.strength);
    text += folded(
        fmt::format("{} under {}: {}", what, change.model->model, change.result->witness->property),
        fenced(witness_text(*change.result->witness, "")));
  }
  return text;
}

std::string compiler_points(std::span<const Site* const> sites) {
  std::string text = "The points ";
  for (const Site* const site : sites)
    if (site->own() == "barrier") text += fmt::format("`{}`, ", site->name);
  text.resize(text.size() - 2);
  return text +
         " are `barrier()`: they bind the compiler, and an interrupt sees its own CPU's accesses "
         "in the order of the "
         "instructions. CPU models do not tell their strengths apart, so they are not varied "
         "here.\n\n";
}

std::string drivers_section(const std::vector<DriverResult>& results) {
  return "## What the drivers of the AUX area need\n\n"
         "One ordering point of a driver dropped at a time: what is violated (- nothing); bold is "
         "the machine that has the device. `ringcheck barriers --drivers` tells the same.\n\n" +
         driver_table(results, true) + '\n' + driver_reasons(results, true) + '\n' +
         driver_witnesses(results, true);
}

std::string seen(const std::vector<DoneCheck>& checks) {
  std::string text =
      "## What the properties have seen\n\n"
      "A property that never had anything to judge says nothing. For each: the executions in which "
      "what it is about "
      "happened, over all checks above.\n\n| property | always | sometimes | executions "
      "|\n|---|---|---|---:|\n";
  for (const Property* property : all_properties()) {
    std::uint64_t count = 0;
    for (const DoneCheck& check : checks)
      for (const PropertyOutcome& outcome : check.result.properties)
        if (outcome.property == property) count += outcome.seen;
    text += fmt::format("| {} | {} | {} | {} |\n", property->id, property->title,
                        property->sometimes, count);
  }
  return text + '\n';
}

constexpr const char* kHead =
    "# The perf ring buffer, checked\n\n"
    "`make verify` regenerates this file; it is the same on every machine. Ground truth is Linux "
    "6.1: the writer is "
    "kernel/events/ring_buffer.c, the reader tools/lib/perf/mmap.c. docs/exploration.md says how "
    "executions are found, "
    "README.md what is not modelled.\n\n"
    "The four ordering points, in the kernel's own letters:\n\n```\n"
    "  kernel                            user\n"
    "  if (LOAD data_tail) {             LOAD data_head\n"
    "                 (A)                           (C)\n"
    "    STORE data                      LOAD data\n"
    "                 (B)                           (D)\n"
    "    STORE data_head                 STORE data_tail\n"
    "  }\n```\n\n";

}  // namespace

Report make_report(const std::vector<DoneCheck>& checks, const std::vector<HuntResult>& hunts,
                   const CompilerStudy* compiler) {
  const std::vector<Model> models = chosen_models({});
  const Check ring = barrier_check(false);
  const std::vector<SiteChoice> sites = all_site_choices(ring.plan.sites());
  const BarrierStudy plain = study_barriers(ring, sites, models);
  const BarrierStudy marked = study_barriers(barrier_check(true), sites, models);
  Report report;
  report.pictures = aux_pictures();
  report.markdown = kHead + verdicts(checks) + findings(checks) + remedies(checks) +
                    "## What A, B, C and D need\n\n"
                    "One point varied, the others as the kernel has them. A cell says `enough`, or "
                    "which property is "
                    "violated: I-01 (a record is read before it is there) or I-06 (it is "
                    "overwritten before it is read). "
                    "local_t operations order nothing here, as on powerpc, so that no table entry "
                    "leans on them.\n\n" +
                    study_section(plain, "Data copied by plain accesses, as the kernel does") +
                    study_section(marked, "Data copied by READ_ONCE and WRITE_ONCE") +
                    compiler_points(ring.plan.sites()) +
                    drivers_section(study_drivers(driver_points(), models)) +
                    (compiler != nullptr ? compiler_markdown(*compiler) : "") +
                    pictures_markdown(report.pictures) + snapshots_markdown(study_all_snapshots()) +
                    seen(checks) + mutants_markdown(hunts);
  report.summary = study_text(plain, false) + study_text(marked, false);
  return report;
}

}  // namespace ringcheck
