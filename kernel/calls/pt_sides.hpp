#pragma once
// The two sides of programs of Intel PT.

#include "kernel/calls/aux_area.hpp"
#include "kernel/calls/driver_schedule.hpp"
#include "kernel/calls/hold_calls.hpp"
#include "kernel/glue/pt_api.h"
#include "protocol/pt/aux_sample.hpp"

namespace ringcheck {

/// True iff the text is Linux 6.1's driver, step by step. Later ones pause and resume: they keep
/// PERF_HES_UPTODATE, open the gate of the interrupt after the configuration, and have gates of
/// their own for pausing; then what the calls come to is compared, without interrupts.
inline bool pt_steps_are_compared(const NativeObject& object) {
  return !object.says("pause_allowed");
}

/// A program's set-up: that of the area, and of the unit.
struct PtSetup {
  AuxAreaSetup area;
  bool multiple_entries = true;
  bool single_range = true;
};

/// Words of the specification for the unit's own state.
struct PtWords : AuxAreaWords {
  explicit PtWords(const PtSetup& setup);
  PtCells pt{};
  std::uint64_t regions = 0;
  bool single = false;
};

/// The kernel's text, and a device that walks its tables.
class PtKernel {
 public:
  PtKernel(const NativeObject& object, const PtSetup& setup, const PtWords& words);

  /// What rb_alloc_aux returned: without AUX pages there is nothing to call.
  [[nodiscard]] int result() const { return result_; }
  void run(const Call& call, Answers& answers);
  [[nodiscard]] const CallGuard* guard(const Call& call) {
    return schedule_.guard(call, word(words_.pt.ctl) != 0);
  }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  [[nodiscard]] bool compares(std::uint64_t word) const { return area_.compares(word); }
  [[nodiscard]] Trace& trace() { return area_.machine.trace; }
  [[nodiscard]] NativeMachine& machine() { return area_.machine; }
  void settle() { area_.machine.settle(); }
  void on_access(std::function<void()> hook) { area_.machine.before_access = std::move(hook); }

 private:
  void name_driver();
  void tell(Answers& answers);
  void sample(const Call& call, Answers& answers);
  void write(std::uint64_t bytes);
  /// Writes at most `bytes` bytes to the region in use; returns how many.
  std::uint64_t write_to_region(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t& reg(int which);

  const PtSetup& setup_;
  const PtWords& words_;
  KernelAuxArea area_;
  DriverSchedule schedule_;
  int result_ = 0;
  rc_aux_handle* handle_ = nullptr;
  std::uint8_t written_ = 0;  ///< by the device, modulo 256
};

/// The specification, and a device that knows its regions.
class PtSpecification {
 public:
  PtSpecification(const PtSetup& setup, const PtWords& words, ReserveOrder order);

  void run(const Call& call, Answers& answers);
  [[nodiscard]] const CallGuard* guard(const Call& call) {
    return schedule_.guard(call, word(words_.pt.ctl) != 0);
  }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  [[nodiscard]] Trace& trace() { return area_.memory.trace; }
  void settle() const {}
  void on_access(std::function<void()> hook) { area_.memory.before_access = std::move(hook); }

 private:
  /// The unit acts on its own in the machine's time, not within the driver's steps.
  struct Device {
    void start(RecordingCpu&) const {}
    void stop(RecordingCpu&) const {}
    void drain(RecordingCpu&) const {}
  };

  void tell(Answers& answers);
  void write(std::uint64_t bytes);
  void sample(std::uint64_t bytes, Answers& answers);
  /// The driver's event->hw.config is the event's own.
  void switch_to(std::uint64_t event);
  std::int64_t run_driver(const Call& call, Answers& answers);

  const PtSetup& setup_;
  const PtWords& words_;
  SpecifiedAuxArea area_;
  PtUnit pt_{};
  DriverSchedule schedule_;
  std::array<std::uint64_t, kAuxEvents> configs_{};
  std::uint64_t current_ = 0;
  std::uint8_t written_ = 0;
};

}  // namespace ringcheck
