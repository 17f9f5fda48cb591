// `ringcheck verify`: scenarios under models, a verdict for each.
// Tested by tests/cli/command_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>

#include "check/compiler_study.hpp"
#include "check/known_violation.hpp"
#include "cli/check_runs.hpp"
#include "cli/check_session.hpp"
#include "cli/commands.hpp"
#include "cli/mutant_session.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/report_pictures.hpp"
#include "cli/report_site.hpp"
#include "cli/smaller_witness.hpp"
#include "cli/state_checks.hpp"
#include "cli/terminal.hpp"
#include "cli/verify_rows.hpp"
#include "cli/witness_text.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

ExitStatus status_of(const DoneCheck& checked, bool accept_findings) {
  const Verdict& verdict = checked.result.verdict;
  if (std::holds_alternative<Holds>(verdict)) return ExitStatus::holds;
  if (std::holds_alternative<BoundReached>(verdict)) return ExitStatus::bound_reached;
  if (std::holds_alternative<Vacuous>(verdict)) return ExitStatus::vacuous;
  return accept_findings && checked.finding != nullptr ? ExitStatus::holds : ExitStatus::violated;
}

/// Every mutant, for the report.
std::vector<HuntResult> all_hunts(unsigned jobs) {
  std::vector<Hunt> hunts;
  for (const Mutant* mutant : all_mutants())
    for (Hunt& hunt : hunts_of(*mutant, {})) hunts.push_back(std::move(hunt));
  return hunt_mutants(hunts, kHuntSeed, jobs);
}

std::string verdict_details(const DoneCheck& checked) {
  const std::string arguments = check_arguments(checked.check);
  if (const auto* vacuous = std::get_if<Vacuous>(&checked.result.verdict)) {
    std::string unseen;
    for (const Property* property : vacuous->unseen)
      unseen += fmt::format("\n  {}: never seen: {}", property->id, property->sometimes);
    return fmt::format("vacuous: {}{}\n\n", arguments, unseen);
  }
  if (const auto* bound = std::get_if<BoundReached>(&checked.result.verdict))
    return fmt::format("bound reached: {}: {}{}\n\n", arguments, bound->bound,
                       bound->limit > 0 ? fmt::format(" ({})", bound->limit) : "");
  return "";
}

/// The properties that were never seen, for each scenario and its models.
std::string unseen_text(const std::vector<DoneCheck>& checked) {
  std::vector<std::pair<std::string, std::string>> rows;  // scenario and properties, models
  for (const DoneCheck& one : checked) {
    std::string ids;
    for (const PropertyOutcome& outcome : one.result.properties)
      if (outcome.seen == 0) ids.append(ids.empty() ? "" : ", ").append(outcome.property->id);
    if (ids.empty()) continue;
    const std::string row = fmt::format("{:<18} {}", one.check.scenario->name, ids);
    const auto known = std::ranges::find(rows, row, &std::pair<std::string, std::string>::first);
    if (known == rows.end())
      rows.emplace_back(row, one.check.model->name());
    else
      known->second.append(", ").append(one.check.model->name());
  }
  std::string text;
  for (const auto& [row, models] : rows) text += fmt::format("  {} ({})\n", row, models);
  return text.empty() ? "" : "Judged, but never seen to say anything:\n" + text + '\n';
}

}  // namespace

ExitStatus verify(const VerifyOptions& options) {
  if (options.check.compiler) return compiler_command(options.check, options.session.jobs);
  std::vector<Check> runs = chosen_checks(options.check);
  for (Check& run : runs) run.symmetry = options.symmetry;
  return verify_checks(runs, {}, options);
}

ExitStatus verify_checks(const std::vector<Check>& runs, std::vector<ResumableCheck> known,
                         const VerifyOptions& options) {
  if (options.verdict_only) require_state_checks(runs, options);
  for (const std::string* path : {&options.check.json, &options.report, &options.witness})
    if (!path->empty()) require_writable(*path);
  require_ci_writable(options.ci);
  if (!options.report.empty()) require_pictures_writable(options.report);
  if (!options.pages.empty()) require_site_writable(options.pages);
  // The table would spoil JSON on standard output.
  const bool silent = options.check.json == "-";
  const bool quiet = silent || options.ci.quiet;
  std::optional<CheckSession> session;
  if (!known.empty())
    session.emplace(std::move(known), options.session);
  else if (!options.verdict_only)
    session.emplace(runs, options.session);
  const RowStyle style{options.verdict_only, !options.ci.no_times, model_width(runs),
                       standard_output().columns};
  if (!quiet) std::cout << head_text(style);
  std::vector<DoneCheck> checked;
  Json rows = Json::array();
  ExitStatus status = ExitStatus::holds;
  const auto take = [&](const Check& run, CheckResult result) {
    if (options.smallest && result.witness) {
      Workers workers(static_cast<int>(options.session.jobs));
      result.witness = smaller_witness(*result.witness, &workers);
    }
    const KnownViolation* finding = known_violation(recorded_findings(), run, result.verdict);
    DoneCheck done{run, std::move(result), finding};
    const ExitStatus ended = status_of(done, options.accept_findings);
    if (!quiet || (!silent && ended != ExitStatus::holds))
      std::cout << row_text(done, style) << std::flush;
    rows.push_back(row_json(done, style.times));
    status = worse(status, ended);
    checked.push_back(std::move(done));
  };
  std::string left;
  if (options.verdict_only) {
    run_state_checks(runs, options.session, take);
  } else {
    session->run(take);
    left = session->left_in();
  }
  std::string details = "\n";
  std::set<std::pair<std::string_view, std::string>> shown;
  bool witness_written = false;
  for (const DoneCheck& one : checked) {
    details += verdict_details(one);
    if (!one.result.witness) continue;
    if (!options.witness.empty() && !witness_written)
      write_output(options.witness, to_json(*one.result.witness));
    witness_written = true;
    // One witness of a property in a scenario is enough to read; each has a line to show it again.
    const std::string replay = "ringcheck verify " + check_arguments(one.result.witness->check) +
                               (options.verdict_only ? " --verdict-only" : "") +
                               " --witness FILE; ringcheck replay FILE";
    if (shown.insert({one.check.scenario->name, one.result.witness->property}).second)
      details += witness_text(*one.result.witness, replay,
                              witness_style(*one.result.witness, options.all_events,
                                            standard_output().columns)) +
                 '\n';
    else
      details += fmt::format("violated: {} in {} under {} too\n  replay: {}\n\n",
                             one.result.witness->property, one.check.scenario->name,
                             one.check.model->name(), replay);
    if (one.finding != nullptr)
      details +=
          fmt::format("  {}: {} (docs/findings.md)\n\n", one.finding->id, one.finding->title);
  }
  if (!options.witness.empty() && !witness_written)
    details += fmt::format("no witness, so {} is not written\n", options.witness);
  if (!quiet) details += unseen_text(checked);
  if (!left.empty()) details += fmt::format("go on: --resume {} with the same options\n", left);
  const bool nothing_wrong = options.ci.quiet && status == ExitStatus::holds;
  if (!silent && !nothing_wrong) std::cout << details << std::flush;
  if (!options.report.empty() || !options.pages.empty()) {
    ReportFacts facts = gather_facts(checked, options.session.jobs);
    facts.hunts = all_hunts(options.session.jobs);
    for (const HuntResult& hunt : facts.hunts)
      if (!hunt.as_named()) status = worse(status, ExitStatus::violated);
    facts.compiler = study_compiler(protections(), compiler_grounds(), options.session.jobs,
                                    show_progress("checks"));
    if (!facts.compiler->sound()) status = worse(status, ExitStatus::violated);
    if (!quiet) std::cout << report_summary(facts);
    if (!options.report.empty()) {
      write_pictures(options.report, all_pictures());
      write_output(options.report, report_markdown(facts));
    }
    if (!options.pages.empty()) write_site(facts, options.pages, options.session.jobs);
  }
  if (!options.check.json.empty()) write_output(options.check.json, json_rows(rows));
  std::vector<CiRow> ci;
  for (const DoneCheck& one : checked) ci.push_back(ci_row_of(one, options.accept_findings));
  write_ci_files(options.ci, std::move(ci), "ringcheck verify");
  return status;
}

}  // namespace ringcheck
