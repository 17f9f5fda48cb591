// What threads do after the loads that they wait for, as graphs of their own.
// Such a graph is a part of every execution in which the thread got the same values before: what
// the model sees in the graph is there in all of them.
// Tested by tests/explore/in_order_test.cpp.
#include "explore/beyond.hpp"

#include <bit>

namespace ringcheck {

std::vector<Beyond> Beyond::all_of(const Program& program, const State& state, EventNumber r,
                                   std::size_t most) {
  const EventId load = state.graph[r].id;
  std::vector<Beyond> all;
  for (const WayOn& way : ways_on(program, state, load.thread, most))
    all.push_back(Beyond(program, load, way));
  return all;
}

Beyond::Beyond(const Program& program, EventId load, const WayOn& way)
    : program_(&program),
      thread_(load.thread),
      slots_(way.graph.slots(load.thread)),
      goes_on_(way.goes_on()) {
  collect(way.graph, load);
  for_each(way.control_to_come, [&](int e) {
    const std::uint16_t slot = way.graph[static_cast<EventNumber>(e)].id.index;
    if (slot >= load.index) control_.push_back(slot);
  });
  describe();
}

/// Takes note of what the thread has issued from the load on.
void Beyond::collect(const ExecutionGraph& run, EventId first) {
  for (int slot = first.index; slot < slots_; ++slot) {
    const EventNumber e = run.at(thread_, slot);
    if (e == kNoEvent) continue;
    Issued& issued = events_.emplace_back();
    Event& event = issued.event = run[e];
    if (event.kind == EventKind::write && event.rmw != kNoEvent)
      issued.partner = run[event.rmw].id.index;
    if (event.kind == EventKind::read && event.materialised) {
      // A success is settled: the event keeps the tags that it has.
      event.compare = Compare::none;
      event.other_tags = {};
    }
    event.rf = event.rmw = event.co_prev = event.co_next = kNoEvent;
    event.co_position = 0;
    if (event.kind != EventKind::fence) event.materialised = false;
    if (event.kind == EventKind::read) event.value_known = false;
    const Dependencies& dependencies = run.dependencies(e);
    std::size_t kind = 0;
    for (const EventSet* set : {&dependencies.address, &dependencies.data, &dependencies.control}) {
      for_each(*set, [&](int load) {
        const std::uint16_t source = run[static_cast<EventNumber>(load)].id.index;
        if (source >= first.index) issued.sources[kind].push_back(source);
      });
      ++kind;
    }
  }
}

void Beyond::describe() {
  shape_ = load_shape_ = ValueHistory::of_thread(thread_);
  add_to_shape(shape_, goes_on_);
  add_to_shape(shape_, slots_ - load().id.index);
  for (const Issued& issued : events_) add_to_shape(shape_, issued);
  add_to_shape(shape_, control_);
  add_to_shape(load_shape_, events_.front());
}

void Beyond::add_to_shape(ValueHistory& shape, const Issued& issued) const {
  const int first = load().id.index;
  const Event& e = issued.event;
  for (const int number :
       {e.id.index - first, int(e.kind), int(e.level), int(e.location), int(e.atomic), int(e.full),
        int(e.compare), int(e.claim), int(e.expected_known),
        e.instruction == kWholeAccess ? -1 : e.instruction - first, int(e.value_known),
        issued.partner < 0 ? -1 : issued.partner - first, int(e.materialised),
        e.location == kNoLocation ? int(e.targets) : 0})
    add_to_shape(shape, number);
  for (const TagSet tags : {e.tags, e.other_tags}) shape.add(std::bit_cast<std::uint64_t>(tags));
  for (const auto& sources : issued.sources) add_to_shape(shape, sources);
}

void Beyond::add_to_shape(ValueHistory& shape, const std::vector<std::uint16_t>& slots) const {
  shape.add(slots.size());
  for (const std::uint16_t slot : slots) add_to_shape(shape, slot - load().id.index);
}

void Beyond::add_to_shape(ValueHistory& shape, int number) {
  shape.add(static_cast<std::uint64_t>(number));
}

std::vector<Beyond::Candidate> Beyond::candidates(const Event& read) const {
  std::vector<Candidate> found;
  const LocId location = read.location;
  const Thread& thread = program_->threads[thread_];
  if (!thread.may_write.test(location)) return found;
  const auto to_come = [&](int slot) {
    Event write;
    write.id = {thread_, static_cast<std::uint16_t>(slot)};
    write.kind = EventKind::write;
    write.location = location;
    return write;
  };
  for (const Issued& issued : events_) {
    const Event& event = issued.event;
    if (event.kind == EventKind::fence || event.kind == EventKind::choice) continue;
    if (!program_->may_be_at(event, location)) continue;
    // No lock is taken from one who takes it.
    if (takes_lock(read) &&
        (event.tags | event.other_tags).has_any({Tag::lock_read, Tag::lock_write}))
      continue;
    if (event.kind == EventKind::write) {
      found.push_back({event, true, issued.partner});
    } else if (event.claim != Claim::none) {
      const int slot = event.id.index;
      const auto is_its_write = [&](const Issued& other) { return other.partner == slot; };
      if (std::ranges::none_of(events_, is_its_write))
        found.push_back({to_come(slot + 1), false, slot});
    }
  }
  if (goes_on_) {
    found.push_back({to_come(slots_ + 1), false, -1});
    found.back().event.tags = tags_to_come(thread, read);
    found.back().fence = thread.least_fence_of(location);
  }
  return found;
}

bool Beyond::ends_sections() const {
  return std::ranges::any_of(events_, [](const Issued& issued) {
    return issued.event.tags.has_any({Tag::rcu_unlock, Tag::srcu_unlock});
  });
}

std::size_t Beyond::writes_for(const Event& read) const {
  return candidates(read).size();
}

std::optional<Beyond> Beyond::up_to(const Event& read, std::size_t number) const {
  const int slot = candidates(read)[number].event.id.index;
  if (slot >= slots_) return std::nullopt;
  Beyond part = *this;
  std::erase_if(part.events_, [&](const Issued& issued) { return issued.event.id.index > slot; });
  part.control_.clear();
  part.slots_ = slot + 1;
  part.goes_on_ = false;
  part.describe();
  return part;
}

EventNumber Beyond::add_to(ExecutionGraph& graph) const {
  for (const Issued& issued : events_) graph.add(issued.event);
  for (const Issued& issued : events_) {
    const EventNumber e = graph.find(issued.event.id);
    Dependencies& dependencies = graph.dependencies(e);
    std::size_t kind = 0;
    for (EventSet* set : {&dependencies.address, &dependencies.data, &dependencies.control})
      for (const std::uint16_t slot : issued.sources[kind++]) set->set(graph.at(thread_, slot));
    const EventNumber r = issued.partner < 0 ? kNoEvent : graph.at(thread_, issued.partner);
    if (r == kNoEvent) continue;
    graph.event(e).rmw = r;
    graph.event(r).rmw = e;
  }
  return graph.find(load().id);
}

EventNumber Beyond::place(ExecutionGraph& graph, const Event& read, std::size_t number) const {
  const Candidate candidate = candidates(read)[number];
  EventNumber w = graph.find(candidate.event.id);
  if (w == kNoEvent) {
    const EventNumber r = candidate.partner < 0 ? kNoEvent : graph.at(thread_, candidate.partner);
    if (r != kNoEvent && lacks_fence(graph, graph[r])) graph.add(fence_before(graph[r]));
    if (candidate.fence != TagSet{}) graph.add(fence_before(candidate.event, candidate.fence));
    w = graph.add(candidate.event);
    if (r != kNoEvent) {
      graph.event(w).rmw = r;
      graph.event(r).rmw = w;
      graph.dependencies(w).address = graph.dependencies(r).address;
      graph.dependencies(w).control = graph.dependencies(r).control;
    } else {
      for (const std::uint16_t slot : control_)
        graph.dependencies(w).control.set(graph.at(thread_, slot));
    }
  }
  graph.event(w).location = read.location;
  if (!graph[w].materialised) graph.place_write(w, graph.co_last(read.location));
  return w;
}

}  // namespace ringcheck
