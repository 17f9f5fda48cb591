// REPORT.md. The rest is in the site (report_site.hpp).
// Tested by tests/cli/report_test.cpp.
#include "cli/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "cli/barrier_text.hpp"
#include "cli/driver_text.hpp"
#include "cli/mutant_session.hpp"
#include "cli/witness_text.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

constexpr const char* kHead =
    "# The perf ring buffer, checked\n\n"
    "Ground truth is Linux 6.1: the writer is kernel/events/ring_buffer.c, the reader "
    "tools/lib/perf/mmap.c. `make verify` makes this page again, and it is the same on every "
    "machine; `make report` makes it a site (build/report/index.html): a page for each scenario, "
    "finding, property, ordering point and mutant, with its execution to step through. "
    "docs/exploration.md says how executions are found, README.md what is not modelled.\n\n"
    "- [What A, B, C and D need](#what-a-b-c-and-d-need), machine by machine\n"
    "- [Findings](#findings): what Linux 6.1 gets wrong, and whom it concerns\n"
    "- [Scenarios](#scenarios) under each memory model\n"
    "- [What the drivers of the AUX area need](#what-the-drivers-of-the-aux-area-need)\n"
    "- [What was covered](#what-was-covered)\n\n";

constexpr const char* kPoints =
    "## What A, B, C and D need\n\n```\n"
    "  kernel                            user\n"
    "  if (LOAD data_tail) {             LOAD data_head\n"
    "                 (A)                           (C)\n"
    "    STORE data                      LOAD data\n"
    "                 (B)                           (D)\n"
    "    STORE data_head                 STORE data_tail\n"
    "  }\n```\n\n"
    "The least that is enough: one of the strengths of each cell, whichever the others are; `none` "
    "means that nothing need stand there. Every plan of strengths was checked. local_t operations "
    "order nothing here, as on powerpc, so that no entry leans on them; docs/architectures.md has "
    "each architecture's own.\n\n";

/// Both tables of a study.
std::string study_section(const BarrierStudy& study, const std::string& title) {
  return fmt::format("### {}\n\n{}\n", title, needs_table(study)) +
         fmt::format(
             "One point varied, the others as Linux 6.1 has them (\\*): `enough`, or which "
             "property is violated.\n\n{} ({}).\n\n{}\n",
             study.base.scenario->name, study.base.changes(), all_sites_table(study));
}

std::string points(const ReportFacts& facts) {
  std::string text = kPoints;
  text += study_section(facts.plain, "Data copied by plain accesses, as the kernel does");
  text += study_section(facts.marked, "Data copied by READ_ONCE and WRITE_ONCE");
  return text +
         "I-01: a record is read before it is there. I-06: it is overwritten before it is read. "
         "What orders the compiler only is in docs/compiler.md.\n\n";
}

/// "perf-ring, perf-ring-full under lkmm; …": scenarios with the same models together.
std::string shows_in(const std::vector<const DoneCheck*>& checks) {
  std::vector<std::pair<std::string, std::vector<std::string>>> rows;  // scenario, models
  for (const DoneCheck* check : checks) {
    const std::string& scenario = check->check.scenario->name;
    if (rows.empty() || rows.back().first != scenario)
      rows.emplace_back(scenario, std::vector<std::string>{});
    rows.back().second.push_back(check->check.model->name());
  }
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [scenario, models] = rows[i];
    text += scenario;
    if (i + 1 < rows.size() && rows[i + 1].second == models)
      text += ", ";
    else
      text += fmt::format(" under {}{}",
                          models.size() == model_names().size()
                              ? std::string("every model")
                              : fmt::format("{}", fmt::join(models, ", ")),
                          i + 1 < rows.size() ? "; " : "");
  }
  return text;
}

std::string violated_by(const std::vector<const DoneCheck*>& checks) {
  std::vector<std::string> ids;
  for (const DoneCheck* check : checks)
    if (std::ranges::find(ids, check->result.witness->property) == ids.end())
      ids.push_back(check->result.witness->property);
  return fmt::format("{}", fmt::join(ids, ", "));
}

std::string remedies(const ReportFacts& facts, std::string_view id) {
  std::string text;
  for (const Remedied& one : facts.remedies) {
    if (one.finding->id != id) continue;
    text += fmt::format("{} `{}` ({}, {} executions)", text.empty() ? "Removed by" : ", and by",
                        one.finding->remedy, verdict_name(one.result.verdict),
                        one.result.counts.complete);
  }
  return text.empty() ? text : text + '.';
}

std::string finding_section(const ReportFacts& facts, std::string_view id) {
  const auto checks = facts.of_finding(id);
  const KnownViolation& finding = *checks.front()->finding;
  return fmt::format("### {}: {}\n\n{}{}Shows in: {}. Violates {}. {} [Explained]({}).\n\n",
                     finding.id, finding.title, finding.concerns,
                     finding.concerns.empty() ? "" : "\n\n", shows_in(checks), violated_by(checks),
                     remedies(facts, id), finding_link(finding));
}

std::string findings(const ReportFacts& facts) {
  std::string text =
      "## Findings\n\nWhat Linux 6.1 does not satisfy as it is written, and whom it concerns. "
      "docs/findings.md tells how each happens, which versions have it, and of the entries D and "
      "V, which are matters of values alone.\n\n";
  for (const std::string_view id : findings_of(facts.checks)) text += finding_section(facts, id);
  bool violated = false;
  for (const DoneCheck& check : facts.checks) {
    violated = violated || check.result.witness;
    if (!check.result.witness || check.finding != nullptr) continue;
    text += fmt::format(
        "### {} is violated in {} under {}\n\n```\n{}```\n\n", check.result.witness->property,
        check.check.scenario->name, check.check.model->name(),
        witness_text(*check.result.witness, "ringcheck verify " + check_arguments(check.check)));
  }
  return violated ? text : text + "No property is violated.\n\n";
}

std::string grid_cell(const DoneCheck& check) {
  if (std::holds_alternative<Holds>(check.result.verdict))
    return fmt::format("{}", check.result.counts.complete);
  const auto* violated = std::get_if<Violated>(&check.result.verdict);
  if (violated == nullptr) return fmt::format("**{}**", verdict_name(check.result.verdict));
  return check.finding != nullptr ? fmt::format("**{}** {}", check.finding->id, violated->property)
                                  : fmt::format("**violated** {}", violated->property);
}

std::string grid(const ReportFacts& facts) {
  std::string text =
      "## Scenarios\n\n"
      "Every execution that the model allows is built once. A number: that many, and every "
      "property holds in all of them, within the bounds of the scenario's parameters. Else: the "
      "finding, and which property it violates. Empty: it is not checked there, because it takes "
      "no weak memory or its parts are not on such machines.\n\n| scenario |";
  const auto models = model_names();
  std::string rule = "|---|";
  for (const std::string_view model : models) {
    text += fmt::format(" {} |", model);
    rule += "---:|";
  }
  text += '\n' + rule + '\n';
  for (std::size_t i = 0; i < facts.checks.size();) {
    const Scenario* const scenario = facts.checks[i].check.scenario;
    std::map<std::string, std::string, std::less<>> cells;
    for (; i < facts.checks.size() && facts.checks[i].check.scenario == scenario; ++i)
      cells[facts.checks[i].check.model->name()] = grid_cell(facts.checks[i]);
    text += fmt::format("| {} |", scenario->name);
    for (const std::string_view model : models) {
      const auto cell = cells.find(model);
      text += cell == cells.end() ? std::string(" |") : fmt::format(" {} |", cell->second);
    }
    text += '\n';
  }
  return text + '\n';
}

std::string drivers(const ReportFacts& facts) {
  return "## What the drivers of the AUX area need\n\n"
         "One ordering point of a driver dropped at a time: what is violated (- nothing); bold is "
         "the machine that has the device. `ringcheck barriers --drivers` gives the reasons and "
         "the executions.\n\n" +
         driver_table(facts.drivers, true) + '\n';
}

/// For properties seen in few executions: in how many of all checks they were seen.
std::string sightings_text(const std::vector<DoneCheck>& checks) {
  constexpr std::uint64_t kMany = 100;
  std::map<const Property*, std::uint64_t> seen;
  for (const DoneCheck& check : checks)
    for (const PropertyOutcome& outcome : check.result.properties)
      seen[outcome.property] += outcome.seen;
  std::vector<std::string> few;
  for (const Property* property : all_properties())
    if (seen[property] < kMany) few.push_back(fmt::format("{} ({})", property->id, seen[property]));
  std::string text =
      fmt::format("what each is about was seen to happen in at least {} executions", kMany);
  return few.empty() ? text : fmt::format("{}, but for {}", text, fmt::join(few, ", "));
}

std::string mutants_line(const std::vector<HuntResult>& hunts) {
  std::vector<const HuntResult*> wrong;
  for (const HuntResult& hunt : hunts)
    if (!hunt.as_named()) wrong.push_back(&hunt);
  std::string text = fmt::format(
      "- **Mutants**: {} known mistakes, put into the specification one at a time, in {} hunts: ",
      by_mutant(hunts).size(), hunts.size());
  if (wrong.empty()) text += "each is found by the property that it names, where it is named";
  for (const HuntResult* one : wrong)
    text += fmt::format("{}**{} under {}: {}**", one == wrong.front() ? "" : ", ",
                        one->hunt.mutant->id, one->hunt.model, hunt_verdict(*one));
  return text + ". `ringcheck mutants` runs them.\n";
}

std::string compiler_line(const CompilerStudy& study) {
  std::size_t alone = 0, only_with_others = 0;
  for (const CompilerRow& row : study.rows) {
    if (row.needed_alone() != nullptr)
      ++alone;
    else if (row.needed_without_others() != nullptr)
      ++only_with_others;
  }
  return fmt::format(
      "- **The compiler**: of {} protections (each barrier() and each ONCE of the data ring), {} "
      "are needed, {} where what stands in for them is missing too, {} are redundant{}. "
      "docs/compiler.md; `ringcheck verify --compiler`.\n",
      study.rows.size(), alone, only_with_others, study.rows.size() - alone - only_with_others,
      study.sound() ? "" : "; **a ground is violated with nothing taken away**");
}

std::string snapshots_line(const std::vector<SnapshotStudy>& studies) {
  std::string text =
      "- **Snapshots**: finders of a snapshot's ends that miss or repeat trace for some history "
      "of snapshots (entries V):";
  for (const SnapshotStudy& study : studies)
    if (study.misses || study.repeats)
      text += fmt::format(" {}{}{};", study.cases.what, study.cases.finding.empty() ? "" : ": ",
                          study.cases.finding);
  text.back() = '.';
  return text + '\n';
}

std::string covered(const ReportFacts& facts) {
  std::uint64_t executions = 0;
  for (const DoneCheck& check : facts.checks) executions += check.result.counts.complete;
  std::string text = fmt::format(
      "## What was covered\n\n"
      "- **Executions**: {} of {} checks, each complete up to its parameters (`ringcheck list`).\n"
      "- **Properties**: {} were judged; {}.\n",
      executions, facts.checks.size(), all_properties().size(), sightings_text(facts.checks));
  if (!facts.hunts.empty()) text += mutants_line(facts.hunts);
  if (facts.compiler) text += compiler_line(*facts.compiler);
  return text + snapshots_line(facts.snapshots) +
         "- **The kernel's own text**: `make kernel` holds Linux 6.1 and 6.12 against the "
         "specification (docs/kernel.md), `ringcheck conform` recorded answers of kernels "
         "(docs/conform.md).\n"
         "- **In pictures**: docs/ring.md draws the ring and the AUX area from runs of the "
         "specification.\n";
}

}  // namespace

std::string finding_link(const KnownViolation& finding) {
  std::string anchor(finding.id);
  std::ranges::replace(anchor, 'F', 'f');
  return "docs/findings.md#" + anchor;
}

std::string report_markdown(const ReportFacts& facts) {
  return kHead + points(facts) + findings(facts) + grid(facts) + drivers(facts) + covered(facts);
}

std::string report_summary(const ReportFacts& facts) {
  return study_text(facts.plain, false) + study_text(facts.marked, false);
}

}  // namespace ringcheck
