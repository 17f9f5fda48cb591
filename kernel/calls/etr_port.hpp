#pragma once
// What both sides of programs of a sink of CoreSight note of what its driver does to the sink.

#include <cstdint>

#include "kernel/calls/answer_sum.hpp"
#include "protocol/tmc/etr_registers.hpp"

namespace ringcheck {

/// What the driver does to the sink, one step after the other.
enum class EtrStep : std::uint8_t {
  unlock,
  lock,
  write,  ///< a register, and a value
  wait,   ///< for a bit of a register: offset << 16 | bit << 8 | value
  claim,  ///< the device
  disclaim,
  disabled,     ///< what the driver returns when the sink is to be disabled
  ask_for_run,  ///< bytes in one run
  sync_from,    ///< a device address, from which on what the CPU has stored is made visible
  tracer,       ///< whether the tracer traces
  copied,       ///< bytes that another event's tracer copies
};

/// Steps of a program so far, as a number and a sum that depends on their order.
struct EtrSteps {
  std::uint64_t count = 0, sum = 0;

  void add(EtrStep step, std::uint64_t first = 0, std::uint64_t second = 0) {
    ++count;
    for (const std::uint64_t number : {static_cast<std::uint64_t>(step), first, second})
      sum = sum_after(sum, number);
  }
  friend bool operator==(const EtrSteps&, const EtrSteps&) = default;
};

/// Registers of the specification's sink, as etr_registers.hpp and etf_registers.hpp want them:
/// each access reaches the hardware, and what changes it is a step.
template <class C, class Hardware>
class SinkPort {
 public:
  SinkPort(C& cpu, EtrSteps& steps, Hardware& hardware)
      : cpu_(cpu), steps_(steps), hardware_(hardware) {}

  void unlock() { steps_.add(EtrStep::unlock); }
  void lock() {
    lock_later();
    cpu_.smp_mb();
  }
  void lock_later() { steps_.add(EtrStep::lock); }
  [[nodiscard]] std::uint32_t read(TmcRegister which) { return hardware_.read(which); }
  void write(TmcRegister which, std::uint32_t value) {
    steps_.add(EtrStep::write, static_cast<std::uint64_t>(which), value);
    hardware_.write(which, value);
  }
  bool wait(TmcRegister which, unsigned bit, unsigned value) {
    steps_.add(EtrStep::wait, static_cast<std::uint64_t>(which) << 16U | bit << 8U | value);
    return hardware_.wait(which);
  }

 private:
  C& cpu_;
  EtrSteps& steps_;
  Hardware& hardware_;
};

}  // namespace ringcheck
