// Section G: mistakes that are of no one commit.
#include <array>

#include "properties/mutants/aux_hunt.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"G-01", "a begin that fails only takes its nest count back, and publishes nothing",
           "I-04",
           ExplorationHunt{
               .scenario = "perf-ring-overrun",
               .parameters =
                   "records=1 payload=1 interrupt-payload=0 words=2 polls=0 reserve=head-first",
               .defects = Defects(Defect::failed_begin_stores_nest),
               .found = kAnyModel}},
    Mutant{"G-04", "the size in the header leaves out the header", "I-12",
           ExplorationHunt{.scenario = "perf-ring",
                           .parameters = "records=1 payload=1 polls=0",
                           .defects = Defects(Defect::size_of_payload_only),
                           .found = kAnyModel}},
    Mutant{"G-05", "AUX samples are as large as they were asked for", "I-12",
           aux_values<kAuxSampleSize>(Defect::sample_size_not_bounded)},
    Mutant{"G-06", "the tail is stored modulo the size of the buffer", "I-14",
           ExplorationHunt{.scenario = "perf-ring",
                           .parameters = "records=2 payload=0 words=2 polls=2",
                           .defects = Defects(Defect::tail_masked),
                           .found = kAnyModel}},
    Mutant{"G-09", "two readers on one mapping: each chunk is handed on twice", "I-15",
           ExplorationHunt{.scenario = "perf-ring",
                           .parameters = "records=1 payload=0 words=4 polls=2",
                           .defects = Defects(Defect::tail_restarts),
                           .found = kAnyModel}},
};

}  // namespace

constinit const MutantRows kNeutralMutants = kRows;

}  // namespace ringcheck
