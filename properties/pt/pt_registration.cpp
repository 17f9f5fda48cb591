// pt-registration: the PMU of units with any abilities. exclusive-events: tasks and CPUs open and
// close events of such a PMU, and tasks run.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <set>

#include "properties/pt/sequences.hpp"
#include "protocol/pt/pt_init.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-71"};
constexpr std::array kSetup = {Dial{"there", 0, 1}, Dial{"traces at boot", 0, 1},
                               Dial{"tables", 0, 1}, Dial{"regions in a table", 0, 1},
                               Dial{"ranges", 0, 4}};

void run_registration(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const auto& of = example.setup;
  const PtHardware hardware{of[0] != 0, of[1] != 0, of[2] != 0, of[3] != 0, of[4]};
  const auto pmu = pt_init(hardware, defects);
  judge.require(pmu.has_value() == (of[0] != 0 && of[1] == 0 && of[2] != 0), "I-71",
                "a unit is used that cannot be, or is somebody else's; or another is not");
  if (!pmu || judge.found()) return;
  judge.require(pmu->nr_addr_filters == of[4], "I-71",
                "there are more filters than ranges, or less");
  judge.require(pmu->has(kPmuAuxNoSg) == (of[3] == 0), "I-71",
                "an area has pages that the unit cannot come to, or is of one piece for nothing");
  judge.require(pmu->has(kPmuExclusive) && pmu->has(kPmuItrace), "I-71",
                "core.c does not know that the unit is one, and whose trace it is");
}

constexpr int kTasks = 2, kCpus = 2;
enum Step : std::size_t { open_task, open_cpu, close, run };
constexpr std::array kSteps = {Dial{"open for a task", 0, kTasks*(kCpus + 1) - 1},
                               Dial{"open for a CPU", 0, kCpus - 1}, Dial{"close", 0, 3},
                               Dial{"run", 0, kTasks* kCpus - 1}};

constexpr std::array kShares = {Share{"opens", 80}, Share{"is refused", 60}};
class Exclusive {
 public:
  Exclusive(DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        defects_(defects),
        all_(*pt_init({}, defects), defects),
        shared_(RegisteredPmu{}, defects) {}
  void step(const AuxStep& step) {
    const int number = static_cast<int>(step.amount);
    if (step.kind == open_task) return open({number / (kCpus + 1), number % (kCpus + 1) - 1});
    if (step.kind == open_cpu) return open({-1, number});
    if (step.kind == close) {
      if (step.amount >= all_.events().size()) return;
      all_.close(step.amount);
      told_.erase(told_.begin() + number);
      return;
    }
    run_task(number / kCpus, number % kCpus);
  }

 private:
  /// Whether another event could run at the same time as `event` on a CPU. The unit has one buffer
  /// there.
  [[nodiscard]] bool in_the_way(const ExclusiveEvent& event) const {
    return std::ranges::any_of(all_.events(), [&](const ExclusiveEvent& other) {
      if (other.of_task() != event.of_task()) return true;
      if (other.task != event.task) return false;
      return other.cpu == event.cpu || other.cpu == -1 || event.cpu == -1;
    });
  }
  void open(const ExclusiveEvent& event) {
    const bool blocked = in_the_way(event);
    const int result = all_.open(event);
    const bool opened = result == 0;
    judge_.comes_to(opened ? "opens" : "is refused");
    judge_.require(shared_.open(event) == 0, "I-71",
                   "an event is refused by a PMU that any number of events share");
    judge_.require(opened || result == kBusy, "I-71", "an event is refused for another reason");
    judge_.require(opened || blocked, "I-71", "an event is refused that nothing is in the way of");
    judge_.require(!opened || !blocked, "I-71", "two events may want one unit at once");
    if (opened) told_.push_back(false);
  }
  /// The task's events on the CPU, and the CPU's own, start to run.
  void run_task(int task, int cpu) {
    judge_.require(shared_.events().empty() || !shared_.sched_in(0), "I-71",
                   "a PMU tells whose trace it is that has none");
    for (std::size_t i = 0; i < all_.events().size(); ++i) {
      const ExclusiveEvent& event = all_.events()[i];
      const bool here = event.of_task()
                            ? event.task == task && (event.cpu == -1 || event.cpu == cpu)
                            : event.cpu == cpu;
      if (!here) continue;
      const bool first = !told_[i];
      judge_.require(all_.sched_in(i) == first, "I-71",
                     "whose trace it is is told never, or again and again");
      told_[i] = true;
    }
  }

  AuxJudge& judge_;
  DefectSet defects_;
  ExclusiveEvents all_, shared_;
  std::vector<bool> told_;
};

void run_exclusive(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Exclusive exclusive(defects, judge);
  for (const AuxStep& step : example.steps) {
    if (judge.found()) return;
    exclusive.step(step);
  }
}

}  // namespace

const AuxSequence kPtRegistration = {
    "pt-registration", "the PMU of Intel PT units of any abilities", kProperties, kSetup, {}, true,
    run_registration};
const AuxSequence kExclusiveEvents = {"exclusive-events",
                                      "events of tasks and CPUs that want one unit",
                                      kProperties,
                                      {},
                                      kSteps,
                                      false,
                                      run_exclusive,
                                      4000,
                                      kShares};

}  // namespace ringcheck
