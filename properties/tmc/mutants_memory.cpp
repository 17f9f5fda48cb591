// Section C, on: the memory of an ETR, and who may have an ETB10.
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
};

}  // namespace

extern const MutantRows kSinkMemoryMutants;
constinit const MutantRows kSinkMemoryMutants = kRows;

}  // namespace ringcheck
