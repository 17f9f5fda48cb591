#pragma once
// Faults in a mapping of data while another process maps the AUX area of the same buffer.
//
// Whether a buffer has an AUX area is told by the count of its pages, and where the area begins by
// its offset. mmap counts pages as it allocates them and stores the offset once all is there. Until
// then the offset is 0, so that every page seems to lie beyond it. If mmap fails, it frees the
// pages and then sets the count to 0. A fault takes neither mutex; it is in an RCU section, and
// nobody waits for that before pages of an AUX area are freed. So does munmap, until it knows that
// its mapping is of the AUX area.
//
// Source: kernel/events/ring_buffer.c rb_alloc_aux, __rb_free_aux, perf_mmap_to_page;
// kernel/events/core.c perf_mmap, perf_mmap_fault, perf_mmap_close. Deviations: one buffer, with
// two pages of data, whose AUX area is mapped once; pages are allocated one by one; the array of
// them, the user page and pages of data are always there; the count is loaded once where the text
// mentions it three times; atomic_dec_and_mutex_lock takes the mutex always. Tested by
// tests/properties/lifetime/aux_map_faults_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/lifetime/perf_fault.hpp"

namespace ringcheck {

/// Addresses of the words of a buffer that tell of its AUX area.
struct AuxAreaCells {
  std::uint64_t nr_pages;    ///< rb->aux_nr_pages
  std::uint64_t pgoff;       ///< rb->aux_pgoff: 0 until an area was there
  std::uint64_t mmap_count;  ///< rb->aux_mmap_count
  std::uint64_t mutex;       ///< rb->aux_mutex

  static constexpr std::array<std::string_view, 4> kNames = {"aux_nr_pages", "aux_pgoff",
                                                             "aux_mmap_count", "aux_mutex"};
  static constexpr AuxAreaCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3};
  }
};

/// When rb_alloc_aux stores where the area begins.
enum class OffsetStored : std::uint8_t {
  last,            ///< after all pages: Linux 6.1
  first,           ///< before any page is counted
  first_released,  ///< the same; the count is stored with release and loaded with acquire
};

inline constexpr std::uint64_t kFaultedDataPages = 2;  ///< rb->nr_pages
/// Where the AUX area begins: after the user page and the data.
inline constexpr std::uint64_t kFaultedAuxOffset = kFaultedDataPages + 1;
inline constexpr std::size_t kFaultedAuxPages = 2;

/// A buffer, as far as mmap of its AUX area and faults go.
struct FaultedBuffer {
  AuxAreaCells at{};
  std::array<PageCells, kFaultedAuxPages> pages{};  ///< of the AUX area
  std::size_t nr_pages = 1;                         ///< how many of them mmap asks for
  OffsetStored offset = OffsetStored::last;
};

/// The page that a fault finds.
struct FaultedPage {
  enum class Kind : std::uint8_t { none, own, aux };
  Kind kind = Kind::none;           ///< own: of the user page and the data
  const PageCells* page = nullptr;  ///< of the AUX area
};

/// Frees the pages of the AUX area. Source: __rb_free_aux.
template <LifetimeCpu C>
void free_faulted_aux(C& cpu, const FaultedBuffer& rb) {
  for (std::size_t p = 0; p < rb.nr_pages; ++p) put_page(cpu, rb.pages[p]);
  cpu.write_once(rb.at.nr_pages, 0);
}

/// mmap of the AUX area. Returns whether there is one; if not, the driver refuses its pages once
/// all are there. Source: perf_mmap, rb_alloc_aux.
template <LifetimeCpu C>
bool map_faulted_aux(C& cpu, const FaultedBuffer& rb, Allocation allocation) {
  const bool there = allocation == Allocation::succeeds;
  cpu.spin_lock(rb.at.mutex);
  if (rb.offset != OffsetStored::last) cpu.write_once(rb.at.pgoff, kFaultedAuxOffset);
  for (std::size_t p = 1; p <= rb.nr_pages; ++p) {
    if (rb.offset == OffsetStored::first_released)
      cpu.smp_store_release(rb.at.nr_pages, p);
    else
      cpu.write_once(rb.at.nr_pages, p);
  }
  if (!there) free_faulted_aux(cpu, rb);
  if (there && rb.offset == OffsetStored::last) cpu.write_once(rb.at.pgoff, kFaultedAuxOffset);
  if (there) cpu.atomic_set(rb.at.mmap_count, 1);
  tell_step(cpu);
  cpu.spin_unlock(rb.at.mutex);
  return there;
}

/// How many pages the AUX area has, for who holds no mutex. Source: rb_has_aux.
template <LifetimeCpu C>
typename C::Value faulted_aux_pages(C& cpu, const FaultedBuffer& rb) {
  return rb.offset == OffsetStored::first_released ? cpu.smp_load_acquire(rb.at.nr_pages)
                                                   : cpu.read_once(rb.at.nr_pages);
}

/// The page at `pgoff` of the buffer. Source: perf_mmap_to_page.
template <LifetimeCpu C>
FaultedPage find_faulted_page(C& cpu, const FaultedBuffer& rb, std::uint64_t pgoff) {
  using Value = typename C::Value;
  using Kind = FaultedPage::Kind;
  FaultedPage found{pgoff <= kFaultedDataPages ? Kind::own : Kind::none, nullptr};
  const Value nr_pages = faulted_aux_pages(cpu, rb);
  if (cpu.branch(nr_pages == Value(0))) return found;
  const Value offset = cpu.read_once(rb.at.pgoff);
  if (cpu.branch(offset + nr_pages < Value(pgoff))) return {};
  if (cpu.branch(Value(pgoff) < offset)) return found;
  // array_index_nospec
  const Value index = Value(pgoff) - offset;
  const bool clamped = !cpu.branch(index < nr_pages);
  for (std::size_t p = 0; p < rb.nr_pages; ++p)
    if (clamped || cpu.branch(index == Value(p))) return {Kind::aux, &rb.pages[p]};
  return {};
}

/// Touches the page at `pgoff` for the first time. Returns the page of the AUX area that is mapped
/// from then on; null: the page is of the user page and the data, or there is none. Pre: an AUX
/// area is there if `pgoff` is beyond the data. Source: perf_mmap_fault.
template <LifetimeCpu C>
const PageCells* fault_in_buffer(C& cpu, const FaultedBuffer& rb, std::uint64_t pgoff) {
  const FaultedPage found = find_faulted_page(cpu, rb, pgoff);
  const PageCells* right =
      pgoff < kFaultedAuxOffset ? nullptr : &rb.pages[pgoff - kFaultedAuxOffset];
  if (found.kind == FaultedPage::Kind::none)
    break_lifetime(cpu, LifetimeBreak::page_missed);
  else if (found.page != right)
    break_lifetime(cpu, LifetimeBreak::wrong_page);
  if (found.page != nullptr) get_page(cpu, *found.page);
  return found.page;
}

/// munmap of a mapping of the data, which is not the last of the buffer. Source: perf_mmap_close.
template <LifetimeCpu C>
void unmap_faulted_data(C& cpu, const FaultedBuffer& rb) {
  using Value = typename C::Value;
  if (cpu.branch(faulted_aux_pages(cpu, rb) == Value(0))) return;
  if (!cpu.branch(cpu.read_once(rb.at.pgoff) == Value(0))) return;
  cpu.spin_lock(rb.at.mutex);
  if (cpu.branch(cpu.atomic_dec_and_test(rb.at.mmap_count))) free_faulted_aux(cpu, rb);
  cpu.spin_unlock(rb.at.mutex);
}

}  // namespace ringcheck
