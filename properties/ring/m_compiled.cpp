// Sections M, N and K: what a compiler makes of accesses that are not marked, or that no barrier()
// keeps in order. x86 shows all of it: no CPU has to reorder anything.
#include <array>

#include "properties/core/mutants.hpp"

namespace ringcheck {
namespace {

constexpr Names kStrong = {"sc", "x86-tso"};
/// An interrupt, or two, may write into a task's buffer.
constexpr std::string_view kNested =
    "levels=1 interrupts=1 payload=0 interrupt-payload=0 polls=0 compiler=1";
constexpr std::string_view kNestedTwice =
    "levels=1 interrupts=2 payload=0 interrupt-payload=0 polls=0 compiler=1";
/// The second record wraps onto the first.
constexpr std::string_view kWrap = "records=2 payload=2 words=4 polls=1 compiler=1";
/// Positions pass 2^32.
constexpr std::string_view kPast4GiB =
    "levels=1 interrupts=1 payload=0 interrupt-payload=0 polls=0 start=4294967280 compiler=1";

constexpr std::array kRows = {
    Mutant{"M-01x",
           "B and the barrier() before it dropped: the compiler publishes a record before it has "
           "stored it",
           "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kWrap,
                           .mutation = {"B=none nest_before_head=none"},
                           .found = kStrong}},
    Mutant{"M-02x", "the tail is loaded plainly: the branch on it orders nothing", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=2 payload=2 words=4 polls=1 data=marked",
                           .mutation = {"tail_load=none"},
                           .found = {"lkmm"},
                           .not_found = {"sc", "x86-tso", "armv8", "riscv", "power"}}},
    Mutant{
        "M-04x", "C dropped: the compiler loads a record before the head", "I-01",
        ExplorationHunt{
            .scenario = "perf-ring", .settings = kWrap, .mutation = {"C=none"}, .found = kStrong}},
    Mutant{
        "M-04y", "D dropped: the compiler gives a record back before it has loaded it", "I-06",
        ExplorationHunt{
            .scenario = "perf-ring", .settings = kWrap, .mutation = {"D=none"}, .found = kStrong}},
    Mutant{"M-11x", "data_head is stored plainly: in halves, where it passes 4 GiB", "I-02",
           ExplorationHunt{.scenario = "perf-ring-levels",
                           .settings = kPast4GiB,
                           .mutation = {"head_store=none"},
                           .found = kStrong}},
    Mutant{"M-11y", "the write position to publish is loaded plainly: in halves", "I-02",
           ExplorationHunt{.scenario = "perf-ring-levels",
                           .settings = kPast4GiB,
                           .mutation = {"head_load=none"},
                           .found = kStrong}},
    Mutant{"M-11z",
           "the write position to reserve from is loaded plainly: again, after the space test",
           "I-05",
           ExplorationHunt{.scenario = "perf-ring-levels",
                           .settings = kNested,
                           .mutation = {"head_look=none"},
                           .found = kStrong}},
    Mutant{"N-01x",
           "a plain store and no barrier(): the compiler clears the nest count before data_head is "
           "stored",
           "I-02",
           ExplorationHunt{.scenario = "perf-ring-levels",
                           .settings = kNestedTwice,
                           .mutation = {"publish_before_unnest=none nest_clear=none"},
                           .found = kStrong}},
    Mutant{"N-03x",
           "a plain load and no barrier(): the compiler looks again before the nest count is "
           "cleared",
           "I-04",
           ExplorationHunt{.scenario = "perf-ring-levels",
                           .settings = kNestedTwice,
                           .mutation = {"unnest_before_recheck=none head_recheck=none"},
                           .found = kStrong}},
    Mutant{
        "N-03y", "plain loads and no barrier()s: the compiler takes the first look for the second",
        "I-04",
        ExplorationHunt{.scenario = "perf-ring-levels",
                        .settings = kNested,
                        .mutation = {"B=none publish_before_unnest=none unnest_before_recheck=none "
                                     "head_load=none head_recheck=none"},
                        .found = kStrong}},
    Mutant{"K-06x",
           "the stamp is sampled before the nest count, but plainly: the compiler does it later",
           "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-nested",
                           .settings = "stamp=before-nest compiler=1",
                           .mutation = {"stamp_sample=none"},
                           .found = {"sc"}}},
};

}  // namespace

extern const MutantRows kCompiledMutants;
constinit const MutantRows kCompiledMutants = kRows;

}  // namespace ringcheck
