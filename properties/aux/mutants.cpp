// Section A: transactions of the AUX area, and mapping it.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/aux/sequences.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/aux/defects.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/pt/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{
        "A-01a",
        "the request to disable an event is the CPU's number, taken for yes or no: CPU 0 means no",
        "I-28", mainline_hunt<kAuxOverrunFirstCpu, kAuxOverrunRepaired>(Technique::values), true},
    Mutant{"A-01b", "begin finds no room and does not ask for the event to be disabled", "I-28",
           aux_hunt<kAuxTransactions>(defect::kRefusedNotDisabled)},
    Mutant{"A-01c", "begin finds no room and does not wake the reader", "I-28",
           aux_hunt<kAuxTransactions>(defect::kRefusedNotWoken)},
    Mutant{"A-01e",
           "the request to disable an event that could not be scheduled in is met when it has run",
           "I-28", mainline_hunt<kAuxRefusedAsItIs, kAuxRefusedRepaired>(Technique::values), true},
    Mutant{"A-03", "an inherited event wakes those who wait on itself, and nobody can", "I-28",
           aux_values<kAuxOverrun>(defect::kChildWakesItself)},
    Mutant{"A-04", "a truncated transaction ends, and nobody asks for the event to be disabled",
           "I-28", aux_hunt<kAuxTransactions>(defect::kTruncatedNotDisabled)},
    Mutant{"A-05", "begin takes its reference before it looks at the mapping count", "I-39",
           aux_values<kAuxUnmap>(defect::kAuxReferenceFirst)},
    Mutant{"A-06", "begin does not look at the mapping count", "I-39",
           aux_hunt<kAuxTransactions>(defect::kAuxMappingNotChecked)},
    Mutant{"A-10a", "aux_wakeup moves by one watermark, however far the head went", "I-29",
           aux_hunt<kAuxTransactions>(defect::kWakeupOneWatermark)},
    Mutant{"A-10b", "wakeups are worked out in overwrite mode, where the watermark is 0", "I-29",
           aux_hunt<kAuxTransactions>(defect::kWakeupWhenOverwriting)},
    Mutant{"A-11a", "skip leaves the handle's wakeup as it was", "I-29",
           aux_hunt<kAuxTransactions>(defect::kSkipKeepsWakeup)},
    Mutant{"A-11b", "skip leaves the handle's size as it was", "I-24",
           aux_hunt<kAuxTransactions>(defect::kSkipKeepsRoom)},
    Mutant{"A-11c", "skip leaves the handle's head as it was", "I-25",
           aux_hunt<kAuxTransactions>(defect::kSkipKeepsHead)},
    Mutant{"A-11d", "skip passes over more than the room", "I-24",
           aux_hunt<kAuxTransactions>(defect::kSkipBeyondRoom)},
    Mutant{"A-12", "an empty transaction with a flag has no AUX record", "I-27",
           aux_hunt<kAuxTransactions>(defect::kFlaggedRecordSuppressed)},
    Mutant{"A-13a", "aux_head is stored before the record that tells of what it covers", "I-30",
           aux_values<kAuxPairing>(defect::kAuxHeadBeforeRecord)},
    Mutant{"A-13b", "a reader takes a record for a promise that its trace is there already", "I-30",
           mainline_hunt<kAuxPairingHasty, kAuxPairing>(Technique::values), true},
    Mutant{"A-15", "begin grants the last byte too, so that full and empty look alike", "I-24",
           aux_hunt<kAuxTransactions>(defect::kAuxFullToTheLastByte)},
    Mutant{"A-16", "begin takes any tail for a reader's", "I-24",
           aux_hunt<kAuxTransactions>(defect::kAuxTailNotChecked)},
    Mutant{"A-18a", "equal ends of a copied range are no bytes apart", "I-34",
           aux_values<kAuxCopy>(defect::kCopyAuxNothingWhenEqual)},
    Mutant{"A-18b", "a copied range stops at the end of the area", "I-34",
           aux_values<kAuxCopy>(defect::kCopyAuxNotAround)},
    Mutant{"A-17", "an AUX sample leaves no mark for NMIs, which take another in its middle",
           "I-20", aux_values<kPtSampled>(defect::kSamplingNotMarked)},
    Mutant{"A-19a", "an AUX area may lie over the data pages", "I-39",
           aux_values<kAuxMmap>(defect::kAuxMmapOverData)},
    Mutant{"A-19b", "an AUX area may be mapped where it was not announced", "I-13",
           aux_values<kAuxMmap>(defect::kAuxMmapElsewhere)},
    Mutant{"A-19c", "an AUX area may be mapped with a size that was not announced", "I-13",
           aux_values<kAuxMmap>(defect::kAuxMmapSizeNotChecked)},
    Mutant{"A-19d", "an AUX area may have any number of pages, none included", "I-39",
           aux_values<kAuxMmap>(defect::kAuxMmapAnyPages)},
    Mutant{"A-19e", "an AUX area is mapped again at another offset", "I-39",
           aux_values<kAuxMmap>(defect::kAuxMmapAgainMoved)},
    Mutant{"A-19f", "an AUX area is mapped again with another size", "I-39",
           aux_values<kAuxMmap>(defect::kAuxMmapAgainResized)},
    Mutant{"Z-11", "offset and size of an AUX area are read again after the checks", "I-39",
           aux_values<kAuxMmap>(defect::kAuxMmapOffsetReadTwice)},
    Mutant{"L-07", "a data ring without room loses the record that tells of a truncation", "I-27",
           mainline_values<kAuxRecordLost>(), true},
    Mutant{"A-20", "the pieces of an area are as large as they come, whatever the watermark",
           "I-29", aux_values<kAuxPieces>(defect::kAuxOrderIgnoresWatermark)},
};

}  // namespace

extern const MutantRows kAuxCoreMutants;
constinit const MutantRows kAuxCoreMutants = kRows;

}  // namespace ringcheck
