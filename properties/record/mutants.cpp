// Section E: what perf record opens and maps.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/record/defects.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

// E is no section of the catalogue: perf record, from its options to its file.
constexpr std::array kRows = {
    Mutant{"E-01a", "a map for a thread wherever it runs keeps --inherit", "I-45",
           aux_hunt<kDeployment>(defect::kInheritKeptPerThread)},
    Mutant{"E-01b", "children of processes that are attached to are recorded too", "I-43",
           aux_hunt<kDeployment>(defect::kAttachedIsInherited)},
    Mutant{"E-02", "-p and -C are both kept", "I-44", aux_hunt<kDeployment>(defect::kPidKeepsCpus)},
    Mutant{"E-03a", "the events of all CPUs are redirected to the ring of the first", "I-45",
           aux_hunt<kDeployment>(defect::kOneOutputForAll)},
    Mutant{"E-03b", "the same, if the kernel let it: two CPUs write to one ring", "I-09",
           aux_hunt<kDeployment>(defect::kOneOutputForAll)},
    Mutant{"E-03c", "events after the first of a ring are not redirected to it", "I-44",
           aux_hunt<kDeployment>(defect::kOutputNotSet)},
    Mutant{"E-04", "an AUX event stays where the command line has it", "I-45",
           aux_hunt<kDeployment>(defect::kAuxEventNotFirst)},
    Mutant{"E-05a", "the number of pages of -m is used as it is given", "I-45",
           aux_values<kMapSize>(defect::kPagesNotRounded)},
    Mutant{"E-05b", "a size in bytes is rounded down to pages", "I-45",
           aux_values<kMapSize>(defect::kBytesRoundedDown)},
    Mutant{"E-06", "CPUs that a later event alone has get no map", "I-44",
           aux_hunt<kDeployment>(defect::kOwnCpusNotMerged)},
    Mutant{"E-07",
           "--per-thread is dropped beside -C: perf records all tasks of those CPUs, not the "
           "thread on them",
           "I-43", mainline_hunt<kDeploymentAsDocumented, kDeployment>(Technique::sequences), true},
    Mutant{"E-10", "the size of raw data is rounded down to words", "I-12",
           aux_hunt<kSampleFieldsRead>(defect::kRawNotPadded)},
    Mutant{"E-11a", "the stack of user space is not cut to what is left of 64 KiB", "I-12",
           aux_hunt<kSampleFieldsRead>(defect::kStackNotCut)},
    Mutant{"E-11b", "AUX trace in a sample is not cut to what is left of 64 KiB", "I-12",
           aux_hunt<kSampleFieldsRead>(defect::kAuxSampleNotCut)},
    Mutant{"E-11c",
           "registers after a stack that was cut, raw data and callchains of 64 KiB wrap the size "
           "of their record",
           "I-12", mainline_hunt<kSampleSizesAsItIs, kSampleSizesRepaired>(Technique::sequences),
           true},
    Mutant{"E-11d", "the word after a stack of no bytes is written and not counted", "I-12",
           mainline_hunt<kSampleStackAsItIs, kSampleSizesRepaired>(Technique::sequences), true},
    Mutant{"E-12a", "the period is written before the CPU", "I-01",
           aux_hunt<kSampleFieldsRead>(defect::kPeriodBeforeCpu)},
    Mutant{"E-12b", "how much of the stack was dumped is not written", "I-12",
           aux_hunt<kSampleFieldsRead>(defect::kDynamicSizeMissing)},
    Mutant{"E-13a", "a LOST record has the id of the event that is written", "I-46",
           aux_hunt<kRecordIds>(defect::kLostIdOfWriter)},
    Mutant{"E-13b", "the sample id of records that are no samples has time 0", "I-46",
           aux_hunt<kRecordIds>(defect::kSampleIdWithoutTime)},
    Mutant{"E-13c", "a LOST record has no sample id", "I-46",
           aux_hunt<kRecordIds>(defect::kLostWithoutSampleId)},
    Mutant{"O-12", "a pause of an overwritable ring brings a LOST record after it", "I-47",
           mainline_hunt<kOverwriteLostAsItIs, kOverwriteLostRepaired>(Technique::values), true},
    Mutant{"E-20a", "perf reads overwritable rings while they run", "I-20",
           aux_hunt<kRecordLoop>(defect::kDumpWithoutPause)},
    Mutant{"E-20b", "perf does not resume overwritable rings after a dump", "I-48",
           aux_hunt<kRecordLoop>(defect::kDumpWithoutResume)},
    Mutant{"E-21a", "a dump that is asked for while perf reads goes without overwritable rings",
           "I-48", aux_hunt<kRecordLoop>(defect::kDumpNotReadAgain)},
    Mutant{"E-21b", "an end that is told while perf reads goes without overwritable rings", "I-48",
           mainline_hunt<kRecordEndAsItIs, kRecordLoop>(Technique::sequences), true},
    Mutant{"E-21c", "--mmap-flush holds back what a dump is to have", "I-48",
           mainline_hunt<kRecordFlushAsItIs, kRecordLoop>(Technique::sequences), true},
    Mutant{"E-22", "the alarm that switches files rings once", "I-49",
           aux_hunt<kRecordLoop>(defect::kAlarmNotRearmed)},
    Mutant{"E-23", "perf ends when the last event is gone, without another round", "I-48",
           aux_hunt<kRecordLoop>(defect::kHangupEnds)},
    Mutant{"E-24", "the first event that is gone unmaps its ring", "I-48",
           aux_hunt<kRecordLoop>(defect::kHangupUnmaps)},
    Mutant{"E-25", "what --mmap-flush has held back is not read at the end", "I-48",
           aux_hunt<kRecordLoop>(defect::kNoLastRead)},
    Mutant{"E-26", "AUX areas are drained in snapshot mode too", "I-48",
           aux_hunt<kRecordLoop>(defect::kAuxAlwaysDrained)},
    Mutant{"E-30", "the second piece of a window of trace is written before the first", "I-34",
           aux_hunt<kAuxtracePieces>(defect::kAuxtracePiecesSwapped)},
    Mutant{"E-31", "AUXTRACE records of all areas name the first", "I-34",
           aux_hunt<kAuxtracePieces>(defect::kAuxtraceOfFirstArea)},
    Mutant{"E-32", "the index leads past the header of AUXTRACE records", "I-12",
           aux_hunt<kAuxtracePieces>(defect::kAuxtraceIndexLate)},
    Mutant{"E-40a", "the size of a file's data is added to that of the next", "I-68",
           aux_hunt<kPerfSession>(defect::kDataSizeCarried)},
    Mutant{"E-40b", "what perf tells itself goes to the first file alone", "I-68",
           aux_hunt<kPerfSession>(defect::kSynthesizedOnce)},
    Mutant{"E-40c", "what perf tells itself is not counted as data", "I-68",
           aux_hunt<kPerfSession>(defect::kSynthesizedNotCounted)},
    Mutant{"E-40d", "AUXTRACE_INFO is told before the index of ids", "I-68",
           aux_hunt<kPerfSession>(defect::kInfoBeforeIndex)},
    Mutant{"E-41a", "the ids of every event are those of the first", "I-68",
           aux_hunt<kPerfSession>(defect::kIdsOfFirstEvent)},
    Mutant{"E-41b", "a feature that could not be written is told to be there", "I-68",
           aux_hunt<kPerfSession>(defect::kFeatureBitKept)},
};

}  // namespace

extern const MutantRows kRecordMutants;
constinit const MutantRows kRecordMutants = kRows;

}  // namespace ringcheck
