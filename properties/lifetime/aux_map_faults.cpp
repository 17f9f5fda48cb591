// aux-map-faults: a process maps the AUX area of a buffer, while another one touches or unmaps the
// data of that buffer, which it has mapped.
//
// The area is the first that the buffer gets. Who maps it touches its pages afterwards, keeps the
// first, and finds none behind them.
// Tested by tests/properties/lifetime/aux_map_faults_test.cpp.
#include <memory>
#include <string>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/lifetime/invariants.hpp"
#include "properties/lifetime/lifetime_end.hpp"
#include "protocol/lifetime/aux_fault.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kBesides = {"touches", "unmaps"};
constexpr std::array<std::string_view, 2> kMappers = {"fails", "maps"};
constexpr std::array<std::string_view, 3> kOffsets = {"last", "first", "first-released"};

struct Settings {
  std::uint64_t page = 1, aux_pages = 1;
  bool unmaps = false, maps = false;
  OffsetStored offset = OffsetStored::last;
};

constexpr std::array kParameters = {
    choice<&Settings::unmaps>(
        "beside", "what the other process does: touches a page of its mapping, or unmaps it",
        kBesides),
    number<&Settings::page>("page", "page that is touched; 0: the user page, then data", 1, 0,
                            kFaultedDataPages),
    choice<&Settings::maps>(
        "mapper", "whether the driver takes the pages of the AUX area (maps) or refuses (fails)",
        kMappers),
    number<&Settings::aux_pages>("aux-pages", "pages of the AUX area", 1, 1, kFaultedAuxPages),
    choice<&Settings::offset>(
        "offset",
        "when mmap stores where the area begins: after it has counted its pages (last, Linux 6.1), "
        "before that (first), or before that and in order (first-released: the count is stored "
        "with release and loaded with acquire)",
        kOffsets, OffsetStored::last)};
constexpr std::array kJudged = {&kNoUseAfterFree};

struct Shared {
  FaultedBuffer rb;
  Settings settings;
  InterruptPlan no_interrupts;
};

void touch_and_unmap(CheckedCpu& cpu, const Shared& shared, std::uint64_t pgoff) {
  if (const PageCells* page = fault_in_buffer(cpu, shared.rb, pgoff)) put_page(cpu, *page);
}

void map_area(CheckedCpu& cpu, const Shared& shared) {
  const Allocation allocation = shared.settings.maps ? Allocation::succeeds : Allocation::fails;
  if (!map_faulted_aux(cpu, shared.rb, allocation)) return;
  fault_in_buffer(cpu, shared.rb, kFaultedAuxOffset);
  const std::uint64_t end = kFaultedAuxOffset + shared.rb.nr_pages;
  for (std::uint64_t pgoff = kFaultedAuxOffset + 1; pgoff < end; ++pgoff)
    touch_and_unmap(cpu, shared, pgoff);
  // The page at the end is the first again: its place is clamped.
  if (find_faulted_page(cpu, shared.rb, end).page != shared.rb.pages.data() ||
      find_faulted_page(cpu, shared.rb, end + 1).kind != FaultedPage::Kind::none)
    break_lifetime(cpu, LifetimeBreak::wrong_page);
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  LocationList locations;
  shared->settings = settings;
  shared->rb.at = AuxAreaCells::at(locations.add("", AuxAreaCells::kNames));
  shared->rb.nr_pages = settings.aux_pages;
  shared->rb.offset = settings.offset;
  for (std::size_t p = 0; p < kFaultedAuxPages; ++p) {
    PageCells& page = shared->rb.pages[p];
    page = PageCells::at(locations.add(faulted_page_name(p), PageCells::kNames));
    // What is not the area's is there for nobody.
    locations.set_initial(page.refcount, p < settings.aux_pages ? 1 : 0);
    locations.set_initial(page.freed, p < settings.aux_pages ? 0 : 1);
  }
  // For who judges: nobody stores it.
  const std::uint64_t granted =
      locations.add(std::string(kGrantedPages), settings.maps ? settings.aux_pages : 0);
  const bool stored = settings.maps || settings.offset != OffsetStored::last;
  const std::uint64_t begins =
      locations.add(std::string(kGrantedOffset), stored ? kFaultedAuxOffset : 0);
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  program.locations = std::move(locations.all());
  add_task(program, "mmap", shared, map_area);
  if (settings.unmaps)
    add_task(program, "munmap", shared,
             [](CheckedCpu& cpu, const Shared& s) { unmap_faulted_data(cpu, s.rb); });
  else
    add_task(program, "fault", shared,
             [](CheckedCpu& cpu, const Shared& s) { touch_and_unmap(cpu, s, s.settings.page); });
  for (Thread& thread : program.threads)
    for (const std::uint64_t word : {granted, begins}) thread.may_write.reset(location_of(word));
  program.threads.back().may_write.reset(location_of(shared->rb.at.pgoff));
  return result;
}

}  // namespace

extern const Scenario kAuxMapFaults;
const Scenario kAuxMapFaults = perf_scenario<Settings>(
    {"aux-map-faults",
     "data of a buffer are touched or unmapped while its AUX area is mapped by another process",
     kParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

}  // namespace ringcheck
