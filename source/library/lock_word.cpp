#include "source/library/lock_word.hpp"

#include <algorithm>

namespace ringcheck::source {

Value is(const Value& a, std::uint64_t b) {
  return are_equal(a, Value(b));
}

Value is_not(const Value& a, const Value& b) {
  return combine_values(a, b, [](auto x, auto y) { return std::uint64_t{x != y}; });
}

Site word(const LibraryCall& call) {
  return {4, call.place(), true};
}

Update compare_exchange(TagSet read, TagSet write, TagSet fail) {
  Update how;
  how.compares = true;
  how.order = {read, write, false, true, fail, 32};
  return how;
}

void check_alive(LibraryCall& call, const Value& value, ErrorKind kind) {
  if (call.machine.decide(is(value, kDestroyed)))
    call.machine.fail(kind, call.place(),
                      "the use of a lock, condition or barrier that was destroyed");
}

Value try_take(LibraryCall& call, const Value& lock, std::uint64_t held, Tag read, Tag write,
               bool waits) {
  Update how = compare_exchange({read}, {write}, {Tag::lock_fail});
  how.order.waits = waits;
  const Value old = call.machine.update(word(call), how, lock, held, 0);
  check_alive(call, old, ErrorKind::uninitialized);
  return old;
}

bool holds(const LibraryCall& call, const Value& lock) {
  return std::ranges::find(call.state.held, lock.word.value) != call.state.held.end();
}

void note_taken(LibraryCall& call, const Value& lock) {
  call.state.held.push_back(call.machine.number_of(lock));
}

bool note_released(LibraryCall& call, const Value& lock) {
  const std::uint64_t address = call.machine.number_of(lock);
  const auto at = std::ranges::find(call.state.held, address);
  if (at == call.state.held.end()) return false;
  call.state.held.erase(at);
  return true;
}

void wait_for(LibraryCall& call, const Value& condition, bool ends) {
  if (ends)
    call.machine.assume(condition);
  else
    call.machine.await(condition, call.place());
}

void take(LibraryCall& call, const Value& lock, bool ends) {
  const Value old = try_take(call, lock, 1, Tag::lock_read, Tag::lock_write, !ends);
  wait_for(call, is(old, 0), ends);
  call.machine.note_stored(old);
  call.state.note_undoable(call.machine.number_of(lock), 1, true);
  note_taken(call, lock);
}

void release(LibraryCall& call, const Value& lock) {
  const std::uint64_t effects = call.state.effects;
  call.machine.store(word(call), lock, 0, {Tag::unlock});
  call.state.effects = effects;
  call.state.note_undoable(call.machine.number_of(lock), -1, true);
}

CallOutcome returned(LibraryCall& call, const Value& result) {
  call.result = result;
  return CallOutcome::returned;
}

CallOutcome make_word(LibraryCall& call) {
  call.machine.store(word(call), call.argument(0), 0, {Tag::once});
  return returned(call, 0);
}

CallOutcome destroy(LibraryCall& call) {
  call.machine.store(word(call), call.argument(0), kDestroyed, {Tag::once});
  return returned(call, 0);
}

}  // namespace ringcheck::source
