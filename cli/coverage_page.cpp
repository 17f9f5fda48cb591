// Tested by tests/cli/coverage_test.cpp.
#include "cli/coverage_page.hpp"

#include <fmt/format.h>

#include <map>

#include "cli/text_layout.hpp"
#include "properties/core/area.hpp"
#include "properties/core/coverage.hpp"

namespace ringcheck {
namespace {

using Json = nlohmann::ordered_json;

/// How many rows there are of each state.
std::map<CoverageState, std::size_t> counted() {
  std::map<CoverageState, std::size_t> counts;
  for (const Coverage* row : all_coverage()) ++counts[row->state()];
  return counts;
}

/// "60 are real, 29 partial, …" as a sentence.
std::string counted_text() {
  auto counts = counted();
  using enum CoverageState;
  return fmt::format(
      "{} mechanisms: {} are real, {} are real but for what their rows call missing, {} are "
      "missing, {} "
      "are out of scope.",
      all_coverage().size(), counts[real], counts[partial], counts[missing], counts[outside]);
}

/// Names of a list as code, and files as links from docs/.
std::string cell(std::string_view list) {
  std::string text;
  for (const std::string_view part : coverage_list(list)) {
    if (!text.empty()) text += ", ";
    if (part.find('/') == std::string_view::npos)
      text += part;
    else
      text += fmt::format("[{}](../{})", part.substr(part.rfind('/') + 1), part);
  }
  return text;
}

/// The part of a row that is not real, in plain words.
std::string gap(const Coverage& row) {
  switch (row.state()) {
    case CoverageState::outside:
      return fmt::format("**out of scope**: {}", row.outside);
    case CoverageState::missing:
      return row.lacks.empty() ? "**missing**" : fmt::format("**missing**: {}", row.lacks);
    case CoverageState::partial:
      return fmt::format("**missing**: {}", row.lacks);
    case CoverageState::real:
      break;
  }
  return {};
}

/// Where a row is specified, and what of it is not.
std::string specified(const Coverage& row) {
  std::string text = cell(row.specified);
  const std::string missing = gap(row);
  if (!text.empty() && !missing.empty()) text += "; ";
  return text + missing;
}

std::string table(std::string_view section) {
  std::string text;
  for (const Coverage* row : all_coverage()) {
    if (row->place.substr(0, row->place.rfind('.')) != section) continue;
    if (text.empty())
      text = "\n| | mechanism | specified in | judged by | mutants |\n|---|---|---|---|---|\n";
    text += fmt::format("| {} | {} | {} | {} | {} |\n", row->place, row->mechanism, specified(*row),
                        cell(row->judged), cell(row->mutants));
  }
  return text;
}

}  // namespace

std::string coverage_page() {
  std::string text = fmt::format(
      "# What the documents describe, and what there is of it\n\n"
      "Written by `ringcheck list coverage --markdown` from the rows that each area exports "
      "(`properties/AREA/coverage.hpp`).\nA row names a mechanism of a document where it first "
      "comes up, "
      "what specifies it, what judges it, and the mutants\nthat show that the judgement can fail: "
      "each is found by a property of its row, in the tests. Mechanisms are in\nthe documents' "
      "order.\n\n{}\n",
      counted_text());
  for (const CoverageSection& section : all_coverage_sections()) {
    const bool document = section.number.find('.') == std::string_view::npos;
    text += fmt::format("\n{} {} {}\n", document ? "##" : "###", section.number, section.title);
    text += table(section.number);
  }
  return text;
}

std::string coverage_text() {
  std::string text = counted_text() + '\n';
  for (const Coverage* row : all_coverage())
    text += beside(fmt::format("{:<7}{}", row->place, coverage_state_name(row->state())),
                   row->mechanism, 2, 24);
  return text;
}

Json coverage_json() {
  Json rows = Json::array();
  for (const Coverage* row : all_coverage())
    rows.push_back({{"kind", "coverage"},
                    {"place", row->place},
                    {"state", coverage_state_name(row->state())},
                    {"mechanism", row->mechanism},
                    {"specified", coverage_list(row->specified)},
                    {"judged", coverage_list(row->judged)},
                    {"mutants", coverage_list(row->mutants)},
                    {"lacks", row->lacks},
                    {"outside", row->outside}});
  return rows;
}

}  // namespace ringcheck
