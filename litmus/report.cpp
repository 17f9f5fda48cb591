// Results as text: herd7's log, and JSON lines.
// For ~exists herd7 counts witnesses the other way round: Positive counts the executions that
// satisfy the condition, not its proposition. The Observation line is about the proposition in
// every case.
// Source: the log of herd7 7.58. Deviations: no Hash line; a line `Bound` when a limit ended the
// run, a line `Counts` when a count is too large for a number, a line `Explored` for statistics.
// Tested by tests/litmus/report_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "explore/saturating.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {

namespace {

std::string_view kind_of(litmus::Quantifier quantifier) {
  switch (quantifier) {
    case litmus::Quantifier::exists:
      return "Allowed";
    case litmus::Quantifier::not_exists:
      return "Forbidden";
    case litmus::Quantifier::forall:
      return "Required";
  }
  return "";
}

/// One line; bytes that are not UTF-8 (of a file name, say) are replaced.
std::string dump(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// True iff a count is too large for a number.
bool has_most_counted(const LitmusResult& result) {
  return std::max({result.positive, result.negative, result.counts.complete}) == kMostCounted;
}

nlohmann::ordered_json explored(const ExploreCounts& counts) {
  return {
      {"nodes", counts.nodes},          {"checks", counts.checks}, {"complete", counts.complete},
      {"blocked", counts.blocked},      {"dead", counts.dead},     {"discarded", counts.discarded},
      {"events_max", counts.events_max}};
}

}  // namespace

std::string_view observation_text(LitmusObservation observation) {
  switch (observation) {
    case LitmusObservation::never:
      return "Never";
    case LitmusObservation::sometimes:
      return "Sometimes";
    case LitmusObservation::always:
      return "Always";
  }
  return "";
}

std::string to_herd_log(const LitmusResult& result, Statistics statistics) {
  std::string log = fmt::format("Test {} {}\nStates {}\n", result.name, kind_of(result.quantifier),
                                result.states.size());
  for (const LitmusState& state : result.states) log += state.text + "\n";
  const bool inverted = result.quantifier == litmus::Quantifier::not_exists;
  log += fmt::format("{}\nWitnesses\nPositive: {} Negative: {}\n", result.holds() ? "Ok" : "No",
                     inverted ? result.negative : result.positive,
                     inverted ? result.positive : result.negative);
  for (const std::string& flag : result.flags) log += fmt::format("Flag {}\n", flag);
  log += fmt::format("Condition {}\nObservation {} {} {} {}\n", result.condition, result.name,
                     observation_text(result.observation), result.positive, result.negative);
  if (result.counts.cut > 0)
    log += fmt::format("Bound {} loops {}\n", result.name, result.counts.cut);
  if (result.counts.limit_reached())
    log += fmt::format("Bound {} executions {}\n", result.name, result.counts.complete);
  if (has_most_counted(result))
    log += fmt::format("Counts {} stop at {}: so many executions, or more\n", result.name,
                       kMostCounted);
  if (statistics == Statistics::yes)
    log += fmt::format(
        "Explored {} nodes {} checks {} complete {} blocked {} dead {} discarded {} events {}\n",
        result.name, result.counts.nodes, result.counts.checks, result.counts.complete,
        result.counts.blocked, result.counts.dead, result.counts.discarded,
        result.counts.events_max);
  log += fmt::format("Time {} {:.2f}\n\n", result.name, result.seconds);
  return log;
}

std::string to_json(const LitmusResult& result, const LitmusJudgement& judgement,
                    Statistics statistics) {
  nlohmann::ordered_json object;
  object["file"] = result.file;
  object["name"] = result.name;
  object["model"] = result.model;
  object["observation"] = observation_text(result.observation);
  object["positive"] = result.positive;
  object["negative"] = result.negative;
  if (result.counts.cut == 0) {
    object["states"] = nlohmann::ordered_json::array();
    for (const LitmusState& state : result.states) object["states"].push_back(state.text);
  }
  object["flags"] = result.flags;
  object["executions"] = result.counts.complete;
  if (has_most_counted(result)) object["counts_stop_at"] = kMostCounted;
  if (result.counts.limit_reached()) object["limit_reached"] = true;
  if (result.counts.cut > 0) object["loops_cut"] = result.counts.cut;
  if (!judgement.expected.empty()) object["expected"] = judgement.expected;
  if (judgement.agreement == Agreement::agrees || judgement.agreement == Agreement::disagrees)
    object["agrees"] = judgement.agreement == Agreement::agrees;
  if (statistics == Statistics::yes) object["explored"] = explored(result.counts);
  object["seconds"] = result.seconds;
  return dump(object);
}

std::string error_to_json(const std::string& file, const std::string& error) {
  nlohmann::ordered_json object;
  object["file"] = file;
  object["error"] = error;
  return dump(object);
}

}  // namespace ringcheck
