// Compares answers.
// Tested by tests/litmus/log_test.cpp.
#include "litmus/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace ringcheck {

namespace {

std::set<std::string> parts_of(const LoggedTest& test) {
  std::set<std::string> parts;
  for (const auto& [state, seen] : test.states)
    for (const auto& [name, value] : state) parts.insert(name);
  return parts;
}

/// The states of `test`, restricted to `parts`.
std::set<LoggedState> states_on(const LoggedTest& test, const std::set<std::string>& parts) {
  std::set<LoggedState> states;
  for (const auto& [state, seen] : test.states) {
    LoggedState shown;
    for (const auto& [name, value] : state)
      if (parts.contains(name)) shown.emplace(name, value);
    states.insert(std::move(shown));
  }
  return states;
}

std::set<std::string> common(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::set<std::string> both;
  std::ranges::set_intersection(a, b, std::inserter(both, both.end()));
  return both;
}

std::vector<LoggedState> without(const std::set<LoggedState>& a, const std::set<LoggedState>& b) {
  std::vector<LoggedState> rest;
  std::ranges::set_difference(a, b, std::back_inserter(rest));
  return rest;
}

/// Compares observations, for tests without states.
void compare_observations(const LoggedTest& a, const LoggedTest& b, LogComparison& result) {
  result.note = fmt::format("{} and {}", a.observation(), b.observation());
  if (a.observation() == b.observation()) {
    result.note.clear();
  } else if (a.counted || b.counted) {
    const LoggedTest& model = a.counted ? b : a;
    const LoggedTest& runs = a.counted ? a : b;
    const bool impossible =
        (model.positive == 0 && runs.positive > 0) || (model.negative == 0 && runs.negative > 0);
    result.verdict = impossible ? LogVerdict::forbidden : LogVerdict::unseen;
  } else {
    result.verdict = LogVerdict::differs;
  }
}

LogComparison compare(const LoggedTest& a, const LoggedTest& b) {
  LogComparison result{a.name, LogVerdict::same, {}, {}, ""};
  if (!a.error.empty() || !b.error.empty()) {
    result.verdict = LogVerdict::missing;
    result.note = a.error.empty() ? b.error : a.error;
    return result;
  }
  if (!a.hash.empty() && !b.hash.empty() && a.hash != b.hash) {
    result.verdict = LogVerdict::missing;
    result.note = "the two have different tests of this name (Hash)";
    return result;
  }
  if (!a.has_states || !b.has_states) {
    compare_observations(a, b, result);
    return result;
  }
  const std::set<std::string> parts = common(parts_of(a), parts_of(b));
  if (parts.empty() && !parts_of(a).empty() && !parts_of(b).empty()) {
    result.verdict = LogVerdict::missing;
    result.note = "the two show no location in common";
    return result;
  }
  const std::set<LoggedState> of_a = states_on(a, parts);
  const std::set<LoggedState> of_b = states_on(b, parts);
  result.only_reference = without(of_a, of_b);
  result.only_other = without(of_b, of_a);
  const bool exact = !a.counted && !b.counted;
  const bool impossible = (b.counted && !a.counted && !a.bounded && !result.only_other.empty()) ||
                          (a.counted && !b.counted && !b.bounded && !result.only_reference.empty());
  if (impossible)
    result.verdict = LogVerdict::forbidden;
  else if (!result.only_reference.empty() || !result.only_other.empty())
    result.verdict = exact ? LogVerdict::differs : LogVerdict::unseen;
  else if (exact && (a.positive != b.positive || a.negative != b.negative))
    result.note =
        fmt::format("executions: {}+{} and {}+{}", a.positive, a.negative, b.positive, b.negative);
  return result;
}

}  // namespace

std::vector<LogComparison> compare_logs(const LitmusLog& reference, const LitmusLog& other) {
  std::set<std::string> names;
  for (const auto& [name, test] : reference) names.insert(name);
  for (const auto& [name, test] : other) names.insert(name);
  std::vector<LogComparison> rows;
  for (const std::string& name : names) {
    const auto a = reference.find(name);
    const auto b = other.find(name);
    if (a != reference.end() && b != other.end())
      rows.push_back(compare(a->second, b->second));
    else
      rows.push_back({name,
                      LogVerdict::missing,
                      {},
                      {},
                      a == reference.end() ? "not in the first" : "in the first alone"});
  }
  return rows;
}

std::string_view text_of(LogVerdict verdict) {
  switch (verdict) {
    case LogVerdict::same:
      return "same";
    case LogVerdict::differs:
      return "differs";
    case LogVerdict::forbidden:
      return "forbidden";
    case LogVerdict::unseen:
      return "unseen";
    case LogVerdict::missing:
      return "missing";
  }
  return "";
}

}  // namespace ringcheck
