#pragma once
// What the two sides of any driver's programs share: an AUX area with the handle of one CPU, the
// core's callbacks, perf's interrupt work, the reader and the mapping beside the driver, and what
// is told after each call.

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/calls/aux_area.hpp"
#include "kernel/calls/driver_schedule.hpp"
#include "kernel/calls/hold_calls.hpp"

namespace ringcheck {

/// The number that tells which event a callback is for.
NumberShape driver_event();
/// Of a set-up: what an event of CoreSight finds on its CPU, mostly a tracer.
NumberShape tracer_case();
/// Of a set-up: which allocation of the driver's set-up fails, mostly none.
NumberShape failing_allocation();
/// The calls of any driver, in the order of DriverOp up to `mapped`. `interrupt` and `write` are
/// the unit's own.
std::vector<CallShape> driver_calls(std::uint64_t page_bytes, CallShape interrupt, CallShape write);

/// The kernel's text of a driver. `unit` names the functions of our C: rc_UNIT_add, rc_UNIT_start,
/// rc_UNIT_stop, rc_UNIT_del and rc_UNIT_interrupt.
class KernelDriver {
 public:
  KernelDriver(const NativeObject& object, const AuxAreaSetup& setup, const AuxAreaWords& words,
               DriverInterrupts interrupts, std::string_view unit)
      : area_(object, setup, words),
        schedule_(interrupts),
        area_setup_(setup),
        area_words_(words),
        unit_(unit) {}
  KernelDriver(const KernelDriver&) = delete;
  KernelDriver& operator=(const KernelDriver&) = delete;
  virtual ~KernelDriver() = default;

  void run(const Call& call, Answers& answers);
  /// Why the kernel never makes the call now, or null.
  [[nodiscard]] const CallGuard* guard(const Call& call) { return schedule_.guard(call, traces()); }
  /// The AUX area goes. Returns what stays of it, if anything does.
  std::optional<std::string> drop() { return area_.drop(); }
  /// What there is of an area that was refused, if anything is.
  [[nodiscard]] std::optional<std::string> left() const { return area_.left(); }
  /// Allocations of the driver's set-up.
  [[nodiscard]] std::uint64_t allocations() const { return area_.allocations(); }
  /// What rb_alloc_aux returned: without AUX pages there is nothing to call.
  [[nodiscard]] int result() const { return result_; }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  [[nodiscard]] bool compares(std::uint64_t word) const { return area_.compares(word); }
  [[nodiscard]] Trace& trace() { return area_.machine.trace; }
  [[nodiscard]] NativeMachine& machine() { return area_.machine; }
  void settle() { area_.machine.settle(); }
  void on_access(std::function<void()> hook) { area_.machine.before_access = std::move(hook); }

 protected:
  /// True iff trace is enabled now.
  [[nodiscard]] virtual bool traces() const = 0;
  /// The unit interrupts; answers whether the driver took the interrupt for its own.
  virtual void interrupt(const Call&, Answers& answers);
  /// The unit writes.
  virtual void write(const Call& call) = 0;
  /// A call that only this unit has.
  virtual void run_own(const Call& call, Answers& answers) = 0;
  /// What is told after each call.
  virtual void tell(Answers& answers) = 0;
  /// From now on interrupt work of events waits until it is run.
  void keep_irq_work();
  /// perf's interrupt work runs. Source: irq_work_run; event_sched_out takes a disabled event off
  /// its CPU.
  void run_irq_work();
  /// The event of the handle, warnings, and a sum of the trace; `page(i)`: where page i lies.
  void tell_area(Answers& answers, const std::function<const std::uint8_t*(std::uint64_t)>& page);
  /// The same for pages where rb_alloc_aux put them.
  void tell_area(Answers& answers);
  [[nodiscard]] const std::uint8_t* page(std::uint64_t number) const;
  /// For drivers that map the area in one piece: where it is, by rc_UNIT_base of our C; what is
  /// there before anybody writes; and what is told of it.
  [[nodiscard]] std::uint64_t base() const {
    return reinterpret_cast<std::uint64_t>(unit_call<void*(void*)>("base")(area_.buffer));
  }
  void fill_piece();
  void tell_piece(Answers& answers);
  [[nodiscard]] void* event(const Call& call) const {
    return area_.events[call.at(0) % kAuxEvents];
  }
  /// Our C's function rc_UNIT_NAME.
  template <class Function>
  [[nodiscard]] Function* unit_call(std::string_view name) const {
    return area_.call<Function>(fmt::format("rc_{}_{}", unit_, name).c_str());
  }
  /// Where a register of this CPU's lies.
  [[nodiscard]] std::uint64_t& reg(unsigned number) {
    return *area_.machine.machine_register(number);
  }

  KernelAuxArea area_;
  DriverSchedule schedule_;
  int result_ = 0;
  rc_aux_handle* handle_ = nullptr;
  std::uint8_t written_ = 0;  ///< by the device, modulo 256

 private:
  /// What reader and mapping do; false if the call is the driver's.
  bool run_other(const Call& call);
  std::int64_t run_driver(const Call& call, Answers& answers);

  const AuxAreaSetup& area_setup_;
  const AuxAreaWords& area_words_;
  std::string unit_;
  std::array<bool, kAuxEvents> queued_{};  ///< interrupt work of events
};

/// The specification of a driver.
class SpecifiedDriver {
 public:
  SpecifiedDriver(const AuxAreaSetup& setup, const AuxAreaWords& words, ReserveOrder order,
                  DriverInterrupts interrupts)
      : area_(setup, words, order), schedule_(interrupts), area_setup_(setup), area_words_(words) {}
  SpecifiedDriver(const SpecifiedDriver&) = delete;
  SpecifiedDriver& operator=(const SpecifiedDriver&) = delete;
  virtual ~SpecifiedDriver() = default;

  void run(const Call& call, Answers& answers);
  /// Why the kernel never makes the call now, or null.
  [[nodiscard]] const CallGuard* guard(const Call& call) { return schedule_.guard(call, traces()); }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  [[nodiscard]] Trace& trace() { return area_.memory.trace; }
  void settle() const {}
  void on_access(std::function<void()> hook) { area_.memory.before_access = std::move(hook); }

 protected:
  /// The unit acts on its own in the machine's time, not within the driver's steps.
  struct Device {
    void start(RecordingCpu&) const {}
    void stop(RecordingCpu&) const {}
    void drain(RecordingCpu&) const {}
  };

  [[nodiscard]] virtual bool traces() const = 0;
  /// The callbacks, for an event by number from 0. Returns what add returns.
  virtual std::int64_t add(std::uint64_t event, bool started) = 0;
  virtual void start(std::uint64_t event) = 0;
  virtual void stop(std::uint64_t event) = 0;
  virtual void interrupt(const Call&, Answers& answers) = 0;
  virtual void write(const Call& call) = 0;
  virtual void run_own(const Call& call, Answers& answers) = 0;
  virtual void tell(Answers& answers) = 0;
  /// perf's interrupt work runs; `one_irq_work`: it looks at the request to disable, too.
  void run_irq_work(bool one_irq_work);
  void tell_area(Answers& answers);
  /// The unit writes `bytes` bytes from offset `at` of the area on.
  void write_bytes(std::uint64_t at, std::uint64_t bytes);

  SpecifiedAuxArea area_;
  DriverSchedule schedule_;
  Device device_;
  std::uint8_t written_ = 0;

 private:
  bool run_other(const Call& call);
  std::int64_t run_driver(const Call& call, Answers& answers);

  const AuxAreaSetup& area_setup_;
  const AuxAreaWords& area_words_;
};

/// How the text reserves space for records.
ReserveOrder reserve_order_of(const NativeObject& object);

/// Programs of a driver: `Words` are the addresses of a `Setup`; `setup_of` makes a set-up from a
/// program.
template <class Kernel, class Specification, class Words, class SetupOf>
CallReport hold_driver_calls(const NativeObject& object, const CallShapes& shapes,
                             std::uint64_t seed, std::uint64_t programs, bool steps,
                             SetupOf&& setup_of) {
  const ReserveOrder order = reserve_order_of(object);
  return hold_calls(
      shapes, seed, programs,
      [&](const CallProgram& program, CallReport& report) -> std::optional<std::string> {
        const auto setup = setup_of(program);
        const Words words(setup);
        Kernel kernel(object, setup, words);
        const bool refused = kernel.result() != 0;
        if (refused != words.refused)
          return fmt::format("rb_alloc_aux returns {}; specification: {}", kernel.result(),
                             words.refused ? "no AUX area" : "an AUX area");
        if (kernel.allocations() != words.allocations)
          return fmt::format("the driver makes {} allocations; specification: {}",
                             kernel.allocations(), words.allocations);
        if constexpr (requires { kernel.asked() == words.asked; })
          if (kernel.asked() != words.asked)
            return "the driver asks for other memory than the specification's";
        if (refused) {
          ++report.skipped[&guards::kNoPieces];
          return kernel.left();
        }
        Specification specification(setup, words, order);
        std::optional<std::string> found = difference_of(
            program, kernel, specification, words.area,
            [&](std::uint64_t word) { return words.name(word); }, report, steps);
        return found ? found : kernel.drop();
      });
}

}  // namespace ringcheck
