// Section P: Intel PT.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/pt/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"P-01", "a buffer that went from empty to full counts as empty", "I-25",
           aux_hunt<kPtTransactions>(defect::kPtWrappedIgnored)},
    Mutant{"P-02", "a sampling NMI takes a closed gate for a stopped unit", "I-20",
           aux_values<kPtSampled>(defect::kPtSampleTrustsGate)},
    Mutant{"P-03a", "stopping closes the interrupt's gate after disabling the unit", "I-24",
           aux_values<kPtInterrupted>(defect::kPtGateClosedLate)},
    Mutant{"P-03b", "the interrupt does not look at the gate", "I-24",
           aux_values<kPtInterrupted>(defect::kPtGateNotChecked)},
    Mutant{"P-04", "the unit's interrupt is dropped unless another event is active", "I-28",
           aux_hunt<kPtTransactions>(defect::kPtIrqByOtherEvents)},
    Mutant{"P-05a", "the STOP marker is one page too far", "I-24",
           aux_hunt<kPtTransactions>(defect::kPtPageTooMany)},
    Mutant{"P-05b", "the markers of the last transaction stay", "I-27",
           aux_hunt<kPtTransactions>(defect::kPtMarkersLeft)},
    Mutant{"P-07a", "VMX is switched in a transaction, which is not called partial", "I-27",
           aux_hunt<kPtTransactions>(defect::kPtVmxSwitchNotFlagged)},
    Mutant{"P-07b", "a transaction starts while VMX is on and is not called partial", "I-27",
           aux_hunt<kPtTransactions>(defect::kPtVmxStartNotFlagged)},
    Mutant{"P-08a",
           "the copy is compared with the place that it is of: the wrong lengths after that show",
           "I-39", aux_values<kPtCopySnapshots>(defect::kPtReferenceMoves)},
    Mutant{"P-08b", "the copy is compared with the end of the buffer, whatever it is a copy of",
           "I-33", mainline_snapshots<FinderRow::intel_pt_copy, false>(), true},
    Mutant{"P-09a", "trace near the end of a small buffer is taken for a lap, wherever the head is",
           "I-33", mainline_snapshots<FinderRow::intel_pt, false>(), true},
    Mutant{"P-09b", "a lap whose end is zeroes is taken for none", "I-32",
           mainline_snapshots<FinderRow::intel_pt_zeroes, true>(), true},
    Mutant{"P-09c", "perf looks for trace in all of the buffer instead of near its end", "I-33",
           aux_values<kPtFirstSnapshots>(defect::kPtScanFromZero)},
    Mutant{"P-12", "a sampler is stopped while a sample is taken, of which a word alone is filled",
           "I-01", mainline_hunt<kPtSampleStopped, kPtSampleStoppedRepaired>(Technique::values),
           true},
    Mutant{"P-10", "what two snapshots share is looked for without regard to padding", "I-15",
           aux_values<kPtOverlap>(defect::kOverlapWithoutPadding)},
    Mutant{"P-20a", "the offset in the region is not told to the unit", "I-58",
           aux_hunt<kPtConfig>(defect::kPtOffsetForgotten)},
    Mutant{"P-20b", "the output's mask is not looked at where the base is the same", "I-58",
           aux_hunt<kPtConfig>(defect::kPtMaskGoesByBase)},
    Mutant{"P-20c", "a single range is taken for a table", "I-58",
           aux_hunt<kPtConfig>(defect::kPtSingleByTables)},
    Mutant{"P-20d", "trace is enabled before the unit is told where to", "I-58",
           aux_hunt<kPtConfig>(defect::kPtOutputAfterEnable)},
    Mutant{"P-21a", "the end of a range is not looked at, but for the first", "I-40",
           aux_hunt<kPtConfig>(defect::kPtRangeEndNotLooked)},
    Mutant{"P-21b", "trace is confined to the range where it should stop", "I-40",
           aux_hunt<kPtConfig>(defect::kPtStopAsFilter)},
    Mutant{"P-21c", "user space is traced, whoever excludes it", "I-40",
           aux_hunt<kPtConfig>(defect::kPtUserAlways)},
    Mutant{"P-22a", "filters of single addresses are taken", "I-57",
           aux_values<kPtFilters>(defect::kPtTakesAddresses)},
    Mutant{"P-22b", "filters that start trace are taken", "I-57",
           aux_values<kPtFilters>(defect::kPtTakesStarts)},
    Mutant{"P-22c", "a filter more is taken than there are ranges", "I-57",
           aux_values<kPtFilters>(defect::kPtRangeTooMany)},
    Mutant{"P-23a", "a sample lets the unit go on in the middle of programming it", "I-40",
           mainline_hunt<kPtRestartedAsItIs, kPtRestarted>(Technique::values), true},
    Mutant{"P-23b", "the same: registers are written while the unit traces", "I-58",
           mainline_hunt<kPtRestartedAsItIs, kPtRestarted>(Technique::values), true},
    Mutant{"P-30a", "PT is registered though somebody else traces with it", "I-71",
           aux_values<kPtRegistration>(defect::kPtTakenFromOthers)},
    Mutant{"P-30b", "PT takes areas of any pages whatever its tables can hold", "I-71",
           aux_values<kPtRegistration>(defect::kPtAnyPages)},
    Mutant{"P-30c", "PT has two filters whatever ranges there are", "I-71",
           aux_values<kPtRegistration>(defect::kPtFiltersByModel)},
    Mutant{"P-31a", "PT is not registered as a PMU of one event at a time", "I-71",
           aux_hunt<kExclusiveEvents>(defect::kPtNotExclusive)},
    Mutant{"P-31b", "whose trace PT makes is not told", "I-71",
           aux_hunt<kExclusiveEvents>(defect::kPtNoItrace)},
    Mutant{"P-31c", "an event that is refused counts as one that is there", "I-71",
           aux_hunt<kExclusiveEvents>(defect::kExclusiveCountKept)},
    Mutant{"P-31d", "an event of any CPU is in no way of one of a CPU", "I-71",
           aux_hunt<kExclusiveEvents>(defect::kExclusiveSameCpuAlone)},
    Mutant{"P-31e", "whose trace it is is told each time that an event comes to a CPU", "I-71",
           aux_hunt<kExclusiveEvents>(defect::kItraceToldAlways)},
    Mutant{"P-32a", "PT writes several pages as one range", "I-24",
           aux_hunt<kPtSingle>(defect::kPtSingleOfPages)},
    Mutant{"P-32b", "PT writes a range from its start each time", "I-31",
           aux_hunt<kPtSingle>(defect::kPtSingleFromStart)},
    Mutant{"P-32c", "a position of the stream is taken for an offset in a range", "I-24",
           aux_hunt<kPtSingle>(defect::kPtHeadNotMasked)},
    Mutant{"P-33", "an error is left in the unit's status", "I-28",
           aux_values<kPtErrorMachine>(defect::kPtErrorKept)},
};

}  // namespace

extern const MutantRows kPtMutants;
constinit const MutantRows kPtMutants = kRows;

}  // namespace ringcheck
