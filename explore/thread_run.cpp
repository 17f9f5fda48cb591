// One run of a thread's code over an execution graph.
// A run that cannot go on leaves the body by longjmp: an exception would cost a microsecond, more
// than the rest of a run. A body whose locals need no destructor may be left this way
// ([support.runtime] forbids only what would skip a destructor). Other bodies say so
// (Thread::unwinds), and are left by an exception.
// Source: docs/exploration.md, "The search".
// Tested by tests/explore.
#include "explore/thread_run.hpp"

#include <algorithm>

#include "explore/own_stack.hpp"
#include "explore/thread_run_errors.hpp"

namespace ringcheck {

ThreadRun::ThreadRun(const Program& program, ExecutionGraph& graph, ThreadId t,
                     Dependence dependence, std::span<const Speculation> speculations,
                     Transcript* transcript)
    : program_(program),
      graph_(&graph),
      speculations_(speculations),
      transcript_(transcript),
      thread_(t),
      dependence_(dependence),
      waits_in_order_(dependence == Dependence::program_order),
      control_lasts_(program.control_lasts) {}

void ThreadRun::run_body() {
  std::jmp_buf end_of_run;
  end_of_run_ = &end_of_run;
  if (setjmp(end_of_run) == 0) {  // NOLINT(cert-err52-cpp): see the file head
    program_.threads[thread_].body(*this);
    stop_.reason = StopReason::finished;
  }
}

// Code that catches the exception and returns has been stopped all the same.
void ThreadRun::run_unwinding_body() {
  try {
    program_.threads[thread_].body(*this);
    if (stop_.reason == StopReason::not_run) stop_.reason = StopReason::finished;
  } catch (const EndOfRun&) {
    return;
  }
}

Stop ThreadRun::run() {
  const SourceMemory memory(thread_);
  LoadEvents load_events;
  load_events_ = &load_events;
  if (program_.threads[thread_].unwinds)
    run_unwinding_body();
  else
    run_body();
  if (assumed_.any() && dependence_ == Dependence::syntactic)
    control_to_come_ |= events_of(assumed_);
  load_events_ = nullptr;
  // A run goes at least as far as the one before, unless it learns that the earlier run went too
  // far.
  if (stop_.reason == StopReason::contradiction) return stop_;
  if (stop_.reason == StopReason::fault) {
    cut_off();
    return stop_;
  }
  for (int slot = next_slot_; slot < graph_->slots(thread_); ++slot)
    if (graph_->at(thread_, slot) != kNoEvent) reject(program_, thread_, kNotDeterministic);
  return stop_;
}

// While a value was unknown, accesses after the fault may have been issued.
void ThreadRun::cut_off() {
  for (int slot = next_slot_; slot < graph_->slots(thread_); ++slot) {
    const EventNumber e = graph_->at(thread_, slot);
    if (e != kNoEvent && !(*graph_)[e].materialised) graph_->event(e).location = kNoLocation;
  }
}

void ThreadRun::stop(const Stop& stop) {
  stop_ = stop;
  if (program_.threads[thread_].unwinds) throw EndOfRun{};
  if (own_stack_ != nullptr) own_stack_->leave(this);  // for good
  std::longjmp(*end_of_run_, 1);                       // NOLINT(cert-err52-cpp): see the file head
}

void ThreadRun::stop_because(StopReason reason) {
  Stop why;
  why.reason = reason;
  stop(why);
}

// Returns when the run is resumed; the graph then has decided what it waits for. Only a resumable
// run comes back.
void ThreadRun::suspend(const Stop& stop) {
  if (own_stack_ == nullptr) this->stop(stop);
  stop_ = stop;
  graph_ = static_cast<ExecutionGraph*>(own_stack_->leave(this));
  declared_.said = 0;
}

void ThreadRun::wait_for(const SourceSet& sources, bool at_branch, bool at_assumption) {
  Stop waiting;
  waiting.reason = StopReason::unresolved;
  waiting.at_branch = at_branch;
  waiting.at_assumption = at_assumption;
  waiting.branch = at_assumption ? assumptions_ : branches_;
  for_each(sources, [&](int load) {
    const EventNumber e = (*load_events_)[load];
    if ((*graph_)[e].value_known) return;
    waiting_for_.set(e);
    if (!at_branch) control_to_come_.set(e);
  });
  stop(waiting);
}

EventSet ThreadRun::events_of(const SourceSet& sources) const {
  EventSet events;
  for_each(sources, [&](int load) { events.set((*load_events_)[load]); });
  return events;
}

bool ThreadRun::is_private(LocId l) const {
  for (std::size_t t = 0; t < program_.threads.size(); ++t)
    if (program_.threads[t].may_write.test(l) != (t == thread_)) return false;
  return true;
}

/// True iff `access`, which may write, may be at a location that only this thread writes.
bool ThreadRun::may_be_private(const Event& access) const {
  if (access.location != kNoLocation) return is_private(access.location);
  if (access.targets == 0) return true;
  bool may = false;
  for_each(program_.targets[access.targets - 1U],
           [&](int l) { may = may || is_private(static_cast<LocId>(l)); });
  return may;
}

EventNumber ThreadRun::event_in_slot(int slot, EventKind kind) {
  const EventNumber e = graph_->at(thread_, slot);
  if (e != kNoEvent && ((*graph_)[e].kind != kind || (*graph_)[e].level != level_))
    reject(program_, thread_, "the code is not deterministic in the values that it reads");
  return e;
}

EventNumber ThreadRun::add_event(int slot, EventKind kind, TagSet tags) {
  if (graph_->size() >= kMaxEvents || slot >= kMaxEvents) reject_size(program_, thread_);
  if (tags.has(Tag::seq_cst) && !program_.seq_cst)
    reject(program_, thread_, "an access that is seq_cst, which the program does not declare");
  Event event;
  event.id = {thread_, static_cast<std::uint16_t>(slot)};
  event.kind = kind;
  event.level = level_;
  event.tags = tags;
  event.instruction = instruction_;
  const EventNumber e = graph_->add(event);
  if (graph_->tracks_dependencies()) graph_->dependencies(e).control = events_of(control_);
  return e;
}

void ThreadRun::note_site(int slot) {
  transcript_->sites.push_back({{thread_, static_cast<std::uint16_t>(slot)}, site_});
}

void ThreadRun::set_location(EventNumber e, const Word& address) {
  Event& event = graph_->event(e);
  if (!address.known) {
    if (event.kind == EventKind::write || event.claim != Claim::none) event.targets = targets_;
    return;
  }
  const std::uint64_t l = address.value - kAddressBase;
  if (event.location != kNoLocation) {
    if (event.location != l) reject(program_, thread_, kNotDeterministic);
    return;
  }
  if (l >= program_.locations.size()) fail("an access through a value that is no address");
  if (event.targets != 0 && !program_.targets[event.targets - 1U].test(static_cast<int>(l)))
    reject(program_, thread_,
           "an access to " + program_.locations[l].name +
               ", where the thread does not declare it to be");
  event.location = static_cast<LocId>(l);
  if (event.kind != EventKind::write) return;
  const Thread& thread = program_.threads[thread_];
  if (!thread.may_write.test(event.location))
    reject(program_, thread_,
           "a store to " + program_.locations[l].name +
               ", which the thread does not declare to write");
  if (!event.tags.has(Tag::lock_write) && !event.tags.has_all(thread.least_tags_of(event.location)))
    reject(
        program_, thread_,
        "a store to " + program_.locations[l].name + " with less order than the thread declares");
  if (!fence_before_slot(event.id.index).has_all(thread.least_fence_of(event.location)))
    reject(program_, thread_,
           "a store to " + program_.locations[l].name +
               " without the fence before it that the thread declares");
}

/// The tags of the fence in the slot before `slot`, if there is one.
TagSet ThreadRun::fence_before_slot(int slot) const {
  const EventNumber before = slot == 0 ? kNoEvent : graph_->at(thread_, slot - 1);
  const bool is_fence = before != kNoEvent && (*graph_)[before].kind == EventKind::fence;
  return is_fence ? (*graph_)[before].tags : TagSet{};
}

TagSet ThreadRun::fence_right_before() const {
  return fence_before_slot(next_slot_);
}

int ThreadRun::new_source(EventNumber e) {
  const int load = loads_++;
  if (own_stack_ != nullptr && load_events_ != nullptr && load >= SourceSet::kSmall) {
    Stop waiting;
    waiting.reason = StopReason::unresolved;
    waiting.out_of_sources = true;
    waiting.waiting = e;
    stop(waiting);
  }
  if (load_events_ != nullptr) load_events_->put(load, e);
  return dependence_ == Dependence::program_order ? std::min(load, SourceSet::kSmall - 1) : load;
}

Word ThreadRun::value_of_read(EventNumber r) {
  Word result;
  result.sources.set(new_source(r));
  if (!(*graph_)[r].materialised) force_read(r);
  if (!(*graph_)[r].value_known && waits_in_order_) {
    Stop waiting;
    waiting.reason = StopReason::unresolved;
    waiting.waiting = r;
    suspend(waiting);
  }
  const Event& read = (*graph_)[r];
  result.known = read.value_known;
  result.value = read.value;
  return result;
}

// If only this thread, its interrupts included, writes a location, program order is its coherence
// order, and reads by this thread see the last write before them: every model here is coherent.
void ThreadRun::force_read(EventNumber r) {
  const Event& read = (*graph_)[r];
  if (read.location == kNoLocation || unready_writes_ > 0 || !is_private(read.location)) return;
  const EventNumber w = graph_->co_last(read.location);
  if (!graph_->is_init(w) && (*graph_)[w].id.index > read.id.index) return;
  if (read.compare == Compare::await_equal && (*graph_)[w].value != read.expected) return;
  graph_->resolve_read(r, w);
  changed_the_past_ = true;
}

void ThreadRun::force_write(EventNumber w) {
  const Event& write = (*graph_)[w];
  if (write.materialised) return;
  if (!may_be_private(write)) return;
  const bool ready = write.location != kNoLocation && write.value_known &&
                     (write.rmw == kNoEvent || (*graph_)[write.rmw].materialised);
  if (ready && unready_writes_ == 0) {
    const EventNumber last = graph_->co_last(write.location);
    if (graph_->is_init(last) || (*graph_)[last].id.index < write.id.index) {
      graph_->place_write(w, last);
      changed_the_past_ = true;
      return;
    }
  }
  ++unready_writes_;
}

Word ThreadRun::load(const Word& address, TagSet tags) {
  const int slot = next_slot_++;
  name_event(slot);
  site_ = nullptr;
  EventNumber r = event_in_slot(slot, EventKind::read);
  if (r == kNoEvent) {
    r = add_event(slot, EventKind::read, tags);
    if (graph_->tracks_dependencies()) graph_->dependencies(r).address = events_of(address.sources);
    take_awaited(r);
    if (claims_) {
      graph_->event(r).claim = Claim::sure;
      graph_->event(r).atomic = true;
    }
  }
  awaited_.reset();
  awaits_end_ = false;
  set_location(r, address);
  return value_of_read(r);
}

void ThreadRun::take_awaited(EventNumber r) {
  Event& read = graph_->event(r);
  if (!awaited_ || read.compare != Compare::none || (awaits_end_ && !has_all_values())) return;
  read.waits = awaits_end_;
  if (!awaits_end_) read.compare = Compare::await_equal;
  read.expected = *awaited_;
}

EventNumber ThreadRun::issue_write(int slot, const Word& address, const Word& value, TagSet tags) {
  EventNumber w = event_in_slot(slot, EventKind::write);
  if (w == kNoEvent) {
    w = add_event(slot, EventKind::write, tags);
    if (graph_->tracks_dependencies()) {
      graph_->dependencies(w).address = events_of(address.sources);
      graph_->dependencies(w).data = events_of(value.sources);
    }
  }
  set_location(w, address);
  Event& write = graph_->event(w);
  if (!value.known) return w;
  if (write.value_known && write.value != value.value) reject(program_, thread_, kNotDeterministic);
  write.value = value.value;
  write.value_known = true;
  return w;
}

void ThreadRun::store(const Word& address, const Word& value, TagSet tags) {
  const int slot = next_slot_++;
  name_event(slot);
  site_ = nullptr;
  force_write(issue_write(slot, address, value, tags));
}

void ThreadRun::issue_fence(int slot, TagSet tags) {
  if (event_in_slot(slot, EventKind::fence) != kNoEvent) return;
  const EventNumber f = add_event(slot, EventKind::fence, tags);
  graph_->event(f).materialised = true;
}

void ThreadRun::fence(TagSet tags) {
  const int slot = next_slot_++;
  name_event(slot);
  site_ = nullptr;
  issue_fence(slot, tags);
}

std::uint64_t ThreadRun::choose(std::uint64_t n) {
  if (n < 1 || n > kMaxEvents) reject(program_, thread_, "a choice among none or too many values");
  const int slot = next_slot_++;
  EventNumber c = event_in_slot(slot, EventKind::choice);
  if (c == kNoEvent) {
    c = add_event(slot, EventKind::choice, {});
    graph_->event(c).value = n;
  }
  if (!(*graph_)[c].materialised) {
    Stop waiting;
    waiting.reason = StopReason::choice;
    waiting.waiting = c;
    suspend(waiting);
  }
  return (*graph_)[c].value;
}

void ThreadRun::reach_bound(const char* what) {
  Stop bound;
  bound.reason = StopReason::bound_reached;
  bound.text = what;
  stop(bound);
}

void ThreadRun::fail(const char* what) {
  Stop fault;
  fault.reason = StopReason::fault;
  fault.text = what;
  stop(fault);
}

void ThreadRun::declare_state(const char* place, std::initializer_list<Word> values) {
  // Values are known whenever code runs only if runs wait in order.
  if (!has_states()) return;
  if (values.size() > DeclaredState::kMaxValues)
    reject(program_, thread_, "a declared state of more values than there is room for");
  declared_.place = place;
  declared_.slot = static_cast<std::uint16_t>(next_slot_);
  declared_.said = static_cast<std::uint16_t>(
      1 + (transcript_ == nullptr ? 0 : transcript_->observations.size()));
  declared_.count = 0;
  for (const Word& value : values) declared_.values[declared_.count++] = value.value;
  declared_.forgotten.clear();
  declared_.left_behind = {};
}

void ThreadRun::forget(int first, const ValueHistory& left_behind) {
  // Remembering what might be forgotten only keeps states apart, and loses nothing.
  const int end = std::min(next_slot_, BitRow<4>::kBits);
  for (int slot = first; slot < end; ++slot) declared_.forgotten.set(slot);
  declared_.left_behind = left_behind;
}

void ThreadRun::observe(std::uint32_t kind, const Word& a, const Word& b, const Word& c,
                        const Word& d) {
  observe_at(next_slot_, kind, a, b, c, d);
}

void ThreadRun::observe_at(int slot, std::uint32_t kind, const Word& a, const Word& b,
                           const Word& c, const Word& d) {
  if (transcript_ == nullptr) return;
  transcript_->observations.push_back({thread_,
                                       level_,
                                       static_cast<std::uint16_t>(slot),
                                       kind,
                                       {a.value, b.value, c.value, d.value}});
}

}  // namespace ringcheck
