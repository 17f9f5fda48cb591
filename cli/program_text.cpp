// Tested by tests/cli/check_command_test.cpp.
#include "cli/program_text.hpp"

#include <fmt/format.h>

#include <regex>

namespace ringcheck {

namespace {

std::string result_text(const std::string& file, const std::string& model,
                        const source::CheckResult& result) {
  std::string text = fmt::format("{} under {}: {}", file, model, verdict_of(result));
  if (result.error) {
    text += fmt::format("\n  {}: {}: {}", result.error->where, source::name_of(result.error->kind),
                        result.error->what);
    if (!result.error->other_where.empty())
      text += fmt::format("\n  {}: the other place", result.error->other_where);
    return text + "\n";
  }
  if (!result.bound.empty()) text += ": " + result.bound;
  text += fmt::format("; {} executions", result.executions);
  if (result.blocked > 0) text += fmt::format(", {} blocked", result.blocked);
  if (!result.leak.empty())
    text += fmt::format("\n  {}: {} (in some execution)", result.leak, source::kNothingFrees);
  return text + "\n";
}

/// The execution that shows the error: a table of its events with their lines, and why the model
/// allows it.
std::string execution_of(const source::CheckResult& result, const Model& model,
                         const ExecutionStyle& style) {
  if (!result.execution) return "";
  const source::ErrorExecution& shown = *result.execution;
  ExecutionStyle with_callers = style;
  if (style.all_events)
    with_callers.made_by = [&shown](EventId event) {
      const EventNumber e = shown.graph.find(event);
      return MadeBy{"", e < shown.functions.size() ? shown.functions[e] : ""};
    };
  // The creation and joining of threads is not the program's own.
  static const std::regex kOfThreads(" (start|end) of T[0-9]+=[^ \n]*");
  return std::regex_replace(execution_table(shown.named, shown.graph,
                                            SourceLines(shown).transcript(), with_callers),
                            kOfThreads, "") +
         why_allowed(shown.named, shown.graph, model, style);
}

}  // namespace

std::string_view verdict_of(const source::CheckResult& result) {
  constexpr std::string_view kVerdicts[] = {"holds", "violated", "bound reached", "sampled"};
  return kVerdicts[static_cast<std::size_t>(result.verdict)];
}

SourceLines::SourceLines(const source::ErrorExecution& execution) {
  for (const std::string& place : execution.places) {
    const std::size_t folder = place.rfind('/');
    const std::size_t start = folder == std::string::npos ? 0 : folder + 1;
    names_.push_back(place.empty() ? "" : place.substr(start, place.rfind(':') - start));
  }
  for (std::size_t e = 0; e < names_.size(); ++e)
    if (!names_[e].empty())
      transcript_.sites.push_back(
          {execution.graph[static_cast<EventNumber>(e)].id, names_[e].c_str()});
}

std::string program_text(const std::string& file, const Model& model,
                         const source::CheckResult& result, const ExecutionStyle& style) {
  return result_text(file, model.name(), result) + execution_of(result, model, style);
}

}  // namespace ringcheck
