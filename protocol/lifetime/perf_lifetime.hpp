#pragma once
// How long a buffer lives: mmap, munmap, redirection of events, and those who look at it meanwhile.
//
// Source: kernel/events/core.c perf_mmap, perf_mmap_close, ring_buffer_attach, ring_buffer_get,
// ring_buffer_put, ring_buffer_wakeup, perf_event_set_output. Deviations: an event's rb_entry is a
// word that tells on whose list it is; at most one task is in an RCU section, which is a word that
// tells so; what call_rcu leaves for later is done at once, after a grace period. Of an AUX area
// there is only its mapping, by one task, and events outlive all of this. Who closes a mapping
// takes the mutex though others map.
// Tested by tests/properties.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "protocol/core/locking_cpu.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {

/// A LockingCpu that counts references and mappings.
///
/// - `refcount_inc_not_zero`, `refcount_dec_and_test`: as in AuxCpu.
/// - `atomic_inc_not_zero`, `atomic_dec_and_test`: the same, as full barriers.
/// - `atomic_dec`: an atomic_t decrement, without order.
template <class C>
concept LifetimeCpu = LockingCpu<C> && requires(C cpu, const typename C::Value& v) {
  { cpu.refcount_inc_not_zero(v) } -> std::same_as<typename C::Truth>;
  { cpu.refcount_dec_and_test(v) } -> std::same_as<typename C::Truth>;
  { cpu.atomic_inc_not_zero(v) } -> std::same_as<typename C::Truth>;
  { cpu.atomic_dec_and_test(v) } -> std::same_as<typename C::Truth>;
  cpu.atomic_dec(v);
};

/// Addresses of the words of an event.
struct AttachedEventCells {
  std::uint64_t rb;           ///< event->rb: number of the buffer, 0 for none
  std::uint64_t mmap_count;   ///< event->mmap_count
  std::uint64_t mmap_mutex;   ///< event->mmap_mutex
  std::uint64_t rcu_pending;  ///< event->rcu_pending
  std::uint64_t on_list;      ///< number of the buffer on whose event_list rb_entry is, 0 for none

  static constexpr std::array<std::string_view, 5> kNames = {"rb", "mmap_count", "mmap_mutex",
                                                             "rcu_pending", "on_list"};
  static constexpr AttachedEventCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 4};
  }
};

/// Addresses of the words of a buffer.
struct MappedBufferCells {
  std::uint64_t mmap_count;  ///< rb->mmap_count
  std::uint64_t refcount;    ///< rb->refcount
  std::uint64_t freed;       ///< 1: its memory is free
  std::uint64_t undone;      ///< how often its accounting was undone

  static constexpr std::array<std::string_view, 4> kNames = {"mmap_count", "refcount", "freed",
                                                             "undone"};
  static constexpr MappedBufferCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3};
  }
};

/// Addresses of the words of a page of a buffer.
struct PageCells {
  std::uint64_t refcount;  ///< page->_refcount
  std::uint64_t freed;     ///< 1: it is free

  static constexpr std::array<std::string_view, 2> kNames = {"page.refcount", "page.freed"};
  static constexpr PageCells at(std::uint64_t base) { return {base, base + 1}; }
};

inline constexpr std::size_t kLifetimeEvents = 3;
inline constexpr std::size_t kLifetimeBuffers = 2;

/// Events and buffers that point to each other. Buffer number b is buffers[b - 1].
struct PerfLifetime {
  std::array<AttachedEventCells, kLifetimeEvents> events{};
  std::array<MappedBufferCells, kLifetimeBuffers> buffers{};
  /// A page of each buffer, where somebody maps them.
  std::optional<std::array<PageCells, kLifetimeBuffers>> pages{};
  std::uint64_t rcu_section = 0;  ///< address: 1 while somebody is in an RCU section
  /// munmap decrements both counts of mappings under the event's mutex. Linux 6.1 decrements the
  /// buffer's before it takes the mutex.
  bool close_under_mutex = false;
  /// mmap of an AUX area counts itself among the buffer's mappings once the area is there. Linux
  /// 6.1 does so before, and takes it back if there is no area.
  bool aux_counts_last = false;
  DefectSet defects{};
  int attempts = 4;  ///< bound on rounds of loops that start again

  [[nodiscard]] const MappedBufferCells& buffer(std::uint64_t number) const {
    return buffers[number - 1];
  }
  [[nodiscard]] bool has(const Defect& defect) const { return defects.has(defect); }
};

/// Says that something happened that must not happen.
template <Cpu C>
void break_lifetime(C& cpu, LifetimeBreak what) {
  tell<said::LifetimeBroken>(cpu, static_cast<std::uint64_t>(what));
}

/// Says that a rare step was taken, without which there is little to judge.
template <Cpu C>
void tell_step(C& cpu) {
  tell<said::LifetimeStep>(cpu);
}

/// Wakes whoever waits on an event. The waiters are told and not represented. Source: wake_up_all.
template <Cpu C>
void wake_waiters(C& cpu, const PerfLifetime& all, const AttachedEventCells& event) {
  for (std::uint64_t i = 0; i < kLifetimeEvents; ++i)
    if (all.events[i].rb == event.rb) tell<said::WaitersWoken>(cpu, typename C::Value(i));
}

/// Accesses the memory of a buffer.
template <LifetimeCpu C>
void touch(C& cpu, const MappedBufferCells& rb) {
  cpu.scope([&] {
    if (cpu.branch(cpu.read_once(rb.freed) == typename C::Value(1)))
      break_lifetime(cpu, LifetimeBreak::used_after_free);
  });
}

/// `value` as the number of a buffer; 0 for none.
template <Cpu C>
std::uint64_t buffer_number(C& cpu, const typename C::Value& value) {
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
    if (cpu.branch(value == typename C::Value(b))) return b;
  return 0;
}

/// Waits until everybody has left the RCU section they are in. synchronize_rcu is a full barrier
/// after the wait, too. Here the wait is an acquire, and with the barrier before it nothing is left
/// for a second one to order. Source: synchronize_rcu.
template <LifetimeCpu C>
void wait_for_rcu(C& cpu, const PerfLifetime& all) {
  if (!all.has(defect::kGraceLooksEarly)) cpu.smp_mb();
  cpu.await(all.rcu_section, 0);
}

/// Takes a reference to the buffer of an event. Returns the buffer's number, 0 if there is none.
/// Source: ring_buffer_get. Pre: what it looks at cannot be freed meanwhile.
template <LifetimeCpu C>
std::uint64_t ring_buffer_get(C& cpu, const PerfLifetime& all, const AttachedEventCells& event) {
  const std::uint64_t b = buffer_number(cpu, cpu.read_once(event.rb));
  if (b == 0) return 0;
  touch(cpu, all.buffer(b));
  if (all.has(defect::kGetWithoutTest)) {
    cpu.atomic_inc(all.buffer(b).refcount);
    return b;
  }
  return cpu.branch(cpu.refcount_inc_not_zero(all.buffer(b).refcount)) ? b : 0;
}

/// Gives a reference to a page back; the last one frees it. Source: put_page.
template <LifetimeCpu C>
void put_page(C& cpu, const PageCells& page) {
  cpu.scope([&] {
    if (!cpu.branch(cpu.atomic_dec_and_test(page.refcount))) return;
    if (cpu.branch(cpu.atomic_xchg(page.freed, 1) == typename C::Value(1)))
      break_lifetime(cpu, LifetimeBreak::freed_twice);
  });
}

/// Gives a reference back; the last one frees the buffer after a grace period.
/// Source: ring_buffer_put.
template <LifetimeCpu C>
void ring_buffer_put(C& cpu, const PerfLifetime& all, std::uint64_t b) {
  cpu.scope([&] {
    const MappedBufferCells& rb = all.buffer(b);
    touch(cpu, rb);
    if (!cpu.branch(cpu.refcount_dec_and_test(rb.refcount))) return;
    if (!all.has(defect::kFreedWithoutGrace)) wait_for_rcu(cpu, all);
    if (cpu.branch(cpu.atomic_xchg(rb.freed, 1) == typename C::Value(1)))
      break_lifetime(cpu, LifetimeBreak::freed_twice);
    if (all.pages) put_page(cpu, (*all.pages)[b - 1]);
    tell_step(cpu);
  });
}

/// Points an event to buffer `b`, 0 for none. Pre: its mutex is held. Source: ring_buffer_attach.
template <LifetimeCpu C>
void ring_buffer_attach(C& cpu, const PerfLifetime& all, const AttachedEventCells& event,
                        std::uint64_t b) {
  using Value = typename C::Value;
  const std::uint64_t old = buffer_number(cpu, cpu.read_once(event.rb));
  if (old != 0) {
    cpu.write_once(event.on_list, 0);
    cpu.write_once(event.rcu_pending, 1);
  }
  if (b != 0 || all.has(defect::kGraceForgotten)) {
    const bool pending = cpu.branch(cpu.read_once(event.rcu_pending) == Value(1));
    if (pending && b != 0 && !all.has(defect::kReaddWithoutGrace)) wait_for_rcu(cpu, all);
    if (pending) cpu.write_once(event.rcu_pending, 0);
  }
  if (b != 0) cpu.write_once(event.on_list, b);
  cpu.smp_store_release(event.rb, b);
  if (old == 0) return;
  ring_buffer_put(cpu, all, old);
  // A wakeup may have been missed while the event was on neither list.
  wake_waiters(cpu, all, event);
}

/// Takes all events off the list of a buffer that nobody maps any more. Source: perf_mmap_close.
template <LifetimeCpu C>
void detach_rest(C& cpu, const PerfLifetime& all, std::uint64_t b) {
  using Value = typename C::Value;
  for (int round = 0; round < all.attempts; ++round) {
    const AttachedEventCells* found = nullptr;
    for (const AttachedEventCells& event : all.events) {
      if (found == nullptr && cpu.branch(cpu.read_once(event.on_list) == Value(b))) found = &event;
    }
    if (found == nullptr) return;
    cpu.spin_lock(found->mmap_mutex);
    if (cpu.branch(cpu.read_once(found->rb) == Value(b))) {
      ring_buffer_attach(cpu, all, *found, 0);
      tell_step(cpu);
    }
    cpu.spin_unlock(found->mmap_mutex);
  }
  cpu.reach_bound("rounds of perf_mmap_close");
}

/// Undoes the accounting of a buffer's pages. Source: perf_mmap_close.
template <LifetimeCpu C>
void undo_accounting(C& cpu, const MappedBufferCells& rb) {
  using Value = typename C::Value;
  touch(cpu, rb);
  const Value undone = cpu.read_once(rb.undone);
  cpu.write_once(rb.undone, undone + Value(1));
  if (cpu.branch(!(undone == Value(0)))) break_lifetime(cpu, LifetimeBreak::accounted_twice);
}

/// munmap of a mapping of an event's buffer. Source: perf_mmap_close.
template <LifetimeCpu C>
void perf_mmap_close(C& cpu, const PerfLifetime& all, const AttachedEventCells& event) {
  using Value = typename C::Value;
  const std::uint64_t b = ring_buffer_get(cpu, all, event);
  if (b == 0) return break_lifetime(cpu, LifetimeBreak::no_buffer);
  const MappedBufferCells& rb = all.buffer(b);
  if (all.close_under_mutex) cpu.spin_lock(event.mmap_mutex);
  bool last_of_buffer = cpu.branch(cpu.atomic_dec_and_test(rb.mmap_count));
  if (!all.close_under_mutex) cpu.spin_lock(event.mmap_mutex);
  const bool last_of_event = cpu.branch(cpu.atomic_dec_and_test(event.mmap_count));
  if (last_of_event) ring_buffer_attach(cpu, all, event, 0);
  cpu.spin_unlock(event.mmap_mutex);
  if (last_of_event && all.has(defect::kDecThenTest))
    last_of_buffer = cpu.branch(cpu.read_once(rb.mmap_count) == Value(0));
  if (last_of_event && last_of_buffer) {
    detach_rest(cpu, all, b);
    undo_accounting(cpu, rb);
  }
  ring_buffer_put(cpu, all, b);
}

/// Whether memory for a buffer can be had.
enum class Allocation : std::uint8_t { succeeds, fails };

/// mmap of an event's buffer: the one that it has, or a new one with the number `fresh`. Returns
/// whether there is a mapping. Source: perf_mmap.
template <LifetimeCpu C>
bool perf_mmap(C& cpu, const PerfLifetime& all, const AttachedEventCells& event,
               std::uint64_t fresh, Allocation allocation) {
  using Value = typename C::Value;
  for (int round = 0; round < all.attempts; ++round) {
    cpu.spin_lock(event.mmap_mutex);
    const std::uint64_t b = buffer_number(cpu, cpu.read_once(event.rb));
    if (b != 0) {
      touch(cpu, all.buffer(b));
      if (!cpu.branch(cpu.atomic_inc_not_zero(all.buffer(b).mmap_count))) {
        ring_buffer_attach(cpu, all, event, 0);
        cpu.spin_unlock(event.mmap_mutex);
        continue;
      }
    } else if (allocation == Allocation::succeeds) {
      cpu.write_once(all.buffer(fresh).refcount, 1);
      cpu.write_once(all.buffer(fresh).mmap_count, 1);
      ring_buffer_attach(cpu, all, event, fresh);
      tell_step(cpu);
    }
    const bool mapped =
        b != 0 || allocation == Allocation::succeeds || all.has(defect::kMmapFailureContinues);
    const bool late = all.has(defect::kMappedBehindMutex);
    if (late) cpu.spin_unlock(event.mmap_mutex);
    if (mapped) {
      const Value count = cpu.read_once(event.mmap_count);
      cpu.write_once(event.mmap_count, count + Value(1));
    }
    if (late && mapped) touch(cpu, all.buffer(b != 0 ? b : fresh));
    if (!late) cpu.spin_unlock(event.mmap_mutex);
    return mapped;
  }
  cpu.reach_bound("rounds of perf_mmap");
}

/// mmap of the AUX area of an event's buffer. Returns whether there is a mapping.
/// Source: perf_mmap, where vma->vm_pgoff is not 0.
template <LifetimeCpu C>
bool perf_mmap_aux(C& cpu, const PerfLifetime& all, const AttachedEventCells& event,
                   Allocation allocation) {
  using Value = typename C::Value;
  cpu.spin_lock(event.mmap_mutex);
  const auto map = [&] {
    const std::uint64_t b = buffer_number(cpu, cpu.read_once(event.rb));
    if (b == 0) return false;
    const MappedBufferCells& rb = all.buffer(b);
    touch(cpu, rb);
    const bool fails = allocation == Allocation::fails;
    if (fails && all.aux_counts_last) return false;
    if (!cpu.branch(cpu.atomic_inc_not_zero(rb.mmap_count))) return false;
    if (fails) {
      cpu.atomic_dec(rb.mmap_count);
      tell_step(cpu);
      return false;
    }
    const Value count = cpu.read_once(event.mmap_count);
    cpu.write_once(event.mmap_count, count + Value(1));
    return true;
  };
  const bool mapped = map();
  cpu.spin_unlock(event.mmap_mutex);
  return mapped;
}

/// PERF_EVENT_IOC_SET_OUTPUT: from now on `event` writes to the buffer of `output`, or to none if
/// it is null. Source: perf_event_set_output.
template <LifetimeCpu C>
void perf_event_set_output(C& cpu, const PerfLifetime& all, const AttachedEventCells& event,
                           const AttachedEventCells* output) {
  using Value = typename C::Value;
  if (output != nullptr && output->mmap_mutex == event.mmap_mutex) return;  // -EINVAL
  const bool both = output != nullptr && !all.has(defect::kSetOutputOneMutex);
  if (both) cpu.spin_lock(output->mmap_mutex);
  cpu.spin_lock(event.mmap_mutex);
  cpu.scope([&] {
    if (!cpu.branch(cpu.read_once(event.mmap_count) == Value(0))) return;
    std::uint64_t b = 0;
    if (output != nullptr) {
      b = ring_buffer_get(cpu, all, *output);
      if (b == 0) return;
      if (cpu.branch(cpu.read_once(all.buffer(b).mmap_count) == Value(0)))
        return ring_buffer_put(cpu, all, b);
    }
    ring_buffer_attach(cpu, all, event, b);
    tell_step(cpu);
  });
  cpu.spin_unlock(event.mmap_mutex);
  if (both) cpu.spin_unlock(output->mmap_mutex);
}

/// Runs `body` in an RCU section.
template <LifetimeCpu C, class Body>
void in_rcu_section(C& cpu, const PerfLifetime& all, Body&& body) {
  cpu.write_once(all.rcu_section, 1);
  cpu.smp_mb();
  cpu.scope(body);
  cpu.smp_store_release(all.rcu_section, 0);
}

/// Walks the events of the buffer of `event`, as a wakeup does. Source: ring_buffer_wakeup.
template <LifetimeCpu C>
void walk_events(C& cpu, const PerfLifetime& all, const AttachedEventCells& event) {
  using Value = typename C::Value;
  in_rcu_section(cpu, all, [&] {
    const std::uint64_t b = buffer_number(cpu, cpu.read_once(event.rb));
    if (b == 0) return;
    touch(cpu, all.buffer(b));
    for (const AttachedEventCells& other : all.events) {
      if (!cpu.branch(cpu.read_once(other.on_list) == Value(b))) continue;
      wake_waiters(cpu, all, other);
      // The entry leads on to the next one on its list; an entry that was taken off still leads on.
      const Value on = cpu.read_once(other.on_list);
      if (cpu.branch(on == Value(b)) || cpu.branch(on == Value(0))) continue;
      break_lifetime(cpu, LifetimeBreak::wrong_list);
      return;
    }
    touch(cpu, all.buffer(b));
  });
}

/// Takes a reference to the buffer of `event`, uses it, and gives it back, as the start of an AUX
/// transaction does. Returns the buffer's number; 0: it has none. Source: perf_aux_output_begin.
template <LifetimeCpu C>
std::uint64_t use_buffer(C& cpu, const PerfLifetime& all, const AttachedEventCells& event) {
  std::uint64_t b{};
  in_rcu_section(cpu, all, [&] { b = ring_buffer_get(cpu, all, event); });
  if (b == 0) return 0;
  touch(cpu, all.buffer(b));
  ring_buffer_put(cpu, all, b);
  return b;
}

}  // namespace ringcheck
