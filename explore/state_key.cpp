// Keys of states. Numbers are written with seven bits a byte, the last byte's high bit clear, so
// that no number is the beginning of another and the whole can be read in one way only.
// Tested by tests/explore/state_search_test.cpp.
#include "explore/state_key.hpp"

#include "models/fast_tso.hpp"

namespace ringcheck {

namespace {

void append(std::string& key, std::uint64_t number) {
  while (number >= 0x80) {
    key.push_back(static_cast<char>(number | 0x80));
    number >>= 7U;
  }
  key.push_back(static_cast<char>(number));
}

bool has_ended(StopReason reason) {
  return reason != StopReason::unresolved && reason != StopReason::choice;
}

/// Writes that wait: for each, its place and value, whether it drains what waits, and what was
/// noted about it. A full fence matters behind a write that waits.
void append_waiting(const MachineState& state, ThreadId t, std::string& key) {
  const ExecutionGraph& graph = state.graph;
  bool waits = false;
  for (int slot = state.threads[t].drained; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    if (event.kind == EventKind::write) {
      waits = true;
      append(key, event.atomic ? 3 : 2);
      append(key, event.location);
      append(key, event.value);
      append(key, state.note_of(e));
    } else if (waits && TsoMachine::is_full_fence(event) && event.kind == EventKind::fence) {
      append(key, 1);
    }
  }
  append(key, 0);
}

}  // namespace

void append_local_state(const MachineState& state, ThreadId t, bool declared, std::string& key) {
  const DeclaredState from = declared ? state.threads[t].declared : DeclaredState{};
  append(key, reinterpret_cast<std::uintptr_t>(from.place));
  append(key, from.count);
  for (std::size_t i = 0; i < from.count; ++i) append(key, from.values[i]);
  const ExecutionGraph& graph = state.graph;
  append(key, from.left_behind);
  bool forgotten = false;
  for (int slot = from.slot; slot < graph.slots(t); ++slot) {
    // That something was forgotten here tells a handler that has ended from one that has not.
    if (from.forgotten.test(slot) && !forgotten) append(key, 2);
    forgotten = from.forgotten.test(slot);
    const EventNumber e = graph.at(t, slot);
    if (forgotten || e == kNoEvent || !graph[e].materialised) continue;
    if (graph[e].kind != EventKind::read && graph[e].kind != EventKind::choice) continue;
    append(key, 1);
    append(key, graph[e].value);
  }
  append(key, 0);
}

void make_key(const MachineState& state, bool declared, std::string& key) {
  key.clear();
  for (int thread = 0; thread < state.graph.threads(); ++thread) {
    const auto t = static_cast<ThreadId>(thread);
    const ThreadPosition& position = state.threads[t];
    append(key, static_cast<std::uint64_t>(position.reason));
    if (has_ended(position.reason))
      append(key, reinterpret_cast<std::uintptr_t>(position.text));
    else
      append_local_state(state, t, declared, key);
    append_waiting(state, t, key);
  }
  for (int l = 0; l < state.graph.locations(); ++l)
    append(key, state.graph[state.memory[static_cast<std::size_t>(l)]].value);
  for (const std::uint64_t word : state.watched) append(key, word);
}

std::uint64_t digest_of_issued(const MachineState& state, ThreadId t) {
  const ExecutionGraph& graph = state.graph;
  std::uint64_t issued = static_cast<std::uint64_t>(state.threads[t].reason);
  const auto mix = [&](std::uint64_t number) { issued = digest(issued, number); };
  mix(state.threads[t].said);
  const DeclaredState& declared = state.threads[t].declared;
  std::uint64_t place = 0;
  for (int slot = declared.slot; slot < graph.slots(t); ++slot) {
    if (declared.forgotten.test(slot)) continue;
    ++place;
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    mix(place);
    mix(static_cast<std::uint64_t>(event.kind));
    mix(event.level);
    mix(event.location);
    mix(event.value_known ? event.value : 0);
    mix(event.expected);
  }
  return issued;
}

}  // namespace ringcheck
