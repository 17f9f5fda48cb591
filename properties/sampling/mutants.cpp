// Section X: sample sources.
#include <array>

#include "properties/aux/aux_hunt.hpp"
#include "properties/sampling/sequences.hpp"
#include "protocol/sampling/defects.hpp"

namespace ringcheck {
namespace {

// Section X is not in the catalogue: hardware and software that samples.
constexpr std::array kRows = {
    Mutant{"X-01a", "PEBS' buffer is drained and its index left where it was", "I-65",
           aux_hunt<kPebs>(defect::kPebsIndexKept)},
    Mutant{"X-01b", "a PEBS record of several events is one of the first of them", "I-65",
           aux_hunt<kPebs>(defect::kPebsCollisionTaken)},
    Mutant{"X-01c", "PEBS records of several events are dropped, and nobody is told", "I-65",
           aux_hunt<kPebs>(defect::kPebsCollisionUntold)},
    Mutant{"X-01d", "PEBS' samples are made of the next record, whosever it is", "I-65",
           aux_hunt<kPebs>(defect::kPebsNextOfAny)},
    Mutant{"X-01e", "PEBS' buffer is not drained when another task comes to run", "I-65",
           aux_hunt<kPebs>(defect::kPebsSwitchIgnored)},
    Mutant{"X-01f", "PEBS' interrupt is asked for when its buffer is full", "I-65",
           aux_hunt<kPebs>(defect::kPebsNoReserve)},
    Mutant{"X-01g", "a PEBS record without a status is dropped though one event alone is there",
           "I-65", aux_hunt<kPebs>(defect::kPebsEmptyStatusDropped)},
    Mutant{"X-02a", "IBS' raw data begins with the registers", "I-66",
           aux_values<kIbsSamples>(defect::kIbsWithoutCaps)},
    Mutant{"X-02b", "IBS' registers are read up to the instruction pointer", "I-66",
           aux_values<kIbsSamples>(defect::kIbsReadsTwo)},
    Mutant{"X-02c", "an interrupt of IBS' is a sample whether or not there is one", "I-66",
           aux_values<kIbsSamples>(defect::kIbsValidNotLooked)},
    Mutant{"X-02d", "the IBS unit goes on before its registers are read", "I-66",
           aux_values<kIbsSamples>(defect::kIbsEnabledFirst)},
    Mutant{"X-02e", "IBS' stop does not tell that an interrupt may still come", "I-28",
           aux_values<kIbsLateInterrupt>(defect::kIbsLateNotExpected)},
    Mutant{"X-02f", "an interrupt in the middle of IBS' stop lets the unit go on", "I-28",
           mainline_hunt<kIbsStoppedAsItIs, kIbsLateInterrupt>(Technique::values), true},
    Mutant{"X-02g", "the upper part of a period of IBS' is taken for sixteen times as much", "I-60",
           mainline_hunt<kIbsPeriodsAsItIs, kIbsPeriods>(Technique::values), true},
    Mutant{"X-01h", "PEBS' records of two sizes are gone through by one", "I-65",
           mainline_hunt<kPebsSizesAsItIs, kPebsSizes>(Technique::sequences), true},
    Mutant{"X-03a", "a software source that interrupts another takes it for itself", "I-67",
           aux_hunt<kSampleSources>(defect::kOneRecursionForAll)},
    Mutant{"X-03b", "a tracepoint is traced in the middle of itself", "I-67",
           aux_hunt<kSampleSources>(defect::kRecursionNotLooked)},
    Mutant{"X-03c", "tracepoints of all levels put their data together in one buffer", "I-67",
           aux_hunt<kSampleSources>(defect::kOneTraceBuffer)},
    Mutant{"X-03d", "BPF programs put their samples together in one place", "I-67",
           aux_hunt<kSampleSources>(defect::kBpfOneSample)},
    Mutant{"X-03e", "a BPF program takes the last place though another is in it", "I-67",
           aux_hunt<kSampleSources>(defect::kBpfNestsAnyDepth)},
    Mutant{"X-04a", "buffers for callchains are freed without a grace period", "I-39",
           ExplorationHunt{.scenario = "callchain-buffers",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kCallchainsWithoutGrace},
                           .found = kAnyModel}},
    Mutant{"X-04b", "buffers for callchains are freed and stay where samples find them", "I-39",
           ExplorationHunt{.scenario = "callchain-buffers",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kCallchainsLeftPointed},
                           .found = kAnyModel}},
    Mutant{"X-04c", "events that want callchains are counted down without the mutex", "I-39",
           ExplorationHunt{.scenario = "callchain-buffers",
                           .settings = "other=opens",
                           .mutation = {.defects = defect::kCallchainsCountedOutside},
                           .found = kAnyModel}},
    Mutant{"X-04d", "a callchain is written after its RCU section", "I-39",
           ExplorationHunt{.scenario = "callchain-buffers",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kCallchainWrittenLate},
                           .found = kAnyModel}},
    Mutant{"X-04e", "the last event that wants callchains leaves their buffers", "I-39",
           ExplorationHunt{.scenario = "callchain-buffers",
                           .settings = "other=none",
                           .mutation = {.defects = defect::kCallchainsKept},
                           .found = kAnyModel}},
    Mutant{"X-05a", "samples of a debug store are lost together, and count as one loss", "I-10",
           mainline_hunt<kBtsSamplesAsItIs, kBtsSamples>(Technique::sequences), true},
    Mutant{"X-05b", "samples of a debug store are lost where not all of them fit", "I-07",
           mainline_hunt<kBtsSamplesAsItIs, kBtsSamples>(Technique::sequences), true},
    Mutant{"X-06", "a reset updates the user page on the CPU that asks for it", "I-120",
           ExplorationHunt{.scenario = "self-monitoring",
                           .settings = "reset=on-its-cpu",
                           .mutation = {"reset=kernel"},
                           .found = {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"}},
           true},
};

}  // namespace

extern const MutantRows kSamplingMutants;
constinit const MutantRows kSamplingMutants = kRows;

}  // namespace ringcheck
