// Section R: readers of the data ring.
#include <array>

#include "properties/mutants/mutants.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"R-10a", "the tail is stored before the records are loaded", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .parameters = "records=2 payload=2 words=4 polls=1 data=marked",
                           .defects = Defects(Defect::tail_before_copy),
                           .found = kAnyModel}},
    Mutant{"R-10b", "a poll that ends early stores the head as its tail", "I-15",
           ExplorationHunt{.scenario = "perf-ring",
                           .parameters = "records=2 payload=0 words=4 polls=1",
                           .defects = Defects(Defect::tail_is_head),
                           .found = kAnyModel}},
};

}  // namespace

constinit const MutantRows kReaderMutants = kRows;

}  // namespace ringcheck
