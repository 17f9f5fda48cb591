// The XML is written by hand: it is a handful of elements, and most of the work is what XML
// libraries leave to their users (bytes that are not UTF-8, control characters that XML cannot
// hold).
// Source: SARIF 2.1.0, OASIS standard of 27 March 2020.
// Tested by tests/cli/ci_report_test.cpp.
#include "cli/ci_report.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "cli/output.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

/// `text` in UTF-8, other bytes replaced.
std::string utf8(const std::string& text) {
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(quoted).get<std::string>();
}

/// An element that says what went wrong, with `row`'s details in it.
std::string trouble(const char* element, const CiRow& row) {
  const std::string begin = fmt::format("    <{} type=\"{}\" message=\"{}\"", element,
                                        xml_escaped(row.rule), xml_escaped(row.message));
  if (row.details.empty()) return begin + "/>\n";
  return fmt::format("{}>{}</{}>\n", begin, xml_escaped(row.details), element);
}

/// The content of the testcase of `row`.
std::string content(const CiRow& row) {
  const std::string message = xml_escaped(row.message);
  switch (row.outcome) {
    case CiOutcome::passed:
    case CiOutcome::accepted:
      return message.empty() ? "" : fmt::format("    <system-out>{}</system-out>\n", message);
    case CiOutcome::failed:
      return trouble("failure", row);
    case CiOutcome::undecided:
      return trouble("error", row);
    case CiOutcome::skipped:
      return fmt::format("    <skipped message=\"{}\"/>\n", message);
  }
  return "";
}

/// The rules that `rows` name, each once, in the order of their first row.
Json rules_of(const std::vector<CiRow>& rows) {
  Json rules = Json::array();
  for (const CiRow& row : rows) {
    const bool known = std::ranges::any_of(
        rules, [&](const Json& rule) { return rule.at("id") == utf8(row.rule); });
    if (known) continue;
    rules.push_back({{"id", utf8(row.rule)}});
    if (!row.title.empty()) rules.back()["shortDescription"] = {{"text", utf8(row.title)}};
  }
  return rules;
}

Json location_of(const CiRow& row) {
  Json location = {{"logicalLocations",
                    Json::array({Json{{"fullyQualifiedName", utf8(row.suite + "/" + row.name)}}})}};
  if (row.file.empty()) return location;
  location["physicalLocation"] = {{"artifactLocation", {{"uri", utf8(row.file)}}}};
  if (row.line <= 0) return location;
  Json region = {{"startLine", row.line}};
  if (row.column > 0) region["startColumn"] = row.column;
  location["physicalLocation"]["region"] = std::move(region);
  return location;
}

Json result_of(const CiRow& row) {
  const bool failed = row.outcome == CiOutcome::failed;
  Json result = {
      {"ruleId", utf8(row.rule)},
      {"level", failed                               ? "error"
                : row.outcome == CiOutcome::accepted ? "note"
                                                     : "warning"},
      {"message",
       {{"text", utf8(row.details.empty() ? row.message : row.message + "\n\n" + row.details)}}},
      {"locations", Json::array({location_of(row)})},
      // The same for the same violation, whatever else changes.
      {"partialFingerprints",
       {{"ringcheck/1", utf8(row.rule + " " + row.suite + " " + row.name)}}}};
  if (row.outcome == CiOutcome::accepted)
    result["suppressions"] =
        Json::array({Json{{"kind", "external"}, {"justification", utf8(row.finding)}}});
  return result;
}

}  // namespace

std::string xml_escaped(const std::string& text) {
  std::string xml;
  for (const char c : utf8(text)) {
    switch (c) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      case '"':
        xml += "&quot;";
        break;
      case '\n':
        xml += c;
        break;
      default:
        xml += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return xml;
}

std::string junit_of(const std::vector<CiRow>& rows, const std::string& title) {
  const auto count = [&](CiOutcome outcome) {
    return std::ranges::count(rows, outcome, &CiRow::outcome);
  };
  double seconds = 0;
  for (const CiRow& row : rows) seconds += row.seconds;
  const std::string totals = fmt::format(
      "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", rows.size(),
      count(CiOutcome::failed), count(CiOutcome::undecided), count(CiOutcome::skipped), seconds);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n"
      "  <testsuite name=\"{}\" {}>\n",
      totals, xml_escaped(title), totals);
  for (const CiRow& row : rows) {
    const std::string inside = content(row);
    xml += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                       xml_escaped(row.suite), xml_escaped(row.name), row.seconds);
    xml += inside.empty() ? "/>\n" : fmt::format(">\n{}  </testcase>\n", inside);
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

std::string sarif_of(const std::vector<CiRow>& rows, std::string_view version) {
  std::vector<CiRow> shown;
  std::ranges::copy_if(rows, std::back_inserter(shown), [](const CiRow& row) {
    return row.outcome != CiOutcome::passed && row.outcome != CiOutcome::skipped;
  });
  Json results = Json::array();
  for (const CiRow& row : shown) results.push_back(result_of(row));
  const Json driver = {{"name", "ringcheck"}, {"version", version}, {"rules", rules_of(shown)}};
  const Json run = {{"tool", {{"driver", driver}}}, {"results", std::move(results)}};
  return Json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
              {"version", "2.1.0"},
              {"runs", Json::array({run})}}
             .dump(1) +
         "\n";
}

void add_ci_options(CLI::App& command, CiOptions& options) {
  command.add_option("--junit", options.junit, "Write the results as JUnit XML, for CI systems")
      ->type_name("FILE");
  command
      .add_option("--sarif", options.sarif,
                  "Write what is violated as SARIF 2.1.0, for code scanning")
      ->type_name("FILE");
  command.add_flag("--quiet", options.quiet, "Print only what is violated or not decided");
  command.add_flag("--no-times", options.no_times, "Leave out what differs from run to run");
}

void require_ci_writable(const CiOptions& options) {
  for (const std::string* path : {&options.junit, &options.sarif})
    if (!path->empty()) require_writable(*path);
}

void write_ci_files(const CiOptions& options, std::vector<CiRow> rows, const std::string& title) {
  if (options.no_times)
    for (CiRow& row : rows) row.seconds = 0;
  if (!options.junit.empty()) write_output(options.junit, junit_of(rows, title));
  if (!options.sarif.empty()) write_output(options.sarif, sarif_of(rows, RINGCHECK_VERSION));
}

}  // namespace ringcheck
