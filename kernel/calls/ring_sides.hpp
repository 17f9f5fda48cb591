#pragma once
// The two sides of a RingProgram: the kernel's text and the specification.

#include <array>
#include <memory>

#include "kernel/calls/recording_cpu.hpp"
#include "kernel/calls/ring_program.hpp"
#include "kernel/glue/events_api.h"
#include "kernel/native/native_machine.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/wakeup/perf_wakeup.hpp"

namespace ringcheck {

/// An event's waiters are woken before pending_wakeup is cleared. A wakeup that an interrupt asks
/// for in between is lost, so the specification never does it.
inline constexpr std::uint64_t kWokenTooEarly = std::uint64_t{1} << 32U;

/// Numbers of the running task.
inline constexpr unsigned kRingPid = 1234, kRingTid = 1235;

/// What begin filled in for a writer that goes on.
struct WriterPlace {
  std::uint64_t page = 0;
  std::uint64_t offset = 0;  ///< in the page (bytes)
  std::uint64_t room = 0;    ///< left in it (bytes)
  std::uint64_t wakeup = 0;

  friend bool operator==(const WriterPlace&, const WriterPlace&) = default;
};

/// Byte `i` of the payload that writer number `name` copies.
constexpr std::uint8_t payload_byte(std::uint64_t name, std::uint64_t i) {
  return static_cast<std::uint8_t>(name * 31 + i * 7 + 1);
}

/// Addresses of a program's words in the specification's memory, and their names.
class RingWords {
 public:
  RingWords(const RingProgram& program, unsigned page_bytes);

  PerfBufferCells ring{};
  std::uint64_t sampled = 0;  ///< rb->events
  std::vector<PerfEventCells> events;
  std::vector<WaitCells> waits;  ///< by event; only the specification has them in memory
  std::uint64_t shared = 0;      ///< words that both sides have, from 0
  std::uint64_t count = 0;
  std::uint64_t data_words = 0;

  [[nodiscard]] std::string name(std::uint64_t word) const;
};

/// The kernel's text.
class RingKernel {
 public:
  RingKernel(const NativeObject& object, const RingProgram& program, const RingWords& words);

  int begin(unsigned event, std::uint64_t size);
  [[nodiscard]] WriterPlace place() const;
  void copy(std::uint64_t name, std::uint64_t from, std::uint64_t size);
  void skip(std::uint64_t size);
  void sample(unsigned event, std::uint64_t name, unsigned words);
  void end();
  std::uint64_t poll(unsigned event);
  /// Runs the interrupt work of an event; bit i tells that event i's waiters were woken, and
  /// kWokenTooEarly that the event had pending_wakeup still.
  std::uint64_t run_irq_work(unsigned event);
  void pause(bool paused);
  void set_tail(std::uint64_t tail);
  /// A task asks for the signals of an event.
  void listen(unsigned event);
  /// The signal that an event has sent since it was asked last, 0 if none. Pre: listen().
  [[nodiscard]] int signal(unsigned event);

  /// The value of a word of the specification.
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const;
  [[nodiscard]] Trace& trace() { return machine_.trace; }
  /// A call has ended.
  void settle() { machine_.settle(); }
  [[nodiscard]] NativeMachine& machine() { return machine_; }
  void on_access(std::function<void()> hook) { machine_.before_access = std::move(hook); }

 private:
  void name_all(const RingProgram& program, const RingWords& words);

  NativeMachine machine_;
  const RingWords& words_;
  const bool named_;
  void* buffer_ = nullptr;
  std::vector<void*> events_;
  std::vector<rc_writer*> writers_;  ///< that are between begin and end, innermost last
  std::vector<rc_place> places_;     ///< of the specification's words, by address
};

/// The specification. `page_bytes`: of a page of data, as the text has them.
class RingSpecification {
 public:
  RingSpecification(const RingProgram& program, const RingWords& words, unsigned page_bytes,
                    ReserveOrder order, LongWidth width);

  int begin(unsigned event, std::uint64_t size);
  [[nodiscard]] WriterPlace place() const;
  void copy(std::uint64_t name, std::uint64_t from, std::uint64_t size);
  void skip(std::uint64_t size);
  void sample(unsigned event, std::uint64_t name, unsigned words);
  void end();
  std::uint64_t poll(unsigned event);
  /// Runs the interrupt work of an event; bit i tells that event i's waiters were woken, and
  /// kWokenTooEarly that the event had pending_wakeup still.
  std::uint64_t run_irq_work(unsigned event);
  void pause(bool paused);
  void set_tail(std::uint64_t tail);

  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return memory_.words[at]; }
  [[nodiscard]] Trace& trace() { return memory_.trace; }
  void settle() const {}
  void on_access(std::function<void()> hook) { memory_.before_access = std::move(hook); }

 private:
  RecordedMemory memory_;
  RecordingCpu cpu_{memory_};
  PerfBuffer rb_{};
  std::vector<PerfEvent> events_;
  std::vector<WokenEvent> list_;  ///< rb->event_list
  std::vector<bool> hung_up_;     ///< by event
  std::vector<PerfOutputHandle<RecordingCpu>> writers_;
};

}  // namespace ringcheck
