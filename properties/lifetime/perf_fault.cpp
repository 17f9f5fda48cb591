// perf-fault: a task touches a page of a buffer for the first time, while others unmap the buffer,
// map it or a new one, and redirect the event.
//
// Event A has buffer 1, which is mapped once. Nothing protects the mapping in which the fault
// occurs. Tested by tests/properties/lifetime/perf_fault_test.cpp.
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/lifetime/invariants.hpp"
#include "properties/lifetime/lifetime_tags.hpp"
#include "protocol/lifetime/perf_fault.hpp"

namespace ringcheck {
namespace {

enum class Other : std::uint8_t { none, detaches, attaches };

constexpr std::array<std::string_view, 3> kOthers = {"none", "detaches", "attaches"};
constexpr std::array<std::string_view, 2> kCloses = {"kernel", "under-mutex"};

struct Settings {
  std::uint64_t faults = 1;
  Other other = Other::none;
  bool close_under_mutex = false;
};

constexpr std::array kParameters = {
    number<&Settings::faults>("faults", "pages that are touched", 1, 1, 2),
    choice<&Settings::other>(
        "other",
        "what happens beside munmap: A is redirected to no buffer, unless it is mapped (detaches), "
        "or mapped once more, its buffer or a new one (attaches)",
        kOthers, Other::attaches),
    choice<&Settings::close_under_mutex>(
        "close", "whether munmap takes both counts of mappings down under the event's mutex (F-08)",
        kCloses, true)};
constexpr std::array kJudged = {&kNoUseAfterFree};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  PerfLifetime all;
  Settings settings;
  InterruptPlan no_interrupts;

  [[nodiscard]] const AttachedEventCells& a() const { return all.events[0]; }
};

template <class Names>
std::uint64_t add_words(Program& program, const Names& names, const std::string& owner) {
  const std::uint64_t base = address_of(static_cast<LocId>(program.locations.size()));
  for (const std::string_view name : names)
    program.locations.push_back({owner + std::string(name), 0});
  return base;
}

void lay_out(Shared& shared, Program& program) {
  const char* const owners[] = {"A.", "B.", "C."};
  for (std::size_t e = 0; e < kLifetimeEvents; ++e)
    shared.all.events[e] =
        AttachedEventCells::at(add_words(program, AttachedEventCells::kNames, owners[e]));
  std::array<PageCells, kLifetimeBuffers> pages{};
  for (std::size_t b = 0; b < kLifetimeBuffers; ++b) {
    const std::string owner = "rb" + std::to_string(b + 1) + ".";
    shared.all.buffers[b] =
        MappedBufferCells::at(add_words(program, MappedBufferCells::kNames, owner));
    pages[b] = PageCells::at(add_words(program, PageCells::kNames, owner));
    program.locations[location_of(pages[b].refcount)].initial = 1;
  }
  shared.all.pages = pages;
  shared.all.rcu_section = address_of(static_cast<LocId>(program.locations.size()));
  program.locations.push_back({"rcu_section", 0});
  for (const std::uint64_t cell : {shared.a().rb, shared.a().on_list, shared.a().mmap_count,
                                   shared.all.buffer(1).mmap_count, shared.all.buffer(1).refcount})
    program.locations[location_of(cell)].initial = 1;
}

/// Touches a page, reads it, and lets the mapping of it go.
void touch_pages(CheckedCpu& cpu, const Shared& shared) {
  for (std::uint64_t i = 0; i < shared.settings.faults; ++i) {
    const PageCells* page = perf_mmap_fault(cpu, shared.all, shared.a());
    if (page == nullptr) continue;
    touch_page(cpu, *page);
    unmap_page(cpu, shared.all, *page);
  }
}

void act_beside(CheckedCpu& cpu, const Shared& shared) {
  if (shared.settings.other == Other::detaches)
    return perf_event_set_output(cpu, shared.all, shared.a(), nullptr);
  perf_mmap(cpu, shared.all, shared.a(), 2, Allocation::succeeds);
}

/// The other events are never used, and a task that touches pages writes only what is theirs.
void narrow_writes(const Shared& shared, Program& program) {
  LocationSet of_fault;
  const auto add = [&](std::uint64_t address) { of_fault.set(location_of(address)); };
  add(shared.all.rcu_section);
  for (std::size_t b = 0; b < kLifetimeBuffers; ++b) {
    const PageCells& page = (*shared.all.pages)[b];
    add(page.refcount);
    add(page.freed);
  }
  program.threads.front().may_write = of_fault;
  for (Thread& thread : program.threads)
    for (std::size_t e = 1; e < kLifetimeEvents; ++e)
      for (std::size_t word = 0; word < AttachedEventCells::kNames.size(); ++word)
        thread.may_write.reset(location_of(shared.all.events[e].rb + word));
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->all.defects = of.defects;
  shared->all.close_under_mutex = settings.close_under_mutex;
  shared->settings = settings;
  PerfProgram result;
  result.program.name = of.name;
  lay_out(*shared, result.program);
  result.lifetime = shared->all;
  const auto add = [&](const char* thread, auto what) {
    add_task(result.program, thread, shared, what);
  };
  add("fault", touch_pages);
  add("munmap", [](CheckedCpu& cpu, const Shared& s) { perf_mmap_close(cpu, s.all, s.a()); });
  if (settings.other == Other::detaches) add("set_output", act_beside);
  if (settings.other == Other::attaches) add("mmap", act_beside);
  declare_lifetime_tags(result.program, shared->all);
  narrow_writes(*shared, result.program);
  return result;
}

}  // namespace

extern const Scenario kPerfFault;
const Scenario kPerfFault = perf_scenario<Settings>(
    {"perf-fault",
     "a page is touched while its buffer is unmapped and another one is mapped",
     kParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

}  // namespace ringcheck
