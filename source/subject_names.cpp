// What an execution's threads, locations and values are called, and where its events are made.
#include <fmt/format.h>

#include <algorithm>

#include "source/object_names.hpp"
#include "source/subject.hpp"
#include "source/thread_titles.hpp"

namespace ringcheck::source {

Transcript Subject::transcribe_with_places(const Program& program,
                                           const ExecutionGraph& graph) const {
  Setting::places_are_wanted() = true;
  Transcript said = transcribe(program, graph, dependence_);
  Setting::places_are_wanted() = false;
  return said;
}

Program Subject::named(const Program& program, const ExecutionGraph& graph) const {
  const ObjectNames names = names_in(program, graph);
  Program named = program;
  for (std::size_t t = 0; t < named.threads.size(); ++t) {
    named.threads[t].body = nullptr;
    if (t > 0)
      named.threads[t].name = title_of_thread(*code_, layout_.threads()[t - 1].routine, [&] {
        return function_held_by(static_cast<ThreadId>(t), graph);
      });
  }
  name_locations(names, named);
  const auto add = [&](std::uint64_t value) {
    if (std::optional<std::string> name = names.of_value(value))
      named.value_names.emplace(value, *std::move(name));
  };
  for (int e = 0; e < graph.size(); ++e) add(graph[static_cast<EventNumber>(e)].value);
  return named;
}

Program Subject::named_at_start(const Program& program) const {
  Program named = program;
  for (Thread& thread : named.threads) thread.body = nullptr;
  name_locations(ObjectNames(*code_, image_, {}), named);
  return named;
}

void Subject::name_locations(const ObjectNames& names, Program& program) const {
  for (std::size_t p = 0; p < layout_.pieces().size(); ++p)
    program.locations[p].name =
        names.of_memory(layout_.pieces()[p].address, layout_.pieces()[p].bytes);
}

ObjectNames Subject::names_in(const Program& program, const ExecutionGraph& graph) const {
  ObjectNames names(*code_, image_, transcribe_with_places(program, graph));
  for (std::size_t t = 1; t <= layout_.threads().size(); ++t) {
    const std::uint64_t object = argument_of(static_cast<ThreadId>(t), graph);
    if (is_work_of_std_thread(*code_, layout_.threads()[t - 1].routine) &&
        code_->addresses.region(object) == Region::heap)
      names.call_unnamed(object, fmt::format("T{}.state", t));
  }
  return names;
}

std::uint64_t Subject::argument_of(ThreadId thread, const ExecutionGraph& graph) const {
  const CreatedThread& created = layout_.threads()[thread - 1U];
  const EventNumber start = created.waits ? graph.at(thread, 0) : kNoEvent;
  return start == kNoEvent ? created.argument : graph[start].value;
}

std::optional<std::uint64_t> Subject::function_held_by(ThreadId thread,
                                                       const ExecutionGraph& graph) const {
  const AddressLayout& addresses = code_->addresses;
  const std::uint64_t object = argument_of(thread, graph);
  if (addresses.region(object) != Region::heap) return std::nullopt;
  const auto is_held = [&](std::uint64_t address) {
    return addresses.slot_base(address) == addresses.slot_base(object);
  };
  for (int slot = 0; slot < graph.slots(thread); ++slot) {
    const EventNumber e = graph.at(thread, slot);
    if (e == kNoEvent || graph[e].kind != EventKind::read) continue;
    const LocId location = graph[e].location;
    if (location < layout_.pieces().size() && is_held(layout_.pieces()[location].address) &&
        addresses.region(graph[e].value) == Region::function)
      return graph[e].value;
  }
  const MemoryObject* held = image_.find(object);
  const auto step = static_cast<std::uint64_t>(code_->unit.pointer_bytes);
  for (std::uint64_t at = 0; held != nullptr && at + step <= held->bytes; at += step)
    if (const std::uint64_t value = image_.load(held->base + at, static_cast<std::uint32_t>(step));
        addresses.region(value) == Region::function)
      return value;
  return std::nullopt;
}

std::string Subject::description_of(const Program& program, const ExecutionGraph& graph,
                                    LocId location) const {
  if (location >= layout_.pieces().size()) return program.locations[location].name;
  const ObjectNames names = names_in(program, graph);
  return names.description_of(layout_.pieces()[location].address);
}

std::vector<std::uint32_t> Subject::places_of(const Program& program,
                                              const ExecutionGraph& graph) const {
  const Transcript said = transcribe_with_places(program, graph);
  std::vector<std::uint32_t> places(static_cast<std::size_t>(graph.size()));
  for (std::size_t n = 0; n < said.observations.size(); ++n) {
    const Observation& o = said.observations[n];
    if (o.kind != static_cast<std::uint32_t>(Said::accesses)) continue;
    // All events up to the thread's next access belong to this one.
    int end = graph.slots(o.thread);
    for (std::size_t m = n + 1;
         m < said.observations.size() && said.observations[m].thread == o.thread; ++m) {
      if (said.observations[m].kind != o.kind) continue;
      end = said.observations[m].slot;
      break;
    }
    for (int slot = o.slot; slot < end; ++slot)
      if (const EventNumber e = graph.at(o.thread, slot); e != kNoEvent)
        places[e] = static_cast<std::uint32_t>(o.numbers[0]);
  }
  return places;
}

}  // namespace ringcheck::source
