#pragma once
// How the words of buffers, events and pages are written, whoever writes them.

#include "properties/core/least_tags.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"

namespace ringcheck {

/// Declares the order that the writes of `program`'s threads to the words of `all` are sure to
/// have: marked accesses, except an event's pointer to its buffer, which is released, and mutexes.
inline void declare_lifetime_tags(Program& program, const PerfLifetime& all) {
  for (const AttachedEventCells& event : all.events) {
    declare_least_tags(program, {event.mmap_count, event.rcu_pending, event.on_list}, {Tag::once});
    declare_least_tags(program, {event.rb}, {Tag::release});
    declare_locks(program, {event.mmap_mutex});
  }
  for (const MappedBufferCells& rb : all.buffers)
    declare_least_tags(program, {rb.mmap_count, rb.freed, rb.undone}, {Tag::once});
  if (!all.pages) return;
  for (const PageCells& page : *all.pages)
    declare_least_tags(program, {page.refcount, page.freed}, {Tag::once});
}

}  // namespace ringcheck
