#pragma once
// The address filters of an event and of those that threads inherit from it: who has which ranges
// as filters are set, files are mapped, programs are executed, and threads come and go.
//
// All events go by the list of filters of the first one; each has ranges of its own, for the
// address space of its own thread, a generation that moves with them, and what was last worked out
// of both.
//
// Source: kernel/events/core.c perf_event_set_filter, perf_event_set_addr_filter,
// perf_addr_filters_splice, perf_event_addr_filters_apply, perf_addr_filters_adjust,
// perf_event_addr_filters_exec, perf_event_addr_filters_sync, perf_event_mmap, perf_event_alloc,
// inherit_event, perf_event_context_sched_out. Deviations: functions of numbers, as in
// addr_filter.hpp; addr_filter_sync.hpp has what comes in between. An event is stopped and started
// by who calls.
// Tested by tests/properties/aux/aux_mutants_test.cpp and `make kernel`.

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "protocol/aux/addr_filter.hpp"
#include "protocol/aux/filter_text.hpp"

namespace ringcheck {

/// The threads, mappings and ranges that there may be.
inline constexpr std::size_t kFamilyThreads = 5, kFamilyMappings = 12, kFamilyRanges = 8;

/// An address space.
struct FamilySpace {
  struct Area {
    Mapping mapping{};
    bool executable = false;
  };
  std::array<Area, kFamilyMappings> areas{};  ///< in the order of their addresses
  std::uint64_t count = 0;

  /// Adds an area; returns its index. Pre: there is room.
  constexpr std::size_t add(const Area& area) {
    std::size_t at = count++;
    for (; at > 0 && areas.at(at - 1).mapping.start > area.mapping.start; --at)
      areas.at(at) = areas.at(at - 1);
    areas.at(at) = area;
    return at;
  }
  constexpr void remove(std::size_t index) {
    --count;
    for (std::size_t at = index; at < count; ++at) areas.at(at) = areas.at(at + 1);
  }
};

/// What a PMU has worked out of filters and ranges when it was last told to.
struct SyncedFilters {
  AddrFilterList list{};
  std::array<AddrRange, kFamilyRanges> ranges{};
};

/// An event of a family: the first one, which has a file, or one that a thread inherited.
struct FamilyEvent {
  bool there = false;
  std::array<AddrRange, kFamilyRanges> ranges{};  ///< event->addr_filter_ranges
  std::uint64_t generation = 0, hw_generation = 0;
  SyncedFilters synced{};
  std::size_t thread = 0;  ///< event->ctx->task
  bool ended = false;      ///< that is TASK_TOMBSTONE
};

/// A thread.
struct FamilyThread {
  static constexpr std::size_t kNoEvent = ~std::size_t{0};
  bool kernel = false;           ///< of the kernel: it has no address space
  std::size_t space = 0;         ///< index of its address space
  std::size_t event = kNoEvent;  ///< index of the event in its context

  [[nodiscard]] constexpr bool has_event() const { return event != kNoEvent; }
};

/// Which faults of Linux a family does not have; docs/findings.md.
struct FamilyRepairs {
  bool forks_own = false;       ///< V-73: a thread inherits the ranges of who forks
  bool reaches_all = false;     ///< V-74: a mapping is told to all threads of its address space
  bool keeps_parts = false;     ///< V-75: a part of what a range covers does not take its place
  bool always_follows = false;  ///< V-76: also where nobody records mappings
  bool applies_all = false;     ///< V-77: also to a thread without an address space
  bool keeps_apart = false;     ///< V-78: contexts with filters are not swapped
};

/// An event, what it was opened with, and all that threads inherit of it.
struct FilterFamily {
  std::array<FamilySpace, kFamilyThreads> spaces{};
  std::array<FamilyThread, kFamilyThreads> threads{};
  std::array<FamilyEvent, kFamilyThreads> events{};
  std::array<std::size_t, kFamilyThreads> children{};  ///< in the order of the list
  std::size_t child_count = 0;
  AddrFilterList list{};    ///< event->addr_filters.list
  std::uint64_t files = 0;  ///< event->addr_filters.nr_file_filters
  std::uint64_t most = 0;   ///< pmu->nr_addr_filters
  bool of_cpu = false;      ///< the event is that of a CPU, for all tasks
  bool inherit = true;
  bool recorded = true;  ///< nr_mmap_events is not 0
  FilterFile compared = FilterFile::named;
  FamilyRepairs repairs{};
};

/// Works out what the PMU is to do, if ranges have moved. Source: perf_event_addr_filters_sync.
constexpr void perf_event_addr_filters_sync(const FilterFamily& family, FamilyEvent& of) {
  if (family.most == 0 || of.generation == of.hw_generation) return;
  of.synced = {family.list, of.ranges};
  of.hw_generation = of.generation;
}

/// Where `space` has the filter's file. Source: perf_addr_filter_apply.
constexpr AddrRange perf_addr_filter_apply(const FilterFamily& family, const AddrFilter& filter,
                                           const FamilySpace& space) {
  AddrRange range;
  for (std::size_t i = 0; i < space.count; ++i)
    if (space.areas.at(i).mapping.file != 0 &&
        perf_addr_filter_vma_adjust(filter, space.areas.at(i).mapping, range, {}, family.compared))
      break;
  return range;
}

/// An event's ranges go by new filters; `restart(event)` stops it and starts it again, if it is on
/// a CPU. Source: perf_event_addr_filters_apply.
template <class Restart>
void perf_event_addr_filters_apply(FilterFamily& family, std::size_t event, Restart&& restart) {
  FamilyEvent& of = family.events.at(event);
  if (of.ended) return;
  const FamilyThread& thread = family.threads.at(of.thread);
  if (family.files != 0 && thread.kernel && !family.repairs.applies_all) return restart(event);
  for (std::size_t i = 0; i < family.list.count; ++i) {
    const AddrFilter& filter = family.list.filters.at(i).at;
    of.ranges.at(i) = {};
    if (filter.file != 0 && thread.kernel) continue;
    of.ranges.at(i) = filter.file == 0
                          ? AddrRange{filter.offset, filter.size}
                          : perf_addr_filter_apply(family, filter, family.spaces.at(thread.space));
  }
  ++of.generation;
  restart(event);
}

/// Sets the filters of all events: 0, or an error number. `validate(filters)` says 0 for a list
/// that the PMU takes. Source: perf_event_set_filter, perf_event_set_addr_filter.
template <AsksForFilters Asked, class Validate, class Restart>
int perf_event_set_filter(FilterFamily& family, std::string_view text, Asked& asked,
                          Validate&& validate, Restart&& restart) {
  if (!asked.has_memory()) return kNoMemory;
  if (family.most == 0) return kInvalid;
  AddrFilterList list;
  std::uint64_t files = family.files;
  int error = perf_event_parse_addr_filter(text, list, files, asked);
  if (error == 0)
    error = validate(std::span<const AskedAddrFilter>(list.filters.data(), list.count));
  family.files = error == 0 ? files : 0;
  if (error != 0) return error;
  family.list = list;
  perf_event_addr_filters_apply(family, 0, restart);
  for (std::size_t i = 0; i < family.child_count; ++i)
    perf_event_addr_filters_apply(family, family.children.at(i), restart);
  return 0;
}

/// The event of a thread's context, if it has filters to go by; or null.
constexpr FamilyEvent* filtered_event(FilterFamily& family, std::size_t thread) {
  const FamilyThread& of = family.threads.at(thread);
  return family.most != 0 && of.has_event() ? &family.events.at(of.event) : nullptr;
}

/// One thread's event learns of a mapping. Source: __perf_addr_filters_adjust.
template <class Restart>
void adjust_filters(FilterFamily& family, std::size_t thread, const Mapping& mapping,
                    Restart&& restart) {
  FamilyEvent* of = filtered_event(family, thread);
  if (of == nullptr || mapping.file == 0) return;
  bool moved = false;
  for (std::size_t i = 0; i < family.list.count; ++i) {
    AddrRange& range = of->ranges.at(i);
    AddrRange found;
    if (!perf_addr_filter_vma_adjust(family.list.filters.at(i).at, mapping, found, {},
                                     family.compared))
      continue;
    const bool part = found.start >= range.start && found.start - range.start <= range.size &&
                      found.size <= range.size - (found.start - range.start);
    if (family.repairs.keeps_parts && part) continue;
    range = found;
    moved = true;
  }
  if (!moved) return;
  ++of->generation;
  restart(family.threads.at(thread).event);
}

/// A thread has mapped an area, or changed what it may. Source: perf_event_mmap,
/// perf_addr_filters_adjust.
template <class Restart>
void perf_event_mmap(FilterFamily& family, std::size_t thread, const FamilySpace::Area& area,
                     Restart&& restart) {
  if (!family.recorded && !family.repairs.always_follows) return;
  if (!area.executable) return;
  if (!family.repairs.reaches_all) return adjust_filters(family, thread, area.mapping, restart);
  for (std::size_t i = 0; i < kFamilyThreads; ++i)
    if (!family.threads.at(i).kernel &&
        family.threads.at(i).space == family.threads.at(thread).space)
      adjust_filters(family, i, area.mapping, restart);
}

/// A thread executes another program. Source: perf_event_exec, perf_event_addr_filters_exec.
template <class Restart>
void perf_event_exec(FilterFamily& family, std::size_t thread, Restart&& restart) {
  FamilyEvent* of = filtered_event(family, thread);
  if (of == nullptr) return;
  bool moved = false;
  for (std::size_t i = 0; i < family.list.count; ++i) {
    if (family.list.filters.at(i).at.file == 0) continue;
    of->ranges.at(i) = {};
    moved = true;
  }
  if (!moved) return;
  ++of->generation;
  restart(family.threads.at(thread).event);
}

/// A CPU goes on from thread `from` to thread `to`. True if the two have swapped their contexts:
/// the event that traces goes on, with its ranges, for the other thread (docs/findings.md V-78).
/// All contexts of a family are equivalent. Source: perf_event_context_sched_out, context_equiv.
constexpr bool perf_event_context_sched_out(FilterFamily& family, std::size_t from,
                                            std::size_t to) {
  FamilyThread& left = family.threads.at(from);
  FamilyThread& right = family.threads.at(to);
  if (!left.has_event() || !right.has_event()) return false;
  if (family.repairs.keeps_apart && family.list.count != 0) return false;
  std::swap(left.event, right.event);
  family.events.at(left.event).thread = from;
  family.events.at(right.event).thread = to;
  return true;
}

/// An event is made: the first one, of thread 0, or one that a thread of the same number inherits
/// from the first one, whichever thread forks (docs/findings.md V-73). 0, or an error number.
/// `init` makes the PMU's part. Source: perf_event_alloc, inherit_event.
template <class Asked, class Init>
int perf_event_alloc(FilterFamily& family, std::size_t number, std::size_t from, Asked& asked,
                     Init&& init) {
  if (!asked.has_memory()) return kNoMemory;
  if (const int error = init(); error != 0) return error;
  if (family.most != 0 && !asked.has_memory()) return kNoMemory;
  if (const int error = asked.security(); error != 0) return error;
  FamilyEvent& of = family.events.at(number);
  of.there = true;
  of.thread = number;
  if (!family.of_cpu) family.threads.at(number).event = number;
  if (number != 0) {
    const std::size_t own = family.threads.at(from).event;
    of.ranges = family.events.at(family.repairs.forks_own ? own : 0).ranges;
    of.synced = family.events[0].synced;
    family.children.at(family.child_count++) = number;
  }
  of.generation = family.most != 0 ? 1 : 0;
  return 0;
}

/// The thread of an event ends: nobody finds its context any more.
/// Source: perf_event_exit_task_context.
constexpr void leave_family(FilterFamily& family, std::size_t thread) {
  FamilyThread& of = family.threads.at(thread);
  if (!of.has_event()) return;
  family.events.at(of.event).ended = true;
  of.event = FamilyThread::kNoEvent;
}

/// An inherited event goes. Source: perf_event_exit_event.
constexpr void drop_child(FilterFamily& family, std::size_t event) {
  std::size_t at = 0;
  while (family.children.at(at) != event) ++at;
  for (--family.child_count; at < family.child_count; ++at)
    family.children.at(at) = family.children.at(at + 1);
  family.events.at(event).there = false;
}

}  // namespace ringcheck
