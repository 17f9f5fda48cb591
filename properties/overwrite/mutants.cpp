// Section O: backward and overwrite buffers, explored.
#include <array>

#include "properties/core/mutants.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

/// In Linux 6.1 a pause waits for nobody, and that alone breaks most of what is judged.
constexpr std::string_view kQuiet = "grace=yes resume=release";
constexpr Names kModels = {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"};

constexpr std::array kRows = {
    Mutant{"O-01a", "a pause does not wait for the writers that have begun", "I-20",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = kQuiet,
                           .mutation = {"grace=no"},
                           .found = kModels},
           true},
    Mutant{"O-01b",
           "the pause flag is cleared by a plain store, which may be seen before the loads", "I-19",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = "records=2 payload=4 polls=1 grace=yes resume=release",
                           .mutation = {"resume=plain"},
                           .found = {"armv8", "riscv", "power"},
                           .not_found = {"sc", "x86-tso", "rc11"}},
           true},
    Mutant{"O-02", "a reader starts at the newest record of a buffer that is written forwards",
           "I-19",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = "records=5 payload=1 polls=1 grace=yes resume=release",
                           .mutation = {"direction=forward"},
                           .found = kModels}},
    Mutant{"O-04x", "a buffer that is written backwards looks at the reader's tail", "I-18",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = kQuiet,
                           .mutation = {.defects = defect::kWritableBackward},
                           .found = kModels}},
    Mutant{"O-05x", "the search for the range keeps a record that crosses the window's end", "I-19",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = kQuiet,
                           .mutation = {.defects = defect::kRangeKeepsTornRecord},
                           .found = kModels}},
    Mutant{"O-06x", "a record that is larger than the overwrite buffer is written", "I-22",
           ExplorationHunt{.scenario = "perf-ring-oversize",
                           .settings = "payload=7",
                           .mutation = {"payload=8"},
                           .found = kModels},
           true},
    Mutant{"O-08x", "the next round ends where this one ended, not where the head was", "I-21",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = kQuiet,
                           .mutation = {.defects = defect::kPrevNotUpdated},
                           .found = kModels}},
    Mutant{"O-09", "a reader takes all that was ever written to be there", "I-19",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = kQuiet,
                           .mutation = {"reader=unclamped"},
                           .found = kModels}},
    Mutant{"O-10x", "a reader goes on until something looks like no record", "I-19",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = kQuiet,
                           .mutation = {"reader=endless"},
                           .found = kModels}},
    Mutant{
        "O-11",
        "the first mapping was read-only: the writer does not look at the tail of a reader with a "
        "writable one",
        "I-06",
        ExplorationHunt{.scenario = "perf-ring-full",
                        .settings = "records=4 payload=0 words=2 polls=1 data=marked",
                        .mutation = {"first-mapping=read-only"},
                        .found = kAnyModel},
        true},
    Mutant{
        "G-10",
        "a writer that a pause did not wait for stores the head of before an interrupt's record, "
        "when the reader has resumed: what was read comes again",
        "I-21",
        ExplorationHunt{
            .scenario = "perf-ring-overwrite",
            .settings =
                "records=1 payload=0 interrupts=1 interrupt-payload=0 grace=no resume=release",
            .mutation = {.defects = defect::kUnnestBeforePublish},
            .found = kModels}},
    Mutant{"M-10", "a reader copies between two loads of the head instead of pausing", "I-19",
           ExplorationHunt{.scenario = "perf-ring-overwrite",
                           .settings = "grace=yes resume=release polls=1",
                           .mutation = {"reader=seqlock"},
                           .found = {"sc"}}},
};

}  // namespace

extern const MutantRows kOverwriteExploredMutants;
constinit const MutantRows kOverwriteExploredMutants = kRows;

}  // namespace ringcheck
