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
    Mutant{"P-03c", "the compiler stops the unit before it closes the gate of the interrupt",
           "I-24",
           ExplorationHunt{.scenario = "aux-pt",
                           .parameters = "gate=behind-start",
                           .sites = "pt_nmi_before_stop=none",
                           .found = kInOrderModels}},
    Mutant{"C-01b", "nothing orders the copy out of a sink's memory before aux_head", "I-23",
           ExplorationHunt{.scenario = "aux-etf",
                           .sites = "etf_B=none",
                           .found = kDependencyModels,
                           .not_found = kInOrderModels}},
    Mutant{"C-15d", "nothing waits for what a TRBE wrote before aux_head is stored", "I-23",
           ExplorationHunt{.scenario = "aux-trbe",
                           .parameters = "padding=wmb irq=0",
                           .sites = "trbe_B=none",
                           .found = "sc armv8 lkmm"}},
    Mutant{"S-01d", "nothing waits for what Arm SPE wrote before aux_head is stored", "I-23",
           ExplorationHunt{.scenario = "aux-spe",
                           .parameters = "padding=wmb irq=0",
                           .sites = "spe_B=none",
                           .found = "sc armv8 lkmm"}},
    Mutant{"S-03c", "nothing orders padding before the aux_head behind it", "I-23",
           ExplorationHunt{.scenario = "aux-spe",
                           .parameters = "padding=wmb",
                           .mutated_parameters = "padding=unordered",
                           .found = kDependencyModels,
                           .not_found = kInOrderModels},
           true},
    Mutant{"T-01b", "the state becomes active before BTS is enabled", "I-24",
           ExplorationHunt{.scenario = "aux-bts-refused",
                           .parameters = "state=behind-enable",
                           .mutated_parameters = "state=before-enable",
                           .found = "sc"},
           true},
};

}  // namespace

constinit const MutantRows kAuxExploredMutants = kRows;

}  // namespace ringcheck
