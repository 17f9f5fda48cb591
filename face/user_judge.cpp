// Faults, races, waits without end, what the body requires at the end, and users' properties.
// Tested by tests/face.
#include "face/user_judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "face/body_context.hpp"
#include "face/execution_data.hpp"
#include "face/place_text.hpp"

namespace ringcheck {
namespace {

constexpr const char* kDataRace = "data-race";

/// How an execution accesses each location.
std::vector<Accesses> accesses_of(const ExecutionGraph& graph) {
  std::vector<Accesses> accesses(static_cast<std::size_t>(graph.locations()));
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (event.location == kNoLocation) continue;
    accesses[event.location].append(
        {event.id.thread, false, event.tags.empty(), event.kind == EventKind::write});
  }
  return accesses;
}

/// True iff the loads of a wait have read what memory will hold for ever.
bool waits_for_ever(const ExecutionGraph& graph, const RecordedWait& wait) {
  for (int slot = wait.first; slot < wait.last; ++slot) {
    const EventNumber e = graph.at(wait.thread, slot);
    if (e == kNoEvent || graph[e].kind != EventKind::read) continue;
    if (!graph[e].materialised || graph[e].rf != graph.co_last(graph[e].location)) return false;
  }
  return true;
}

/// Where a thread waits; for what, where that is not known.
std::string wait_text(const Session& session, const ExecutionGraph& graph,
                      const RecordedWait& wait) {
  if (const std::string place = text_of(wait.where); !place.empty()) return " at " + place;
  for (int slot = wait.first; slot < wait.last; ++slot) {
    const EventNumber e = graph.at(wait.thread, slot);
    if (e != kNoEvent && graph[e].location != kNoLocation)
      return " for " + session.layout().objects()[graph[e].location].name;
  }
  return "";
}

/// A call without the value that it stores.
std::string call_name(const RecordedCall& call, const Event& event) {
  if (call.text.empty() || call.text.starts_with(' '))
    return event.kind == EventKind::write ? "store" : "load";
  std::string name = call.text;
  for (const std::string_view value : {"{}, ", "{}"})
    if (const std::size_t at = name.find(value); at != std::string::npos)
      name.erase(at, value.size());
  return name;
}

/// The call that made event `e`: object, what was done, by whom and where.
std::string access_text(const Session& session, const Recording& recording,
                        const ExecutionGraph& graph, EventNumber e) {
  if (graph.is_init(e)) return "its initial value";
  const Event& event = graph[e];
  const std::string& thread = session.program().threads[event.id.thread].name;
  for (const RecordedCall& call : recording.calls)
    if (call.thread == event.id.thread && event.id.index >= call.first &&
        event.id.index < call.last)
      return fmt::format("{} by {}{}{}", call_name(call, event), thread,
                         call.where.empty()                ? ""
                         : call.where.starts_with("after") ? " "
                                                           : " at ",
                         call.where);
  return fmt::format("{} by {}", event.kind == EventKind::write ? "store" : "load", thread);
}

}  // namespace

std::string flag_message(const Session& session, const ExecutionGraph& graph,
                         const std::string& flag) {
  const auto pairs = session.model().flagged(graph, flag);
  if (pairs.empty()) return fmt::format("{} says {}", session.model().name(), flag);
  const auto [a, b] = std::minmax(pairs.front().from, pairs.front().to);
  const Recording recording = session.record(graph);
  const LocId location = graph[a].location;
  return fmt::format("{}: {} and {}, which nothing orders",
                     location == kNoLocation ? flag : session.layout().objects()[location].name,
                     access_text(session, recording, graph, a),
                     access_text(session, recording, graph, b));
}

bool UserJudge::visit(const Execution& execution) {
  const ExecutionGraph& graph = execution.graph;
  const std::size_t before = found_.size();
  switch (execution.ending) {
    case Ending::cut:
      bound_ = execution.text;
      break;
    case Ending::fault: {
      const std::string_view property = session_->layout().property_of(execution.text);
      take(std::string(property.empty() ? "fault" : property), graph, execution.text);
      break;
    }
    case Ending::blocked:
      judge_flags(graph);
      judge_waits(graph);
      break;
    case Ending::complete:
      judge_flags(graph);
      judge_freed(graph);
      judge_end(graph);
      judge_properties(graph);
      break;
  }
  return !options_->stop_at_violation || found_.size() == before;
}

void UserJudge::take(const std::string& property, const ExecutionGraph& graph,
                     const std::string& message) {
  found_[property].take(graph, [&] { return message; });
}

void UserJudge::append(UserJudge&& later) {
  for (auto& [property, its] : later.found_) found_[property].append(std::move(its));
  seen_.merge(later.seen_);
  append(later.accesses_);
  if (bound_.empty()) bound_ = std::move(later.bound_);
}

void UserJudge::append(const std::vector<Accesses>& accesses) {
  accesses_.resize(std::max(accesses_.size(), accesses.size()));
  for (std::size_t l = 0; l < accesses.size(); ++l) accesses_[l].append(accesses[l]);
}

bool UserJudge::judged_races() const {
  return options_->data_races && std::ranges::find(flags_, kDataRace) != flags_.end() &&
         std::ranges::any_of(accesses_, &Accesses::may_race);
}

void UserJudge::judge_flags(const ExecutionGraph& graph) {
  if (!options_->data_races || flags_.empty()) return;
  const std::vector<Accesses> accesses = accesses_of(graph);
  append(accesses);
  // An execution in which nothing could race needs no look at the model's rule for races.
  const bool rules_races_alone = flags_.size() == 1 && flags_.front() == kDataRace;
  if (rules_races_alone && std::ranges::none_of(accesses, &Accesses::may_race)) return;
  for (const std::string& flag : session_->model().flags(graph, LocationSet{}))
    take(flag, graph, "");
}

void UserJudge::judge_freed(const ExecutionGraph& graph) {
  if (!session_->layout().frees) return;
  for (int l = 0; l < graph.locations(); ++l) {
    bool freed = false;
    for (EventNumber w = graph[static_cast<EventNumber>(l)].co_next; w != kNoEvent;
         w = graph[w].co_next) {
      const std::string& name = session_->layout().objects()[static_cast<std::size_t>(l)].name;
      if (freed)
        return found_["fault"].take(graph, [&] {
          const std::string by = access_text(*session_, session_->record(graph), graph, w);
          return graph[w].value == kFreed
                     ? fmt::format("{} is freed twice: {}", name, by)
                     : fmt::format("a store to {}, which has been freed: {}", name, by);
        });
      freed = graph[w].value == kFreed;
    }
  }
}

void UserJudge::judge_waits(const ExecutionGraph& graph) {
  const Recording recording = session_->record(graph);
  std::string message;
  std::size_t unfinished = 0;
  for (const StopReason reason : recording.stops)
    if (reason != StopReason::finished) ++unfinished;
  if (recording.waits.size() != unfinished) return;  // a thread is held by a false assumption
  for (const RecordedWait& wait : recording.waits) {
    if (!waits_for_ever(graph, wait)) return;
    message += fmt::format("{}{} waits for ever{}", message.empty() ? "" : ", ",
                           session_->program().threads[wait.thread].name,
                           wait_text(*session_, graph, wait));
  }
  take("deadlock", graph, message);
}

void UserJudge::judge_end(const ExecutionGraph& graph) {
  if (const auto violation = session_->run_body_at_end(graph))
    take(violation->property, graph, violation->message);
}

void UserJudge::judge_properties(const ExecutionGraph& graph) {
  if (options_->properties.empty() && options_->must_see.empty()) return;
  if (options_->properties.empty() && !session_->layout().says) return;
  const execution its = make_execution(*session_, graph, true);
  for (const observation& said : its.observations()) seen_.insert(std::string(said.what));
  for (const property& one : options_->properties) {
    if (one.seen && one.seen(its)) seen_.insert(one.name);
    if (const auto message = one.violated(its)) take(one.name, graph, *message);
  }
}

}  // namespace ringcheck
