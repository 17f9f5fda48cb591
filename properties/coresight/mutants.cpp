// Section C, continued: paths, and the tracer.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/core/mutants.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/defects.hpp"

namespace ringcheck {
namespace {

/// The quick ones among the models of coresight-etm.
constexpr Names kInterleaved = {"sc", "x86-tso", "rc11"};

constexpr std::array kRows = {
    Mutant{"C-30a", "a link that cannot be enabled leaves those after it enabled", "I-51",
           aux_hunt<kCoreSightPaths>(defect::kPathNotUndone)},
    Mutant{"C-30b", "a link that cannot be enabled has disabled what was never enabled", "I-51",
           aux_hunt<kCoreSightPaths>(defect::kPathUndoneWhole)},
    Mutant{"C-30c", "a sink that another session has is taken down by who cannot have it", "I-51",
           aux_hunt<kCoreSightPaths>(defect::kPathSinkUndone)},
    Mutant{"C-30d", "a tracer that cannot be enabled leaves its path enabled", "I-51",
           aux_hunt<kCoreSightPaths>(defect::kPathKeptWithoutTracer)},
    Mutant{"C-31a", "a path is enabled from the tracer on", "I-50",
           aux_hunt<kCoreSightPaths>(defect::kPathEnabledForwards)},
    Mutant{"C-31b", "a path is disabled from the sink on", "I-50",
           aux_hunt<kCoreSightPaths>(defect::kPathDisabledBackwards)},
    Mutant{"C-32a", "the first to leave a shared port closes it", "I-52",
           aux_hunt<kCoreSightPaths>(defect::kLinkClosedByFirst)},
    Mutant{"C-32b", "a link is claimed for each of its ports, and refused to the second", "I-53",
           aux_hunt<kCoreSightPaths>(defect::kLinkClaimsEachPort)},
    Mutant{"C-32c", "a link is given up with the first port that is closed", "I-51",
           aux_hunt<kCoreSightPaths>(defect::kLinkDisclaimsEachPort)},
    Mutant{"C-32d", "a funnel opens the port that it feeds by, a replicator the one that feeds it",
           "I-52", aux_hunt<kCoreSightPaths>(defect::kLinkWrongPort)},
    Mutant{"C-33a", "a path that is let go keeps its references", "I-51",
           aux_hunt<kCoreSightPaths>(defect::kPathNotReleased)},
    Mutant{"C-33b", "a path that cannot be built keeps its references", "I-51",
           mainline_hunt<kCoreSightPathsNodes, kCoreSightPaths>(Technique::sequences), true},
    Mutant{"C-34", "a cross trigger that is shared is enabled by each and disabled by one", "I-51",
           mainline_hunt<kCoreSightPathsCti, kCoreSightPaths>(Technique::sequences), true},
    Mutant{"C-35", "a path goes through an ETF that another session has for its sink", "I-52",
           mainline_hunt<kCoreSightPathsEtf, kCoreSightPaths>(Technique::sequences), true},
    Mutant{"C-36a", "a component is claimed without a look at who has it", "I-54",
           aux_values<kClaimOnce>(defect::kClaimNotLooked)},
    Mutant{"C-36b", "who has claimed a component does not look again", "I-54",
           aux_values<kClaimOnce>(defect::kClaimNotLookedAgain)},
    Mutant{"C-36c", "nothing keeps the look at the tags after the own tag", "I-54",
           ExplorationHunt{"coresight-claim",
                           "",
                           {"claim_sync=none"},
                           {"x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"},
                           {"sc"}}},
    Mutant{"C-37a", "the tracer is programmed before it is idle", "I-55",
           ExplorationHunt{
               "coresight-etm", "", {.defects = defect::kEtmNoIdleWait}, kInterleaved, {}}},
    Mutant{"C-37b", "the tracer is programmed while it is enabled", "I-55",
           ExplorationHunt{
               "coresight-etm", "", {.defects = defect::kEtmNotDisabled}, kInterleaved, {}}},
    Mutant{"C-37c", "the tracer is enabled before it is programmed", "I-55",
           ExplorationHunt{
               "coresight-etm", "", {.defects = defect::kEtmEnabledFirst}, kInterleaved, {}}},
    Mutant{"C-37d", "nobody waits for the tracer to have started", "I-55",
           ExplorationHunt{
               "coresight-etm", "", {.defects = defect::kEtmNoStartWait}, kInterleaved, {}}},
    Mutant{"C-37e", "counters are read before the tracer has stopped", "I-55",
           ExplorationHunt{
               "coresight-etm", "", {.defects = defect::kEtmReadUnstable}, kInterleaved, {}}},
    Mutant{"C-38a", "nothing keeps what a tracer is programmed with before its enable", "I-55",
           ExplorationHunt{
               "coresight-etm", "", {"etm_programmed=none"}, {"armv8", "rc11"}, {"sc", "x86-tso"}}},
    Mutant{"C-38b", "nothing keeps counters after the look that the tracer is stable", "I-55",
           ExplorationHunt{
               "coresight-etm", "", {"etm_stable=none"}, {"armv8", "rc11"}, {"sc", "x86-tso"}}},
};

}  // namespace

extern const MutantRows kPathMutants;
constinit const MutantRows kPathMutants = kRows;

}  // namespace ringcheck
