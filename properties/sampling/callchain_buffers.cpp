// callchain-buffers: a sample takes its callchain while the last event that wants chains is closed,
// and another one is opened.
//
// Nothing keeps the sample's own event alive: other code takes chains too. Buffers 1 exist
// initially. Tested by tests/properties/sampling/callchain_test.cpp.
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/lifetime/invariants.hpp"
#include "properties/sampling/invariants.hpp"
#include "protocol/sampling/callchain.hpp"

namespace ringcheck {
namespace {

struct Settings {
  std::uint64_t samples = 3;
  bool opens = false;
  bool stays = false;
};

constexpr std::array<std::string_view, 2> kOther = {"none", "opens"};
constexpr std::array<std::string_view, 2> kFirst = {"closes", "stays"};
constexpr std::array kParameters = {
    number<&Settings::samples>("samples", "samples that are taken", 3, 1, 3),
    choice<&Settings::opens>("other", "whether another event is opened meanwhile", kOther, true),
    choice<&Settings::stays>(
        "first", "whether the event that wants chains initially is closed, or stays", kFirst)};
constexpr std::array kJudged = {&kNoUseAfterFree, &kChainsTaken};
constexpr std::array kMustSee = {&kChainsTaken};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Callchains all;
  Settings settings;
  std::uint64_t taken = 0;  ///< address: how many samples had a chain
  InterruptPlan no_interrupts;
};

void take_samples(CheckedCpu& cpu, const Shared& shared) {
  std::uint64_t taken = 0;
  for (std::uint64_t i = 0; i < shared.settings.samples; ++i)
    if (output_with_callchain(cpu, shared.all)) ++taken;
  cpu.write_once(shared.taken, taken);
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->all.defects = of.defects;
  shared->settings = settings;
  PerfProgram result;
  result.program.name = of.name;
  const std::uint64_t base = address_of(static_cast<LocId>(result.program.locations.size()));
  for (const std::string_view name : CallchainCells::kNames)
    result.program.locations.push_back({"callchain." + std::string(name), 0});
  shared->all.at = CallchainCells::at(base);
  result.callchains = shared->all;
  for (const std::uint64_t cell : {shared->all.at.events, shared->all.at.entries})
    result.program.locations[location_of(cell)].initial = 1;
  shared->taken = address_of(static_cast<LocId>(result.program.locations.size()));
  result.program.locations.push_back({"chains.taken", 0});
  // For who judges: nobody stores these.
  result.program.locations.push_back({"chains.due", settings.stays ? settings.samples : 0});
  result.program.locations.push_back(
      {"chains.events", (settings.stays ? 1U : 0U) + (settings.opens ? 1U : 0U)});
  const auto add = [&](const char* thread, auto what) {
    add_task(result.program, thread, shared, what);
  };
  add("sample", take_samples);
  if (!settings.stays)
    add("close", [](CheckedCpu& cpu, const Shared& s) { put_callchain_buffers(cpu, s.all); });
  if (settings.opens)
    add("open", [](CheckedCpu& cpu, const Shared& s) { get_callchain_buffers(cpu, s.all, 2); });
  declare_locks(result.program, {shared->all.at.mutex});
  return result;
}

}  // namespace

extern const Scenario kCallchainBuffers;
const Scenario kCallchainBuffers = perf_scenario<Settings>(
    {"callchain-buffers",
     "a sample takes its callchain while the buffers for chains go, and others come",
     kParameters,
     {},
     BarrierPlan(),
     kJudged,
     kMustSee,
     build});

}  // namespace ringcheck
