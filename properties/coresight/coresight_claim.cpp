// coresight-claim: the kernel and an external debugger claim a component at once.
// Tested by tests/properties/coresight/coresight_test.cpp.
#include <memory>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/coresight/invariants.hpp"
#include "protocol/coresight/claim.hpp"

namespace ringcheck {
namespace {

struct Settings {
  std::uint64_t rounds = 0;
};

constexpr std::array kParameters = {
    number<&Settings::rounds>("rounds", "times that each of them tries", 3, 1, 3)};
constexpr std::array kVaried = {site::kClaimSync};
constexpr std::array kJudged = {&kOneClaim};

struct Claimants {
  ClaimTags tags{};
  std::uint64_t has = 0;  ///< address of the first of two words: who has the component
  ClaimRules rules{};
  InterruptPlan no_interrupts{};
};

void claim(CheckedCpu& cpu, const Claimants& all, bool debugger, std::uint64_t rounds) {
  const ClaimTags tags = debugger ? all.tags.swapped() : all.tags;
  // The debugger is not Linux code, and makes no mistakes.
  const ClaimRules rules = debugger ? ClaimRules{} : all.rules;
  for (std::uint64_t i = 0; i < rounds; ++i)
    if (coresight_claim_device(cpu, tags, rules)) {
      cpu.store(all.has + (debugger ? 1 : 0), 1);
      return;
    }
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto all = std::make_shared<Claimants>();
  LocationList locations;
  all->tags = ClaimTags::at(locations.add("claim.", ClaimTags::kNames));
  constexpr std::array<std::string_view, 2> kHas = {"kernel_has", "debugger_has"};
  all->has = locations.add("", kHas);
  all->rules = {of.plan, of.defects};
  PerfProgram result;
  result.program.name = of.name;
  result.program.locations = std::move(locations.all());
  for (const bool debugger : {false, true}) {
    Thread thread;
    thread.name = debugger ? "debugger" : "kernel";
    thread.may_write.set(debugger ? 1 : 0);
    thread.may_write.set(debugger ? 3 : 2);
    thread.body = [all, debugger, rounds = settings.rounds](ThreadRun& run) {
      CheckedCpu cpu(run, {}, all->no_interrupts);
      claim(cpu, *all, debugger, rounds);
    };
    result.program.threads.push_back(std::move(thread));
  }
  return result;
}

}  // namespace

extern const Scenario kCoreSightClaim;
const Scenario kCoreSightClaim = perf_scenario<Settings>(
    {"coresight-claim", "the kernel and a debugger claim a component at once", kParameters, kVaried,
     BarrierPlan(), kJudged, kJudged, build});

}  // namespace ringcheck
