// Section K: wakeups and poll, explored.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/core/mutants.hpp"
#include "properties/wakeup/sequences.hpp"
#include "protocol/ring/defects.hpp"
#include "protocol/wakeup/defects.hpp"

namespace ringcheck {
namespace {

/// In Linux 6.1 the flag is relaxed; if stores are reordered, that alone is enough.
constexpr std::string_view kOrdered = "flag=release";
/// An NMI may write as well.
constexpr std::string_view kNmi = "flag=release interrupts=1 interrupt-payload=2";
/// The NMI's record crosses the watermark, the task's does not. Linux 6.1 samples the stamp after
/// the nest count, which is a mistake of its own.
constexpr std::string_view kNmiCrosses =
    "flag=release interrupts=1 payload=0 interrupt-payload=2 stamp=before-nest";
constexpr Names kStrong = {"sc", "x86-tso"};
constexpr Names kWeak = {"armv8", "riscv", "power", "rc11", "lkmm"};
/// Where a load may come before an earlier store.
constexpr Names kLoadsEarly = {"x86-tso", "armv8", "riscv", "power", "rc11"};
constexpr Names kInOrder = {"sc"};

constexpr std::array kRows = {
    Mutant{"K-01", "a wakeup reaches those who wait on the writer's own event only", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup",
                           .settings = kOrdered,
                           .mutation = {.defects = defect::kWakeOwnEventOnly},
                           .found = kAnyModel}},
    Mutant{"K-01x",
           "the same where the buffer is full: who could make room sleeps on, and all that follows "
           "is refused",
           "I-17",
           ExplorationHunt{.scenario = "perf-wakeup-full",
                           .settings = "watermark=40 flag=release",
                           .mutation = {.defects = defect::kWakeOwnEventOnly},
                           .found = kAnyModel}},
    Mutant{"K-01y",
           "a wakeup reaches the first who waits on an event of the buffer only, such as an epoll "
           "set on which nobody waits",
           "I-16",
           ExplorationHunt{.scenario = "perf-wakeup",
                           .settings = "epoll=yes flag=release",
                           .mutation = {.defects = defect::kWakeFirstOnly},
                           .found = kAnyModel}},
    Mutant{"K-03", "one flag for all who poll events of a buffer: who only polls takes it", "I-16",
           ExplorationHunt{.scenario = "perf-poll-shared",
                           .settings = "watcher=no",
                           .mutation = {"watcher=yes"},
                           .found = kStrong},
           true},
    Mutant{"K-04", "the interrupt work clears its pending wakeup after it has woken", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup",
                           .settings = kNmi,
                           .mutation = {.defects = defect::kClearAfterWake},
                           .found = kStrong}},
    Mutant{"K-05x",
           "a nested writer moves the wakeup stamp past what the writer that it interrupts has "
           "reserved, explored",
           "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-stamp",
                           .settings = "compare=signed",
                           .mutation = {"compare=unsigned"},
                           .found = {"sc"}},
           true},
    Mutant{
        "K-05y",
        "a watermark that a full buffer does not reach is accepted: all that follows is refused, "
        "and nobody is woken",
        "I-17",
        ExplorationHunt{.scenario = "perf-wakeup-full",
                        .settings = "watermark=40",
                        .mutation = {"watermark=64"},
                        .found = kAnyModel},
        true},
    Mutant{"K-06a", "begin samples the wakeup stamp after it has reserved", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-nested",
                           .settings = kNmiCrosses,
                           .mutation = {.defects = defect::kWakeupSampledLate},
                           .found = kStrong}},
    Mutant{"K-06b", "each writer wakes for its own record, a nested one before it is published",
           "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-nested",
                           .settings = kNmiCrosses,
                           .mutation = {.defects = defect::kWakeWhenNested},
                           .found = kStrong}},
    Mutant{"K-06c", "begin samples the wakeup stamp after it has raised the nest count", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-nested",
                           .settings = kNmiCrosses,
                           .mutation = {"stamp=after-nest"},
                           .found = kStrong},
           true},
    Mutant{"K-07", "a change of an event's buffer wakes nobody", "I-16",
           ExplorationHunt{.scenario = "perf-poll-redirect",
                           .mutation = {.defects = defect::kNoCatchUpWake},
                           .found = {"sc"}}},
    Mutant{"K-07b", "interrupt work wakes for the buffer that the event has by then", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-redirect",
                           .settings = "work=written-rb flag=release",
                           .mutation = {"work=event-rb"},
                           .found = kAnyModel},
           true},
    Mutant{"K-10", "a record wakes that comes up to the watermark, not beyond", "I-42",
           ExplorationHunt{.scenario = "perf-wakeup-rate",
                           .mutation = {.defects = defect::kWakesAtWatermark},
                           .found = kStrong}},
    Mutant{"K-08y", "the count of samples is not taken down for a wakeup", "I-42",
           ExplorationHunt{.scenario = "perf-wakeup-rate",
                           .settings = "records=3 payload=0 watermark=64 wakeup-events=2",
                           .mutation = {.defects = defect::kEventsNeverReset},
                           .found = kStrong}},
    Mutant{"K-08x", "samples are counted by a load and a store, explored", "I-16",
           ExplorationHunt{
               .scenario = "perf-wakeup-nested",
               .settings =
                   "payload=0 interrupt-payload=0 watermark=64 wakeup-events=2 stamp=before-nest",
               .mutation = {.defects = defect::kEventsNotAtomic},
               .found = kStrong}},
    Mutant{"K-08z",
           "a wakeup forgets all samples that were counted, also those that came meanwhile", "I-16",
           ExplorationHunt{
               .scenario = "perf-wakeup-nested",
               .settings = "records=2 payload=0 interrupt-payload=0 watermark=64 wakeup-events=2 "
                           "stamp=before-nest",
               .mutation = {.defects = defect::kEventsForgotten},
               .found = {"sc"}}},
    Mutant{"K-09a", "a wakeup is queued before the flag is set that poll looks at", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup",
                           .settings = kOrdered,
                           .mutation = {.defects = defect::kFlagAfterWakeup},
                           .found = kAnyModel}},
    Mutant{"K-09x",
           "the same where the buffer is full: who could make room has taken the flag too early",
           "I-17",
           ExplorationHunt{.scenario = "perf-wakeup-full",
                           .settings = "watermark=40 flag=release",
                           .mutation = {.defects = defect::kFlagAfterWakeup},
                           .found = kAnyModel}},
    Mutant{"K-09b", "poll looks at the flag before it stands in the wait queue", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup",
                           .settings = kOrdered,
                           .mutation = {.defects = defect::kCheckBeforeRegistering},
                           .found = kAnyModel}},
    Mutant{"K-09c", "the flag is set by a relaxed store, which may be seen before data_head",
           "I-16",
           ExplorationHunt{.scenario = "perf-wakeup",
                           .settings = kOrdered,
                           .mutation = {"flag=relaxed"},
                           .found = {"armv8", "riscv", "power", "rc11", "lkmm"},
                           .not_found = kStrong},
           true},
    Mutant{"K-11a", "interrupt work forgets the reason of a signal that came while it sent one",
           "I-41",
           ExplorationHunt{.scenario = "perf-sigio",
                           .settings = "reason=exchange",
                           .mutation = {"reason=load-store"},
                           .found = kAnyModel},
           true},
    Mutant{"K-11b", "the last overflow that is allowed gives the reason of every other one", "I-41",
           ExplorationHunt{.scenario = "perf-sigio",
                           .settings = "reason=exchange",
                           .mutation = {.defects = defect::kLastOverflowNotTold},
                           .found = kAnyModel}},
    Mutant{"K-12a", "a wakeup by the watermark asks for no signal", "I-41",
           ExplorationHunt{.scenario = "perf-sigio-watermark",
                           .settings = "wakeup=asks",
                           .mutation = {"wakeup=silent"},
                           .found = kAnyModel},
           true},
    Mutant{"K-12b",
           "a wakeup by the watermark looks for a reason and stores its own, over that of an "
           "overflow in between",
           "I-41",
           ExplorationHunt{.scenario = "perf-sigio-watermark",
                           .settings = "overflows=1 reason=exchange wakeup=asks-first",
                           .mutation = {"wakeup=asks"},
                           .found = kAnyModel}},
    Mutant{"K-12c", "the reason of a signal stays when it is sent", "I-122",
           ExplorationHunt{.scenario = "perf-sigio",
                           .mutation = {.defects = defect::kReasonKept},
                           .found = kAnyModel}},
    Mutant{"K-15", "the signal of the last overflow is sent before the event is off", "I-121",
           ExplorationHunt{.scenario = "perf-refresh",
                           .settings = "work=disables-first",
                           .mutation = {"work=kernel"},
                           .found = kAnyModel},
           true},
    Mutant{"K-16a",
           "interrupt work takes the wakeup of an event on another CPU before the flag of poll is "
           "set",
           "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-moved",
                           .settings = "due=exchange",
                           .mutation = {"due=plain"},
                           .found = kWeak,
                           .not_found = kStrong},
           true},
    Mutant{"K-16b", "interrupt work looks what it is to do while it may count as queued", "I-16",
           ExplorationHunt{.scenario = "perf-wakeup-moved",
                           .settings = "due=released",
                           .mutation = {.defects = defect::kWorkWithoutFence},
                           .found = kLoadsEarly,
                           .not_found = kInOrder}},
    Mutant{"K-14", "a number of samples between wakeups of 2^31 and more is negative", "I-42",
           mainline_hunt<kWakeupCountsAsItIs, kWakeupCounts>(Technique::values), true},
    Mutant{"K-13", "who polls a pinned event is not told that it is in error", "I-119",
           mainline_hunt<kEventHangupAsItIs, kEventHangup>(Technique::sequences), true},
};

}  // namespace

extern const MutantRows kWaitingMutants;
constinit const MutantRows kWaitingMutants = kRows;

}  // namespace ringcheck
