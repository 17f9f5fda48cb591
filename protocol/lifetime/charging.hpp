#pragma once
// What mmap charges to a user whose processes map buffers at the same time.
//
// mmap looks at what the user has locked, works out what is above the limit, allocates the buffer,
// and adds to what the user has locked only then. In between it holds the mutex of its event and
// the lock of its address space, and another process has others.
//
// Source: kernel/events/core.c perf_mmap, from `accounting` on. Deviations: a buffer has one page,
// the user page alone, so what is added is 1; memory can always be had; each process maps events of
// its own, which nobody else maps, so the mutexes of events are not there. What munmap gives back
// is in locked_pages.hpp. Tested by tests/properties/lifetime/mmap_charged_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/core/locking_cpu.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {

/// Addresses of the words of a user.
struct ChargedUserCells {
  std::uint64_t perf_mlock;  ///< user->perf_mlock: pages that are charged to the user
  std::uint64_t lock_limit;  ///< pages that a user may lock: sysctl_perf_event_mlock, CPUs
  std::uint64_t mutex;       ///< of those who charge the user; Linux 6.1 has none

  static constexpr std::array<std::string_view, 3> kNames = {"user.perf_mlock", "user.lock_limit",
                                                             "user.mutex"};
  static constexpr ChargedUserCells at(std::uint64_t base) { return {base, base + 1, base + 2}; }
};

/// Addresses of the words of a process of that user.
struct ChargedProcessCells {
  std::uint64_t pinned_vm;  ///< mm->pinned_vm: pages that are charged to its address space
  std::uint64_t mapped;     ///< pages of buffers that it has mapped

  static constexpr std::array<std::string_view, 2> kNames = {"pinned_vm", "mapped"};
  static constexpr ChargedProcessCells at(std::uint64_t base) { return {base, base + 1}; }
};

/// A user, and what all processes of the user go by.
struct ChargedUser {
  ChargedUserCells at{};
  std::uint64_t lock_limit = 0;  ///< pages of an address space: RLIMIT_MEMLOCK
  /// mmap looks at what the user has locked, and adds to it, under a mutex of the user. Linux 6.1
  /// has no lock for that.
  bool charged_under_mutex = false;
};

/// mmap of a new buffer of one page by a process of `user`. Source: perf_mmap.
template <LockingCpu C>
void perf_mmap_charged(C& cpu, const ChargedUser& user, const ChargedProcessCells& process) {
  using Value = typename C::Value;
  if (user.charged_under_mutex) cpu.spin_lock(user.at.mutex);
  cpu.scope([&] {
    const Value limit = cpu.read_once(user.at.lock_limit);
    const Value read = cpu.read_once(user.at.perf_mlock);
    const Value locked = cpu.branch(limit < read) ? limit : read;
    const bool extra = cpu.branch(limit < locked + Value(1));
    if (extra) {
      tell<said::LifetimeStep>(cpu);
      const Value pinned = cpu.read_once(process.pinned_vm);
      if (cpu.branch(Value(user.lock_limit) < pinned + Value(1))) return;  // -EPERM
    }
    const Value mapped = cpu.read_once(process.mapped);
    cpu.write_once(process.mapped, mapped + Value(1));
    cpu.atomic_inc(extra ? process.pinned_vm : user.at.perf_mlock);
  });
  if (user.charged_under_mutex) cpu.spin_unlock(user.at.mutex);
}

}  // namespace ringcheck
