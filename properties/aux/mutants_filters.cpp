// Section F: address filters.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/aux/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"F-01a", "the generation moves before the ranges and outside the lock", "I-40",
           aux_values<kFilterUpdate>(defect::kFilterGenerationEarly)},
    Mutant{"F-01b", "exec clears the ranges and leaves their generation", "I-40",
           aux_values<kFilterUpdate>(defect::kFilterExecKeepsGeneration)},
    Mutant{"F-01c", "an event that runs is not restarted", "I-40",
           aux_values<kFilterUpdate>(defect::kFilterNoRestart)},
    Mutant{"F-01d", "ranges are programmed while the unit traces", "I-40",
           aux_values<kFilterUpdate>(defect::kFilterRestartWithoutStop)},
    Mutant{"F-01e", "ranges are read without the lock", "I-40",
           aux_values<kFilterUpdate>(defect::kFilterSyncedWithoutLock)},
    Mutant{"F-02", "an inherited event starts without ranges", "I-40",
           aux_values<kFilterClone>(defect::kFilterNotCloned)},
    Mutant{"F-03a", "a range does not go by the mapping's offset in the file", "I-40",
           aux_values<kFilterRanges>(defect::kFilterIgnoresFileOffset)},
    Mutant{"F-03b", "a range up to the end of all addresses wraps", "I-40",
           aux_values<kFilterRanges>(defect::kFilterEndWraps)},
    Mutant{"F-03c", "addresses that are not canonical are programmed", "I-40",
           aux_values<kFilterRanges>(defect::kFilterNotCanonical)},
    Mutant{"F-04", "the configuration of filters is shifted in 32 bits", "I-40",
           aux_values<kFilterRanges>(defect::kFilterShiftedIn32Bits)},
    Mutant{"F-05", "a CPU restarts an event for new ranges that has left it", "I-40",
           aux_values<kFilterMigration>(defect::kFilterStopAnywhere)},
    Mutant{"F-06", "a filter on a file of an overlay is compared with the file below", "I-40",
           mainline_hunt<kFilterFilesAsItIs, kFilterFiles>(Technique::values), true},
    Mutant{"F-07", "a thread inherits the ranges of the first thread, whichever forks", "I-40",
           aux_hunt<kFilterFamily>(defect::kFilterForksFirst), true},
    Mutant{"F-08", "a mapping is told to the thread that makes it alone", "I-40",
           aux_hunt<kFilterFamily>(defect::kFilterTellsOne), true},
    Mutant{"F-09", "a part of a mapping whose rights change takes the place of a range", "I-40",
           aux_hunt<kFilterFamily>(defect::kFilterPartReplaces), true},
    Mutant{"F-10", "ranges follow mappings only where somebody records these", "I-40",
           aux_hunt<kFilterFamily>(defect::kFilterUnrecorded), true},
    Mutant{"F-11", "a thread without an address space keeps its ranges", "I-40",
           aux_hunt<kFilterFamily>(defect::kFilterKeptWithoutSpace), true},
    Mutant{"F-12", "a context switch swaps contexts whose ranges differ", "I-40",
           aux_hunt<kFilterFamily>(defect::kFilterSwapped), true},
};

}  // namespace

extern const MutantRows kFilterMutants;
constinit const MutantRows kFilterMutants = kRows;

}  // namespace ringcheck
