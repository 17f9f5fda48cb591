// Section L: accounting of losses.
#include <array>

#include "properties/mutants/mutants.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kFull = "records=2 payload=1 words=2 polls=0";

constexpr std::array kRows = {
    Mutant{"L-01a", "the count of losses is taken by a load and a store of 0", "I-10",
           ExplorationHunt{
               .scenario = "perf-ring-nested",
               .parameters = "records=1 payload=0 interrupts=2 interrupt-payload=8 polls=0",
               .defects = Defects(Defect::lost_not_exchanged),
               .found = kAnyModel}},
    Mutant{"L-03a", "a begin that fails for space counts no loss", "I-10",
           ExplorationHunt{.scenario = "perf-ring-full",
                           .parameters = kFull,
                           .defects = Defects(Defect::lost_not_counted),
                           .found = kAnyModel}},
};

}  // namespace

constinit const MutantRows kLostMutants = kRows;

}  // namespace ringcheck
