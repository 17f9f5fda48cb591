// Mutants of the AUX area that exploration finds: what orders trace, and what a device left.
#include <array>

#include "properties/mutants/mutants.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kDependencyModels = "armv8 riscv power rc11 lkmm";
constexpr std::string_view kInOrderModels = "sc x86-tso";

constexpr std::array kRows = {
    Mutant{"C-01", "nothing orders the copy from the bounce buffer before aux_head", "I-23",
           ExplorationHunt{.scenario = "aux-etr",
                           .sites = "etr_B=none",
                           .found = kDependencyModels,
                           .not_found = kInOrderModels}},
    Mutant{
        "C-11c", "the bounce buffer is not synced", "I-36",
        ExplorationHunt{
            .scenario = "aux-etr", .defects = Defects(Defect::dma_not_synced), .found = kAnyModel}},
    Mutant{"C-11d", "the last unit of the bounce buffer is not synced", "I-36",
           ExplorationHunt{.scenario = "aux-etr",
                           .defects = Defects(Defect::dma_synced_short),
                           .found = kAnyModel}},
    Mutant{"C-02b", "what does not fit is left behind at the end of the bounce buffer", "I-35",
           ExplorationHunt{.scenario = "aux-etr",
                           .parameters = "bounce=4 most=4",
                           .defects = Defects(Defect::etr_copies_oldest),
                           .found = kAnyModel}},
    Mutant{"C-16c", "what does not fit is left behind in silence", "I-27",
           ExplorationHunt{.scenario = "aux-etr",
                           .defects = Defects(Defect::etr_loss_not_flagged),
                           .found = kAnyModel}},
    Mutant{"P-06", "nothing waits for what the unit posts before aux_head is stored", "I-23",
           ExplorationHunt{.scenario = "aux-pt",
                           .parameters = "gate=behind-start",
                           .sites = "pt_B=none",
                           .found = kAnyModel}},
};

}  // namespace

constinit const MutantRows kAuxExploredMutants = kRows;

}  // namespace ringcheck
