// Tested by tests/source/error_test.cpp.
#include "source/judge.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

#include "models/model_data.hpp"
#include "source/arithmetic.hpp"
#include "source/execution_order.hpp"
#include "source/observed_ends.hpp"

namespace ringcheck::source {

namespace {

bool is(const Observation& o, Said what) {
  return o.kind == static_cast<std::uint32_t>(what);
}

std::uint32_t place_of(const Observation& o, std::size_t number) {
  return static_cast<std::uint32_t>(o.numbers[number]);
}

/// Only the first thread: its run leaves the state that it goes on from (Subject::run_rest).
BitRow<4> first_thread() {
  BitRow<4> threads;
  threads.set(0);
  return threads;
}

}  // namespace

ProgramError error_of(const Subject& subject, const SequentialError& error) {
  return {error.kind, error.what, subject.code().where(error.place), "", error.reads};
}

Judge::Judge(const Subject& subject, const Program& program, const Model& model,
             const CheckOptions& options)
    : subject_(subject),
      program_(program),
      model_(model),
      races_(judged_races(model, options).has_value()),
      races_are_asked_(options.races),
      frees_are_asked_(options.races || options.frees),
      termination_(options.termination),
      leaks_(options.leaks),
      is_simple_(!options.termination && is_judged_by_ends(subject)),
      first_joins_all_(subject.layout().joins_are_events() ||
                       subject.layout().threads().size() < 2),
      transcripts_(program),
      detector_(race_rules(model)),
      shares_what_goes_(std::ranges::any_of(subject.layout().pieces(), [&](const Piece& piece) {
        return subject.code().addresses.region(piece.address) == Region::heap ||
               subject.is_local_that_goes(piece.address);
      })) {}

bool Judge::has_plain_accesses(const ExecutionGraph& graph) const {
  if (!races_) return false;
  for (int e = graph.locations(); e < graph.size(); ++e)
    if (is_unordered_access(graph[static_cast<EventNumber>(e)])) return true;
  return false;
}

/// True if the execution is sure to be right; its code need not be asked again.
bool Judge::is_sure_to_be_right(const Execution& execution) const {
  const bool ends = execution.ending == Ending::complete && first_has_ended_;
  return is_simple_ &&
         (ends || (execution.ending == Ending::blocked && !first_may_go_on(execution)));
}

/// True if the first thread may do more than wait before the blocked threads have ended.
bool Judge::first_may_go_on(const Execution& execution) const {
  return execution.ending == Ending::blocked && !first_joins_all_ && !first_has_ended_;
}

/// A thread that was created but did not see it shows nothing: it starts in another execution. Its
/// first event is the read that would have seen its creation.
bool Judge::stands_for_itself(const ExecutionGraph& graph) const {
  const std::vector<CreatedThread>& threads = subject_.layout().threads();
  for (std::size_t n = 0; n < threads.size(); ++n) {
    if (!threads[n].waits) continue;
    const std::size_t thread = n + 1;
    const EventNumber start = graph.at(static_cast<ThreadId>(thread), 0);
    if (start != kNoEvent && graph[start].materialised && graph.is_init(graph[start].rf) &&
        !graph.is_init(graph.co_last(subject_.layout().start_of(thread))))
      return false;
  }
  return true;
}

ProgramError Judge::error(ErrorKind kind, std::uint32_t place, std::uint32_t other,
                          std::string what) const {
  return {kind, std::move(what), subject_.code().where(place),
          other == 0 ? "" : subject_.code().where(other)};
}

std::optional<ProgramError> Judge::race(const ExecutionGraph& graph) const {
  std::pair<EventNumber, EventNumber> pair{kNoEvent, kNoEvent};
  if (model_.name() == "rc11") {
    pair = find_race(graph, ExecutionOrder(model_, graph));
  } else if (const auto pairs = model_.flagged(graph, "data-race"); !pairs.empty()) {
    pair = {pairs.front().from, pairs.front().to};
  }
  if (pair.first == kNoEvent) return std::nullopt;
  const std::vector<std::uint32_t> places = subject_.places_of(program_, graph);
  return error(
      ErrorKind::race, places[pair.first], places[pair.second],
      "a data race on " + subject_.description_of(program_, graph, graph[pair.first].location));
}

/// What is wrong with how threads use blocks of the heap that they allocate and free, and each
/// other's local variables.
std::optional<ProgramError> Judge::memory_error(const ExecutionGraph& graph,
                                                const Transcript& said) const {
  if (shares_what_goes_)
    if (auto error = access_error(graph, said, ExecutionOrder(model_, graph))) return error;
  for (const Observation& o : said.observations) {
    if (!is(o, Said::frees)) continue;
    for (const Observation& other : said.observations)
      if (is(other, Said::frees) && &other < &o && other.numbers[0] == o.numbers[0])
        return error(ErrorKind::allocation, place_of(o, 1), place_of(other, 1),
                     "free of a block that another thread frees too");
  }
  return std::nullopt;
}

/// True iff a hazard pointer of the thread of `access` protects the block at `base` then.
bool Judge::is_protected(const Transcript& said, const EventId& access, std::uint64_t base) const {
  std::map<std::uint64_t, std::uint64_t> protects;
  for (const Observation& o : said.observations)
    if (is(o, Said::protects) && o.thread == access.thread && o.slot <= access.index)
      protects[o.numbers[0]] = subject_.code().addresses.slot_base(o.numbers[1]);
  return std::ranges::any_of(protects, [&](const auto& p) { return p.second == base; });
}

/// An access to a block or local variable has to be ordered after its allocation and before its
/// free. Where neither races nor frees are asked for, it must not be ordered after the free.
std::optional<ProgramError> Judge::access_error(const ExecutionGraph& graph, const Transcript& said,
                                                const ExecutionOrder& order) const {
  const std::vector<Piece>& pieces = subject_.layout().pieces();
  const auto at = [&](EventNumber e) { return subject_.places_of(program_, graph)[e]; };
  const AddressLayout& addresses = subject_.code().addresses;
  const auto block_at = [&](std::uint64_t address) -> const Observation* {
    for (const Observation& o : said.observations)
      if (is(o, Said::allocates) && address >= o.numbers[0] &&
          address - o.numbers[0] < addresses.slots_of(o.numbers[1]) * addresses.slot_size())
        return &o;
    return nullptr;
  };
  for (int n = graph.locations(); n < graph.size(); ++n) {
    const auto e = static_cast<EventNumber>(n);
    const Event& event = graph[e];
    if (event.location == kNoLocation || event.location >= pieces.size()) continue;
    const Piece& piece = pieces[event.location];
    const bool local = subject_.is_local_that_goes(piece.address);
    const Region region = addresses.region(piece.address);
    if (!local && region != Region::heap) continue;
    if (const Observation* block = block_at(piece.address); block != nullptr) {
      if (piece.address - block->numbers[0] + piece.bytes > block->numbers[1])
        return error(ErrorKind::unallocated, at(e), place_of(*block, 2),
                     "an access outside of the block that it is made to");
      if (races_are_asked_ && !order.after_slot(block->thread, block->slot, e))
        return error(ErrorKind::unallocated, at(e), place_of(*block, 2),
                     "an access that is not ordered after the allocation of its block");
    } else if (!local && !subject_.is_there_from_the_start(piece.address)) {
      return error(ErrorKind::unallocated, at(e), 0, "an access through what points to no object");
    }
    for (const Observation& o : said.observations)
      if (is(o, Said::frees) && addresses.slot_base(piece.address) == o.numbers[0] &&
          (frees_are_asked_ ? !order.before_slot(e, o.thread, o.slot)
                            : order.after_slot(o.thread, o.slot, e)) &&
          !(o.numbers[2] != 0 && is_protected(said, event.id, o.numbers[0])))
        return error(ErrorKind::freed, at(e), place_of(o, 1),
                     region == Region::stack
                         ? "an access that is not ordered before the end of the variable's function"
                     : local
                         ? "an access that is not ordered before the end of the variable's thread"
                         : "an access that is not ordered before the free of its block");
  }
  return std::nullopt;
}

namespace {

/// The last observation of each thread; null: there is none.
std::vector<const Observation*> last_words(std::size_t threads, const Transcript& said) {
  std::vector<const Observation*> last(threads, nullptr);
  for (const Observation& o : said.observations) last[o.thread] = &o;
  return last;
}

/// The value of a location once all waiting threads have taken back what they have added to it and
/// would take back next.
std::uint64_t value_left(const ExecutionGraph& graph, std::span<const Observation* const> last,
                         LocId location, std::uint32_t bytes) {
  std::uint64_t value = graph[graph.co_last(location)].value;
  for (const Observation* o : last) {
    if (o == nullptr || !is(*o, Said::waits) || o->numbers[3] == 0) continue;
    for (int slot = static_cast<int>(o->numbers[1]); slot < graph.slots(o->thread); ++slot) {
      const EventNumber r = graph.at(o->thread, slot);
      if (r == kNoEvent || graph[r].kind != EventKind::read || graph[r].location != location ||
          graph[r].rmw == kNoEvent)
        continue;
      value -= graph[graph[r].rmw].value - graph[graph[r].rf].value;
    }
  }
  return low_bits(value, 8 * bytes);
}

/// The reads in the last iteration of a thread, told by `last`, that do not read its own writes of
/// this iteration.
std::vector<EventNumber> reads_since(const ExecutionGraph& graph, const Observation& last) {
  const auto since = static_cast<int>(last.numbers[1]);
  std::vector<EventNumber> reads;
  for (int slot = since; slot < graph.slots(last.thread); ++slot) {
    const EventNumber r = graph.at(last.thread, slot);
    if (r == kNoEvent || graph[r].kind != EventKind::read) continue;
    const EventId source = graph[graph[r].rf].id;
    if (source.thread != last.thread || source.index < since) reads.push_back(r);
  }
  return reads;
}

}  // namespace

/// A thread waits for ever if its next iteration would read what its last one has read: the value
/// that is left in each location that it does not write itself in between. It also does if this
/// holds for another thread that has done the same up to then.
std::optional<ProgramError> Judge::endless_wait(const Execution& execution,
                                                const Transcript& said) const {
  const ExecutionGraph& graph = execution.graph;
  const std::vector<Piece>& pieces = subject_.layout().pieces();
  const auto last_of = last_words(program_.threads.size(), said);
  const auto is_left = [&](EventNumber read) {
    const LocId location = graph[read].location;
    const std::uint32_t bytes = location < pieces.size() ? pieces[location].bytes : 8;
    return graph[graph[read].rf].value == value_left(graph, last_of, location, bytes);
  };
  std::vector<ThreadId> waiting;
  for (std::size_t t = 0; t < last_of.size(); ++t) {
    const Observation* last = last_of[t];
    if (last != nullptr && (is(*last, Said::ends) || is(*last, Said::not_started))) continue;
    if (last == nullptr || !is(*last, Said::waits)) return std::nullopt;  // An assumption is false.
    waiting.push_back(static_cast<ThreadId>(t));
  }
  std::vector<ThreadId> stuck;
  std::ranges::copy_if(waiting, std::back_inserter(stuck), [&](ThreadId t) {
    return std::ranges::all_of(reads_since(graph, *last_of[t]), is_left);
  });
  for (const ThreadId t : waiting)
    if (std::ranges::none_of(stuck, [&](ThreadId u) {
          return u == t || have_done_the_same(graph, *last_of[t], *last_of[u]);
        }))
      return std::nullopt;
  const Observation* first_end = last_of.front();
  const bool exits = first_end != nullptr && is(*first_end, Said::ends) &&
                     first_end->numbers[3] == static_cast<std::uint64_t>(EndOfRun::exits);
  if (waiting.empty() || exits) return std::nullopt;
  const Observation& first = *last_of[waiting.front()];
  return error(first.numbers[2] != 0 ? ErrorKind::termination : ErrorKind::deadlock,
               place_of(first, 0), 0, kWaitsForEver);
}

/// True iff the threads run the same code on the same argument, and have read the same up to where
/// their last iterations began.
bool Judge::have_done_the_same(const ExecutionGraph& graph, const Observation& a,
                               const Observation& b) const {
  if (a.thread == 0 || b.thread == 0 || a.numbers != b.numbers) return false;
  const std::vector<CreatedThread>& threads = subject_.layout().threads();
  if (!are_alike(threads[a.thread - 1U], threads[b.thread - 1U])) return false;
  for (int slot = 0; slot < static_cast<int>(a.numbers[1]); ++slot) {
    const EventNumber e = graph.at(a.thread, slot);
    const EventNumber f = graph.at(b.thread, slot);
    if ((e == kNoEvent) != (f == kNoEvent)) return false;
    if (e == kNoEvent || graph[e].kind == EventKind::fence) continue;
    if (graph[e].kind != graph[f].kind || graph[e].location != graph[f].location) return false;
    const auto value = [&](EventNumber n) {
      return graph[n].kind == EventKind::read ? graph[graph[n].rf].value : graph[n].value;
    };
    if (value(e) != value(f)) return false;
  }
  return true;
}

/// True iff the first thread has come to its joins, or to its end.
bool Judge::is_at_joins(const Transcript& said) {
  return std::ranges::any_of(
      said.observations, [](const Observation& o) { return is(o, Said::ends) && o.thread == 0; });
}

/// True iff some thread neither ends nor reaches a bound.
bool Judge::some_thread_is_blocked(const Transcript& said) const {
  std::vector<bool> blocked(program_.threads.size(), true);
  for (const Observation& o : said.observations)
    if (is(o, Said::ends) || is(o, Said::not_started) || is(o, Said::is_cut))
      blocked[o.thread] = false;
  return std::ranges::find(blocked, true) != blocked.end();
}

/// What the code says in an execution. `runs_first`: the first thread is run in any case.
Transcript Judge::transcribe(const ExecutionGraph& graph, bool runs_first) const {
  return transcripts_.transcribe(graph, subject_.dependence(),
                                 runs_first ? first_thread() : BitRow<4>{});
}

Judgement Judge::judge(const Execution& execution) const {
  const ExecutionGraph& graph = execution.graph;
  Judgement result;
  const bool may_race = has_plain_accesses(graph) && detector_.has_race(graph);
  result.by_ends = !may_race;
  if (!stands_for_itself(graph)) {
    result.counts = false;
    return result;
  }
  if (is_sure_to_be_right(execution) && !(may_race && race(graph))) {
    result.blocked = execution.ending == Ending::blocked;
    return result;
  }
  const bool may_go_on = first_may_go_on(execution);
  const bool complete = execution.ending == Ending::complete;
  const bool runs_first = may_go_on || (complete && first_waits_);
  Transcript said = transcribe(graph, runs_first);
  if (may_go_on && is_at_joins(said)) {
    // The first thread may do, between its joins, what a blocked thread waits for.
    const Subject::Rest rest = subject_.run_rest(program_, graph, said);
    first_joins_all_ = rest.joins_whatever_happens;
    if (rest.demand && rest.demand->kind == Demand::Kind::join) {
      result.demand = rest.demand;
      return result;
    }
  }
  const bool heap = std::ranges::any_of(said.observations, [](const Observation& o) {
    return is(o, Said::allocates) || is(o, Said::frees);
  });
  if (heap) result.error = memory_error(graph, said);
  if (!result.error && may_race) result.error = race(graph);
  if (!result.error && !termination_)
    for (const Observation& o : said.observations)
      if (is(o, Said::claims) && o.numbers[0] == 0 && !result.error)
        result.error = error(ErrorKind::assertion, place_of(o, 1), 0,
                             o.numbers[2] == 0 ? kFalseClaim : subject_.text_at(o.numbers[2]));
  if (!result.error && termination_ && execution.ending == Ending::blocked)
    result.error = endless_wait(execution, said);
  if (result.error || !complete) {
    result.blocked = some_thread_is_blocked(said);
    return result;
  }
  first_waits_ = Subject::first_waits(said);
  if (first_waits_ && !runs_first) said = transcribe(graph, true);
  const Subject::Rest rest = subject_.run_rest(program_, graph, said);
  first_joins_all_ = first_joins_all_ || rest.joins_whatever_happens;
  first_has_ended_ = first_waits_ ? rest.ends_whatever_happens : Subject::first_gets_nothing(graph);
  if (rest.waits) {
    result.cut = rest.waits->why == SequentialWait::Why::bound;
    result.blocked = !result.cut;
    result.place = rest.waits->place;
    if (termination_ && rest.waits->is_endless())
      result.error = error(kind_of(*rest.waits), result.place, 0, kWaitsForEver);
  }
  if (rest.error && !(termination_ && rest.error->kind == ErrorKind::assertion))
    result.error = error_of(subject_, *rest.error);
  result.demand = rest.demand;
  if (!rest.leak) return result;
  result.leak = rest.leak;
  if (leaks_ && !result.error) result.error = error(ErrorKind::leak, *rest.leak, 0, kNothingFrees);
  return result;
}

}  // namespace ringcheck::source
