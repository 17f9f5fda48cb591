// deployment: what perf opens and maps for those whom it should record, and tasks that run, move
// and fork on three CPUs. map-size: what -m makes of a number of pages or of bytes.
//
// The model beside it works out from the options alone who should be recorded where. A tick on a
// CPU is a sample of each event that should count there; the sample must come to one ring, once,
// and to no ring that should not have it.
// Tested by tests/properties/aux/aux_mutants_test.cpp and
// tests/protocol/record/deployment_test.cpp.
#include <array>

#include "properties/record/sequences.hpp"
#include "protocol/lifetime/perf_mapping.hpp"
#include "protocol/record/evlist.hpp"
#include "protocol/record/map_size.hpp"

namespace ringcheck {
namespace {

constexpr int kCpus = 3;
const CpuMap kOnline = {0, 1, 2};
/// The first task is nobody's, the second is perf's command, and -p and -t name the second and the
/// third. The others are children.
constexpr std::size_t kTasks = 6, kFirstChild = 3;
constexpr int kForeign = 0, kCommand = 1, kOther = 2;

enum Mode : std::uint64_t {
  by_default,
  pids,
  cpu_list,
  all_cpus,
  per_thread,
  per_thread_tids,
  cpu_list_per_thread,
  pids_cpu_list,
  all_cpus_per_thread,
  pids_all_cpus,
};
constexpr std::array<std::string_view, 4> kProperties = {"I-09", "I-43", "I-44", "I-45"};
constexpr std::array kSetup = {Dial{"mode", by_default, pids_all_cpus}, Dial{"CPUs listed", 1, 7},
                               Dial{"events", 1, 63}, Dial{"no inherit", 0, 1}};
constexpr std::array kShares = {Share{"samples", 80}, Share{"leaves a task or a CPU out", 40},
                                Share{"forks", 60}};
constexpr std::array kDocumentedSetup = {Dial{"mode", cpu_list_per_thread, cpu_list_per_thread},
                                         Dial{"CPUs listed", 1, 7}, Dial{"events", 1, 1},
                                         Dial{"no inherit", 0, 1}};
enum Step : std::size_t { run, fork, tick };
constexpr std::array kSteps = {Dial{"run", 0, kTasks* kCpus - 1}, Dial{"fork", 0, kTasks - 1},
                               Dial{"tick", 0, kCpus - 1}};

CpuMap listed(std::uint64_t mask) {
  CpuMap cpus;
  for (int cpu = 0; cpu < kCpus; ++cpu)
    if ((mask >> static_cast<unsigned>(cpu) & 1U) != 0) cpus.push_back(cpu);
  return cpus;
}

bool contains(const std::vector<int>& list, int what) {
  return std::ranges::find(list, what) != list.end();
}

/// Events by the bits of a number, in the order of the command line: one that counts everywhere,
/// one with an overwritten ring, one that traces, one for all tasks of all CPUs, and one of the PMU
/// of each of two kinds of CPUs.
std::vector<RecordEvsel> evsels_of(std::uint64_t bits) {
  std::vector<RecordEvsel> all(6);
  all[1].write_backward = true;
  all[2].needs_aux = true;
  all[3].system_wide = true;
  all[4].own_cpus = {0};
  all[5].own_cpus = {1, 2};
  std::vector<RecordEvsel> chosen;
  for (std::size_t i = 0; i < all.size(); ++i)
    if ((bits >> i & 1U) != 0) chosen.push_back(all[i]);
  return chosen;
}

/// CPUs on which tasks are recorded.
class Machine {
 public:
  Machine(const AuxCase& example, bool as_documented, DefectSet defects, AuxJudge& judge)
      : mode_(static_cast<Mode>(example.setup[0])),
        listed_(listed(example.setup[1])),
        as_documented_(as_documented),
        judge_(judge) {
    RecordTarget target;
    target.defects = defects;
    target.no_inherit = inherited_not_ = example.setup[3] != 0;
    target.per_thread = mode_ == per_thread || mode_ == per_thread_tids ||
                        mode_ == cpu_list_per_thread || mode_ == all_cpus_per_thread;
    target.system_wide =
        mode_ == all_cpus || mode_ == all_cpus_per_thread || mode_ == pids_all_cpus;
    if (mode_ == pids || mode_ == per_thread_tids || mode_ == pids_cpu_list ||
        mode_ == pids_all_cpus)
      target.threads = {kCommand, kOther};
    const bool has_list =
        mode_ == cpu_list || mode_ == cpu_list_per_thread || mode_ == pids_cpu_list;
    if (has_list) target.cpu_list = listed_;
    judge_warning(target);
    evsels_ = evsels_of(example.setup[2]);
    made_ = deploy(target, evsels_, kOnline, kCommand);
    order_evsels(evsels_, target);
    judge_deployment();
    judge_opened();
    judge_areas();
  }

  void step(const AuxStep& step) {
    const auto amount = static_cast<int>(step.amount);
    if (step.kind == run) return schedule(amount / kCpus, amount % kCpus);
    if (step.kind == fork) return make_child(amount);
    sample(amount);
  }

 private:
  /// -p and -t override -C and -a; an option that names CPUs overrides --per-thread.
  void judge_warning(RecordTarget target) {
    const bool overridden = mode_ == pids_cpu_list || mode_ == pids_all_cpus ||
                            mode_ == cpu_list_per_thread || mode_ == all_cpus_per_thread;
    judge_.require(validate_target(target) == overridden, "I-45",
                   "perf does not warn of an option that another overrides, or of none");
  }
  void judge_deployment() {
    judge_.require(made_.refused == nullptr, "I-45", "the kernel refuses what perf asks for");
    for (const MappedRing& ring : made_.rings) {
      judge_.require(ring.index < made_.expected_maps, "I-45",
                     "perf has more rings than it counts");
      for (const MappedRing& other : made_.rings)
        judge_.require(
            &ring == &other || ring.index != other.index || ring.overwrite != other.overwrite,
            "I-45", "two rings have one place in perf's list");
    }
    for (const OpenedEvent& event : made_.events)
      judge_.require(event.ring == SIZE_MAX || !evsels_[event.evsel].needs_aux ||
                         made_.rings[event.ring].aux.has_value(),
                     "I-45", "an event that traces writes to a ring without an AUX area");
  }
  /// The threads that the options name, or any.
  [[nodiscard]] ThreadMap threads() const {
    switch (mode_) {
      case by_default:
      case per_thread:
        return {kCommand};
      case pids:
      case per_thread_tids:
      case pids_cpu_list:
      case pids_all_cpus:
        return {kCommand, kOther};
      default:
        return {kAny};
    }
  }
  [[nodiscard]] bool follows_threads() const {
    return mode_ == per_thread || mode_ == per_thread_tids;
  }
  /// The CPUs on which an event is opened.
  [[nodiscard]] CpuMap cpus_of(const RecordEvsel& evsel) const {
    if (evsel.system_wide) return kOnline;
    if (mode_ == cpu_list || mode_ == cpu_list_per_thread) return listed_;
    if (follows_threads() && (evsel.own_cpus.empty() || !evsel.requires_cpu)) return {kAny};
    return evsel.own_cpus.empty() ? kOnline : evsel.own_cpus;
  }
  /// Each event is opened for its CPUs and threads, once, and inherited if children count; perf
  /// counts a ring for each CPU, or each thread.
  void judge_opened() {
    const bool of_tasks = mode_ == by_default || mode_ == cpu_list || mode_ == all_cpus ||
                          mode_ == cpu_list_per_thread || mode_ == all_cpus_per_thread;
    std::size_t opened = 0;
    CpuMap all;
    for (std::size_t e = 0; e < evsels_.size(); ++e)
      for (const int cpu : cpus_of(evsels_[e])) {
        if (!contains(all, cpu)) all.push_back(cpu);
        for (const int thread : evsels_[e].system_wide ? ThreadMap{kAny} : threads()) {
          ++opened;
          const auto same = [&](const OpenedEvent& event) {
            return event.evsel == e && event.cpu == cpu && event.thread == thread &&
                   event.inherit == (of_tasks && !inherited_not_);
          };
          judge_.require(std::count_if(made_.events.begin(), made_.events.end(), same) == 1, "I-45",
                         "an event is not opened where it is to count, or inherited wrongly");
        }
      }
    judge_.require(made_.events.size() == opened, "I-45", "an event is opened that is not wanted");
    const std::size_t maps = all.size() + (contains(all, kAny) ? threads().size() - 1 : 0);
    judge_.require(made_.expected_maps == maps, "I-45", "perf counts other rings than it needs");
  }
  /// A ring has an AUX area if the mapped event traces; the area is named by the CPU or thread that
  /// it is for.
  void judge_areas() {
    for (const MappedRing& ring : made_.rings) {
      const OpenedEvent& first = made_.events.at(ring.first);
      judge_.require(
          first.cpu == ring.cpu && ring.aux.has_value() == evsels_[first.evsel].needs_aux, "I-45",
          "an AUX area is mapped where nothing traces, or not where something does");
      if (!ring.aux) continue;
      const int thread = follows_threads() ? first.thread : threads().front();
      judge_.require(
          ring.aux->cpu == (follows_threads() ? kAny : ring.cpu) && ring.aux->thread == thread,
          "I-45", "trace is said to be of another CPU or thread than it is of");
    }
  }
  void schedule(int task, int cpu) {
    if (task >= tasks_) return;
    // A task runs on one CPU.
    std::ranges::replace(running_, task, kForeign);
    running_[static_cast<std::size_t>(cpu)] = task;
    for (std::size_t ring = 0; ring < made_.rings.size(); ++ring) {
      int writers = 0;
      for (int on = 0; on < kCpus; ++on)
        writers += std::ranges::any_of(made_.events, [&](const OpenedEvent& event) {
          return event.ring == ring && is_active(event, on);
        });
      judge_.require(writers <= 1, "I-09", "two CPUs write to one ring");
    }
  }
  void make_child(int parent) {
    if (parent >= tasks_ || tasks_ == static_cast<int>(kTasks)) return;
    parents_[static_cast<std::size_t>(tasks_++)] = parent;
    judge_.comes_to("forks");
  }
  [[nodiscard]] bool descends(int task, int from) const {
    while (task != from && task >= static_cast<int>(kFirstChild))
      task = parents_[static_cast<std::size_t>(task)];
    return task == from;
  }
  /// Whether the kernel has the event scheduled in on `cpu`.
  [[nodiscard]] bool is_active(const OpenedEvent& event, int cpu) const {
    const int task = running_[static_cast<std::size_t>(cpu)];
    const CpuMap& own = evsels_[event.evsel].own_cpus;
    if (!own.empty() && !contains(own, cpu)) return false;
    if (event.cpu != kAny && event.cpu != cpu) return false;
    if (event.thread == kAny || event.thread == task) return true;
    return event.inherit && descends(task, event.thread);
  }
  /// Whether the options ask for samples of `task` on `cpu`.
  [[nodiscard]] bool is_asked(const RecordEvsel& evsel, int task, int cpu) const {
    if (!evsel.own_cpus.empty() && !contains(evsel.own_cpus, cpu)) return false;
    if (evsel.system_wide) return true;
    switch (mode_) {
      case by_default:
        return inherited_not_ ? task == kCommand : descends(task, kCommand);
      case per_thread:
        return task == kCommand;
      case pids:
      case per_thread_tids:
      case pids_cpu_list:
      case pids_all_cpus:
        return task == kCommand || task == kOther;
      case cpu_list:
        return contains(listed_, cpu);
      case cpu_list_per_thread:
        return contains(listed_, cpu) && (!as_documented_ || task == kCommand);
      case all_cpus:
      case all_cpus_per_thread:
        return true;
    }
    return false;
  }
  void sample(int cpu) {
    const int task = running_[static_cast<std::size_t>(cpu)];
    for (std::size_t e = 0; e < evsels_.size(); ++e) {
      std::size_t recorded = 0;
      for (const OpenedEvent& event : made_.events)
        if (event.evsel == e && is_active(event, cpu) && event.ring != SIZE_MAX) ++recorded;
      judge_.comes_to(is_asked(evsels_[e], task, cpu) ? "samples" : "leaves a task or a CPU out");
      if (is_asked(evsels_[e], task, cpu))
        judge_.require(recorded == 1, "I-44", "a sample that was asked for is not recorded once");
      else
        judge_.require(recorded == 0, "I-43", "a task or a CPU is recorded that was not asked for");
    }
  }

  Mode mode_;
  CpuMap listed_;
  bool as_documented_, inherited_not_ = false;
  AuxJudge& judge_;
  std::vector<RecordEvsel> evsels_;
  Deployment made_;
  int tasks_ = kFirstChild;
  std::array<int, kTasks> parents_{};
  std::array<int, kCpus> running_{kCommand, kForeign, kForeign};
};

template <bool AsDocumented>
void run_deployment(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Machine machine(example, AsDocumented, defects, judge);
  for (const AuxStep& step : example.steps) {
    if (judge.found()) return;
    machine.step(step);
  }
}

constexpr std::array<std::string_view, 1> kSizeProperties = {"I-45"};
constexpr std::array kSizeSetup = {Dial{"number", 0, 40}, Dial{"unit", 0, 5}};
/// Pages, a few or more than can be mapped, and bytes, around the size of a page.
constexpr std::array<std::uint64_t, 6> kUnits = {
    1, std::uint64_t{1} << 27U, std::uint64_t{1} << 60U, 1, 1000, 4096};
constexpr std::uint64_t kFirstOfBytes = 3;

void run_size(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const bool in_bytes = example.setup[1] >= kFirstOfBytes;
  const std::uint64_t number = example.setup[0] * kUnits[example.setup[1]];
  const auto pages = parse_pages({number, in_bytes}, defects);
  // The least power of two that is enough; a number of pages has 32 bits.
  const std::uint64_t asked = in_bytes ? (number + kMapPageSize - 1) / kMapPageSize : number;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31U;
  const bool possible = asked != 0 && asked <= kMost;
  judge.require(pages.has_value() == possible, "I-45",
                "a size is refused that can be mapped, or one is taken that cannot");
  if (!pages || !possible) return;
  std::uint64_t enough = 1;
  while (enough < asked) enough *= 2;
  judge.require(*pages == enough, "I-45", "another size is mapped than rounding up asks for");
  MappedBuffer rb;
  judge.require(perf_mmap(rb, {0, *pages + 1, true, true}) == 0, "I-45",
                "the kernel refuses the size");
}

}  // namespace

const AuxSequence kDeployment = {"deployment",
                                 "what perf opens and maps, and tasks that run, move and fork",
                                 kProperties,
                                 kSetup,
                                 kSteps,
                                 false,
                                 run_deployment<false>,
                                 4000,
                                 kShares};
const AuxSequence kDeploymentAsDocumented = {"deployment-as-documented",
                                             "-C with --per-thread, as documents have it",
                                             kProperties,
                                             kDocumentedSetup,
                                             kSteps,
                                             false,
                                             run_deployment<true>};
const AuxSequence kMapSize = {"map-size",
                              "what -m makes of a number of pages or of bytes",
                              kSizeProperties,
                              kSizeSetup,
                              {},
                              true,
                              run_size};

}  // namespace ringcheck
