// Sections M and N: readers as others wrote them, and writers where none may be.
#include <array>

#include "properties/core/mutants.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kSmall = "records=2 payload=2 words=4 polls=1 data=marked";
constexpr Names kStrong = {"sc", "x86-tso"};
constexpr Names kWeak = {"armv8", "riscv", "power", "rc11", "lkmm"};

constexpr std::array kRows = {
    Mutant{"M-05c", "the head is loaded with acquire to look, and without to read up to it", "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=2 payload=0 words=4 polls=1 data=marked",
                           .mutation = {"reader=head-again"},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"M-08a", "a reader with volatile accesses only: what it loads is not there yet", "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kSmall,
                           .mutation = {"reader=volatile"},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"M-08b", "a reader with volatile accesses only: what it gives back is not read yet",
           "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kSmall,
                           .mutation = {"reader=volatile"},
                           .found = {"armv8", "riscv", "power", "lkmm"},
                           .not_found = {"sc", "x86-tso", "rc11"}}},
    Mutant{"N-02x",
           "plain accesses, and the compiler loads the write position before it raises the nest "
           "count",
           "I-02",
           ExplorationHunt{.scenario = "perf-ring-levels",
                           .settings = "levels=1 interrupts=2 compiler=1",
                           .mutation = {"nest_before_head=none head_load=none"},
                           .found = {"sc", "x86-tso"}}},
    Mutant{"N-07a",
           "a writer does not disable preemption, and goes on on another CPU in its record, where "
           "the nest count is not its own",
           "I-09",
           ExplorationHunt{.scenario = "perf-deployment",
                           .settings = "records=1 interrupts=0 polls=0",
                           .mutation = {.defects = defect::kPreemptionNotDisabled},
                           .found = kAnyModel}},
    Mutant{
        "N-07e",
        "there is no full barrier in the switch from a task: others see a head of the CPU that it "
        "comes to, and not what it wrote before",
        "I-01",
        ExplorationHunt{.scenario = "perf-deployment",
                        .settings = "records=2 interrupts=0",
                        .mutation = {"dropped=switch-barrier"},
                        .found = {"lkmm"},
                        .not_found = {"sc", "x86-tso", "armv8"}}},
    Mutant{
        "N-07c",
        "a task looks for its CPU's buffer, is moved, and writes to it on the other CPU: two are "
        "in the buffer",
        "I-09",
        ExplorationHunt{.scenario = "perf-deployment",
                        .settings = "records=1 interrupts=0 polls=0 buffer=cpu",
                        .mutation = {"dropped=preemption"},
                        .found = kAnyModel}},
    Mutant{"N-07d", "the same: what is written there overlaps", "I-05",
           ExplorationHunt{.scenario = "perf-deployment",
                           .settings = "records=1 interrupts=0 polls=0 buffer=cpu",
                           .mutation = {"dropped=preemption"},
                           .found = {"sc"}}},
    Mutant{"N-08a", "two CPUs write to one buffer: redirection between them", "I-09",
           ExplorationHunt{.scenario = "perf-deployment",
                           .settings = "records=1 interrupts=0 polls=0",
                           .mutation = {"dropped=one-cpu"},
                           .found = {"sc"}}},
    Mutant{"N-08b", "a forward and a backward writer share a buffer", "I-05",
           ExplorationHunt{.scenario = "perf-deployment",
                           .settings = "interrupts=0 polls=0",
                           .mutation = {"dropped=one-direction"},
                           .found = {"sc"}}},
    Mutant{"N-08c", "events with different clocks share a buffer: times go back", "H-03",
           ExplorationHunt{.scenario = "perf-deployment",
                           .settings = "interrupts=0 polls=0",
                           .mutation = {"dropped=one-clock"},
                           .found = kAnyModel}},
};

}  // namespace

extern const MutantRows kShapeMutants;
constinit const MutantRows kShapeMutants = kRows;

}  // namespace ringcheck
