// etm-exclusive: events of tasks and of CPUs are opened, scheduled and closed on a PMU with one
// unit per CPU. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/etm_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kCpus = 2, kTasks = 2;
constexpr std::array<std::string_view, 2> kProperties = {"I-53", "I-84"};
enum Step : std::size_t { open_task, open_cpu, close_it, run_task };
constexpr std::array kSteps = {Dial{"event of task, on CPU or any", 0, kTasks*(kCpus + 1) - 1},
                               Dial{"event of CPU", 0, kCpus - 1}, Dial{"event is closed", 0, 3},
                               Dial{"task runs on CPU", 0, (kTasks + 1) * kCpus - 1}};

constexpr std::array kShares = {Share{"opens", 80}, Share{"is refused", 60},
                                Share{"traces a task", 30}};
class Exclusive {
 public:
  Exclusive(DefectSet defects, AuxJudge& judge) : judge_(judge), memory_(2 * PmuCells::kCount) {
    pmu_.pmu = etm_perf_init(defects);
    pmu_.at = PmuCells::at(0);
    pmu_.defects = defects;
    shared_.at = PmuCells::at(PmuCells::kCount);
    shared_.defects = defects;
    judge_.require(pmu_.pmu.has_aux() && pmu_.pmu.free_aux && pmu_.pmu.start && pmu_.pmu.stop,
                   "I-84", "the PMU has no callbacks for an AUX area");
  }

  void step(const AuxStep& step) {
    const std::uint64_t n = step.amount;
    if (step.kind == Step::open_task)
      open({next_++, 1 + n / (kCpus + 1), n % (kCpus + 1) == kCpus ? kAnyCpu : n % (kCpus + 1)});
    if (step.kind == Step::open_cpu) open({next_++, 0, n});
    if (step.kind == Step::close_it && n < events_.size()) close(n);
    if (step.kind == Step::run_task) switch_to(n / (kTasks + 1), n % (kTasks + 1));
    for (std::uint64_t c = 0; c < kCpus; ++c) judge_cpu(c);
  }

 private:
  std::uint64_t& word(std::uint64_t address) { return memory_.at(address); }
  [[nodiscard]] SequentialCpu<> cpu() { return SequentialCpu<>(memory_); }
  /// Whether an event should be traced on a CPU, as tasks are placed.
  [[nodiscard]] bool wants(const PmuEvent& event, std::uint64_t on) const {
    if (event.cpu != kAnyCpu && event.cpu != on) return false;
    return event.task == 0 || event.task == running_.at(on);
  }
  /// The events of the context that an event is in: its task's, or its CPU's.
  [[nodiscard]] std::vector<PmuEvent> context_of(const PmuEvent& event) const {
    std::vector<PmuEvent> context;
    for (const PmuEvent& other : events_)
      if (other.task == event.task && (event.task != 0 || other.cpu == event.cpu))
        context.push_back(other);
    return context;
  }

  /// Events of a PMU that any number of events share exclude nobody, and trace no task.
  void judge_shared(const PmuEvent& event) {
    auto c = cpu();
    judge_.require(exclusive_event_init(c, shared_, event) &&
                       exclusive_event_installable(shared_, event, events_),
                   "I-53", "an event is refused by a PMU that events share");
    event_sched_in(c, shared_, event, 0, kNobody);
    event_sched_out(c, shared_, event, 0);
    if (event.number % 2 == 0) exclusive_event_destroy(c, shared_, event);
    judge_.require(std::all_of(memory_.begin() + PmuCells::kCount, memory_.end(),
                               [](std::uint64_t word) { return word == 0; }),
                   "I-53", "events are counted, or tasks told, that share a PMU");
  }
  void open(const PmuEvent& event) {
    judge_shared(event);
    if (events_.size() == 4) return;
    bool in_the_way = false;
    for (const PmuEvent& other : events_)
      in_the_way = in_the_way || (other.task == 0) != (event.task == 0);
    const auto context = context_of(event);
    for (const PmuEvent& other : context)
      in_the_way =
          in_the_way || other.cpu == event.cpu || other.cpu == kAnyCpu || event.cpu == kAnyCpu;
    auto c = cpu();
    const bool made = exclusive_event_init(c, pmu_, event);
    const bool opened = made && exclusive_event_installable(pmu_, event, context);
    judge_.comes_to(opened ? "opens" : "is refused");
    judge_.require(opened || in_the_way, "I-53", "an event is refused that has the unit to itself");
    if (!opened) {
      if (made) exclusive_event_destroy(c, pmu_, event);
      return;
    }
    events_.push_back(event);
    for (std::uint64_t on = 0; on < kCpus; ++on)
      if (wants(event, on)) schedule_in(event, on);
  }
  void close(std::uint64_t number) {
    const PmuEvent event = events_[number];
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(number));
    auto c = cpu();
    for (std::uint64_t on = 0; on < kCpus; ++on) event_sched_out(c, pmu_, event, on);
    exclusive_event_destroy(c, pmu_, event);
  }
  /// Task 0 has no events. A task runs on one CPU.
  void switch_to(std::uint64_t on, std::uint64_t task) {
    for (std::uint64_t c = 0; c < kCpus; ++c)
      if (c == on || (task != 0 && running_.at(c) == task)) schedule(c, 0);
    schedule(on, task);
  }
  void schedule(std::uint64_t on, std::uint64_t task) {
    auto c = cpu();
    for (const PmuEvent& event : events_)
      if (event.task != 0 && wants(event, on)) event_sched_out(c, pmu_, event, on);
    running_.at(on) = task;
    for (const PmuEvent& event : events_)
      if (event.task != 0 && wants(event, on)) schedule_in(event, on);
  }
  void schedule_in(const PmuEvent& event, std::uint64_t on) {
    auto c = cpu();
    word(pmu_.at.told + on) = kNobody;
    judge_.comes_to("traces a task", event.task != 0);
    judge_.require(event_sched_in(c, pmu_, event, on, running_.at(on)), "I-84",
                   "two events want the tracer of a CPU");
    judge_.require(word(pmu_.at.told + on) == running_.at(on), "I-84",
                   "an event traces a task, and no record tells which");
  }
  void judge_cpu(std::uint64_t on) {
    const std::uint64_t owner = word(pmu_.at.tracers + on);
    auto c = cpu();
    judge_.require(owner == 0 || (!event_sched_in(c, pmu_, {~owner}, on, running_.at(on)) &&
                                  word(pmu_.at.tracers + on) == owner),
                   "I-84", "an event gets a tracer that another one has");
    for (const PmuEvent& event : events_)
      judge_.require(!wants(event, on) || word(pmu_.at.tracers + on) == event.number, "I-84",
                     "an event is on a CPU without its tracer");
  }

  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  ExclusivePmu pmu_, shared_;
  std::uint64_t next_ = 1;
  std::vector<PmuEvent> events_;
  std::array<std::uint64_t, kCpus> running_{};
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Exclusive machine(defects, judge);
  for (const AuxStep& step : example.steps) {
    machine.step(step);
    if (judge.found()) return;
  }
}

}  // namespace

const AuxSequence kEtmExclusive = {"etm-exclusive",
                                   "events of tasks and of CPUs want the one tracer of each CPU",
                                   kProperties,
                                   {},
                                   kSteps,
                                   false,
                                   run,
                                   4000,
                                   kShares};

}  // namespace ringcheck
