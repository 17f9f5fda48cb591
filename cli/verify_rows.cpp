// Tested by tests/cli/command_test.cpp and tests/cli/ci_report_test.cpp.
#include "cli/verify_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "check/known_violation.hpp"
#include "cli/output.hpp"
#include "cli/witness_text.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

std::string violated_property(const Verdict& verdict) {
  const auto* violated = std::get_if<Violated>(&verdict);
  return violated != nullptr ? violated->property : "";
}

/// What is counted in a check: executions, or states for the verdict alone.
void add_counts(Json& row, const CheckResult& result) {
  if (result.states) {
    const StateCounts& counts = *result.states;
    row.update({{"states", counts.states},
                {"transitions", counts.transitions},
                {"ends", counts.complete},
                {"blocked", counts.blocked},
                {"cut", counts.cut},
                {"stuck", counts.stuck}});
    return;
  }
  const ExploreCounts& counts = result.counts;
  row.update({{"executions", counts.complete},
              {"violating", result.violating},
              {"blocked", counts.blocked},
              {"cut", counts.cut},
              {"dead", counts.dead},
              {"discarded", counts.discarded}});
}

/// The model, and on a machine also the table by which user space is compiled: "riscv/generic".
std::string model_text(const Check& check) {
  const std::string& model = check.model->name();
  for (std::size_t i = 0; i < check.scenario->parameters.size(); ++i) {
    const Parameter& parameter = check.scenario->parameters[i];
    if (parameter.name == "user" && check.parameters.value(i) != parameter.standard)
      return model + "/" + check.parameters.text(i);
  }
  return model;
}

/// The texts in the columns of the table.
using Cells = std::array<std::string, 8>;

/// How wide they are; those of numbers with the blank before them. 0: left out.
using Widths = std::array<std::size_t, 8>;

/// The columns that `style` has room for: counts are the first to go.
Widths widths_of(const RowStyle& style) {
  Widths widths{18, style.models, 22, 11, 9, 9, 8, style.times ? std::size_t{10} : 0};
  constexpr std::size_t kBlanks = 2;  // between the columns of words
  const auto total = [&] { return std::accumulate(widths.begin(), widths.end(), kBlanks); };
  for (const std::size_t column : {5U, 4U, 6U, 3U, 7U})
    if (style.width != 0 && total() > style.width) widths[column] = 0;
  return widths;
}

/// A line of the table: words to the left, numbers to the right.
std::string line_text(const Cells& cells, const RowStyle& style) {
  constexpr std::size_t kWords = 3;
  const Widths widths = widths_of(style);
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i < kWords)
      line += fmt::format("{}{:<{}}", i == 0 ? "" : " ", cells[i], widths[i]);
    else if (widths[i] != 0)
      line += fmt::format(" {:>{}}", cells[i], widths[i] - 1);
  }
  return line + '\n';
}

}  // namespace

std::size_t model_width(const std::vector<Check>& checks) {
  std::size_t width = 8;
  for (const Check& check : checks) width = std::max(width, model_text(check).size());
  return width;
}

Json row_json(const DoneCheck& checked, bool times) {
  const Check& run = checked.check;
  Json seen = Json::object();
  Json unseen = Json::array();
  for (const PropertyOutcome& outcome : checked.result.properties) {
    seen[std::string(outcome.property->id)] = outcome.seen;
    if (outcome.seen == 0) unseen.push_back(outcome.property->id);
  }
  const std::string property = violated_property(checked.result.verdict);
  const auto* bound = std::get_if<BoundReached>(&checked.result.verdict);
  Json row = {{"scenario", run.scenario->name},
              {"model", checked.check.model->name()},
              {"params", parameters_json(run.parameters)},
              {"plan", run.plan.text()},
              {"verdict", verdict_name(checked.result.verdict)},
              {"property", property.empty() ? Json(nullptr) : Json(property)}};
  add_counts(row, checked.result);
  row.update({{"events_max", checked.result.counts.events_max},
              {"bound", bound == nullptr ? Json(nullptr) : Json(bound->bound)},
              {"sometimes", seen},
              {"unseen", unseen},
              {"finding", checked.finding == nullptr ? Json(nullptr) : Json(checked.finding->id)},
              {"witness", checked.result.witness ? Json::parse(to_json(*checked.result.witness))
                                                 : Json(nullptr)}});
  if (times) row["seconds"] = checked.result.seconds;
  return row;
}

std::string head_text(const RowStyle& style) {
  const auto& [first, second, third] = style.states ? std::array{"states", "steps", "ends"}
                                                    : std::array{"executions", "blocked", "dead"};
  return line_text({"scenario", "model", "verdict", first, second, third, "events", "seconds"},
                   style);
}

std::string row_text(const DoneCheck& checked, const RowStyle& style) {
  const ExploreCounts& counts = checked.result.counts;
  const auto& states = checked.result.states;
  const std::array numbers = states
                                 ? std::array{states->states, states->transitions, states->complete}
                                 : std::array{counts.complete, counts.blocked, counts.dead};
  std::string verdict(verdict_name(checked.result.verdict));
  const std::string property = violated_property(checked.result.verdict);
  if (!property.empty()) verdict += " " + property;
  if (checked.finding != nullptr) verdict += fmt::format(" ({})", checked.finding->id);
  return line_text(
      {checked.check.scenario->name, model_text(checked.check), verdict, std::to_string(numbers[0]),
       std::to_string(numbers[1]), std::to_string(numbers[2]), std::to_string(counts.events_max),
       fmt::format("{:.2f}", checked.result.seconds)},
      style);
}

CiRow ci_row_of(const DoneCheck& checked, bool accept_findings) {
  const Verdict& verdict = checked.result.verdict;
  CiRow row;
  row.suite = checked.check.scenario->name;
  row.name = model_text(checked.check);
  if (!checked.check.as_written()) row.name += " " + checked.check.changes();
  row.seconds = checked.result.seconds;
  if (const auto* violated = std::get_if<Violated>(&verdict)) {
    row.rule = violated->property;
    row.title = find_property(violated->property).title;
    row.outcome =
        accept_findings && checked.finding != nullptr ? CiOutcome::accepted : CiOutcome::failed;
    if (checked.finding != nullptr) row.finding = checked.finding->id;
    if (checked.result.witness) {
      row.message = message_text(*checked.result.witness);
      row.details = witness_text(*checked.result.witness,
                                 "ringcheck verify " + check_arguments(checked.check));
    }
  } else if (const auto* bound = std::get_if<BoundReached>(&verdict)) {
    row.outcome = CiOutcome::undecided;
    row.rule = "bound reached";
    row.message = bound->bound;
  } else if (const auto* vacuous = std::get_if<Vacuous>(&verdict)) {
    row.outcome = CiOutcome::undecided;
    row.rule = "vacuous";
    for (const Property* property : vacuous->unseen)
      row.message += fmt::format("{}never seen: {} {}", row.message.empty() ? "" : "; ",
                                 property->id, property->sometimes);
  }
  return row;
}

}  // namespace ringcheck
