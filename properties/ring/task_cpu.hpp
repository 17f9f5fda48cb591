#pragma once
// TaskCpu: the CPU as a task's code sees it. The scheduler may take it away and give the task
// another one.
//
// A task can be preempted before each of its accesses unless it has disabled preemption. The CPU
// that it leaves stores its registers to memory, and the CPU where it goes on loads them from
// there. On the new CPU its code runs once more from the start of the step up to the access where
// it was preempted; what it had loaded comes from memory, and nothing is done twice. An address
// that was loaded gives address dependencies through memory, as a restored register does.
//
// Source: kernel/sched/core.c __schedule, finish_task, try_to_wake_up; include/linux/preempt.h.
// Deviation: a task moves once; its registers are all that it has loaded since its step began.
// Tested by tests/properties/ring/perf_deployment_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "explore/checked_cpu.hpp"
#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// Addresses of what a task leaves in memory while no CPU runs it.
struct TaskCells {
  std::uint64_t on_cpu;     ///< 1 while the first CPU runs it
  std::uint64_t place;      ///< where it was preempted: a TaskPlace as a number
  std::uint64_t registers;  ///< the first of kRegisters

  static constexpr std::size_t kRegisters = 24;
  static constexpr std::array<std::string_view, 2> kNames = {"task.on_cpu", "task.place"};
  static constexpr TaskCells at(std::uint64_t base) { return {base, base + 1, base + 2}; }
};

/// Where a task stands: how many steps it has begun, and how many points of the current step it has
/// reached at which it can be preempted.
struct TaskPlace {
  std::uint64_t step = 0, point = 0;

  static constexpr std::uint64_t kPoints = 64;  ///< of a step, at most
  [[nodiscard]] constexpr std::uint64_t number() const { return step * kPoints + point; }
};

/// A Cpu on which a task runs until it is preempted, or on which it goes on.
class TaskCpu {
 public:
  using Value = Word;
  using Truth = ringcheck::Truth;

  /// CPU 0, on which the task starts. If it `may_leave`, it is preempted at one of the points where
  /// that is possible, or at none.
  TaskCpu(CheckedCpu& cpu, const TaskCells& at, bool may_leave)
      : cpu_(cpu), at_(at), mode_(Mode::runs), may_leave_(may_leave) {}
  /// CPU 1, on which the task goes on from `place`.
  TaskCpu(CheckedCpu& cpu, const TaskCells& at, const TaskPlace& place)
      : cpu_(cpu), at_(at), mode_(Mode::resumes), number_(1), resumed_at_(place) {}

  /// A step begins: nothing that was loaded before is used again. Returns whether its code has to
  /// run here.
  bool begin_step() {
    ++now_.step;
    now_.point = 0;
    loaded_ = 0;
    return mode_ == Mode::runs || (mode_ == Mode::resumes && now_.step == resumed_at_.step);
  }
  /// True iff the task has left this CPU.
  [[nodiscard]] bool gone() const { return mode_ == Mode::gone; }

  Word load(const Word& a, Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.load(a, from); });
  }
  void store(const Word& a, const Word& v, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.store(a, v, from); });
  }
  Word read_once(const Word& a, Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.read_once(a, from); });
  }
  void write_once(const Word& a, const Word& v, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.write_once(a, v, from); });
  }
  Word smp_load_acquire(const Word& a, Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.smp_load_acquire(a, from); });
  }
  void smp_store_release(const Word& a, const Word& v, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.smp_store_release(a, v, from); });
  }
  void smp_mb(Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.smp_mb(from); });
  }
  void smp_rmb(Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.smp_rmb(from); });
  }
  void smp_wmb(Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.smp_wmb(from); });
  }
  void barrier() {}

  Word local_read(const Word& a, Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.local_read(a, from); });
  }
  void local_set(const Word& a, const Word& v, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.local_set(a, v, from); });
  }
  void local_add(const Word& v, const Word& a, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.local_add(v, a, from); });
  }
  void local_inc(const Word& a, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.local_inc(a, from); });
  }
  Word local_inc_return(const Word& a, Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.local_inc_return(a, from); });
  }
  Word local_xchg(const Word& a, const Word& v, Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.local_xchg(a, v, from); });
  }
  Word local_cmpxchg(const Word& a, const Word& expected, const Word& v,
                     Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.local_cmpxchg(a, expected, v, from); });
  }
  void atomic_set(const Word& a, const Word& v, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.atomic_set(a, v, from); });
  }
  void atomic_inc(const Word& a, Caller from = __builtin_FUNCTION()) {
    act([&] { cpu_.atomic_inc(a, from); });
  }
  Word atomic_xchg(const Word& a, const Word& v, Caller from = __builtin_FUNCTION()) {
    return value_of([&] { return cpu_.atomic_xchg(a, v, from); });
  }

  /// The number of the CPU that the task is on.
  Word smp_processor_id() {
    return value_of([&] { return Word(number_); });
  }
  void preempt_disable() { ++disabled_; }
  void preempt_enable() { --disabled_; }
  void interrupt_point() {
    if (mode_ == Mode::runs) cpu_.interrupt_point();
  }

  bool branch(const Truth& condition) {
    return mode_ == Mode::gone ? condition.value : cpu_.branch(condition);
  }
  bool branch_speculatively(const Truth& condition) {
    return mode_ == Mode::gone ? condition.value : cpu_.branch_speculatively(condition);
  }
  [[nodiscard]] Truth under_control(const Truth& value) const { return cpu_.under_control(value); }
  template <class Body>
  decltype(auto) scope(Body&& body, Caller from = __builtin_FUNCTION()) {
    return cpu_.scope(static_cast<Body&&>(body), from);
  }
  void observe(std::uint32_t kind, const Word& a = {}, const Word& b = {}, const Word& c = {},
               const Word& d = {}) {
    if (mode_ == Mode::runs) cpu_.observe(kind, a, b, c, d);
  }
  void site(const char* name) {
    if (mode_ == Mode::runs) cpu_.site(name);
  }
  [[noreturn]] void reach_bound(const char* what) { cpu_.reach_bound(what); }

 private:
  enum class Mode : std::uint8_t {
    runs,
    resumes,  ///< it runs up to where it was preempted
    gone,     ///< it runs on another CPU: what is left of its code does nothing, and finds zeroes
  };

  /// Before an access.
  void come_to_access() {
    if (disabled_ > 0 || mode_ == Mode::gone) return;
    if (++now_.point == TaskPlace::kPoints) reach_bound("points of a step of a task");
    if (mode_ == Mode::resumes && now_.number() == resumed_at_.number())
      mode_ = Mode::runs;
    else if (mode_ == Mode::runs && may_leave_ && cpu_.choose(2) == 1)
      leave();
  }
  /// The scheduler takes the CPU away. The unit that counts for the task stops with it, so the
  /// unit's interrupts no longer come.
  void leave() {
    cpu_.interrupt_point();
    cpu_.masking(kAllLevels, [&] {
      for (std::size_t i = 0; i < loaded_; ++i) cpu_.store(at_.registers + i, log_[i]);
      cpu_.store(at_.place, now_.number());
    });
    mode_ = Mode::gone;
  }
  template <class Load>
  Word value_of(Load&& load) {
    come_to_access();
    if (mode_ == Mode::gone) return 0;
    if (loaded_ == TaskCells::kRegisters) reach_bound("registers of a task");
    const Word value = mode_ == Mode::resumes ? cpu_.load(at_.registers + loaded_) : load();
    return log_[loaded_++] = value;
  }
  template <class Effect>
  void act(Effect&& effect) {
    come_to_access();
    if (mode_ == Mode::runs) effect();
  }

  static constexpr std::uint8_t kAllLevels = 3;

  CheckedCpu& cpu_;
  TaskCells at_;
  Mode mode_;
  bool may_leave_ = false;
  std::uint64_t number_ = 0;
  int disabled_ = 0;  ///< preempt_count
  TaskPlace now_, resumed_at_;
  std::array<Word, TaskCells::kRegisters> log_{};
  std::size_t loaded_ = 0;
};
static_assert(Cpu<TaskCpu>);

}  // namespace ringcheck
