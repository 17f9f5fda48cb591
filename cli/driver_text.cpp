// What each driver of the AUX area needs, for people to read.
// Tested by tests/cli/driver_study_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/driver_text.hpp"
#include "cli/witness_text.hpp"

namespace ringcheck {

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// `rows` as lines; the first one is the head.
std::string table_text(const Rows& rows, bool markdown) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = markdown ? "|" : " ";
    for (std::size_t i = 0; i < rows[r].size(); ++i)
      line += markdown ? fmt::format(" {} |", rows[r][i])
                       : fmt::format(" {:<{}}", rows[r][i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
    if (r != 0 || !markdown) continue;
    text += '|';
    for (std::size_t i = 0; i < rows[r].size(); ++i) text += "---|";
    text += '\n';
  }
  return text;
}

std::string cell(const DriverResult& result, bool markdown) {
  std::string text = result.needed() ? result.violated : "-";
  if (!result.own_machine()) return text;
  return markdown ? fmt::format("**{}**", text) : text + " *";
}

/// Calls `visit` for the results of each point.
template <class Visit>
void for_each_point(const std::vector<DriverResult>& results, Visit&& visit) {
  for (std::size_t first = 0; first < results.size();) {
    std::size_t end = first;
    while (end < results.size() && results[end].point == results[first].point) ++end;
    visit(std::span(results).subspan(first, end - first));
    first = end;
  }
}

}  // namespace

std::string driver_table(const std::vector<DriverResult>& results, bool markdown) {
  if (results.empty()) return "";
  std::vector<std::string> models;
  for (const DriverResult& result : results)
    if (std::ranges::find(models, result.model) == models.end()) models.push_back(result.model);
  Rows rows{{"driver", "on", "point", "Linux 6.1"}};
  rows.front().insert(rows.front().end(), models.begin(), models.end());
  for_each_point(results, [&](std::span<const DriverResult> point) {
    const DriverPoint& what = *point.front().point;
    std::vector<std::string>& row = rows.emplace_back();
    for (const std::string_view text : {what.driver, what.architecture, what.point, what.linux})
      row.emplace_back(text);
    for (const std::string& model : models) {
      const auto of = std::ranges::find_if(
          point, [&](const DriverResult& result) { return result.model == model; });
      row.push_back(of == point.end() ? "" : cell(*of, markdown));
    }
  });
  return table_text(rows, markdown);
}

std::string driver_reasons(const std::vector<DriverResult>& results, bool markdown) {
  std::string text;
  for (const DriverResult& result : results)
    if (result.own_machine())
      text += fmt::format("{}{}, {} on {}: {}needed; {}.\n", markdown ? "- " : "  ",
                          result.point->driver, result.point->point, result.point->architecture,
                          result.needed() ? "" : "not ", result.point->reason);
  return text;
}

std::string driver_witnesses(const std::vector<DriverResult>& results, bool markdown) {
  std::string text;
  for (const DriverResult& result : results) {
    if (!result.own_machine() || !result.witness) continue;
    const std::string title = fmt::format("{} without {} under {}: {}", result.point->driver,
                                          result.point->point, result.model, result.violated);
    const std::string replay = result.witness->check.defects.none()
                                   ? "ringcheck verify " + check_arguments(result.witness->check)
                                   : std::string();
    const std::string witness = witness_text(*result.witness, markdown ? "" : replay);
    text += markdown ? fmt::format("<details><summary>{}</summary>\n\n```\n{}```\n\n</details>\n\n",
                                   title, witness)
                     : fmt::format("{}\n{}\n", title, witness);
  }
  return text;
}

}  // namespace ringcheck
