// Tested by tests/cli/check_command_test.cpp.
#include "cli/programs/program_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <regex>

namespace ringcheck {

namespace {

/// The line of the source at `where`, `file:line:column`, without what it is indented by; empty: it
/// cannot be read.
std::string source_line(const std::string& where) {
  const std::size_t column = where.rfind(':');
  const std::size_t line =
      column == 0 || column == std::string::npos ? std::string::npos : where.rfind(':', column - 1);
  if (line == std::string::npos) return "";
  std::size_t number = 0;
  std::from_chars(where.data() + line + 1, where.data() + column, number);
  std::ifstream in(where.substr(0, line));
  std::string text;
  for (std::size_t n = 0; n < number && std::getline(in, text); ++n) {
  }
  const std::size_t start = text.find_first_not_of(" \t");
  return !in || start == std::string::npos ? "" : text.substr(start);
}

/// What led to an error that no interleaving of threads leads to: the line of the source, and what
/// was read before it.
std::string steps_text(const source::ProgramError& error) {
  const std::string line = source_line(error.where);
  std::string text = line.empty() ? "" : fmt::format("    {}\n", line);
  if (!error.reads.empty())
    text += fmt::format("  the last reads before: {}\n", fmt::join(error.reads, ", "));
  return text;
}

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
  if (!result.execution) return result.error ? steps_text(*result.error) : "";
  const source::ErrorExecution& shown = *result.execution;
  ExecutionStyle with_callers = style;
  with_callers.words = event_words_under(model.name());
  if (style.all_events)
    with_callers.made_by = [&shown](EventId event) {
      const EventNumber e = shown.graph.find(event);
      return MadeBy{"", e < shown.functions.size() ? shown.functions[e] : ""};
    };
  // The creation and joining of threads is not the program's own.
  static const std::regex kOfThreads(
      " ((start|end) of T[0-9]+|T[0-9]+[.]state([+][0-9]+)?)=[^ \n]*");
  const bool is_alone = shown_events(shown.named, shown.graph, style).order.empty();
  return (is_alone ? steps_text(*result.error) : "") +
         std::regex_replace(execution_table(shown.named, shown.graph,
                                            SourceLines(shown).transcript(), with_callers),
                            kOfThreads, "") +
         why_allowed(shown.named, shown.graph, model, with_callers);
}

}  // namespace

EventWords event_words_under(std::string_view model) {
  return model == "rc11" ? EventWords::c11 : EventWords::kernel;
}

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
  for (std::size_t e = 0; e < std::min(names_.size(), execution.fences.size()); ++e)
    if (!execution.fences[e].empty()) names_[e] += ", " + execution.fences[e];
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
