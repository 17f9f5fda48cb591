// What a user's thread waits for: conditions, and locks.
// Tested by tests/face.
#include <fmt/format.h>

#include <algorithm>

#include "explore/thread_run_errors.hpp"
#include "face/thread_context.hpp"

namespace ringcheck {

void ThreadContext::begin_wait() {
  wait_begins_ = run_.next_slot();
  unsettled_ = {};
}

void ThreadContext::note_update(int slot, const Word& before, std::uint64_t after) {
  if (!before.known)
    unsettled_ |= before.sources;
  else if (before.value != after)
    note_change(slot);
}

// One pass stands for all that came before it, which must have left no trace.
void ThreadContext::end_wait(const Bits& condition, const Place& where) {
  act([&] {
    locate(where);
    settings_.layout.waits = true;
    if (condition.known && condition.bits == 0) {
      if (unsettled_.any()) run_.assume({true, unsettled_, false});
      if (last_change_ >= wait_begins_)
        reject(
            "an await stores in a pass that does not end it: it may load, and update what a pass "
            "that does not end it leaves as it was");
    }
    block_unless({condition.bits != 0, sources_of(condition.from), condition.known}, wait_begins_,
                 where);
  });
}

void ThreadContext::block_unless(const Truth& condition, int first, const Place& where) {
  if (condition.known && !condition.value && recording_ != nullptr)
    recording_->waits.push_back({run_.thread(), first, run_.next_slot(), where});
  run_.assume(condition);
}

// A thread waits for a lock that is held: the execution is blocked, and if nothing that memory will
// hold can end the wait, it is a deadlock.
Word ThreadContext::try_take(const Target& at, detail::cell_kind kind, const Place& where) {
  count_access(where);
  const Word address = address_of_target(at, true);
  if (kind == detail::cell_kind::spinlock) {
    const Truth taken = run_.spin_trylock(address);
    return {taken.value ? 0U : 1U, taken.sources, taken.known};
  }
  const C11Update as =
      compare_exchange_as(calls(where), MemoryOrder::acquire, MemoryOrder::relaxed);
  return modify(RmwOperation::compare_exchange, address, 1, as, 32, 0);
}

void ThreadContext::lock(const Target& at, detail::cell_kind kind, const Place& where) {
  act([&] {
    const int first = run_.next_slot();
    settings_.layout.waits = true;
    const Word old = try_take(at, kind, where);
    record(first, where, [&] {
      return std::string(kind == detail::cell_kind::spinlock ? "spin_lock()" : "lock()");
    });
    block_unless(old == Word(0), first, where);
    note_change(first);
    held_.push_back({at.object, address_of_target(at, true)});
  });
}

bool ThreadContext::try_lock(const Target& at, detail::cell_kind kind, const Place& where) {
  const Bits free = act([&] {
    const int first = run_.next_slot();
    const Word old = try_take(at, kind, where);
    record(first, where, [&] {
      return std::string(kind == detail::cell_kind::spinlock ? "spin_trylock()" : "try_lock()");
    });
    note_update(first, old, 1);
    const Truth taken = old == Word(0);
    return Bits{taken.value ? 1U : 0U, number_of(taken.sources), taken.known};
  });
  const bool taken = decide(free);
  if (taken && !has_ended()) held_.push_back({at.object, address_of_target(at, true)});
  return taken;
}

// The address of a lock that is held, which is held no more.
Word ThreadContext::release(const Target& at) {
  auto held = std::ranges::find(held_, at.object, &Held::named);
  Word address = held != held_.end() ? held->address : address_of_target(at, true);
  if (held == held_.end()) {
    run_.need(address);
    held =
        std::ranges::find(held_, address.value, [](const Held& its) { return its.address.value; });
  }
  if (held == held_.end()) violate("a lock is unlocked by a thread that does not hold it", "fault");
  held_.erase(held);
  return address;
}

void ThreadContext::unlock(const Target& at, detail::cell_kind kind, const Place& where) {
  act(
      [&] {
        count_access(where);
        const int first = run_.next_slot();
        note_change(first);
        const Word address = release(at);
        if (kind == detail::cell_kind::spinlock) {
          run_.spin_unlock(address);
        } else {
          const C11Access& as = calls(where).store[static_cast<std::size_t>(MemoryOrder::release)];
          fence_if(as.before);
          run_.store(address, 0, as.access);
          fence_if(as.after);
        }
        record(first, where, [&] {
          return std::string(kind == detail::cell_kind::spinlock ? "spin_unlock()" : "unlock()");
        });
      },
      Ends::later);
}

Context::Bits ThreadContext::is_locked(const Target& at, const Place& where) {
  return act([&] {
    count_access(where);
    const int first = run_.next_slot();
    const Truth locked = run_.spin_is_locked(address_of_target(at, false));
    record(first, where, [&] { return std::string("spin_is_locked()"); });
    return Bits{locked.value ? 1U : 0U, number_of(locked.sources), locked.known};
  });
}

}  // namespace ringcheck
