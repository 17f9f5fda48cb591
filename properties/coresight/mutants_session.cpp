// Section C, continued: sessions of CoreSight, their starts, the PMU of the tracers, and its
// filters.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/core/mutants.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"C-50a", "a CPU without a path stays among those that a session traces on", "I-80",
           aux_hunt<kEtmSetup>(defect::kSetUpKeepsCpu)},
    Mutant{"C-50b", "sinks of different drivers share a session's buffer", "I-80",
           aux_hunt<kEtmSetup>(defect::kSetUpMixesSinks)},
    Mutant{"C-50c", "a session's buffer is the one of the last sink that was looked at", "I-80",
           mainline_hunt<kEtmSetupLastSink, kEtmSetup>(Technique::sequences), true},
    Mutant{"C-51a", "a session that cannot be set up keeps what it took", "I-81",
           aux_hunt<kEtmSetup>(defect::kSetUpErrorKept)},
    Mutant{"C-51b", "a session that is freed keeps the sink's buffer", "I-81",
           aux_hunt<kEtmSetup>(defect::kFreeKeepsSinkBuffer)},
    Mutant{"C-51c", "a session that is freed keeps its configuration", "I-81",
           aux_hunt<kEtmSetup>(defect::kFreeKeepsConfig)},
    Mutant{"C-51d", "a session that is freed keeps its paths", "I-81",
           aux_hunt<kEtmSetup>(defect::kFreeKeepsPaths)},
    Mutant{"C-51e", "a session is freed by who unmaps the area, and not by a work", "I-81",
           aux_hunt<kEtmSetup>(defect::kFreeAtOnce)},
    Mutant{"C-52a", "nobody looks which sink an event names", "I-83",
           aux_hunt<kEtmSetup>(defect::kSinkNotNamed)},
    Mutant{"C-52b", "the first sink is taken for the one that an event names", "I-83",
           aux_hunt<kEtmSetup>(defect::kSinkFirstNamed)},
    Mutant{"C-52c", "an event that names a sink which is not there gets another", "I-83",
           mainline_hunt<kEtmSetupUnknownSink, kEtmSetup>(Technique::sequences), true},
    Mutant{"C-52d", "a sink that an event names is held for good", "I-81",
           mainline_hunt<kEtmSetupKeptSink, kEtmSetup>(Technique::sequences), true},
    Mutant{"C-52f", "a sink's driver asks the task that opened an event, which has ended", "I-107",
           mainline_hunt<kEtmSetupEndedOwner, kEtmSetup>(Technique::sequences), true},
    Mutant{"C-52g", "a tracer's ID is taken for told although the ring had no room", "I-71",
           mainline_hunt<kTracerToldAsItIs, kTracerTold>(Technique::sequences), true},
    Mutant{"C-52e", "tracers of many CPUs share IDs, or have reserved ones", "I-117",
           mainline_hunt<kTraceIdsAsItIs, kTraceIds>(Technique::values), true},
    Mutant{"C-53a", "a start that fails leaves its transaction open", "I-82",
           aux_hunt<kEtmStart>(defect::kStartKeepsTransaction)},
    Mutant{"C-53b", "a start that fails ends its transaction as if all were well", "I-82",
           aux_hunt<kEtmStart>(defect::kStartNotTruncated)},
    Mutant{"C-53c", "a start that fails ends the transaction that its sink has ended", "I-26",
           aux_hunt<kEtmStart>(defect::kStartEndsTwice)},
    Mutant{"C-53d", "a start whose tracer cannot be enabled leaves the path enabled", "I-82",
           aux_hunt<kEtmStart>(defect::kStartKeepsPath)},
    Mutant{"C-53e", "a start that fails leaves its session with the CPU", "I-82",
           aux_hunt<kEtmStart>(defect::kStartContextFirst)},
    Mutant{"C-53f", "a stop where nothing could be traced leaves the transaction open", "I-82",
           aux_hunt<kEtmStart>(defect::kStopKeepsTransaction)},
    Mutant{"C-53g", "a stop leaves the path enabled", "I-82",
           aux_hunt<kEtmStart>(defect::kStopKeepsPath)},
    Mutant{"C-53h", "a start that fails ends its transaction while its sink is on", "I-82",
           aux_hunt<kEtmStart>(defect::kStartEndsFirst)},
    Mutant{"C-54a", "the tracers' PMU does not say that it is exclusive", "I-84",
           aux_hunt<kEtmExclusive>(defect::kPmuNotExclusive)},
    Mutant{"C-54b", "events of tasks and of CPUs may be there at once", "I-84",
           aux_hunt<kEtmExclusive>(defect::kExclusiveKindsMix)},
    Mutant{"C-54c", "events of one context may want the same CPU", "I-84",
           aux_hunt<kEtmExclusive>(defect::kExclusiveContextNotAsked)},
    Mutant{"C-54d", "events that have gone keep those of the other kind out", "I-53",
           aux_hunt<kEtmExclusive>(defect::kExclusiveNotGivenBack)},
    Mutant{"C-54e", "the tracers' PMU does not say that its trace is of instructions", "I-84",
           aux_hunt<kEtmExclusive>(defect::kPmuNotItrace)},
    Mutant{"C-55a", "a sink's driver takes the AUX area for one page", "I-86",
           aux_hunt<kEtmSetup>(defect::kSinkBufferOnePage)},
    Mutant{"C-55b", "a sink's driver does not hear that the AUX area is overwritten", "I-86",
           aux_hunt<kEtmSetup>(defect::kSinkBufferNoSnapshot)},
    Mutant{"C-55c", "a sink's buffer lies near the first CPU, whichever the event's is", "I-86",
           aux_hunt<kEtmSetup>(defect::kSinkBufferFarAway)},
    Mutant{"C-58a", "ranges and addresses are taken in one set of filters", "I-57",
           aux_hunt<kEtmFilters>(defect::kEtmTakesMixed)},
    Mutant{"C-58b", "ranges are taken for where trace starts or stops", "I-57",
           aux_hunt<kEtmFilters>(defect::kEtmTakesSizedStarts)},
    Mutant{"C-58c", "more filters are taken than a unit has comparators for", "I-57",
           aux_hunt<kEtmFilters>(defect::kEtmTakesTooMany)},
    Mutant{"C-58d", "filters are taken without asking how many comparators the units have", "I-57",
           mainline_hunt<kEtmFiltersAsItIs, kEtmFilters>(Technique::sequences), true},
    Mutant{"C-59a", "a range's bit is that of its first comparator, not of its pair", "I-88",
           aux_hunt<kEtmFilters>(defect::kEtmIncludeByComparator)},
    Mutant{"C-59b", "a tracer that is confined to ranges is not started", "I-88",
           aux_hunt<kEtmFilters>(defect::kEtmRangeNotStarted)},
    Mutant{"C-59c", "an address that stops trace is put where those are that start it", "I-88",
           aux_hunt<kEtmFilters>(defect::kEtmStopNotShifted)},
    Mutant{"C-59d", "trace that was started is not when the task comes back", "I-88",
           aux_hunt<kEtmFilters>(defect::kEtmStartForgotten)},
    Mutant{"C-59e", "a tracer without filters is not started", "I-88",
           aux_hunt<kEtmFilters>(defect::kEtmDefaultNothing)},
    Mutant{"C-59f", "each filter gets the first comparator", "I-88",
           aux_hunt<kEtmFilters>(defect::kEtmComparatorTaken)},
};

}  // namespace

extern const MutantRows kSessionMutants;
constinit const MutantRows kSessionMutants = kRows;

}  // namespace ringcheck
