// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/trbe/coverage.hpp"
#include "properties/trbe/sequences.hpp"
#include "protocol/trbe/defects.hpp"
#include "protocol/trbe/sites.hpp"

namespace ringcheck {

extern const Scenario kAuxTrbe;
std::vector<KnownViolation> trbe_violations();
std::vector<DriverPoint> trbe_driver_points();

namespace {

constexpr std::array<const Scenario*, 1> kScenarios = {&kAuxTrbe};
constexpr std::array<const AuxSequence*, 4> kSequences = {
    &kTrbeTransactions, &kTrbeFaults, &kSinkRegisters, &kSinkRegistersSpeRepaired};

}  // namespace

extern const Area kTrbeArea;
constinit const Area kTrbeArea = {.name = "trbe",
                                  .scenarios = kScenarios,
                                  .sites = site::kTrbeSites,
                                  .defects = defect::kTrbeDefects,
                                  .sequences = kSequences,
                                  .coverage = kTrbeCoverage,
                                  .findings = trbe_violations,
                                  .driver_points = trbe_driver_points};

}  // namespace ringcheck
