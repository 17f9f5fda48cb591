// Section C, continued: the memory of an ETR, its cache and its pages, who may have an ETB10, and
// an ETR that writes to the AUX area itself.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/core/mutants.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/defects.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"C-56a", "an ETR that can scatter asks for one run of memory first", "I-85",
           aux_values<kEtrAlloc>(defect::kEtrFlatAlways)},
    Mutant{"C-56b", "an ETR's memory is as large as the AUX area, however small", "I-85",
           aux_values<kEtrAlloc>(defect::kEtrSizeOfArea)},
    Mutant{"C-56c", "an ETR's driver does not ask for less where there is no memory", "I-85",
           aux_values<kEtrAlloc>(defect::kEtrSizeNotHalved)},
    Mutant{"C-57a", "sysfs takes an ETB10 that perf has", "I-87",
           aux_hunt<kEtbSharing>(defect::kEtbTakenFromPerf)},
    Mutant{"C-57b", "perf takes an ETB10 that sysfs has", "I-87",
           aux_hunt<kEtbSharing>(defect::kEtbTakenFromSysfs)},
    Mutant{"C-57c", "a session takes an ETB10 that another has", "I-87",
           aux_hunt<kEtbSharing>(defect::kEtbTakenFromSession)},
    Mutant{"C-57d", "every tracer programs the ETB10, and so clears it", "I-87",
           aux_hunt<kEtbSharing>(defect::kEtbAlwaysProgrammed)},
    Mutant{"C-57e", "where an ETB10's trace goes is not taken around the end of the area", "I-87",
           aux_hunt<kEtbSharing>(defect::kEtbHeadNotWrapped)},
    Mutant{"C-57f", "the first tracer to leave an ETB10 stops it", "I-87",
           aux_hunt<kEtbSharing>(defect::kEtbLeftByFirst)},
    Mutant{"C-57g", "an ETB10 that nobody uses stays the last session's", "I-87",
           aux_hunt<kEtbSharing>(defect::kEtbPidKept)},
    Mutant{"C-57h", "the tracer that copies from an ETB10 has not noted where to", "I-87",
           mainline_hunt<kEtbSharingAsItIs, kEtbSharing>(Technique::sequences), true},
    Mutant{"C-42c", "a copy goes on across the end of a page of the AUX area", "I-35",
           aux_values<kEtrScattered>(defect::kAuxPageSplitIgnored)},
    Mutant{"C-42d", "after the last page of the AUX area a copy goes on past it", "I-39",
           aux_values<kEtrScattered>(defect::kAuxPagesNotAround)},
    Mutant{"C-42e", "the copy from an ETF goes on past the last page of the AUX area", "I-39",
           aux_values<kEtfScattered>(defect::kAuxPagesNotAround)},
    Mutant{"C-60a", "an ETR that writes to the AUX area goes round and round in it", "I-24",
           FunctionHunt{Technique::values, hunt_in<kEtrDirectAroundArea>, {}, hunt_in<kEtrDirect>}},
    Mutant{"C-60b", "an ETR that writes to the AUX area goes round and round in the room", "I-90",
           FunctionHunt{Technique::values, hunt_in<kEtrDirectAroundRoom>, {}, hunt_in<kEtrDirect>}},
    Mutant{"C-60c", "what an ETR wrote to the AUX area is synced up to the area's end only", "I-36",
           aux_values<kEtrDirect>(defect::kDirectSyncedNotAround)},
    Mutant{"C-60d", "what an ETR wrote to the AUX area is synced after the head", "I-36",
           aux_values<kEtrDirect>(defect::kDirectSyncedLate)},
    Mutant{"C-60e", "the head of an area that an ETR overwrites stays where it was", "I-31",
           aux_values<kEtrDirect>(defect::kDirectHeadKept)},
    Mutant{"C-60f", "nothing tells that an ETR came to the end of the room", "I-27",
           aux_values<kEtrDirect>(defect::kDirectLossNotFlagged)},
    Mutant{"C-60g", "a tracer of another event joins an ETR that writes to an AUX area", "I-24",
           aux_hunt<kEtrDirectShared>(defect::kDirectShared)},
    Mutant{"C-60h", "what an ETR wrote to the AUX area is synced after the head", "I-23",
           ExplorationHunt{
               "aux-etr-direct", "", {.defects = defect::kDirectSyncedLate}, kAnyModel, {}}},
    Mutant{"C-60i", "nothing keeps the sync of the AUX area before its head", "I-23",
           ExplorationHunt{"aux-etr-direct",
                           "",
                           {"etr_direct_B=none"},
                           {"armv8", "riscv", "power", "rc11", "lkmm"},
                           {"sc", "x86-tso"}}},
    Mutant{"C-60j", "a write barrier alone keeps what a coherent ETR wrote before the head", "I-23",
           ExplorationHunt{"aux-etr-direct",
                           "dma=coherent",
                           {"etr_direct_B=wmb"},
                           {"lkmm"},
                           {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}}},
    Mutant{"C-61a", "the barrier packet is put where the sync then brings trace", "I-37",
           aux_values<kEtrWriteBack>(defect::kEtrPacketBeforeSync)},
    Mutant{"C-61b", "the line of a barrier packet leaves the cache after the ETR has written there",
           "I-89", mainline_hunt<kEtrWriteBackAsItIs, kEtrWriteBack>(Technique::values), true},
    Mutant{"C-62a", "a CATU stays enabled for an ETR that could not be claimed", "I-51",
           mainline_hunt<kEtrCatuAsItIs, kEtrCatu>(Technique::sequences), true},
    Mutant{"C-62b", "the same: the ETR cannot be had any more", "I-53",
           mainline_hunt<kEtrCatuAsItIs, kEtrCatu>(Technique::sequences), true},
    Mutant{"C-63", "a page that cannot be mapped for the device is lost", "I-51",
           mainline_hunt<kDevicePagesAsItIs, kDevicePages>(Technique::values), true},
    Mutant{"C-64a", "sysfs keeps the buffer that it has, whatever size it says", "I-125",
           aux_hunt<kEtrShared>(defect::kSysfsSizeKept)},
    Mutant{"C-64b", "a buffer that sysfs has no use for is lost", "I-125",
           aux_hunt<kEtrShared>(defect::kSysfsSurplusKept)},
    Mutant{"C-64c", "sysfs takes an ETR whose buffer is read", "I-124",
           aux_hunt<kEtrShared>(defect::kSysfsReaderIgnored)},
    Mutant{"C-64d", "the buffer of sysfs is read from its start, wherever the trace starts",
           "I-126", aux_hunt<kEtrShared>(defect::kSysfsReadFromStart)},
    Mutant{"C-64e", "memory for sysfs is allocated under the lock of the sink", "I-127",
           aux_hunt<kEtrShared>(defect::kSysfsAllocatesLocked)},
    Mutant{"C-64f", "an event that follows its task takes its session's buffer out of the table",
           "I-125", mainline_hunt<kEtrSharedAsItIs, kEtrShared>(Technique::sequences), true},
    Mutant{"C-64g", "two events of one owner that have buffers of their own share a sink", "I-126",
           mainline_hunt<kEtrSharedAsItIs, kEtrShared>(Technique::sequences), true},
};

}  // namespace

extern const MutantRows kSinkMemoryMutants;
constinit const MutantRows kSinkMemoryMutants = kRows;

}  // namespace ringcheck
