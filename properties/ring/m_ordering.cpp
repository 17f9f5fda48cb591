// Section M: memory ordering of the data ring.
// In a ring of four words the second record of three wraps onto the first, so a word can be stale
// (B, C) or overwritten too early (A, D). x86 keeps all four orders by itself.
#include <array>

#include "properties/core/mutants.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kSmall = "records=2 payload=2 words=4 polls=1";
/// Under the kernel's own model, A orders marked stores only.
constexpr std::string_view kMarked = "records=2 payload=2 words=4 polls=1 data=marked";
/// The reader stores its tail after each record.
constexpr std::string_view kEach = "records=2 payload=2 words=4 polls=1 reader=each data=marked";
/// Compiled for riscv: each side by a table of its own.
constexpr std::string_view kRiscv =
    "records=2 payload=2 words=4 polls=1 data=marked kernel=riscv user=riscv";
constexpr Names kStrong = {"sc", "x86-tso"};
/// Models without load buffering: on x86 and in C++ no store is seen before an earlier load.
constexpr Names kNoLoadBuffering = {"sc", "x86-tso", "rc11"};
constexpr Names kLoadBuffering = {"armv8", "riscv", "power", "lkmm"};
constexpr Names kWeak = {"armv8", "riscv", "power", "rc11", "lkmm"};

constexpr std::array kRows = {
    Mutant{"M-01", "B dropped: nothing between the stores of a record and the store of data_head",
           "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kSmall,
                           .mutation = {"B=none"},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"M-02", "A dropped: the space test does not control the stores of data", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kMarked,
                           .mutation = {"A=none"},
                           .found = kLoadBuffering,
                           .not_found = kNoLoadBuffering}},
    Mutant{"M-03",
           "the outcome of the space test goes through a local, and the branch on that is taken to "
           "control nothing, as a tool had it in 2021",
           "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kMarked,
                           .mutation = {.defects = defect::kConditionNotCarried},
                           .found = kLoadBuffering,
                           .not_found = kNoLoadBuffering}},
    Mutant{"M-04a", "C dropped: nothing between the load of data_head and the loads of records",
           "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kSmall,
                           .mutation = {"C=none"},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"M-04b", "D dropped: nothing between the loads of records and the store of data_tail",
           "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kMarked,
                           .mutation = {"D=none"},
                           .found = kLoadBuffering,
                           .not_found = kNoLoadBuffering}},
    Mutant{"M-04c", "D orders stores only (smp_wmb, which orders loads on power only)", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kMarked,
                           .mutation = {"D=wmb"},
                           .found = {"armv8", "riscv", "lkmm"},
                           .not_found = {"sc", "x86-tso", "rc11", "power"}}},
    Mutant{"M-05a", "the head is loaded again for each record, without acquire", "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kEach,
                           .mutation = {"C=none"},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"M-05b", "the tail is stored after each record, without release", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kEach,
                           .mutation = {"D=none"},
                           .found = kLoadBuffering,
                           .not_found = kNoLoadBuffering}},
    Mutant{"M-06",
           "libbpf's reader until 2018: the head is loaded without a barrier; D is a full one",
           "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kMarked,
                           .mutation = {"C=none D=mb"},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"M-07a",
           "riscv's user space has compiler barriers for C and D, the kernel has its fences: stale "
           "words are read",
           "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kRiscv,
                           .mutation = {"user=generic"},
                           .found = {"riscv"},
                           .not_found = {"sc"}}},
    Mutant{"M-07b", "the same: words are overwritten before they are read", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kRiscv,
                           .mutation = {"user=generic"},
                           .found = {"riscv"},
                           .not_found = {"sc"}}},
    Mutant{"M-09a", "a reader with neither C nor D: words that are not there yet", "I-01",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kEach,
                           .mutation = {"C=none D=none"},
                           .found = kWeak,
                           .not_found = kStrong}},
    Mutant{"M-09b", "a reader with neither C nor D: words that are overwritten", "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = kEach,
                           .mutation = {"C=none D=none"},
                           .found = kLoadBuffering,
                           .not_found = kNoLoadBuffering}},
    Mutant{"M-11", "data_head is stored in two parts, as a compiler may tear a plain store", "I-02",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=2 payload=2 polls=1",
                           .mutation = {.defects = defect::kHeadInTwoStores},
                           .found = kAnyModel}},
    Mutant{"M-12a",
           "A dropped, which a fully ordered local_cmpxchg hides: on powerpc it orders nothing",
           "I-06",
           ExplorationHunt{
               .scenario = "perf-ring",
               .settings = "records=2 payload=2 words=4 polls=1 data=marked local=full A=none",
               .mutation = {"local=none"},
               .found = kLoadBuffering,
               .not_found = kNoLoadBuffering}},
    Mutant{"M-12b",
           "the control dependency at A and plain stores of data, which a fully ordered "
           "local_cmpxchg hides: on x86 and powerpc it is none",
           "I-06",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=2 payload=2 words=4 polls=1 local=full",
                           .mutation = {"local=none"},
                           .found = {"lkmm"},
                           .not_found = {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}},
           true},
};

}  // namespace

extern const MutantRows kOrderingMutants;
constinit const MutantRows kOrderingMutants = kRows;

}  // namespace ringcheck
