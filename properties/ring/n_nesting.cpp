// Section N: nested writers, and who publishes.
#include <array>

#include "properties/core/mutants.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kNested = "perf-ring-nested";
/// The second CPU looks at data_head twice and reads no data.
constexpr std::string_view kSampled = "records=1 payload=0 interrupt-payload=0 reader=sample";
constexpr std::string_view kOne = "records=1 payload=0 interrupt-payload=0 polls=1";

constexpr std::array kRows = {
    Mutant{"N-01", "the nest count is cleared before data_head is stored", "I-02",
           ExplorationHunt{.scenario = kNested,
                           .settings = kSampled,
                           .mutation = {.defects = defect::kUnnestBeforePublish},
                           .found = kAnyModel}},
    Mutant{"N-02",
           "put_handle loads the write position of a further round before it raises the nest count "
           "again",
           "I-02",
           ExplorationHunt{
               .scenario = kNested,
               .settings = "records=1 payload=0 interrupts=2 interrupt-payload=0 reader=sample",
               .mutation = {.defects = defect::kHeadLoadedBeforeNest},
               .found = kAnyModel}},
    Mutant{"N-03a", "the second look at the write position comes before the nest count is cleared",
           "I-04",
           ExplorationHunt{.scenario = kNested,
                           .settings = kOne,
                           .mutation = {.defects = defect::kRecheckBeforeUnnest},
                           .found = kAnyModel}},
    Mutant{"N-03b", "there is no second look at the write position", "I-04",
           ExplorationHunt{.scenario = kNested,
                           .settings = kOne,
                           .mutation = {.defects = defect::kNoRecheck},
                           .found = kAnyModel}},
    Mutant{"N-04a", "a begin that fails returns without put_handle", "I-08",
           ExplorationHunt{
               .scenario = "perf-ring-overrun",
               .settings =
                   "records=1 payload=1 interrupt-payload=2 words=2 polls=0 reserve=head-first",
               .mutation = {.defects = defect::kFailedBeginKeepsNest},
               .found = kAnyModel}},
    Mutant{"N-04b", "a nested writer stores 0 to the nest count instead of one less", "I-08",
           ExplorationHunt{.scenario = kNested,
                           .settings = kOne,
                           .mutation = {.defects = defect::kNestClearedByNested},
                           .found = kAnyModel}},
    Mutant{"N-04c", "put_handle takes every writer for the outermost one", "I-03",
           ExplorationHunt{.scenario = kNested,
                           .settings = kOne,
                           .mutation = {.defects = defect::kNestNotLookedAt},
                           .found = kAnyModel}},
    Mutant{"N-05", "every writer publishes, nested ones too", "I-03",
           ExplorationHunt{.scenario = kNested,
                           .settings = kOne,
                           .mutation = {.defects = defect::kPublishWhenNested},
                           .found = kAnyModel}},
    Mutant{"N-06", "the reservation is a load and a store", "I-05",
           ExplorationHunt{.scenario = kNested,
                           .settings = kOne,
                           .mutation = {.defects = defect::kReservationNotAtomic},
                           .found = kAnyModel}},
    Mutant{"N-09", "N-01 as a reader meets it: it takes a head that went back for one far ahead",
           "I-15",
           ExplorationHunt{.scenario = kNested,
                           .settings = "records=1 payload=0 interrupt-payload=0 polls=2",
                           .mutation = {.defects = defect::kUnnestBeforePublish},
                           .found = kAnyModel}},
    Mutant{"N-10", "begin loads the tail once, and not again after the write position has moved",
           "I-114",
           ExplorationHunt{.scenario = "perf-ring-overrun",
                           .settings = "reserve=head-first",
                           .mutation = {.defects = defect::kTailLoadedOnce},
                           .found = kAnyModel}},
};

}  // namespace

extern const MutantRows kNestingMutants;
constinit const MutantRows kNestingMutants = kRows;

}  // namespace ringcheck
