// Tested by tests/explore/counted_subtrees_test.cpp.
#include "explore/path_watch.hpp"

#include "graph/diagnostic.hpp"
#include "models/grace_periods.hpp"

namespace ringcheck {

namespace {

/// True iff the first event of thread `t` has read the initial value of its location.
bool is_untold(const ExecutionGraph& graph, ThreadId t) {
  const EventNumber first = graph.at(t, 0);
  return first != kNoEvent && graph[first].kind == EventKind::read && graph[first].materialised &&
         graph[first].rf < graph.locations();
}

}  // namespace

Transcript* PartsTold::listen() {
  // Runs that began before close() still say something.
  said_.observations.clear();
  said_.sites.clear();
  return is_closed_ ? nullptr : &said_;
}

void PartsTold::note(const ValueHistory& history, const DeclaredState& declared, bool from_start) {
  if (is_closed_ || parts_.size() == kMaxParts || numbers_.find(history)) return;
  numbers_.add(history, static_cast<std::uint32_t>(parts_.size()));
  Part& part = parts_.emplace_back();
  part.said = said_.observations;
  part.from_start = from_start;
  part.declared = declared;
  part.digest.add(reinterpret_cast<std::uintptr_t>(declared.place));
  for (std::size_t i = 0; i < declared.count; ++i) part.digest.add(declared.values[i]);
}

const PartsTold::Part* PartsTold::find(const ValueHistory& history) const {
  const auto number = numbers_.find(history);
  return number ? &parts_[*number] : nullptr;
}

PathWatch::PathWatch(const Program& program, const StateObserver& observer, MessagePassing messages)
    : program_(program), observer_(observer), messages_(messages) {}

void PathWatch::start(WatchedPath& path, const ExecutionGraph& graph) const {
  path.threads.assign(program_.threads.size(), {});
  path.declarations.clear();
  path.words.assign(observer_.words, 0);
  path.notes.clear();
  path.known.start(graph, messages_);
}

bool PathWatch::follow(WatchedPath& path, const State& state,
                       std::span<const ValueHistory> histories) {
  for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
    WatchedPath::OfThread& its = path.threads[thread];
    if (its.begun && its.history == histories[thread]) continue;
    const PartsTold::Part* part = told_.find(histories[thread]);
    if (part == nullptr) return false;
    const auto t = static_cast<ThreadId>(thread);
    its.begun = true;
    its.history = histories[thread];
    if (!show_part(path, state.graph, t, *part)) return false;
    take_declaration(path, t, *part);
    check_declaration(state.graph, t, state.threads[thread].stop, *part);
  }
  for (std::size_t t = 0; t < program_.threads.size(); ++t)
    perform(path, state, static_cast<ThreadId>(t));
  return true;
}

/// Shows what thread `t` has read, issued and said in its last part.
bool PathWatch::show_part(WatchedPath& path, const ExecutionGraph& graph, ThreadId t,
                          const PartsTold::Part& part) const {
  constexpr TagSet kLeftOut = kSections | kGracePeriods;
  WatchedPath::OfThread& its = path.threads[t];
  const std::size_t first_said = part.from_start ? its.said : 0;
  std::size_t next = first_said;
  for (; its.told < graph.slots(t); ++its.told) {
    const EventNumber e = graph.at(t, its.told);
    if (e == kNoEvent) continue;
    show_said(path, graph, t, part, next, its.told);
    const Event& event = graph[e];
    const bool is_paired = event.kind == EventKind::write && event.atomic &&
                           event.rmw != kNoEvent && graph[event.rmw].claim == Claim::none;
    if (event.tags.has_any(kLeftOut) || event.instruction != kWholeAccess || is_paired)
      return false;
    check_kept(graph, event);
    const bool answered = event.kind == EventKind::read || event.kind == EventKind::choice;
    if (answered && !event.materialised) break;
    show(path, answered ? PathStep::Kind::performed : PathStep::Kind::issued, graph, e);
  }
  show_said(path, graph, t, part, next, kMaxEvents);
  its.said = static_cast<std::uint16_t>(its.said + (part.said.size() - first_said));
  return true;
}

void PathWatch::show_said(WatchedPath& path, const ExecutionGraph& graph, ThreadId t,
                          const PartsTold::Part& part, std::size_t& next, int slot) const {
  for (; next < part.said.size() && part.said[next].slot <= slot; ++next) {
    const Observation& one = part.said[next];
    const EventNumber about = one.slot > 0 ? graph.at(t, one.slot - 1) : kNoEvent;
    show(path, PathStep::Kind::said, graph, about, &one);
  }
}

void PathWatch::show(WatchedPath& path, PathStep::Kind kind, const ExecutionGraph& graph,
                     EventNumber e, const Observation* said) const {
  if (!observer_.step) return;
  const std::uint64_t note = observer_.step({kind, graph, e, path.notes, said}, path.words);
  if (note == 0 || e == kNoEvent) return;
  if (path.notes.size() <= e) path.notes.resize(e + std::size_t{1}, 0);
  path.notes[e] = note;
}

/// Takes note of what thread `t` has committed.
void PathWatch::perform(WatchedPath& path, const State& state, ThreadId t) const {
  WatchedPath::OfThread& its = path.threads[t];
  for (; its.performed < state.threads[t].committed; ++its.performed) {
    const EventNumber e = state.graph.at(t, its.performed);
    if (e == kNoEvent || state.graph[e].kind == EventKind::choice) continue;
    path.known.commit(state.graph, e);
    if (state.graph[e].kind == EventKind::write)
      show(path, PathStep::Kind::performed, state.graph, e);
  }
}

void PathWatch::take_declaration(WatchedPath& path, ThreadId t, const PartsTold::Part& part) {
  if (part.declared.place == nullptr) return;
  for (WatchedPath::Declaration& one : path.declarations)
    if (one.thread == t && one.slot == part.declared.slot) {
      one.part = &part;
      return;
    }
  path.declarations.push_back({t, part.declared.slot, &part});
}

/// Checks that no other thread accesses what one keeps, and that no thread accesses what it leaves
/// alone. Errors: InputError.
void PathWatch::check_kept(const ExecutionGraph& graph, const Event& event) const {
  if (event.location == kNoLocation) return;
  const Thread& its = program_.threads[event.id.thread];
  if (its.leaves_alone.test(event.location) ||
      (its.leaves_alone_untold.test(event.location) && is_untold(graph, event.id.thread)))
    throw InputError({program_.name, 0, 0,
                      its.name + ": an access to " + program_.locations[event.location].name +
                          ", which it declares to leave alone"});
  for (std::size_t other = 0; other < program_.threads.size(); ++other)
    if (other != event.id.thread && program_.threads[other].keeps.test(event.location))
      throw InputError({program_.name, 0, 0,
                        program_.threads[event.id.thread].name + ": an access to " +
                            program_.locations[event.location].name + ", which " +
                            program_.threads[other].name + " keeps to itself"});
}

void add_values_got(ValueHistory& digest, const ExecutionGraph& graph, ThreadId t,
                    const DeclaredState* declared, int first, int end) {
  for (int slot = first; slot < end; ++slot) {
    if (declared != nullptr && declared->forgets(slot)) continue;
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent || !graph[e].materialised) continue;
    if (graph[e].kind != EventKind::read && graph[e].kind != EventKind::choice) continue;
    digest.add(1);
    digest.add(graph[e].value);
  }
  digest.add(0);
}

/// Finds a declared state that leaves something out: from one local state the code goes two ways.
/// Errors: InputError.
void PathWatch::check_declaration(const ExecutionGraph& graph, ThreadId t, const Stop& stop,
                                  const PartsTold::Part& part) {
  const DeclaredState& declared = part.declared;
  if (declared.place == nullptr) return;
  ValueHistory local = part.digest;
  local.add(t);
  local.add(declared.left_behind);
  add_values_got(local, graph, t, &declared, declared.slot, graph.slots(t));
  const auto number = numbers_.find(local);
  if (number && issued_[*number].part == &part) return;
  ValueHistory issued;
  issued.add(static_cast<std::uint64_t>(stop.reason));
  std::uint64_t place = 0;
  for (int slot = declared.slot; slot < graph.slots(t); ++slot) {
    if (declared.forgets(slot)) continue;
    ++place;
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    const Event& event = graph[e];
    for (const std::uint64_t it :
         {place, static_cast<std::uint64_t>(event.kind), std::uint64_t{event.level},
          std::uint64_t{event.location}, event.value_known ? event.value : 0, event.expected})
      issued.add(it);
  }
  if (!number) {
    numbers_.add(local, static_cast<std::uint32_t>(issued_.size()));
    issued_.push_back({&part, issued});
  } else if (issued_[*number].digest != issued) {
    throw InputError({program_.name, 0, 0,
                      program_.threads[t].name + ": the state that the code declares at \"" +
                          declared.place + "\" is not all that it depends on"});
  }
}

}  // namespace ringcheck
