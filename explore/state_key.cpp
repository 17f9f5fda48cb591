// Keys of states: sequences of numbers (graph/key_text.hpp).
// Tested by tests/explore/state_search_test.cpp.
#include "explore/state_key.hpp"

#include "graph/key_text.hpp"
#include "models/fast_tso.hpp"

namespace ringcheck {

namespace {

bool has_ended(StopReason reason) {
  return reason != StopReason::unresolved && reason != StopReason::choice;
}

/// Appends the waiting writes: for each, its place and value, whether it drains what waits, and
/// what was noted about it. A full fence matters only after a waiting write.
void append_waiting(const PathState& state, ThreadId t, std::string& key) {
  const ExecutionGraph& graph = state.graph;
  bool waits = false;
  for (int slot = state.threads[t].drained; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    if (event.kind == EventKind::write) {
      waits = true;
      append_number(key, event.atomic ? 3 : 2);
      append_number(key, event.location);
      append_number(key, event.value);
      append_number(key, state.note_of(e));
    } else if (waits && TsoMachine::is_full_fence(event) && event.kind == EventKind::fence) {
      append_number(key, 1);
    }
  }
  append_number(key, 0);
}

}  // namespace

void append_local_state(const PathState& state, ThreadId t, bool declared, std::string& key) {
  const DeclaredState from = declared ? state.threads[t].declared : DeclaredState{};
  append_number(key, reinterpret_cast<std::uintptr_t>(from.place));
  append_number(key, from.count);
  for (std::size_t i = 0; i < from.count; ++i) append_number(key, from.values[i]);
  const ExecutionGraph& graph = state.graph;
  append_number(key, from.left_behind.first);
  append_number(key, from.left_behind.second);
  for (int slot = from.slot; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (from.forgets(slot) || e == kNoEvent || !graph[e].materialised) continue;
    if (graph[e].kind != EventKind::read && graph[e].kind != EventKind::choice) continue;
    append_number(key, 1);
    append_number(key, graph[e].value);
  }
  append_number(key, 0);
}

void append_position(const PathState& path, ThreadId t, bool declared, std::string& key) {
  const ThreadPosition& position = path.threads[t];
  append_number(key, static_cast<std::uint64_t>(position.reason));
  if (has_ended(position.reason))
    append_number(key, reinterpret_cast<std::uintptr_t>(position.text));
  else
    append_local_state(path, t, declared, key);
}

void make_key(const MachineState<OneMemory>& state, bool declared, std::string& key) {
  const PathState& path = state.path;
  key.clear();
  for (int thread = 0; thread < path.graph.threads(); ++thread) {
    append_position(path, static_cast<ThreadId>(thread), declared, key);
    append_waiting(path, static_cast<ThreadId>(thread), key);
  }
  for (int l = 0; l < path.graph.locations(); ++l) {
    const EventNumber held = state.memory.holds[static_cast<std::size_t>(l)];
    append_number(key, path.graph[held].value);
    append_number(key, path.note_of(held));
  }
  for (const std::uint64_t word : path.watched) append_number(key, word);
}

std::uint64_t digest_of_issued(const PathState& state, ThreadId t) {
  const ExecutionGraph& graph = state.graph;
  auto issued = static_cast<std::uint64_t>(state.threads[t].reason);
  const auto mix = [&](std::uint64_t number) { issued = digest(issued, number); };
  mix(state.threads[t].said);
  const DeclaredState& declared = state.threads[t].declared;
  std::uint64_t place = 0;
  for (int slot = declared.slot; slot < graph.slots(t); ++slot) {
    if (declared.forgets(slot)) continue;
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
