// Section S: Arm SPE.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "properties/spe/sequences.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/spe/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"S-01a", "the write pointer is read before the unit is drained", "I-23",
           aux_hunt<kSpeTransactions>(defect::kSpePointerBeforeDrain)},
    Mutant{"S-01b", "stopping closes a transaction that the interrupt has closed", "I-26",
           aux_hunt<kSpeTransactions>(defect::kSpeEndsTwice)},
    Mutant{"S-01c", "the interrupt does not have perf's work run, which disables the event", "I-28",
           aux_hunt<kSpeTransactions>(defect::kSpeIrqWorkNotRun)},
    Mutant{"S-02a", "the limit is the end of the tail's page instead of its start", "I-24",
           aux_hunt<kSpeTransactions>(defect::kSpeTailRoundedUp)},
    Mutant{"S-02b", "a wakeup that lies behind the head is a limit", "I-27",
           aux_hunt<kSpeTransactions>(defect::kSpeWakeupInThePast)},
    Mutant{"S-02c", "of tail and wakeup the later one is the limit", "I-24",
           aux_hunt<kSpeTransactions>(defect::kSpeLaterOfLimits)},
    Mutant{"S-03a", "the head stays before what was padded", "I-25",
           aux_hunt<kSpeTransactions>(defect::kSpePadsWithoutSkip)},
    Mutant{"S-03b", "what is skipped is not padded", "I-25",
           aux_hunt<kSpeTransactions>(defect::kSpeSkipsWithoutPadding)},
    Mutant{"S-04", "the limit of a snapshot is the end of the buffer instead of its middle", "I-32",
           aux_hunt<kSpeTransactions>(defect::kSpeSnapshotOfAll)},
    Mutant{"S-07", "a collision of samples is told in no record", "I-27",
           aux_values<kSpeStatus>(defect::kSpeCollisionNotFlagged)},
    Mutant{"S-08", "a fatal report ends profiling, and nobody is told", "I-28",
           mainline_hunt<kSpeFatal, kSpeFatalRepaired>(Technique::values), true},
    Mutant{"S-09", "an SPE unit is reset while it samples, since its CPU goes offline", "I-25",
           mainline_hunt<kSpeOfflineAsItIs, kSpeOffline>(Technique::values), true},
    Mutant{"S-06b", "after its first lap every snapshot of SPE's is the whole buffer", "I-21",
           mainline_snapshots<FinderRow::arm_spe, false>(), true},
    Mutant{"S-06a", "heads that are offsets are drained as if they ran: a whole lap is nothing",
           "I-32", aux_values<kOffsetSnapshots>(defect::kWindowOfOffsets)},
    Mutant{"S-20a", "the interval goes into its register with low bits, of which one is the jitter",
           "I-60", aux_hunt<kSpeSampling>(defect::kSpeLowBitsKept)},
    Mutant{"S-20b", "an interval shorter than the least that the unit counts is kept", "I-60",
           aux_hunt<kSpeSampling>(defect::kSpeShortPeriodKept)},
    Mutant{"S-20c", "what was left of an interval is forgotten when profiling stops", "I-60",
           aux_hunt<kSpeSampling>(defect::kSpeRestForgotten)},
    Mutant{"S-21", "a collision of sampled operations is told in no record", "I-27",
           aux_hunt<kSpeSampling>(defect::kSpeCollisionNotFlagged)},
    Mutant{"S-22a", "the filter of types is set and not enabled", "I-61",
           aux_hunt<kSpeSampling>(defect::kSpeTypesNotEnabled)},
    Mutant{"S-22b", "the filter of events is set and not enabled", "I-61",
           aux_hunt<kSpeSampling>(defect::kSpeEventsNotEnabled)},
    Mutant{"S-22c", "the filter of latencies is set and not enabled", "I-61",
           aux_hunt<kSpeSampling>(defect::kSpeLatencyNotEnabled)},
    Mutant{"S-23a", "a packet's payload is taken for one byte whatever its header says", "I-62",
           aux_hunt<kSpeSampling>(defect::kSpePayloadOfOne)},
    Mutant{"S-23b", "padding is taken for the end of a record", "I-62",
           aux_hunt<kSpeSampling>(defect::kSpePaddingIsEnd)},
    Mutant{"S-23c", "a timestamp does not end its record", "I-62",
           aux_hunt<kSpeSampling>(defect::kSpeTimestampNoEnd)},
    Mutant{"S-24", "timestamps are not asked of the unit", "I-62",
           aux_hunt<kSpeSampling>(defect::kSpeTimestampsForgotten)},
    Mutant{"S-25a", "the code of the least interval is taken for a power of two", "I-63",
           aux_hunt<kSpeCaps>(defect::kSpeIntervalCodeAsPower)},
    Mutant{"S-25b", "caps/ernd tells whether instructions are sampled", "I-63",
           aux_hunt<kSpeCaps>(defect::kSpeCapsSwapped)},
    Mutant{"S-25c", "an event filters by what the unit cannot", "I-63",
           aux_hunt<kSpeCaps>(defect::kSpeFiltersNotLooked)},
    Mutant{"S-26a", "an event is opened on a CPU without a unit", "I-64",
           aux_values<kSpeClusters>(defect::kSpeOpenedAnywhere)},
    Mutant{"S-26b", "a task's event is started on a CPU without a unit", "I-64",
           aux_values<kSpeClusters>(defect::kSpeAddedAnywhere)},
};

}  // namespace

extern const MutantRows kSpeMutants;
constinit const MutantRows kSpeMutants = kRows;

}  // namespace ringcheck
