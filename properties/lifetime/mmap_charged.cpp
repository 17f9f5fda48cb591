// mmap-charged: two processes of a user map buffers of events of their own at the same time.
// Tested by tests/properties/lifetime/mmap_charged_test.cpp.
#include <memory>
#include <string>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/lifetime/invariants.hpp"
#include "protocol/lifetime/charging.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kCharges = {"kernel", "under-mutex"};

struct Settings {
  std::uint64_t mappings = 1, limit = 1, pinned = 1;
  bool under_mutex = false;
};

constexpr std::array kParameters = {
    number<&Settings::mappings>("mappings", "buffers of one page that each process maps", 2, 1, 3),
    number<&Settings::limit>("limit", "pages that a user may lock", 2, 0, 4),
    number<&Settings::pinned>("pinned", "pages above that, for each address space", 1, 0, 4),
    choice<&Settings::under_mutex>(
        "charge", "whether a mutex of the user is held from the look at its pages to the charge",
        kCharges)};
constexpr std::array kJudged = {&kChargedPages};

constexpr std::size_t kProcesses = 2;

struct Shared {
  ChargedUser user;
  std::array<ChargedProcessCells, kProcesses> processes{};
  std::uint64_t mappings = 0;
  InterruptPlan no_interrupts;
};

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  LocationList locations;
  shared->user = {ChargedUserCells::at(locations.add("", ChargedUserCells::kNames)),
                  settings.pinned, settings.under_mutex};
  shared->mappings = settings.mappings;
  locations.set_initial(shared->user.at.lock_limit, settings.limit);
  // For who judges: nobody stores these.
  const std::uint64_t wanted = locations.add("wanted", settings.mappings);
  const std::uint64_t allowed = locations.add("allowed", settings.pinned);
  for (std::size_t p = 0; p < kProcesses; ++p)
    shared->processes[p] = ChargedProcessCells::at(
        locations.add(std::to_string(p + 1).append("."), ChargedProcessCells::kNames));
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  program.locations = std::move(locations.all());
  for (std::size_t p = 0; p < kProcesses; ++p) {
    add_task(program, "mmap", shared, [p](CheckedCpu& cpu, const Shared& s) {
      for (std::uint64_t i = 0; i < s.mappings; ++i) perf_mmap_charged(cpu, s.user, s.processes[p]);
    });
    LocationSet& writes = program.threads.back().may_write;
    for (const std::uint64_t other :
         {shared->user.at.lock_limit, wanted, allowed, shared->processes[1 - p].pinned_vm,
          shared->processes[1 - p].mapped})
      writes.reset(location_of(other));
  }
  return result;
}

}  // namespace

extern const Scenario kMmapCharged;
const Scenario kMmapCharged = perf_scenario<Settings>(
    {"mmap-charged",
     "two processes of a user map buffers while the user's limit of locked pages is near",
     kParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

}  // namespace ringcheck
