#pragma once
// Buffers for callchains. They exist while any event wants callchains, and are used under RCU.
//
// A sample's chain is put together in a buffer of its CPU, which all events share, and written from
// there. __perf_event_output is in an RCU section from before the chain is taken until the sample
// is written. Closing the last event that wants chains hides the buffers from later samples, and
// frees them after a grace period.
//
// Source: kernel/events/callchain.c get_callchain_buffers, put_callchain_buffers,
// release_callchain_buffers, alloc_callchain_buffers, get_callchain_entry; kernel/events/core.c
// __perf_event_output. Deviations: the last put alone takes the mutex in Linux
// (atomic_dec_and_mutex_lock), here each does; of the buffers of all CPUs one is represented; what
// call_rcu leaves for later is done at once, after a grace period.
// Tested by tests/properties/sampling/callchain_test.cpp.

#include "protocol/lifetime/perf_lifetime.hpp"
#include "protocol/sampling/defects.hpp"

namespace ringcheck {

/// Addresses of the words, consecutive from a base address.
struct CallchainCells {
  std::uint64_t events;       ///< nr_callchain_events
  std::uint64_t mutex;        ///< callchain_mutex
  std::uint64_t entries;      ///< callchain_cpus_entries: number of the buffers, 0 for none
  std::uint64_t freed;        ///< of buffers 1, then of buffers 2; 1: their memory is free
  std::uint64_t rcu_section;  ///< 1 while somebody is in an RCU section

  static constexpr std::array<std::string_view, 6> kNames = {"events",  "mutex",   "entries",
                                                             "1.freed", "2.freed", "rcu_section"};
  static constexpr CallchainCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 5};
  }
};

/// The buffers.
struct Callchains {
  CallchainCells at{};
  DefectSet defects{};

  [[nodiscard]] bool has(const Defect& defect) const { return defects.has(defect); }
  [[nodiscard]] std::uint64_t freed(std::uint64_t number) const { return at.freed + number - 1; }
};

/// Accesses buffers number `number`.
template <LifetimeCpu C>
void touch_chain(C& cpu, const Callchains& all, std::uint64_t number) {
  cpu.scope([&] {
    if (cpu.branch(cpu.read_once(all.freed(number)) == typename C::Value(1)))
      break_lifetime(cpu, LifetimeBreak::used_after_free);
  });
}

/// Takes the buffers away, and frees them when nobody uses them any more. Pre: the mutex is held.
/// Source: release_callchain_buffers.
template <LifetimeCpu C>
void release_callchain_buffers(C& cpu, const Callchains& all) {
  using Value = typename C::Value;
  const std::uint64_t number = buffer_number(cpu, cpu.read_once(all.at.entries));
  if (!all.has(defect::kCallchainsLeftPointed)) cpu.write_once(all.at.entries, 0);
  if (number == 0) return break_lifetime(cpu, LifetimeBreak::null_used);
  if (!all.has(defect::kCallchainsWithoutGrace)) {
    cpu.smp_mb();
    cpu.await(all.at.rcu_section, 0);
    cpu.smp_mb();
  }
  if (cpu.branch(cpu.atomic_xchg(all.freed(number), 1) == Value(1)))
    break_lifetime(cpu, LifetimeBreak::freed_twice);
  tell_step(cpu);
}

/// An event that wants chains is closed. Source: put_callchain_buffers.
template <LifetimeCpu C>
void put_callchain_buffers(C& cpu, const Callchains& all) {
  const bool outside = all.has(defect::kCallchainsCountedOutside);
  const bool last_early = outside && cpu.branch(cpu.atomic_dec_and_test(all.at.events));
  if (outside && !last_early) return;
  cpu.spin_lock(all.at.mutex);
  const bool last = outside || cpu.branch(cpu.atomic_dec_and_test(all.at.events));
  if (last && !all.has(defect::kCallchainsKept)) release_callchain_buffers(cpu, all);
  cpu.spin_unlock(all.at.mutex);
}

/// An event that wants chains is opened: the first allocates buffers `fresh`.
/// Source: get_callchain_buffers.
template <LifetimeCpu C>
void get_callchain_buffers(C& cpu, const Callchains& all, std::uint64_t fresh) {
  using Value = typename C::Value;
  cpu.spin_lock(all.at.mutex);
  cpu.atomic_inc(all.at.events);
  if (cpu.branch(cpu.read_once(all.at.events) == Value(1)))
    cpu.smp_store_release(all.at.entries, fresh);
  cpu.spin_unlock(all.at.mutex);
  // While this event exists, its samples find buffers.
  if (cpu.branch(cpu.read_once(all.at.entries) == Value(0)))
    break_lifetime(cpu, LifetimeBreak::null_used);
}

/// Takes a sample with a chain: puts the chain together and writes it. Without buffers the sample
/// has no chain. Returns whether it has one.
/// Source: __perf_event_output, get_callchain_entry.
template <LifetimeCpu C>
bool output_with_callchain(C& cpu, const Callchains& all) {
  std::uint64_t number = 0;
  bool has_chain = false;
  cpu.write_once(all.at.rcu_section, 1);
  cpu.smp_mb();
  cpu.scope([&] {
    number = buffer_number(cpu, cpu.read_once(all.at.entries));
    if (number == 0) return;
    touch_chain(cpu, all, number);
    has_chain = !all.has(defect::kCallchainNotTaken);
    if (!all.has(defect::kCallchainWrittenLate)) touch_chain(cpu, all, number);
  });
  cpu.smp_store_release(all.at.rcu_section, 0);
  if (number != 0 && all.has(defect::kCallchainWrittenLate)) touch_chain(cpu, all, number);
  return has_chain;
}

}  // namespace ringcheck
