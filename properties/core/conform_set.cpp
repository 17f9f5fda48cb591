// One line of recorded answers: parsing, judging, counting.
// Tested by tests/properties/core/conform_test.cpp.
#include "properties/core/conform_set.hpp"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

constexpr int kMostDepth = 200;  ///< of lists and objects in each other

/// Parses one line. If an object had a name twice, one of the values would silently be lost.
Json parse_line(const std::string& file, int line, std::string_view text) {
  std::vector<std::set<std::string>> names;
  const auto unique = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > kMostDepth)
      throw RowError(fmt::format("nested too deep, expected at most {} levels", kMostDepth));
    if (event == Json::parse_event_t::object_start) names.emplace_back();
    if (event == Json::parse_event_t::object_end) names.pop_back();
    if (event == Json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second)
      throw RowError(fmt::format("field {} twice, expected once", value.dump()));
    return true;
  };
  try {
    return Json::parse(text, unique);
  } catch (const Json::parse_error& error) {
    const int column = static_cast<int>(error.byte);
    throw InputError({file, line, column,
                      text.empty() ? "empty line, expected a JSON object"
                                   : "line is not whole JSON, expected a JSON object a line"});
  } catch (const Json::exception&) {  // a number that no 64 bits hold
    throw InputError({file, line, 1, "a number is out of range, expected 64 bits"});
  }
}

}  // namespace

RowOutcome conform_row(const ConformSet& set, const std::string& file, int line,
                       std::string_view text) {
  try {
    const Json row = parse_line(file, line, text);
    if (auto difference = set.check(row)) return std::move(*difference);
    return RowAgrees{};
  } catch (const RowError& error) {
    throw InputError({file, line, 1, error.what()});
  } catch (const Json::exception&) {
    throw InputError({file, line, 1, "a list is too short, expected all that its step names"});
  } catch (const std::out_of_range&) {
    throw InputError({file, line, 1, "values lead outside the memory that the row describes"});
  } catch (const NotModelled& error) {
    return RowRefused{error.what()};
  }
}

void add(ConformTally& tally, int line, RowOutcome outcome) {
  ++tally.rows;
  if (std::holds_alternative<RowAgrees>(outcome)) {
    ++tally.agree;
  } else if (auto* difference = std::get_if<Difference>(&outcome)) {
    if (++tally.differ > 1) return;
    tally.first = std::move(*difference);
    tally.first_line = line;
  } else if (++tally.refused == 1) {
    tally.refused_for = std::get<RowRefused>(outcome).why;
  }
}

Json cut_after(const Json& json, std::uint64_t step) {
  Json cut = Json::object();
  for (const auto& [name, value] : json.items()) {
    cut[name] = value;
    if (name != "steps") continue;
    auto& steps = cut[name];
    if (step + 1 < steps.size())
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(step) + 1, steps.end());
  }
  return cut;
}

}  // namespace ringcheck
