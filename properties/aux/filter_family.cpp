// filter-family: threads fork, execute a program, map its file, change what a part of it may, and
// take turns on a CPU, while filters are set. Whoever runs is traced by the ranges of its own
// address space: where it has the file, or the addresses that were asked for.
//
// The family has the repairs of docs/findings.md V-73 to V-78, each of which is a mutant. Left out:
// files that are mapped twice, and munmap, of which filters learn nothing.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <string_view>

#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/aux/defects.hpp"
#include "protocol/aux/filter_family.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-40"};
constexpr std::array kSetup = {Dial{"somebody records mappings", 0, 1},
                               Dial{"the first thread is the kernel's", 0, 1}};
enum class FamilyStep : std::size_t {
  fork,
  fork_thread,
  exec,
  map,
  protect,
  run,
  of_file,
  of_addresses
};
constexpr std::uint64_t kLast = kFamilyThreads - 1;
constexpr std::array kSteps = {Dial{"thread forks", 0, kLast},
                               Dial{"thread makes a thread", 0, kLast},
                               Dial{"thread executes", 0, kLast},
                               Dial{"thread maps the file", 0, kLast},
                               Dial{"thread changes a part's rights", 0, kLast},
                               Dial{"CPU goes on to thread", 0, kLast},
                               Dial{"filter on the file"},
                               Dial{"filter on addresses"}};
constexpr std::array kShares = {Share{"traces the file", 20}, Share{"traces no byte of it", 20},
                                Share{"traces addresses", 20}};

constexpr std::uint64_t kPage = 0x1000, kFilePages = 4, kBase = 0x400000, kApart = 0x10000;
constexpr AddrRange kInFile = {kPage, 2 * kPage}, kAddresses = {0x7000, 0x100};

/// Whom a parser asks: there is memory, and one file.
struct OneFile {
  [[nodiscard]] static bool has_memory() { return true; }
  static int find_file(std::string_view, std::uint64_t& file) {
    file = 1;
    return 0;
  }
  [[nodiscard]] static bool follows_task() { return true; }
  [[nodiscard]] static int security() { return 0; }
};

class Family {
  /// An event that is on the CPU is stopped and started.
  struct Restart {
    Family& of;
    void operator()(std::size_t event) const {
      if (event == of.family_.threads.at(of.running_).event)
        perf_event_addr_filters_sync(of.family_, of.on_cpu());
    }
  };

 public:
  Family(const AuxCase& example, DefectSet defects, AuxJudge& judge) : judge_(judge) {
    family_.recorded = example.setup[0] != 0;
    family_.threads[0].kernel = example.setup[1] != 0;
    family_.most = kFamilyRanges;
    family_.repairs = {
        !defects.has(defect::kFilterForksFirst),       !defects.has(defect::kFilterTellsOne),
        !defects.has(defect::kFilterPartReplaces),     !defects.has(defect::kFilterUnrecorded),
        !defects.has(defect::kFilterKeptWithoutSpace), !defects.has(defect::kFilterSwapped)};
    for (std::size_t i = 0; i < kFamilyThreads; ++i) family_.threads.at(i).space = i;
    perf_event_alloc(family_, 0, 0, asked_, [] { return 0; });
    perf_event_addr_filters_sync(family_, family_.events[0]);
  }

  void step(const AuxStep& step) {
    const std::size_t thread = step.amount % count_;
    const auto kind = static_cast<FamilyStep>(step.kind);
    const bool kernel = family_.threads.at(thread).kernel;
    if (kind == FamilyStep::run) {
      go_on_to(thread);
    } else if (kind == FamilyStep::of_file) {
      set_filter("filter 0x1000/0x2000@/f");
    } else if (kind == FamilyStep::of_addresses) {
      set_filter("filter 0x7000/0x100");
    } else if (!kernel) {
      act(kind, thread);
    }
    judge_who_runs();
  }

 private:
  void act(FamilyStep step, std::size_t thread) {
    const std::size_t space = family_.threads.at(thread).space;
    if (step == FamilyStep::fork || step == FamilyStep::fork_thread) {
      if (count_ < kFamilyThreads) make_thread(thread, step == FamilyStep::fork_thread);
    } else if (step == FamilyStep::exec) {
      for (std::size_t i = 0; i < count_; ++i)
        if (i != thread && family_.threads.at(i).space == thread) return;  // it stays there
      family_.threads.at(thread).space = thread;
      family_.spaces.at(thread).count = 0;
      perf_event_exec(family_, thread, Restart{*this});
    } else if (step == FamilyStep::map) {
      if (family_.spaces.at(space).count != 0) return;
      const std::uint64_t start = kBase + kApart * ++mappings_;
      const FamilySpace::Area area = {{start, start + kFilePages * kPage, 1}, true};
      family_.spaces.at(space).add(area);
      perf_event_mmap(family_, thread, area, Restart{*this});
    } else if (family_.spaces.at(space).count != 0) {
      FamilySpace::Area part = family_.spaces.at(space).areas[0];
      part.mapping.start += kPage;
      part.mapping.end = part.mapping.start + kPage;
      part.mapping.offset += kPage;
      perf_event_mmap(family_, thread, part, Restart{*this});
    }
  }
  void make_thread(std::size_t from, bool shares) {
    FamilyThread& child = family_.threads.at(count_);
    if (shares)
      child.space = family_.threads.at(from).space;
    else
      family_.spaces.at(child.space) = family_.spaces.at(family_.threads.at(from).space);
    perf_event_alloc(family_, count_, from, asked_, [] { return 0; });
    ++count_;
  }
  void set_filter(std::string_view text) {
    perf_event_set_filter(
        family_, text, asked_, [](auto) { return 0; }, Restart{*this});
  }
  void go_on_to(std::size_t thread) {
    if (thread == running_) return;
    const bool swapped = perf_event_context_sched_out(family_, running_, thread);
    running_ = thread;
    if (!swapped) perf_event_addr_filters_sync(family_, on_cpu());
  }
  /// The event that traces who runs.
  FamilyEvent& on_cpu() { return family_.events.at(family_.threads.at(running_).event); }

  /// What the thread that runs is to be traced by.
  [[nodiscard]] AddrRange wanted() const {
    if (family_.list.filters[0].at.file == 0) return kAddresses;
    const FamilySpace& space = family_.spaces.at(family_.threads.at(running_).space);
    if (family_.threads.at(running_).kernel || space.count == 0) return {};
    return {space.areas[0].mapping.start + kInFile.start, kInFile.size};
  }
  void judge_who_runs() {
    const SyncedFilters& synced = on_cpu().synced;
    if (!judge_.require(synced.list.count == family_.list.count, "I-40",
                        "a thread is traced by filters of before"))
      return;
    if (family_.list.count == 0) return;
    judge_.require(synced.ranges[0] == wanted(), "I-40",
                   "a thread is traced by other addresses than its address space has");
    if (family_.list.filters[0].at.file == 0) return judge_.comes_to("traces addresses");
    judge_.comes_to(wanted().size != 0 ? "traces the file" : "traces no byte of it");
  }

  AuxJudge& judge_;
  FilterFamily family_{};
  OneFile asked_{};
  std::size_t count_ = 1;    ///< of threads
  std::size_t running_ = 0;  ///< who runs on the CPU
  std::uint64_t mappings_ = 0;
};

}  // namespace

const AuxSequence kFilterFamily = {"filter-family",
                                   "address filters of threads that fork, execute and map",
                                   kProperties,
                                   kSetup,
                                   kSteps,
                                   false,
                                   run_steps<Family>,
                                   4000,
                                   kShares};

}  // namespace ringcheck
