#pragma once
// A page of a buffer is touched for the first time: the fault that maps it, step by step.
//
// The fault looks the buffer up in an RCU section, and takes a reference to the page before that
// section ends. The last user of the buffer frees it after a grace period, and then gives back the
// buffer's own references to its pages. From then on the mapping keeps the page.
//
// Source: kernel/events/core.c perf_mmap_fault; kernel/events/ring_buffer.c perf_mmap_to_page,
// rb_free; include/linux/mm.h get_page, put_page. Deviations: a buffer has one page here; which
// page of several a fault gives is in perf_mapping.hpp, and what it gives while an AUX area is
// mapped in aux_fault.hpp. That munmap of a mapping waits for faults in it (mmap_lock) is not
// represented: the fault must do without. Tested by tests/properties/lifetime/perf_fault_test.cpp.

#include "protocol/lifetime/perf_lifetime.hpp"

namespace ringcheck {

/// Looks at a page.
template <LifetimeCpu C>
void touch_page(C& cpu, const PageCells& page) {
  cpu.scope([&] {
    if (cpu.branch(cpu.read_once(page.freed) == typename C::Value(1)))
      break_lifetime(cpu, LifetimeBreak::used_after_free);
  });
}

/// Takes a reference to a page. Pre: there is one. Source: get_page.
template <LifetimeCpu C>
void get_page(C& cpu, const PageCells& page) {
  touch_page(cpu, page);
  cpu.atomic_inc(page.refcount);
}

/// A fault in a mapping of `event`. Returns the page that is mapped from then on, or null for
/// SIGBUS.
/// Pre: buffers have pages. Source: perf_mmap_fault.
template <LifetimeCpu C>
const PageCells* perf_mmap_fault(C& cpu, const PerfLifetime& all, const AttachedEventCells& event) {
  const PageCells* page = nullptr;
  in_rcu_section(cpu, all, [&] {
    const std::uint64_t b = buffer_number(cpu, cpu.read_once(event.rb));
    if (b == 0) {
      if (all.has(defect::kFaultWithoutNullTest)) break_lifetime(cpu, LifetimeBreak::null_used);
      return;
    }
    touch(cpu, all.buffer(b));
    page = &(*all.pages)[b - 1];
    if (!all.has(defect::kPageTakenLate) && !all.has(defect::kPageNotTaken)) get_page(cpu, *page);
  });
  if (page != nullptr && all.has(defect::kPageTakenLate)) get_page(cpu, *page);
  return page;
}

/// The mapping of a page goes. Source: zap_pte_range.
template <LifetimeCpu C>
void unmap_page(C& cpu, const PerfLifetime& all, const PageCells& page) {
  if (!all.has(defect::kPageNotTaken)) put_page(cpu, page);
}

}  // namespace ringcheck
