// A run over litmus tests as JUnit XML.
// Written by hand: it is a handful of elements, and what XML libraries leave to their users (bytes
// that are no UTF-8, control characters that XML cannot hold) is most of the work.
// Tested by tests/cli/litmus_summary_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/litmus_summary.hpp"

namespace ringcheck {

namespace {

/// `text` in UTF-8, other bytes replaced.
std::string utf8(const std::string& text) {
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(quoted).get<std::string>();
}

/// `text` as the value of an attribute or as what stands in an element.
std::string escape(const std::string& text) {
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

/// What stands in the testcase of `row`.
std::string content(const LitmusRow& row) {
  const std::string note = escape(row.note);
  switch (row.outcome) {
    case LitmusOutcome::agrees:
      return fmt::format("    <system-out>{}</system-out>\n", note);
    case LitmusOutcome::not_judged:
    case LitmusOutcome::not_understood:
      return fmt::format("    <skipped message=\"{}\"/>\n", note);
    case LitmusOutcome::disagrees:
      return fmt::format("    <failure type=\"disagrees\" message=\"{}\">{}</failure>\n", note,
                         escape(row.log));
    case LitmusOutcome::bound_reached:
      return fmt::format("    <error type=\"bound reached\" message=\"{}\">{}</error>\n", note,
                         escape(row.log));
    case LitmusOutcome::refused:
      return fmt::format("    <error type=\"refused\" message=\"{}\"/>\n", note);
  }
  return "";
}

}  // namespace

std::string junit_xml(const std::vector<LitmusRow>& rows, const std::string& model) {
  const auto count = [&](LitmusOutcome outcome) {
    return std::ranges::count(rows, outcome, &LitmusRow::outcome);
  };
  double seconds = 0;
  for (const LitmusRow& row : rows) seconds += row.seconds;
  const std::string totals =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                  rows.size(), count(LitmusOutcome::disagrees),
                  count(LitmusOutcome::refused) + count(LitmusOutcome::bound_reached),
                  count(LitmusOutcome::not_judged) + count(LitmusOutcome::not_understood), seconds);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n"
      "  <testsuite name=\"litmus tests under {}\" {}>\n",
      totals, escape(model), totals);
  for (const LitmusRow& row : rows) {
    const std::filesystem::path file(row.file);
    const std::string folder = file.parent_path().string();
    xml +=
        fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n{}  </testcase>\n",
                    escape(folder.empty() ? "." : folder), escape(file.filename().string()),
                    row.seconds, content(row));
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace ringcheck
