// How threads are created and joined on an execution graph: one thread stores a flag and the other
// waits for it, with all the order that the model has.
#include <algorithm>

#include "source/code_digest.hpp"
#include "source/explored_machine.hpp"

namespace ringcheck::source {

std::optional<Value> ExploredMachine::create_thread(std::uint32_t routine, const Value& argument,
                                                    std::uint32_t place) {
  settle();
  ++state_.effects;
  const std::uint64_t number = state_.created++;
  const std::size_t thread = setting_.layout->find_thread(self_, number, routine);
  const bool constant = argument.word.known && !depends(argument);
  // A creation before every event of the creator is sure to happen, and first.
  const bool at_once = run_.next_slot() == 0 && constant;
  const CreatedThread created{self_, number, routine, constant ? argument.word.value : 0, !at_once};
  if (thread == 0) demand({.kind = Demand::Kind::thread, .place = place, .created = created});
  const CreatedThread& known = setting_.layout->threads()[thread - 1];
  note_published(argument);
  if (known.waits) {
    if (!setting_.sync_fence.empty()) run_.fence(setting_.sync_fence);
    run_.store(address_of(setting_.layout->start_of(thread)), argument.word, setting_.sync_store);
  } else if (!at_once || argument.word.value != known.argument) {
    demand({.kind = Demand::Kind::start, .place = place, .thread = thread});
  }
  return Value(thread);
}

std::optional<Value> ExploredMachine::await_start() {
  settle();
  const CreatedThread& created = setting_.layout->threads()[self_ - 1];
  if (!created.waits) return Value(created.argument);
  run_.wait_for_end_of(kNotYet);
  const Word argument =
      load_event(address_of(setting_.layout->start_of(self_)), setting_.sync_load);
  if (!run_.branch(argument != Word(kNotYet))) {
    run_.observe(static_cast<std::uint32_t>(Said::not_started));
    return std::nullopt;
  }
  if (!setting_.sync_fence.empty()) run_.fence(setting_.sync_fence);
  return Value(argument);
}

void ExploredMachine::leave_thread_locals() {
  settle();
  for (const Global& global : setting_.code->unit.globals) {
    if (!global.thread_local_storage) continue;
    const std::uint64_t base = addresses().thread_local_of(static_cast<int>(self_), global.slot);
    if (!setting_.layout->shared(base)) continue;
    if (!setting_.layout->freed(base))
      demand({.kind = Demand::Kind::freed, .address = base, .place = global.place});
    run_.observe(static_cast<std::uint32_t>(Said::frees), Word(base), Word(global.place), Word(0));
  }
}

void ExploredMachine::end_program() {
  settle();
  // What the first thread does up to its joins may come before the end or not.
  if (!setting_.layout->joins_are_events()) demand({.kind = Demand::Kind::join});
  run_.assume(Truth(false));
  std::abort();
}

void ExploredMachine::announce_end(const Value& result) {
  settle();
  if (!setting_.layout->joins_are_events()) return;
  note_published(result);
  if (!setting_.sync_fence.empty()) run_.fence(setting_.sync_fence);
  run_.store(address_of(setting_.layout->end_of(self_)), result.word, setting_.sync_store);
}

void ExploredMachine::say_end(const Value& result, EndOfRun how) {
  settle();
  std::array<std::uint64_t, 2> state{};
  if (how == EndOfRun::goes_on && rounds_ != Rounds::untold && run_.asked_for_states())
    state = digest_of(state_, true);
  run_.observe(static_cast<std::uint32_t>(Said::ends), result.word, Word(state[0]), Word(state[1]),
               Word(static_cast<std::uint64_t>(how)));
}

std::optional<Value> ExploredMachine::join_thread(const Value& thread, std::uint32_t place) {
  settle();
  const std::uint64_t number = number_of(thread);
  if (number == 0 || number > setting_.layout->threads().size() || number == self_)
    fail(ErrorKind::thread, place, "a thread is joined that there is not");
  if (!setting_.layout->joins_are_events()) {
    // The first thread waits for the others at its end. Nothing that it does after that needs
    // events.
    if (self_ == 0) return std::nullopt;
    demand({.kind = Demand::Kind::join, .place = place});
  }
  last_access_ = now();
  run_.wait_for_end_of(kNotYet);
  const Word result = load_event(address_of(setting_.layout->end_of(number)), setting_.sync_load);
  await(combine_values(Value(result), Value(kNotYet),
                       [](auto x, auto y) { return std::uint64_t{x != y}; }),
        place);
  if (!setting_.sync_fence.empty()) run_.fence(setting_.sync_fence);
  return Value(result);
}

}  // namespace ringcheck::source
