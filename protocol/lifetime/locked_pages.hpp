#pragma once
// What mmap of a buffer charges to users and address spaces, and what munmap gives back.
//
// Pages are charged to the user up to a limit (user->perf_mlock). Pages above that limit are
// charged to the address space (mm->pinned_vm), which has a limit of its own.
//
// Source: kernel/events/core.c perf_mmap, from `accounting` on, perf_mmap_close. Deviations: one
// event; mmap and munmap one at a time (what two processes do to one user is in charging.hpp);
// which sizes and offsets are accepted is in perf_mapping.hpp, and memory can always be had;
// sysctl_perf_event_mlock stays what it is; the reference to the user is not represented. Tested by
// tests/properties/aux/aux_findings_test.cpp.

#include <array>
#include <cstdint>
#include <optional>

#include "protocol/core/defect.hpp"
#include "protocol/core/error_number.hpp"
#include "protocol/lifetime/defects.hpp"

namespace ringcheck {

inline constexpr std::size_t kChargedParties = 2;

/// Pages that are charged. Counts are as the kernel's: 64 bits, which may wrap below 0.
struct LockedPages {
  std::array<std::uint64_t, kChargedParties> perf_mlock{};  ///< by user: user->perf_mlock
  std::array<std::uint64_t, kChargedParties> pinned_vm{};   ///< by address space: mm->pinned_vm
  std::uint64_t user_lock_limit = 0;  ///< pages of a user: sysctl_perf_event_mlock, CPUs
  std::uint64_t lock_limit = 0;       ///< pages of an address space: RLIMIT_MEMLOCK

  friend bool operator==(const LockedPages&, const LockedPages&) = default;
};

/// Who calls mmap or munmap.
struct MappingTask {
  std::size_t user = 0;  ///< current_user(): index of LockedPages::perf_mlock
  std::size_t mm = 0;    ///< vma->vm_mm: index of LockedPages::pinned_vm
};

/// What was charged for a data or an AUX area.
struct Charged {
  std::uint64_t pages = 0;   ///< in all
  std::uint64_t locked = 0;  ///< of these, to the address space: rb->mmap_locked, aux_mmap_locked
  MappingTask who{};         ///< whom it was charged to
};

/// A buffer, as far as accounting goes.
struct ChargedBuffer {
  std::uint64_t mmap_count = 0;      ///< rb->mmap_count: mappings of either area
  std::uint64_t aux_mmap_count = 0;  ///< rb->aux_mmap_count
  Charged data{}, aux{};
  /// munmap gives pages back to whom mmap charged. Linux 6.1 gives the pages of the AUX area back
  /// to the user that mapped the data area, and pinned pages to the address space that unmaps last.
  bool gives_back_to_charged = false;
  DefectSet defects{};
};

/// Charges `pages` to `who`; none if that is more than may be locked. Source: perf_mmap.
constexpr std::optional<Charged> charge_pages(LockedPages& all, const MappingTask& who,
                                              std::uint64_t pages) {
  std::uint64_t user_locked = all.perf_mlock[who.user];
  if (user_locked > all.user_lock_limit) user_locked = all.user_lock_limit;
  user_locked += pages;
  const std::uint64_t extra =
      user_locked > all.user_lock_limit ? user_locked - all.user_lock_limit : 0;
  if (all.pinned_vm[who.mm] + extra > all.lock_limit) return std::nullopt;
  all.perf_mlock[who.user] += pages - extra;
  all.pinned_vm[who.mm] += extra;
  return Charged{pages, extra, who};
}

/// mmap of the data area, with page 0, as `pages` pages; nothing is mapped yet. Returns 0 or an
/// error number. Source: perf_mmap.
constexpr int map_charged_data(LockedPages& all, ChargedBuffer& rb, const MappingTask& who,
                               std::uint64_t pages) {
  if (rb.mmap_count == 0 || rb.defects.has(defect::kChargedAgain)) {
    const auto charged = charge_pages(all, who, pages);
    if (!charged) return kNotPermitted;
    rb.data = *charged;
  }
  ++rb.mmap_count;
  return 0;
}

/// The same for the AUX area. Source: perf_mmap.
constexpr int map_charged_aux(LockedPages& all, ChargedBuffer& rb, const MappingTask& who,
                              std::uint64_t pages) {
  if (rb.mmap_count == 0) return kInvalid;
  if (rb.aux_mmap_count == 0) {
    const auto charged = charge_pages(all, who, pages);
    if (!charged) return kNotPermitted;
    rb.aux = *charged;
  }
  ++rb.mmap_count;
  ++rb.aux_mmap_count;
  return 0;
}

/// Gives back what was charged for an area, as `who` unmaps it. Source: perf_mmap_close.
constexpr void give_back(LockedPages& all, const ChargedBuffer& rb, const Charged& area,
                         const MappingTask& who) {
  const MappingTask& to = area.who;
  const std::size_t user = rb.gives_back_to_charged ? to.user : rb.data.who.user;
  const std::size_t mm = rb.gives_back_to_charged ? to.mm : who.mm;
  all.perf_mlock[user] -=
      rb.defects.has(defect::kLockedGivenBackTwice) ? area.pages : area.pages - area.locked;
  all.pinned_vm[mm] -= area.locked;
}

/// munmap of a mapping: of the AUX area, or of the data area. Source: perf_mmap_close.
constexpr void unmap_charged(LockedPages& all, ChargedBuffer& rb, const MappingTask& who,
                             bool aux) {
  if (aux && --rb.aux_mmap_count == 0 && !rb.defects.has(defect::kAuxStaysCharged))
    give_back(all, rb, rb.aux, who);
  if (--rb.mmap_count == 0) give_back(all, rb, rb.data, who);
}

}  // namespace ringcheck
