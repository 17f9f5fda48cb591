#pragma once
// PerfEvent: what the buffers need to know about a perf event, and where the rest of it lies.
//
// Source: struct perf_event and struct perf_event_attr; kernel/events/core.c
// perf_event_header__init_id, perf_event__id_header_size, primary_event_id. Deviation: who runs,
// when and where are constants of the event.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/core/cpu.hpp"
#include "protocol/ring/perf_record.hpp"
#include "protocol/wakeup/observations.hpp"

namespace ringcheck {

/// Bits of attr.sample_type. Source: enum perf_event_sample_format.
inline constexpr std::uint64_t kSampleIp = 1U << 0U;
inline constexpr std::uint64_t kSampleTid = 1U << 1U;
inline constexpr std::uint64_t kSampleTime = 1U << 2U;
inline constexpr std::uint64_t kSampleAddr = 1U << 3U;
inline constexpr std::uint64_t kSampleId = 1U << 6U;
inline constexpr std::uint64_t kSampleCpu = 1U << 7U;
inline constexpr std::uint64_t kSamplePeriod = 1U << 8U;
inline constexpr std::uint64_t kSampleStreamId = 1U << 9U;
inline constexpr std::uint64_t kSampleIdentifier = 1U << 16U;

/// Fields of the sample id, in the order in which it has them. Each is one word.
inline constexpr std::array<std::uint64_t, 6> kSampleIdFields = {
    kSampleTid, kSampleTime, kSampleId, kSampleStreamId, kSampleCpu, kSampleIdentifier};

/// Addresses of the words of an event, consecutive from a base address.
/// Source: struct perf_event (include/linux/perf_event.h).
struct PerfEventCells {
  std::uint64_t pending_disable;  ///< not 0: its interrupt work must disable it
  std::uint64_t pending_wakeup;   ///< 1: its interrupt work must wake those who wait
  std::uint64_t pending_irq;      ///< how often its interrupt work was queued
  std::uint64_t hw_state;         ///< event->hw.state
  std::uint64_t lost_samples;     ///< event->lost_samples

  static constexpr std::array<std::string_view, 5> kNames = {
      "pending_disable", "pending_wakeup", "pending_irq", "hw_state", "lost_samples"};
  static constexpr std::uint64_t kCount = kNames.size();
  /// The layout from address `base` on.
  static constexpr PerfEventCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 4};
  }
};

/// What perf_output_wakeup makes of the reason of a signal, event->pending_kill.
enum class WakeupSignal : std::uint8_t {
  silent,      ///< nothing: Linux 6.1
  asks,        ///< POLL_IN if there is none, by a load and a store: Linux 6.12
  asks_first,  ///< the same by one instruction, before the wakeup is pending
};

/// si_code of a signal. Source: include/uapi/asm-generic/siginfo.h.
inline constexpr std::uint64_t kPollIn = 1;
inline constexpr std::uint64_t kPollHup = 6;

/// Addresses of the words of an event whose owner asked for SIGIO (O_ASYNC).
struct SignalCells {
  std::uint64_t pending_kill;  ///< the reason of the signal that is to be sent; 0: none is
  std::uint64_t event_limit;   ///< overflows until it is turned off; 0: any number

  static constexpr std::array<std::string_view, 2> kNames = {"pending_kill", "event_limit"};
  static constexpr SignalCells at(std::uint64_t base) { return {base, base + 1}; }
};

/// Bits of event->hw.state. Source: PERF_HES_STOPPED, PERF_HES_UPTODATE.
inline constexpr std::uint64_t kHesStopped = 1;
inline constexpr std::uint64_t kHesUptodate = 2;

/// How a writer says that a wakeup is due, after the flag of poll, and interrupt work takes it
/// (docs/findings.md F-33).
enum class PendingWakeup : std::uint8_t {
  plain,      ///< by plain accesses: Linux 6.1
  released,   ///< released and acquired: enough for processors
  exchanged,  ///< released, and taken by an exchange: a repair
};

/// An event: its place in memory and what does not change while it is used.
struct PerfEvent {
  std::uint64_t id = 0;             ///< as LOST records carry it
  std::uint64_t primary_id = 0;     ///< of the event that it was inherited from, or its own
  std::uint64_t sample_type = 0;    ///< attr.sample_type
  bool sample_id_all = false;       ///< attr.sample_id_all: other records end with a sample id
  bool write_backward = false;      ///< attr.write_backward
  std::uint64_t wakeup_events = 0;  ///< samples between wakeups; 0: the watermark decides
  bool counts_unsigned = false;     ///< wakeup_events is no int; in Linux 6.1 it is one
  std::uint32_t pid = 0, tid = 0;
  std::uint32_t cpu = 0;
  std::uint64_t time = 0;               ///< nanoseconds
  bool attached = true;                 ///< event->rb is set
  std::uint64_t number = 1;             ///< serves as its address; 0 is the null pointer
  std::optional<PerfEventCells> at{};   ///< none: nobody looks at what is pending
  const PerfEvent* parent = nullptr;    ///< the event it was inherited from
  std::optional<SignalCells> signal{};  ///< none: nobody asked for SIGIO
  WakeupSignal wakeup_signal = WakeupSignal::silent;
  bool reason_exchanged = false;  ///< interrupt work takes the reason of a signal by an exchange
  PendingWakeup pending_wakeup = PendingWakeup::plain;

  /// Bytes of its sample id, whether or not records have one. Source: perf_event__id_header_size.
  [[nodiscard]] constexpr std::uint64_t id_header_size() const {
    std::uint64_t fields = 0;
    for (const std::uint64_t field : kSampleIdFields)
      if ((sample_type & field) != 0) ++fields;
    return fields * kWordBytes;
  }
  /// Bytes of the sample id at the end of its records.
  [[nodiscard]] constexpr std::uint64_t id_bytes() const {
    return sample_id_all ? id_header_size() : 0;
  }
  /// The word of the sample id for `field`, one of kSampleIdFields.
  [[nodiscard]] constexpr std::uint64_t id_word(std::uint64_t field) const {
    if (field == kSampleTid) return pid | (std::uint64_t{tid} << 32U);
    if (field == kSampleTime) return time;
    if (field == kSampleStreamId) return id;
    if (field == kSampleCpu) return cpu;
    return primary_id;
  }

  /// The event whose buffer it writes to.
  [[nodiscard]] constexpr const PerfEvent& output() const {
    return parent != nullptr ? *parent : *this;
  }
};

/// The event among `events` whose number is `pointer`, or null if there is none.
template <Cpu C>
const PerfEvent* event_at(C& cpu, std::span<const PerfEvent> events,
                          const typename C::Value& pointer) {
  using Value = typename C::Value;
  for (const PerfEvent& event : events)
    if (cpu.branch(pointer == Value(event.number))) return &event;
  return nullptr;
}

/// Queues interrupt work, whose state is at address `work`. A machine that does not run interrupt
/// work counts how often it was queued. Source: kernel/irq_work.c irq_work_queue.
template <Cpu C>
void irq_work_queue(C& cpu, std::uint64_t work) {
  if constexpr (requires { cpu.irq_work_queue(work); })
    cpu.irq_work_queue(work);
  else
    cpu.local_inc(work);
}

/// A wakeup asks for a signal, if nothing else has. Pre: event.signal. Source: perf_output_wakeup.
template <Cpu C>
void ask_for_signal(C& cpu, const PerfEvent& event) {
  using Value = typename C::Value;
  const std::uint64_t reason = event.signal->pending_kill;
  cpu.scope([&] {
    if (cpu.branch(cpu.load(reason) == Value(0))) cpu.store(reason, kPollIn);
  });
}

/// Leaves a wakeup to the interrupt work of `event`. Source: perf_output_wakeup.
template <Cpu C>
void queue_wakeup(C& cpu, const PerfEvent& event) {
  using Value = typename C::Value;
  if (!event.at) return;
  if (event.signal) tell<said::SignalDue>(cpu, Value(kPollIn));
  if (event.signal && event.wakeup_signal == WakeupSignal::asks_first)
    cpu.local_cmpxchg(event.signal->pending_kill, 0, kPollIn);
  if (event.pending_wakeup == PendingWakeup::plain)
    cpu.store(event.at->pending_wakeup, 1);
  else
    cpu.smp_store_release(event.at->pending_wakeup, 1);
  if (event.signal && event.wakeup_signal == WakeupSignal::asks) ask_for_signal(cpu, event);
  irq_work_queue(cpu, event.at->pending_irq);
}

}  // namespace ringcheck
