// Section Z: mmap, munmap, attaching and detaching.
#include <array>

#include "properties/core/mutants.hpp"
#include "protocol/lifetime/defects.hpp"

namespace ringcheck {
namespace {

constexpr Names kStrong = {"sc", "x86-tso"};
/// Models in which a store may be seen after loads that follow it.
constexpr Names kBuffered = {"x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"};
constexpr Names kWeak = {"armv8", "riscv", "power", "rc11", "lkmm"};

constexpr std::array kRows = {
    Mutant{"Z-01a", "an event goes to another buffer's list without a grace period", "I-39",
           ExplorationHunt{.scenario = "mmap-lifetime",
                           .settings = "redirect=away",
                           .mutation = {.defects = defect::kReaddWithoutGrace},
                           .found = {"sc"}}},
    Mutant{"Z-01b", "a grace period looks for readers before what it waits for can be seen", "I-39",
           ExplorationHunt{.scenario = "redirect-walked",
                           .mutation = {.defects = defect::kGraceLooksEarly},
                           .found = kBuffered,
                           .not_found = {"sc"}}},
    Mutant{"Z-02", "the mark that a grace period is due is cleared before it is looked at", "I-39",
           ExplorationHunt{.scenario = "mmap-lifetime",
                           .settings = "redirect=off-on",
                           .mutation = {.defects = defect::kGraceForgotten},
                           .found = {"sc"}}},
    Mutant{"Z-03", "set_output holds the mutex of its own event only", "I-39",
           ExplorationHunt{.scenario = "mmap-lifetime",
                           .settings = "observer=none",
                           .mutation = {.defects = defect::kSetOutputOneMutex},
                           .found = {"sc"}}},
    Mutant{"Z-04a", "the count of mappings is taken down in one access and read in another", "I-39",
           ExplorationHunt{.scenario = "mmap-lifetime",
                           .settings = "closers=other redirect=none observer=none",
                           .mutation = {.defects = defect::kDecThenTest},
                           .found = {"sc"}}},
    Mutant{"Z-04b", "of two munmaps of one event one sees each count of mappings become 0", "I-39",
           ExplorationHunt{.scenario = "mmap-close-twice",
                           .settings = "close=under-mutex",
                           .mutation = {"close=kernel"},
                           .found = {"sc"}},
           true},
    Mutant{"Z-04c", "an mmap that fails takes the last count of mappings down, and leaves", "I-39",
           ExplorationHunt{.scenario = "mmap-aux-refused",
                           .settings = "aux-count=last",
                           .mutation = {"aux-count=first"},
                           .found = {"sc"}},
           true},
    Mutant{"Z-05", "a reference is taken without a look whether any is left", "I-39",
           ExplorationHunt{.scenario = "mmap-lifetime",
                           .settings = "redirect=before observer=getter",
                           .mutation = {.defects = defect::kGetWithoutTest},
                           .found = {"sc"}}},
    Mutant{"Z-07", "an mmap that finds no memory counts itself all the same", "I-39",
           ExplorationHunt{.scenario = "mmap-lifetime",
                           .settings = "redirect=none observer=none mapper=fails close=under-mutex",
                           .mutation = {.defects = defect::kMmapFailureContinues},
                           .found = {"sc"}}},
    Mutant{"Z-12a", "an event becomes active without a barrier after its CPU number", "I-39",
           ExplorationHunt{.scenario = "event-oncpu",
                           .mutation = {.defects = defect::kSchedInWithoutWmb},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"Z-12b", "who stops an event reads its CPU number without a barrier", "I-39",
           ExplorationHunt{.scenario = "event-oncpu",
                           .mutation = {.defects = defect::kStopWithoutRmb},
                           .found = kWeak,
                           .not_found = kStrong}},
    // Z-14 is not in the catalogue: a fault, from its lookup to its page.
    Mutant{"Z-14a", "a fault takes its reference to the page after its RCU section", "I-39",
           ExplorationHunt{.scenario = "perf-fault",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kPageTakenLate},
                           .found = kAnyModel}},
    Mutant{"Z-14b", "a fault takes it that the event has a buffer", "I-39",
           ExplorationHunt{.scenario = "perf-fault",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kFaultWithoutNullTest},
                           .found = kAnyModel}},
    Mutant{"Z-14c", "a fault maps a page without a reference to it", "I-39",
           ExplorationHunt{.scenario = "perf-fault",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kPageNotTaken},
                           .found = kAnyModel}},
    Mutant{"Z-14d", "the last reference to a buffer frees it without a grace period", "I-39",
           ExplorationHunt{.scenario = "perf-fault",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kFreedWithoutGrace},
                           .found = kAnyModel}},
    Mutant{"Z-18a", "mmap stores where an AUX area begins after it has counted its pages", "I-39",
           ExplorationHunt{.scenario = "aux-map-faults",
                           .settings = "offset=first-released",
                           .mutation = {"offset=last"},
                           .found = kAnyModel},
           true},
    Mutant{"Z-18b", "nothing orders where an AUX area begins before the count of its pages", "I-39",
           ExplorationHunt{.scenario = "aux-map-faults",
                           .settings = "offset=first-released",
                           .mutation = {"offset=first"},
                           .found = kWeak,
                           .not_found = kStrong}},
};

}  // namespace

extern const MutantRows kLifetimeMutants;
constinit const MutantRows kLifetimeMutants = kRows;

}  // namespace ringcheck
