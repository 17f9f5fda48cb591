#pragma once
// Interrupts of a CheckedCpu: which handlers may fire, how often, and before which accesses.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/program.hpp"

namespace ringcheck {

class CheckedCpu;

inline constexpr std::size_t kMaxInterrupts = 4;  ///< handlers of one CPU

/// An interrupt handler. It runs to completion on the CPU that it interrupts, and may itself be
/// interrupted by handlers of a higher level.
struct InterruptHandler {
  std::string name;
  std::uint8_t level = 1;  ///< nesting level: 1 softirq, 2 hardirq, 3 NMI; the task is 0
  int times = 1;           ///< how often it may fire, unless it is raised
  /// Address of the interrupt work that raises it: it fires once for each time that the work is
  /// queued and was not before, at any point after that. 0: it may come at any time.
  std::uint64_t raised_by = 0;
  LocationSet reads;   ///< locations that it may load
  LocationSet writes;  ///< locations that it may store
  /// Words of its CPU alone (OwnWords) that it may load and store, a bit each; by default all. A
  /// handler that accesses others fails.
  std::uint64_t own_reads = ~std::uint64_t{0}, own_writes = ~std::uint64_t{0};
  /// Its code. The rules for Thread::body hold for it.
  std::function<void(CheckedCpu&)> body;
};

/// The interrupts of one CPU; constant while a program is explored.
///
/// A handler may fire between any two instructions. Two neighbouring points give the same
/// executions if what stands between them (an access e) commutes with all of the handler: then
/// nobody sees whether e stands before or after the handler's events in program order. That is so
/// when
///   - no other thread accesses e's location, so no other thread can see when e happened, and
///   - the handler accesses it only if both load, so neither sees the other, and
///   - e is plain or ONCE, no acquire, release or fence: it orders nothing before or after it.
/// Dependencies through e do not matter: its value does not reach the handler's events and theirs
/// do not reach e, since handlers neither take nor leave dependencies (see
/// CheckedCpu::interrupt_point). A handler may fire before all other accesses, and before every
/// fence. If a handler fires there, another one that does not commute with it may have to come
/// first: a point that matters for one is a point for all. A raised handler comes after the access
/// that raises it, and from there on the same holds. Words of its CPU alone count as locations that
/// no other thread accesses. With `everywhere`, a handler may fire before the remaining accesses
/// too. Tested by tests/explore/interrupt_points_test.cpp and tests/properties: the outcomes with
/// `everywhere` are the same.
struct InterruptPlan {
  std::vector<InterruptHandler> handlers;  ///< at most kMaxInterrupts
  LocationSet shared;                      ///< locations that threads on other CPUs access
  bool everywhere = false;
  /// How many points one choice stands for: it says at which of them a handler fires, or that none
  /// does. A run that ends before the chosen point is blocked, so each execution comes once. Fewer
  /// choices make smaller graphs.
  std::uint64_t points_a_choice = 1;

  /// True iff a handler that fires before an access to `location` may differ from one that fires
  /// after it.
  [[nodiscard]] bool matters_before(LocId location, bool is_write,
                                    const InterruptHandler& handler) const {
    if (everywhere || shared.test(location) || handler.writes.test(location)) return true;
    return is_write && handler.reads.test(location);
  }
  /// The same before an access to word `word` of the CPU alone.
  [[nodiscard]] bool matters_before_own(std::uint64_t word, bool is_write,
                                        const InterruptHandler& handler) const {
    const std::uint64_t touched = handler.own_writes | (is_write ? handler.own_reads : 0);
    return everywhere || ((touched >> word) & 1U) != 0;
  }
};

/// A point at which interrupts may come: before an access, or, with neither location nor own word,
/// a point that matters for every handler.
struct InterruptPoint {
  LocId location = kNoLocation;
  std::uint64_t own_word = UINT64_MAX;  ///< number of a word of the CPU alone
  bool is_write = false;
};

/// What a choice for several points has said that is still to come.
struct InterruptDue {
  std::uint64_t points = 0;  ///< points that the choice still stands for
  std::size_t handler = 0;   ///< the handler that fires at the last of them, from 1; 0: none
};

/// How often each handler has fired in a run.
struct InterruptsFired {
  std::array<std::uint8_t, kMaxInterrupts> times{};
  std::array<bool, kMaxInterrupts> raised{};  ///< by interrupt work, and has not fired since

  /// All in one number.
  [[nodiscard]] std::uint64_t packed() const {
    std::uint64_t all = 0;
    for (const std::uint8_t one : times) all = all << 8U | one;
    for (const bool one : raised) all = all << 1U | (one ? 1U : 0U);
    return all;
  }
  /// True iff handler number `i` may fire now.
  [[nodiscard]] bool may_fire(std::size_t i, const InterruptHandler& handler) const {
    return handler.raised_by != 0 ? raised[i] : times[i] < handler.times;
  }
};

}  // namespace ringcheck
