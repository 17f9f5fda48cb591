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
#include "protocol/sampling/callchain.hpp"

namespace ringcheck {
namespace {

struct Settings {
  std::uint64_t samples = 1;
  bool opens = false;
};

constexpr std::array<std::string_view, 2> kOther = {"none", "opens"};
constexpr std::array kParameters = {
    number<&Settings::samples>("samples", "samples that are taken", 1, 1, 2),
    choice<&Settings::opens>("other", "whether another event is opened meanwhile", kOther, true)};
constexpr std::array kJudged = {&kNoUseAfterFree};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Callchains all;
  Settings settings;
  InterruptPlan no_interrupts;
};

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
  const auto add = [&](const char* thread, auto what) {
    add_task(result.program, thread, shared, what);
  };
  add("sample", [](CheckedCpu& cpu, const Shared& s) {
    for (std::uint64_t i = 0; i < s.settings.samples; ++i) output_with_callchain(cpu, s.all);
  });
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
     kJudged,
     build});

}  // namespace ringcheck
