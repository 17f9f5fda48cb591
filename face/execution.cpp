// Executions as users see them.
// Tested by tests/face.
#include "ringcheck/execution.hpp"

#include <algorithm>

#include "face/execution_data.hpp"
#include "face/execution_text.hpp"
#include "face/place_text.hpp"
#include "face/token.hpp"

namespace ringcheck {
namespace {

event_kind kind_of(EventKind kind) {
  switch (kind) {
    case EventKind::read:
      return event_kind::load;
    case EventKind::write:
      return event_kind::store;
    case EventKind::fence:
      return event_kind::fence;
    case EventKind::choice:
      break;
  }
  return event_kind::choice;
}

/// The value that a call stores. The store is event `e` or, for an update, the one after it.
std::string value_of_store(const execution::data& data, const RecordedCall& call, EventNumber e) {
  for (int slot = call.first; slot < call.last; ++slot) {
    const EventNumber w = data.graph.at(call.thread, slot);
    if (w != kNoEvent && data.graph[w].kind == EventKind::write) return data.values[w];
  }
  return data.values[e];
}

/// Fills in what the code says about the event of each slot.
void take_calls(const Recording& recording, execution::data& data) {
  for (const RecordedCall& call : recording.calls) {
    for (int slot = call.first; slot < call.last; ++slot) {
      const EventNumber e = data.graph.at(call.thread, slot);
      if (e == kNoEvent) continue;
      data.calls[e] = call.text;
      if (const std::size_t at = data.calls[e].find("{}"); at != std::string::npos)
        data.calls[e].replace(at, 2, value_of_store(data, call, e));
      data.places[e] = call.where;
    }
  }
}

event event_of(const execution::data& data, const Layout& layout, EventNumber number,
               const std::vector<std::size_t>& place) {
  const Event& its = data.graph[number];
  event made;
  made.thread = its.id.thread;
  made.index = its.id.index;
  made.kind = kind_of(its.kind);
  made.operation = data.calls[number];
  if (const std::string& where = data.places[number];
      !where.empty() && !where.starts_with("after")) {
    const std::size_t colon = where.rfind(':');
    made.file = where.substr(0, colon);
    made.line = static_cast<unsigned>(std::stoul(where.substr(colon + 1)));
  }
  made.update = its.rmw != kNoEvent;
  made.value = static_cast<std::int64_t>(its.value);
  if (its.location == kNoLocation) return made;
  made.object = layout.objects()[its.location].name;
  made.value = layout.value_of(its.location, its.value);
  if (its.kind == EventKind::read && its.materialised && !data.graph.is_init(its.rf))
    made.reads_from = place[its.rf];
  if (its.kind == EventKind::write && its.materialised) made.coherence = its.co_position - 1U;
  return made;
}

void take_events(const Session& session, execution::data& data) {
  const ExecutionGraph& graph = data.graph;
  std::vector<EventNumber> order;
  std::vector<std::size_t> place(static_cast<std::size_t>(graph.size()), 0);
  for (int t = 0; t < graph.threads(); ++t) {
    for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e == kNoEvent || !graph[e].materialised ||
          slot >= data.reached[static_cast<std::size_t>(t)])
        continue;
      place[e] = order.size();
      order.push_back(e);
    }
  }
  for (const EventNumber e : order)
    data.events.push_back(event_of(data, session.layout(), e, place));
}

}  // namespace

execution make_execution(const Session& session, const ExecutionGraph& graph, bool complete) {
  auto data = std::make_shared<execution::data>(session.model());
  data->graph = graph;
  data->complete = complete;
  data->program = session.program();
  for (Thread& thread : data->program.threads) {
    thread.body = nullptr;
    data->threads.push_back(thread.name);
  }
  const auto size = static_cast<std::size_t>(graph.size());
  data->calls.resize(size);
  data->places.resize(size);
  data->values.resize(size);
  const Recording recording = session.record(graph);
  const Layout& layout = session.layout();
  for (std::size_t e = 0; e < size; ++e) {
    const Event& event = graph[static_cast<EventNumber>(e)];
    if (event.location != kNoLocation)
      data->values[e] = layout.value_text(event.location, event.value);
  }
  data->reached = recording.reached;
  data->token = token_of(session.layout(), graph, recording.reached);
  take_calls(recording, *data);
  take_events(session, *data);
  for (const RecordedSaying& said : recording.sayings) {
    observation made{said.thread, said.what, {}};
    for (const std::uint64_t value : said.values)
      made.values.push_back(static_cast<std::int64_t>(value));
    data->observations.push_back(std::move(made));
  }
  for (int l = 0; l < graph.locations(); ++l) {
    const auto location = static_cast<LocId>(l);
    data->finals.emplace_back(layout.objects()[location].name,
                              layout.value_of(location, graph[graph.co_last(location)].value));
  }
  return execution(std::move(data));
}

const std::vector<event>& execution::events() const {
  return data_->events;
}
const std::vector<observation>& execution::observations() const {
  return data_->observations;
}
const std::vector<std::string>& execution::threads() const {
  return data_->threads;
}
bool execution::complete() const {
  return data_->complete;
}

std::int64_t execution::final_value(std::string_view object) const {
  for (const auto& [name, value] : data_->finals)
    if (name == object) return value;
  throw error("saw object '" + std::string(object) + "', expected one that the program has");
}

std::string execution::text() const {
  return execution_text(*data_);
}

}  // namespace ringcheck
