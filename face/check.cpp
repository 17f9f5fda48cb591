// Verdicts on users' programs.
// Tested by tests/face.
#include "ringcheck/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "explore/parallel.hpp"
#include "explore/workers.hpp"
#include "face/execution_data.hpp"
#include "face/user_judge.hpp"

namespace ringcheck {
namespace {

/// What had to be seen and never was.
std::vector<std::string> unseen(const Session& session, const UserJudge& judge,
                                const check_options& options, std::uint64_t executions) {
  std::vector<std::string> never;
  if (executions == 0) never.emplace_back("an execution in which every thread ends");
  for (const property& one : options.properties)
    if (one.seen && !judge.seen().contains(one.name)) never.push_back(one.name);
  for (const std::string& what : options.must_see)
    if (!judge.seen().contains(what)) never.push_back(what);
  const Layout& layout = session.layout();
  const bool asks = layout.asked || layout.waits || layout.frees || judge.judged_races() ||
                    !options.properties.empty() || !options.must_see.empty();
  if (!asks)
    never.emplace_back("a require(), a wait, or accesses that could race: nothing is judged");
  return never;
}

std::string bound_text(const ExploreCounts& counts, const UserJudge& judge,
                       const check_options& options) {
  switch (counts.ended_by) {
    case EndedBy::executions:
      return fmt::format("{} executions", options.executions);
    case EndedBy::time:
      return fmt::format("{} seconds", options.seconds);
    default:
      return judge.bound();
  }
}

/// Properties in the order in which violations are told: the code's own first.
std::vector<std::string> order_of(const UserJudge& judge) {
  std::vector<std::string> order;
  const auto add = [&](const std::string& name) {
    if (judge.found().contains(name) && std::ranges::find(order, name) == order.end())
      order.push_back(name);
  };
  for (const char* first : {"fault", "require", "deadlock", "data-race"}) add(first);
  for (const auto& [name, its] : judge.found()) add(name);
  return order;
}

verdict conclude(const program& its, const model& under, const Session& session,
                 const UserJudge& judge, const ExploreCounts& counts,
                 const check_options& options) {
  verdict made;
  made.program = its.name();
  made.model = under.name();
  made.executions = counts.complete;
  made.blocked = counts.blocked;
  made.cut = counts.cut;
  for (const std::string& name : order_of(judge)) {
    const LeastFinding<std::string>& found = judge.found().at(name);
    const ExecutionGraph& graph = *found.least.graph();
    const std::string message =
        found.finding.empty() ? flag_message(session, graph, name) : found.finding;
    const auto stops = session.record(graph).stops;
    const bool complete = std::ranges::all_of(
        stops, [](StopReason reason) { return reason == StopReason::finished; });
    made.violations.emplace_back(its, under, name, message,
                                 make_execution(session, graph, complete));
  }
  made.bound = counts.cut > 0 || counts.limit_reached() ? bound_text(counts, judge, options) : "";
  if (made.violations.empty() && made.bound.empty())
    made.unseen = unseen(session, judge, options, counts.complete);
  made.answer = !made.violations.empty() ? answer::violated
                : !made.bound.empty()    ? answer::bound_reached
                : !made.unseen.empty()   ? answer::vacuous
                                         : answer::holds;
  return made;
}

}  // namespace

std::string_view to_string(answer which) {
  switch (which) {
    case answer::holds:
      return "holds";
    case answer::violated:
      return "violated";
    case answer::bound_reached:
      return "bound reached";
    case answer::vacuous:
      break;
  }
  return "vacuous";
}

verdict check(const program& its, const model& under, const check_options& options) {
  std::optional<Workers> workers;
  if (options.workers > 1) workers.emplace(static_cast<int>(options.workers));
  verdict made;
  explore_in_rounds(its, under, options.accesses, [&](const Session& session) {
    ParallelOptions how;
    how.workers = workers ? &*workers : nullptr;
    how.limits.executions = options.executions;
    how.limits.seconds = options.seconds;
    auto [result, judge] = fold_executions(session.program(), session.model(), how,
                                           [&] { return UserJudge(session, options); });
    made = conclude(its, under, session, judge, result.counts, options);
  });
  return made;
}

std::vector<verdict> check_all(const program& its, const check_options& options) {
  std::vector<verdict> verdicts;
  for (const std::string& name : model::names()) {
    try {
      verdicts.push_back(check(its, model(name), options));
    } catch (const no_meaning&) {
      continue;  // the program does something to which this model gives no meaning
    }
  }
  return verdicts;
}

std::string verdict::text() const {
  std::string text =
      fmt::format("{} under {}: {} ({} executions", program, model, to_string(answer), executions);
  if (blocked > 0) text += fmt::format(", {} blocked", blocked);
  if (cut > 0) text += fmt::format(", {} cut off", cut);
  text += ")\n";
  if (!bound.empty()) text += "  bound: " + bound + "\n";
  for (const std::string& what : unseen) text += "  never seen: " + what + "\n";
  if (!violations.empty()) text += violations.front().text();
  for (std::size_t i = 1; i < violations.size(); ++i)
    text +=
        fmt::format("  also violated: {}: {}\n", violations[i].property(), violations[i].message());
  return text;
}

}  // namespace ringcheck
