// filter-migration: ranges of a filter change, and the event must be restarted for them, while it
// moves from one CPU to another. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/filter_migration.hpp"

#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kOncpu = AddrFilterCells::kCount + 3;  ///< after the second CPU's words
constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
constexpr std::uint64_t kStart = 0x8000, kSize = 0x10;

/// The event's words and those of the unit of one CPU: programmed ranges, and whether it traces.
AddrFilterCells cells_of(std::uint64_t number) {
  AddrFilterCells at = AddrFilterCells::at(0);
  if (number == 1) {
    at.hw_start = AddrFilterCells::kCount;
    at.hw_size = at.hw_start + 1;
    at.enabled = at.hw_start + 2;
  }
  return at;
}

}  // namespace

FilterMigrated run_migration(const FilterMigration& migration) {
  std::vector<std::uint64_t> memory(kOncpu + 1);
  const std::array cells = {cells_of(0), cells_of(1)};
  SequentialCpu<> other(memory);
  memory[cells[0].generation] = 1;
  memory[kOncpu] = 0;
  filtered_event_start(other, cells[0], migration.defects);

  std::uint64_t accesses = 0;
  bool asking = false;
  const auto arrive = [&] {
    memory[kOncpu] = 1;
    // The programmed ranges belong to the event; each CPU's registers are written when the event
    // starts.
    memory[cells[1].hw_start] = memory[cells[0].hw_start];
    memory[cells[1].hw_size] = memory[cells[0].hw_size];
    filtered_event_start(other, cells[1], migration.defects);
  };
  const auto move = [&] {
    // Neither CPU moves events while it handles an interrupt; filters are locked only for a moment.
    if (asking || memory[cells[0].lock] != 0) return;
    if (accesses >= migration.leaves && memory[kOncpu] == 0) {
      memory[cells[0].enabled] = memory[cells[0].active] = 0;
      memory[kOncpu] = kNowhere;
    }
    if (accesses >= migration.leaves + migration.arrives && memory[kOncpu] == kNowhere) arrive();
    ++accesses;
  };
  SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(move)>> cpu(
      memory, {}, BeforeEachAccess<decltype(move)>(move));
  // The ranges change; perf_event_stop must restart the event.
  DefectSet quiet = migration.defects;
  quiet.insert(defect::kFilterNoRestart);
  change_addr_range(cpu, cells[0], kStart, kSize, false, quiet);
  perf_event_stop(
      cpu, cells[0], kOncpu,
      [&](auto&, std::uint64_t target) {
        if (target == kNowhere) return StopAnswer::done;  // -ENXIO
        asking = true;
        const StopAnswer answer =
            perf_event_stop_here(other, cells.at(target), kOncpu, target, migration.defects);
        asking = false;
        return answer;
      },
      migration.retries);
  accesses = migration.leaves + migration.arrives;
  move();
  move();
  return {memory[cells[1].enabled] != 0 && memory[cells[1].hw_start] == kStart &&
              memory[cells[1].hw_size] == kSize,
          memory[cells[0].enabled] != 0};
}

namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-40"};
constexpr std::array kSetup = {Dial{"leaves before access", 0, 20},
                               Dial{"arrives so many later", 0, 20}};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const FilterMigrated migrated =
      run_migration({example.setup[0], example.setup[1], true, defects});
  judge.require(migrated.new_ranges, "I-40",
                "the unit traces with the ranges of before the update");
  judge.require(!migrated.left_traces, "I-40", "a CPU traces that the event has left");
}

}  // namespace

const AuxSequence kFilterMigration = {"filter-migration",
                                      "ranges change while the event moves to another CPU",
                                      kProperties,
                                      kSetup,
                                      {},
                                      true,
                                      run};

}  // namespace ringcheck
