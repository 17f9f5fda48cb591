#pragma once
// The two sides of programs of address filters, and what both know of how far a program has come.

#include <array>
#include <span>
#include <string>
#include <utility>

#include "kernel/calls/without_words.hpp"
#include "kernel/glue/filters_api.h"
#include "protocol/aux/filter_family.hpp"
#include "protocol/coresight/etm4_filters.hpp"

namespace ringcheck {

/// What a program of filters does, in the order of its CallShapes.
enum class FilterOp : unsigned {
  set_filter,  ///< see filter_text_of
  map,         ///< thread, slot, pages, file, page of the file, executable
  protect,     ///< thread, area, page of it, pages, executable
  unmap,       ///< thread, area
  exec,        ///< thread
  fork,        ///< thread, in the same address space, allocations that succeed, refused
  leave,       ///< thread: it ends
  reap,        ///< event: it goes
  sched_in,    ///< thread, CPU
  sched_out,   ///< event, whether an ETM has started trace
  switch_to,   ///< thread, another one that its CPU goes on to
  close,       ///< everything goes; last
};

inline constexpr std::uint64_t kFilterPage = 0x1000, kFilterSlot = 0x10000, kFilterBase = 0x400000;
/// Allocations that succeed where none is to fail.
inline constexpr std::uint64_t kEnoughMemory = 100;

/// A program's set-up.
struct FilterSetup {
  rc_family_setup family{};
  FilterFile compared = FilterFile::named;
};

/// The text of a call of set_filter.
std::string filter_text_of(const Call& call);

/// How far a program has come: the same on both sides. Events have the numbers of the threads that
/// they were made for.
class FilterPlan {
 public:
  explicit FilterPlan(const FilterSetup& setup);

  /// Why a call is not made, or null. `areas`: mappings of the call's thread.
  [[nodiscard]] const CallGuard* guard(const Call& call, std::uint64_t areas) const;
  /// The thread or event that number `argument` of a call means: of those that there have been.
  [[nodiscard]] unsigned thread_of(const Call& call, std::size_t argument = 0) const {
    return static_cast<unsigned>(call.at(argument) % next_);
  }
  /// The next thread's number.
  [[nodiscard]] unsigned next() const { return next_; }
  void forked(bool has_event);
  void shares(unsigned child, unsigned with) { spaces_.at(child) = spaces_.at(with); }
  void exec(unsigned thread) { spaces_.at(thread) = thread; }
  void left(unsigned thread);
  void reaped(unsigned event) { events_.at(event) = Event::gone; }
  void sched_in(unsigned event, unsigned cpu) { cpu_.at(event) = static_cast<int>(cpu); }
  void sched_out(unsigned event) { cpu_.at(event) = -1; }
  void swapped(unsigned from, unsigned to) { std::swap(event_of_.at(from), event_of_.at(to)); }
  /// The CPU that an event is on, -1 for none.
  [[nodiscard]] int cpu_of(unsigned event) const { return cpu_.at(event); }
  /// The event of a thread, kFamilyThreads if it has none.
  [[nodiscard]] unsigned event_of(unsigned thread) const { return event_of_.at(thread); }

 private:
  enum class State : std::uint8_t { none, runs, left };
  enum class Event : std::uint8_t { none, there, left, gone };
  /// Whether the scheduler may do what a call asks for.
  [[nodiscard]] bool can_schedule(const Call& call) const;
  [[nodiscard]] bool is_on_cpu(unsigned thread) const {
    return event_of(thread) != kFamilyThreads && cpu_of(event_of(thread)) >= 0;
  }
  /// Whether another thread is in the address space that `thread` began with.
  [[nodiscard]] bool shares_first(unsigned thread) const;

  bool of_cpu_;
  bool kernel_;
  unsigned next_ = 1;
  std::array<State, kFamilyThreads> threads_{};
  std::array<Event, kFamilyThreads> events_{};
  std::array<int, kFamilyThreads> cpu_{};  ///< by event
  std::array<unsigned, kFamilyThreads> event_of_{};
  std::array<unsigned, kFamilyThreads> spaces_{};
};

/// A call that schedules an event, or ends a thread or its event, on one of the two sides, which is
/// as far as `plan`.
template <class Side>
void run_scheduler(Side& side, const FilterPlan& plan, const Call& call, Answers& answers) {
  const unsigned first = plan.thread_of(call);
  switch (static_cast<FilterOp>(call.op)) {
    case FilterOp::leave:
      return side.leave(first);
    case FilterOp::reap:
      return side.reap(first);
    case FilterOp::sched_in:
      return side.sched_in(plan.event_of(first), static_cast<unsigned>(call.at(1)));
    case FilterOp::sched_out:
      return side.sched_out(first, call.at(1) != 0);
    default:
      return side.switch_to(first, plan.thread_of(call, 1), answers);
  }
}

/// The kernel's text.
class FilterKernel : public WithoutWords {
 public:
  FilterKernel(const NativeObject& object, const FilterSetup& setup);

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] const CallGuard* guard(const Call& call);
  void run(const Call& call, Answers& answers);
  /// Makes the first event; what that returns.
  std::int64_t open();
  /// What event `number` has.
  [[nodiscard]] rc_event_filters event(unsigned number);
  [[nodiscard]] rc_unit_filters unit(unsigned cpu);

 private:
  template <class Side>
  friend void run_scheduler(Side& side, const FilterPlan& plan, const Call& call, Answers& answers);

  template <class Function, class... Arguments>
  decltype(auto) ask(const char* name, Arguments... arguments) {
    return machine_.object().function<Function>(name)(arguments...);
  }
  void map(const Call& call);
  void fork(const Call& call, Answers& answers);
  void leave(unsigned thread);
  void reap(unsigned event);
  void sched_in(unsigned event, unsigned cpu);
  void sched_out(unsigned event, bool started);
  void switch_to(unsigned from, unsigned to, Answers& answers);
  void tell(Answers& answers);

  NativeMachine machine_;
  FilterSetup setup_;
  FilterPlan plan_;
  std::uint64_t memory_ = kEnoughMemory;
  bool refused_ = false;
  std::uint64_t objects_before_ = 0;
};

/// What a program has come to, of that which few do.
struct FilterCases {
  bool mapped = false;      ///< a unit is told of a range of a file
  bool swapped = false;     ///< two threads have swapped their contexts
  bool grandchild = false;  ///< a thread inherits from one that has inherited
  bool family = false;      ///< filters are set of several events
};

/// The specification.
class FilterSpecification : public WithoutWords {
 public:
  explicit FilterSpecification(const FilterSetup& setup);

  [[nodiscard]] const CallGuard* guard(const Call& call) const;
  void run(const Call& call, Answers& answers);
  std::int64_t open();

  [[nodiscard]] const FilterCases& cases() const { return cases_; }
  /// What a parser of filters asks.
  [[nodiscard]] bool has_memory() { return memory_ > 0 && memory_-- > 0; }
  int find_file(std::string_view name, std::uint64_t& file);
  [[nodiscard]] bool follows_task() const { return !family_.of_cpu; }
  [[nodiscard]] int security() const;

 private:
  template <class Side>
  friend void run_scheduler(Side& side, const FilterPlan& plan, const Call& call, Answers& answers);

  struct Unit {
    std::uint64_t ctl = 0;
    std::array<std::uint64_t, RC_COMPARATORS> values{};
    EtmConfig etm{};
  };
  void set_filter(const Call& call, Answers& answers);
  void map(const Call& call);
  void protect(const Call& call);
  void unmap(FamilySpace& space, std::uint64_t start, std::uint64_t end);
  void exec(unsigned thread);
  void fork(const Call& call, Answers& answers);
  void leave(unsigned thread);
  void reap(unsigned event);
  void sched_in(unsigned event, unsigned cpu);
  void sched_out(unsigned event, bool started);
  void switch_to(unsigned from, unsigned to, Answers& answers);
  int init_pmu();
  [[nodiscard]] int validate(std::span<const AskedAddrFilter> filters) const;
  void restart(std::size_t event);
  void start(std::size_t event);
  [[nodiscard]] FamilySpace& space_of(unsigned thread) {
    return family_.spaces.at(family_.threads.at(thread).space);
  }
  [[nodiscard]] const FamilySpace& space_of(unsigned thread) const {
    return family_.spaces.at(family_.threads.at(thread).space);
  }
  [[nodiscard]] bool is_pt() const { return setup_.family.tracer == RC_TRACER_PT; }
  [[nodiscard]] PtFilter pt_filter(const FamilyEvent& of, std::size_t index) const;
  [[nodiscard]] static EtmFilter etm_filter(const FamilyEvent& of, std::size_t index);
  void tell(Answers& answers);
  void tell_event_of(std::size_t event, Answers& answers);

  FilterSetup setup_;
  FilterPlan plan_;
  FilterFamily family_{};
  std::array<Unit, RC_FILTER_CPUS> units_{};
  std::array<bool, kFamilyThreads> started_{};  ///< an ETM had started trace when the task went
  std::array<unsigned, kFamilyThreads> stops_{}, starts_{};
  std::uint64_t memory_ = kEnoughMemory;
  bool refused_ = false;
  FilterCases cases_{};
};

/// The number of a comparator's use. Source: enum etm_addr_type.
constexpr unsigned etm_type(EtmAction action) {
  return action == EtmAction::none ? 0 : static_cast<unsigned>(action) + 1;
}

/// Tells what event `number` has, or a unit, in the words of both sides.
void tell_event(unsigned number, const rc_event_filters& of, Answers& answers);
void tell_unit(const rc_unit_filters& of, Answers& answers);

}  // namespace ringcheck
