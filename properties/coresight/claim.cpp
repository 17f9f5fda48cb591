// claim-race: a debugger sets its tag at any moment while the kernel claims a component.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/claim.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-53", "I-54"};
constexpr std::array kSetup = {Dial{"the debugger comes after access", 0, 6},
                               Dial{"it looks again after access", 0, 6},
                               Dial{"who has the component before", 0, 2}};

/// The debugger, whose looks and tag are steps of its own between the kernel's accesses.
struct Debugger {
  std::vector<std::uint64_t>& memory;
  ClaimTags tags;
  std::uint64_t comes, looks;
  std::uint64_t accesses = 0;
  bool set = false, looked = false;

  void act() {
    if (!set && accesses >= comes && memory[tags.mine] == 0) {
      set = true;
      memory[tags.other] = 1;
    }
    if (set && !looked && accesses >= comes + looks) {
      looked = true;
      if (memory[tags.mine] != 0) memory[tags.other] = 0;
    }
    ++accesses;
  }
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(ClaimTags::kNames.size());
  const ClaimTags tags = ClaimTags::at(0);
  Debugger debugger{memory, tags, example.setup[0], example.setup[1]};
  enum Before : std::uint64_t { nobody, debugger_before, kernel_before };
  const std::uint64_t before = example.setup[2];
  if (before == kernel_before) memory[tags.mine] = 1;
  if (before == debugger_before) {
    debugger.set = debugger.looked = true;
    memory[tags.other] = 1;
  }
  const auto act = [&] { debugger.act(); };
  SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(act)>> cpu(
      memory, {}, BeforeEachAccess<decltype(act)>(act));
  const bool mine = coresight_claim_device(cpu, tags, {.defects = defects});
  const bool came = debugger.set;
  for (std::uint64_t i = 0; i < 2 * example.setup[0] + example.setup[1] + 2; ++i)
    if (came) debugger.act();
  judge.require(!mine || before != kernel_before, "I-54", "the kernel has a component twice");
  judge.require((mine || before == kernel_before) == (memory[tags.mine] != 0), "I-54",
                "a tag stays that nobody goes by");
  judge.require(memory[tags.mine] == 0 || memory[tags.other] == 0, "I-54",
                "a component is the kernel's and the debugger's");
  judge.require(mine || came || before != nobody, "I-53", "a component is refused that nobody has");
}

}  // namespace

const AuxSequence kClaimOnce = {
    "claim-race", "a debugger claims a component at the same time", kProperties, kSetup, {}, true,
    run};

}  // namespace ringcheck
