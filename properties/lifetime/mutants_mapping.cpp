// Sections G, N and Z: who may share a buffer, and which parts of it may be mapped and written to.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/core/mutants.hpp"
#include "properties/lifetime/mappings.hpp"
#include "properties/lifetime/sequences.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

constexpr FunctionHunt tried(HuntFunction hunt, const Defect& defect) {
  return {Technique::values, hunt, defect};
}

constexpr std::array kRows = {
    Mutant{"N-08d", "set_output lets events of two CPUs share a buffer", "I-09",
           tried(redirected_events, defect::kRedirectedAcrossCpus)},
    Mutant{"N-08e", "set_output lets events of two tasks that follow their task share a buffer",
           "I-09", tried(redirected_events, defect::kRedirectedAcrossTasks)},
    Mutant{"N-08f", "an inherited event that follows its task is mapped", "I-09",
           tried(inherited_events, defect::kInheritedIsMapped)},
    Mutant{"N-08g", "set_output lets AUX events of two PMUs share a buffer", "I-26",
           tried(redirected_aux_events, defect::kRedirectedAcrossAuxPmus)},
    Mutant{"N-08h", "an inherited event that follows its task may be redirected", "I-109",
           mainline_hunt<kSharedBuffersAsItIs, kSharedBuffers>(Technique::values), true},
    Mutant{"Z-06", "a mapping is split when a part of it is unmapped", "I-39",
           tried(mapping_sequences, defect::kMappingIsSplit)},
    Mutant{
        "Z-08", "mmap counts the mapping and maps its pages after the mutex is released", "I-39",
        ExplorationHunt{.scenario = "mmap-lifetime",
                        .settings = "redirect=own-off observer=none mapper=maps close=under-mutex",
                        .mutation = {.defects = defect::kMappedBehindMutex},
                        .found = {"sc"}}},
    Mutant{"Z-09", "the index of an AUX page is used as it comes", "I-39",
           tried(mapped_pages, defect::kAuxPageNotClamped)},
    Mutant{"Z-10a", "a fault lets user space write to pages of data", "I-13",
           tried(mapping_sequences, defect::kDataPageIsWritable)},
    Mutant{"Z-10b", "begin takes the write position from the page that user space writes", "I-13",
           ExplorationHunt{.scenario = "perf-ring",
                           .settings = "records=1 payload=0 words=2 polls=1",
                           .mutation = {.defects = defect::kReservesAtUserHead},
                           .found = kAnyModel}},
    Mutant{"G-03b", "mmap accepts another number of pages than the buffer has", "I-39",
           tried(mapping_sequences, defect::kRemappedInAnySize)},
    Mutant{"Z-15a", "each mapping of a buffer is charged", "I-113",
           aux_hunt<kLockedPages>(defect::kChargedAgain)},
    Mutant{"Z-15b", "munmap gives back to the user what was charged to the address space", "I-113",
           aux_hunt<kLockedPages>(defect::kLockedGivenBackTwice)},
    Mutant{"Z-15c", "munmap of the AUX area gives nothing back", "I-113",
           aux_hunt<kLockedPages>(defect::kAuxStaysCharged)},
    Mutant{"Z-16", "munmap gives back to others than mmap charged", "I-113",
           mainline_hunt<kLockedPagesAsItIs, kLockedPages>(Technique::sequences), true},
    Mutant{"Z-19", "the list of an AUX area's pages is asked for in a piece that there never is",
           "I-107", mainline_hunt<kAuxPageListAsItIs, kAuxPageList>(Technique::values), true},
    Mutant{"Z-21", "the list of an AUX area's pages is freed only if the area has pages", "I-81",
           mainline_hunt<kAuxListLeftAsItIs, kAuxListLeft>(Technique::values), true},
    Mutant{"Z-20a", "a ring of 2 GiB or more has room when it is full", "I-07",
           mainline_hunt<kRingSizesAsItIs, kRingSizes>(Technique::values), true},
    Mutant{"Z-20b", "a ring of 2 GiB or more has a watermark that nothing reaches", "I-108",
           mainline_hunt<kRingSizesAsItIs, kRingSizes>(Technique::values), true},
    Mutant{"Z-17", "mmap looks at what a user has locked, and adds to it later", "I-113",
           ExplorationHunt{.scenario = "mmap-charged",
                           .settings = "charge=under-mutex",
                           .mutation = {"charge=kernel"},
                           .found = kAnyModel},
           true},
};

}  // namespace

extern const MutantRows kMappingMutants;
constinit const MutantRows kMappingMutants = kRows;

}  // namespace ringcheck
