#pragma once
// PerfEvent: what the buffers need to know of a perf event, and where the rest of it lies.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/cpu.hpp"

namespace ringcheck {

/// Addresses of the words of an event, consecutive from a base address.
/// Source: struct perf_event (include/linux/perf_event.h).
struct PerfEventCells {
  std::uint64_t pending_disable;  ///< not 0: its interrupt work is to disable it
  std::uint64_t pending_wakeup;   ///< 1: its interrupt work is to wake those who wait
  std::uint64_t pending_irq;      ///< times that its interrupt work was queued
  std::uint64_t hw_state;         ///< event->hw.state

  static constexpr std::array<std::string_view, 4> kNames = {"pending_disable", "pending_wakeup",
                                                             "pending_irq", "hw_state"};
  static constexpr std::uint64_t kCount = kNames.size();
  /// The layout from address `base` on.
  static constexpr PerfEventCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3};
  }
};

/// Bits of event->hw.state. Source: PERF_HES_STOPPED, PERF_HES_UPTODATE.
inline constexpr std::uint64_t kHesStopped = 1;
inline constexpr std::uint64_t kHesUptodate = 2;

/// An event: its place in memory and what does not change while it is used.
struct PerfEvent {
  std::uint64_t id = 0;        ///< as LOST records carry it
  std::uint64_t id_bytes = 0;  ///< of the sample id behind its records; 0 without sample_id_all
  std::uint64_t number = 1;    ///< stands for its address; 0 is the null pointer
  std::optional<PerfEventCells> at{};  ///< none: nobody looks at what is pending
  const PerfEvent* parent = nullptr;   ///< the event it was inherited from

  /// The event whose buffer it writes to.
  [[nodiscard]] constexpr const PerfEvent& output() const {
    return parent != nullptr ? *parent : *this;
  }
};

/// The event among `events` that `pointer` stands for, or null if it stands for none of them.
template <Cpu C>
const PerfEvent* event_at(C& cpu, std::span<const PerfEvent> events,
                          const typename C::Value& pointer) {
  using Value = typename C::Value;
  for (const PerfEvent& event : events)
    if (cpu.branch(pointer == Value(event.number))) return &event;
  return nullptr;
}

/// Leaves a wakeup to the interrupt work of `event`. Source: perf_output_wakeup.
template <Cpu C>
void queue_wakeup(C& cpu, const PerfEvent& event) {
  if (!event.at) return;
  cpu.store(event.at->pending_wakeup, 1);
  cpu.local_inc(event.at->pending_irq);
}

}  // namespace ringcheck
