// Tested by tests/cli/execution_text_test.cpp.
#include "cli/execution_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/execution_columns.hpp"
#include "cli/text_layout.hpp"

namespace ringcheck {

namespace {

/// A line of the table, before it is known where its column begins.
struct TableLine {
  std::size_t column;
  std::string text;
};

/// The column of `event` among `columns`; a new one for the first event of a thread or level.
std::size_t column_of(const Program& program, const Event& event, bool levels,
                      std::vector<ExecutionColumn>& columns) {
  const std::uint8_t level = levels ? event.level : 0;
  const auto found = std::ranges::find_if(columns, [&](const ExecutionColumn& column) {
    return column.thread == event.id.thread && column.level == level;
  });
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  ExecutionColumn column{event.id.thread, level, program.threads[event.id.thread].name};
  if (level > 0) column.name = level_name(level);
  columns.push_back(column);
  return columns.size() - 1;
}

/// A column for each CPU of which some event is shown; with `levels`, one for each of its levels.
std::vector<ExecutionColumn> columns_for(const Program& program, const ExecutionGraph& graph,
                                         const ShownEvents& shown, bool levels) {
  std::vector<ExecutionColumn> columns;
  for (const EventNumber e : shown.order) column_of(program, graph[e], levels, columns);
  std::ranges::sort(columns, {}, [](const ExecutionColumn& column) {
    return std::pair(column.thread, column.level);
  });
  return columns;
}

/// What event `e` does, what it saw, and where in the code it is.
std::string event_line(const Program& program, const ExecutionGraph& graph,
                       const ShownEvents& shown, const Transcript& transcript,
                       const ExecutionStyle& style, EventNumber e) {
  const Event& event = graph[e];
  std::string line = shown.label[e] + " " + std::string(style.levels ? 0 : 2U * event.level, ' ') +
                     describe_event(program, graph, e, style.words);
  if (event.kind == EventKind::read && event.rf != kNoEvent) line += " ← " + shown.label[event.rf];
  MadeBy made = style.made_by ? style.made_by(event.id) : MadeBy();
  // An ordering point has two names if the access at which it is has a name of its own.
  for (const SiteName& site : transcript.sites)
    if (site.event == event.id) made.site = site.name;
  const char* const separator = made.site.empty() || made.function.empty() ? "" : ", ";
  const std::string place = made.site + separator + made.function;
  return place.empty() ? line : fmt::format("{}  ({})", line, place);
}

}  // namespace

std::string event_lines(const Program& program, const ExecutionGraph& graph,
                        const ShownEvents& shown, const Transcript& transcript,
                        const ExecutionStyle& style) {
  std::vector<ExecutionColumn> columns = columns_for(program, graph, shown, style.levels);
  std::vector<TableLine> lines;
  for (const EventNumber e : shown.order) {
    const std::size_t column = column_of(program, graph[e], style.levels, columns);
    lines.push_back({column, event_line(program, graph, shown, transcript, style, e)});
    if (!style.tell) continue;
    for (const std::string& note : notes_after(graph, transcript, e, style.tell))
      lines.push_back({column, "· " + note});
  }
  for (const TableLine& line : lines)
    columns[line.column].widest = std::max(columns[line.column].widest, columns_of(line.text));
  place_columns(columns, style.width);
  std::string text = column_heads(columns);
  for (const TableLine& line : lines)
    text += std::string(columns[line.column].at, ' ') + line.text + '\n';
  return text;
}

}  // namespace ringcheck
