#pragma once
// AuxtraceMmap, the reader's side of an AUX area: the head, the tail, and how a 32-bit reader gets
// at them.
//
// Source: tools/perf/util/auxtrace.h auxtrace_mmap__read_head, auxtrace_mmap__write_tail;
// tools/perf/util/auxtrace.c compat_auxtrace_mmap__read_head, compat_auxtrace_mmap__write_tail.
// Deviations: the loop of the compat reader is bounded.
// Tested by tests/protocol and, against recorded answers, by tests/properties.

#include <cstdint>

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/byte_area.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/core/page_word.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/perf_tool/sites.hpp"

namespace ringcheck {

/// An AUX area as perf has it mapped.
struct AuxtraceMmap {
  ByteArea data{};              ///< the trace; its size is mm->len
  std::uint64_t mask = 0;       ///< mm->mask: len - 1, or 0 if len is not a power of two
  std::uint64_t user_head = 0;  ///< address of user_page->aux_head
  std::uint64_t user_tail = 0;  ///< address of user_page->aux_tail
  /// Kernel and reader have 32 bits: the words above are lower halves, these the upper ones.
  bool halves = false;
  std::uint64_t head_high = 0, tail_high = 0;  ///< addresses
  std::uint32_t idx = 0, tid = 0, cpu = 0;     ///< as its records carry them
  bool compat = false;                         ///< a 32-bit reader under a 64-bit kernel
  /// That reader is perf before 2021: it loads and stores whole words by compare-and-swap.
  bool compat_swaps = false;
  int attempts = 8;              ///< bound on the rounds of the compat reader
  bool high_half_first = false;  ///< a 32-bit reader loads the high half of a word first
  BarrierPlan plan{};
  DefectSet defects{};

  [[nodiscard]] constexpr std::uint64_t len() const { return data.bytes; }
  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
  /// The words of the user page as a 32-bit reader accesses them.
  [[nodiscard]] constexpr PageWord head_word() const {
    return halves ? PageWord{user_head, head_high, high_half_first}
                  : PageWord{user_head, {}, high_half_first};
  }
  [[nodiscard]] constexpr PageWord tail_word() const {
    return halves ? PageWord{user_tail, tail_high} : PageWord{user_tail};
  }
};

/// Loads aux_head three times, until its high half has not changed in between: then the second load
/// is not torn.
template <AuxCpu C>
typename C::Value compat_auxtrace_mmap_read_head(C& cpu, const AuxtraceMmap& mm) {
  using Value = typename C::Value;
  for (int attempt = 1;; ++attempt) {
    const Value first = read_in_halves(cpu, mm.head_word());
    fence_at(cpu, mm.plan, site::kCompatFirst);
    const Value second = read_in_halves(cpu, mm.head_word());
    fence_at(cpu, mm.plan, site::kCompatSecond);
    const Value last =
        mm.has(defect::kCompatTwoLoads) ? second : read_in_halves(cpu, mm.head_word());
    const bool same = mm.has(defect::kCompatComparesLowHalves)
                          ? cpu.branch((first & Value(kLowHalf)) == (last & Value(kLowHalf)))
                          : cpu.branch((first >> Value(32)) == (last >> Value(32)));
    if (same) return second;
    if (attempt == mm.attempts) cpu.reach_bound("rounds of compat_auxtrace_mmap__read_head");
  }
}

/// Loads a word in one access, as a 32-bit machine can: by exchanging 0 for 0.
/// Source: __sync_val_compare_and_swap, in auxtrace_mmap__read_head until 2021.
template <AuxCpu C>
typename C::Value read_by_swap(C& cpu, const AuxtraceMmap& mm, std::uint64_t address) {
  using Value = typename C::Value;
  if (!mm.has(defect::kCompatWithoutSwap)) return cpu.local_cmpxchg(address, Value(0), Value(0));
  return read_in_halves(cpu, mm.head_word());
}

/// Stores aux_tail in one access, over whatever is there.
/// Source: __sync_bool_compare_and_swap, in auxtrace_mmap__write_tail until 2021.
template <AuxCpu C>
void write_tail_by_swap(C& cpu, const AuxtraceMmap& mm, const typename C::Value& tail) {
  using Value = typename C::Value;
  for (int attempt = 1;; ++attempt) {
    const Value old = cpu.local_cmpxchg(mm.user_tail, Value(0), Value(0));
    if (cpu.branch(cpu.local_cmpxchg(mm.user_tail, old, tail) == old)) return;
    if (attempt == mm.attempts) cpu.reach_bound("rounds of auxtrace_mmap__write_tail");
  }
}

/// Loads aux_head before ordering point C.
template <AuxCpu C>
typename C::Value auxtrace_mmap_read_head(C& cpu, const AuxtraceMmap& mm) {
  using Value = typename C::Value;
  if (mm.compat && mm.compat_swaps) return read_by_swap(cpu, mm, mm.user_head);
  if (mm.compat) return compat_auxtrace_mmap_read_head(cpu, mm);
  cpu.site("aux_C");
  const Value head = mm.halves ? read_in_halves(cpu, mm.head_word())
                     : mm.plan.at(site::kAuxC) == Strength::acquire
                         ? cpu.smp_load_acquire(mm.user_head)
                         : cpu.read_once(mm.user_head);
  fence_at(cpu, mm.plan, site::kAuxC);
  return head;
}

/// Stores aux_tail after ordering point D. For a 32-bit reader and a tail beyond 32 bits, returns
/// false and stores nothing: the reader could only store it in two halves.
template <AuxCpu C>
bool auxtrace_mmap_write_tail(C& cpu, const AuxtraceMmap& mm, const typename C::Value& tail) {
  using Value = typename C::Value;
  const bool in_halves = mm.has(defect::kCompatStoresAnyTail);
  if (mm.compat && mm.compat_swaps && !in_halves) {
    fence_at(cpu, mm.plan, site::kAuxD);
    write_tail_by_swap(cpu, mm, tail);
    tell<said::AuxTailStored>(cpu, tail);
    return true;
  }
  if (mm.compat && !in_halves && cpu.branch(!((tail >> Value(32)) == Value(0)))) return false;
  fence_at(cpu, mm.plan, site::kAuxD);
  if (mm.halves || (mm.compat && in_halves)) {
    write_in_halves(cpu, mm.tail_word(), tail);
  } else if (mm.plan.at(site::kAuxD) == Strength::release) {
    cpu.smp_store_release(mm.user_tail, tail);
  } else {
    cpu.write_once(mm.user_tail, tail);
  }
  tell<said::AuxTailStored>(cpu, tail);
  return true;
}

}  // namespace ringcheck
