// Section C: sinks of Arm CoreSight.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "properties/tmc/sequences.hpp"
#include "properties/trbe/sequences.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/spe/defects.hpp"
#include "protocol/tmc/defects.hpp"
#include "protocol/trbe/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"C-02", "everything is copied, whatever the room", "I-24",
           aux_hunt<kEtrCopy>(defect::kEtrCopiesAll)},
    Mutant{"C-03", "the barrier packet stands where the trace started, not where the copy does",
           "I-37", aux_hunt<kEtrCopy>(defect::kEtrPacketAtFirstOffset)},
    Mutant{"C-04a", "a copy that is cut starts at a word instead of a frame", "I-37",
           aux_hunt<kEtrCopy>(defect::kEtrStartsAtWords)},
    Mutant{"C-04b", "a copy from an ETB10 that is cut starts at a word instead of a frame", "I-37",
           FunctionHunt{Technique::sequences, hunt_in<kEtfCopyAnyRoom>, {}, nullptr}, true},
    Mutant{"C-05", "the source wraps one byte late", "I-35",
           aux_hunt<kEtrCopy>(defect::kEtrSourceWrapsLate)},
    Mutant{"C-06", "tracers compare their own structs instead of the buffer that they share",
           "I-38", aux_hunt<kSinkSession>(defect::kEtrComparesWrappers)},
    Mutant{"C-07", "a tracer copies though the sink has been given another session's buffer",
           "I-38", aux_values<kEtrStatus>(defect::kEtrForeignTaken)},
    Mutant{"C-24a", "what an ETR wrote is copied in spite of a memory error", "I-35",
           aux_values<kEtrStatus>(defect::kEtrErrorIgnored)},
    Mutant{"C-24b", "all trace is dropped for a memory error, and nobody is told", "I-27",
           mainline_hunt<kEtrError, kEtrErrorRepaired>(Technique::values), true},
    Mutant{"C-09", "a full bounce buffer is called truncated in overwrite mode", "I-28",
           aux_hunt<kEtrCopy>(defect::kEtrFlagsSnapshots)},
    Mutant{"C-10", "an ETF's barrier packet ends at a word that nobody wrote", "I-37",
           aux_hunt<kEtfCopy>(defect::kEtfPacketByTerminator)},
    Mutant{"C-11a", "a flat buffer is synced up to its end only", "I-36",
           aux_hunt<kEtrCopy>(defect::kEtrSyncsNotAround)},
    Mutant{"C-11b", "scattered pages are synced up to the last only", "I-36",
           aux_hunt<kEtrCopy>(defect::kEtrPagesNotAround)},
    Mutant{"C-11e", "scattered pages are counted by the length alone, whatever the offset", "I-36",
           mainline_hunt<kEtrPages, kEtrPagesRepaired>(Technique::values), true},
    Mutant{"C-40a", "an entry of an ETR's table takes 32 bits of an address", "I-56",
           aux_values<kSgTables>(defect::kSgAddressIn32Bits)},
    Mutant{"C-40b", "a table has a link for a page with one entry", "I-56",
           aux_values<kSgTables>(defect::kSgSpareLink)},
    Mutant{"C-40c", "the last entry of a table is like the others", "I-56",
           aux_values<kSgTables>(defect::kSgNotEnded)},
    Mutant{"C-40d", "a full page of a table has no link", "I-56",
           aux_values<kSgTables>(defect::kSgNotLinked)},
    Mutant{"C-40e", "a link leads to the next page of the CPU", "I-56",
           aux_values<kSgTables>(defect::kSgLinkSkipsPages)},
    Mutant{"C-41a", "a CATU's entries take 40 bits of an address", "I-56",
           aux_values<kSgTables>(defect::kCatuEntryIn40Bits)},
    Mutant{"C-41b", "what is past the last page of a CATU's table is left", "I-56",
           aux_values<kSgTables>(defect::kCatuEndNotCleared)},
    Mutant{"C-41c", "a CATU's tables do not lead to each other", "I-56",
           aux_values<kSgTables>(defect::kCatuNotLinked)},
    Mutant{"C-41d", "a CATU's links are the wrong way round", "I-56",
           aux_values<kSgTables>(defect::kCatuLinksSwapped)},
    Mutant{"C-42a", "a copy goes on across the end of a page", "I-35",
           aux_values<kEtrScattered>(defect::kEtrPageSplitIgnored)},
    Mutant{"C-42b", "a CATU's pointers are looked for among device addresses of pages", "I-35",
           aux_values<kEtrScattered>(defect::kCatuPointersByPage)},
    Mutant{"C-12", "the ETR copies to where the head was when its sink was enabled", "I-35",
           aux_values<kEtrReopened>(defect::kEtrPrivateHead)},
    Mutant{"C-13a", "perf finds snapshots as it did until 2021, by trace near the end", "I-21",
           aux_hunt<kCoreSightSnapshots>(defect::kCsLooksForTrace)},
    Mutant{"C-13b", "of the entries that a table grows by only the last is set", "I-32",
           aux_values<kSpeSnapshotTable>(defect::kSnapshotTableHalfSet)},
    Mutant{"C-13c", "more than a lap of CoreSight's is taken for the rest of a division", "I-32",
           mainline_snapshots<FinderRow::cs_etm, true>(), true},
    Mutant{"C-14", "stopping closes the transaction even where the sink's interrupt has closed it",
           "I-26", aux_hunt<kTrbeTransactions>(defect::kSinkEndsAlways)},
    Mutant{"C-15e", "an error of memory that is found by stopping a TRBE is told by no record",
           "I-27", mainline_hunt<kTrbeErrorAsItIs, kTrbeTransactions>(Technique::sequences), true},
    Mutant{"C-15f", "after an external abort each buffer that a TRBE fills is taken for an error",
           "I-25", mainline_hunt<kTrbeAbortAsItIs, kTrbeTransactions>(Technique::sequences), true},
    Mutant{"C-15g", "a TRBE that something else than a fill has stopped is enabled, and stays so",
           "I-27", mainline_hunt<kTrbeStopAsItIs, kTrbeTransactions>(Technique::sequences), true},
    Mutant{"C-15h", "a TRBE is reset while it traces, since its CPU goes offline", "I-25",
           mainline_hunt<kTrbeOfflineAsItIs, kTrbeTransactions>(Technique::sequences), true},
    Mutant{"C-15a", "TRBE's interrupt may come while its buffer is looked at", "I-26",
           aux_hunt<kTrbeTransactions>(defect::kTrbeIrqNotMasked)},
    Mutant{"C-15b", "TRBE's interrupt is left behind for a transaction that is closed", "I-26",
           aux_hunt<kTrbeTransactions>(defect::kTrbeStatusNotCleared)},
    Mutant{"C-15c", "the write pointer of a TRBE that was filled is taken for the end", "I-25",
           aux_hunt<kTrbeTransactions>(defect::kTrbeWrapAtPointer)},
    Mutant{"C-16h", "a record of a TRBE does not tell that its trace is raw", "I-73",
           aux_hunt<kTrbeTransactions>(defect::kTrbeFormatNotFlagged)},
    Mutant{"C-16a", "no record tells that a TRBE was filled", "I-27",
           aux_hunt<kTrbeTransactions>(defect::kTrbeWrapNotFlagged)},
    Mutant{"C-16b", "the CPU goes on tracing when TRBE has no buffer", "I-27",
           aux_hunt<kTrbeTransactions>(defect::kTrbeTracesWithoutBuffer)},
    Mutant{"C-17a", "nothing keeps TRBE's pointers before its enable", "I-24",
           aux_values<kSinkRegisters>(defect::kTrbeNoIsb)},
    Mutant{"C-17b", "nothing keeps TRBE's pointers after its disable", "I-24",
           aux_values<kSinkRegisters>(defect::kTrbeNoIsbOff)},
    Mutant{"C-17c", "nothing keeps SPE's pointer before its limit, which enables it", "I-24",
           mainline_hunt<kSinkRegistersSpe, kSinkRegistersSpeRepaired>(Technique::values), true},
    Mutant{"C-17d", "nothing keeps SPE's pointers before its interrupt lets it go on", "I-24",
           aux_values<kSinkRegistersSpeRepaired>(defect::kSpeIrqNoIsb)},
    Mutant{"C-18", "sysfs does not look at the sink's mode again after allocating", "I-38",
           aux_hunt<kSinkSession>(defect::kSysfsModeNotRechecked)},
    Mutant{"C-19a", "a session's buffer is put outside the mutex", "I-39",
           aux_hunt<kSessionBuffer>(defect::kSessionPutOutsideMutex)},
    Mutant{"C-19b", "a tracer keeps a buffer of its own when another was faster", "I-38",
           aux_hunt<kSessionBuffer>(defect::kSessionBufferNotRetried)},
    Mutant{"C-20a", "TRBE's base is the start of the area, and units write there after a fill",
           "I-24", aux_hunt<kTrbeTransactions>(defect::kTrbeBaseAtStart)},
    Mutant{"C-20b", "no page is kept free for units that write past the limit", "I-24",
           aux_hunt<kTrbeTransactions>(defect::kTrbeNoSparePage)},
};

}  // namespace

extern const MutantRows kCoreSightMutants;
constinit const MutantRows kCoreSightMutants = kRows;

}  // namespace ringcheck
