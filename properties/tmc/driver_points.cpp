// The ordering points of the drivers of CoreSight sinks.
// Tested by tests/cli/driver_study_test.cpp.
#include "properties/core/driver_point.hpp"
#include "protocol/tmc/defects.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kEtr = "TMC-ETR";
constexpr std::string_view kEtf = "TMC-ETF";
constexpr std::string_view kEtb = "ETB10";

}  // namespace

std::vector<DriverPoint> tmc_driver_points() {
  return {
      {kEtr,
       "arm64",
       "armv8",
       "etr_B",
       "wmb",
       check_of("aux-etr"),
       {"etr_B=none"},
       {},
       "the copy is plain stores of the CPU, and so is aux_head"},
      {kEtr,
       "arm64",
       "armv8",
       "dma_sync",
       "called",
       check_of("aux-etr"),
       {.defects = {defect::kDmaNotSynced.name}},
       {},
       "memory that is not coherent: the CPU copies what it saw before"},
      {kEtr,
       "arm64",
       "armv8",
       "dma_sync, last unit",
       "called",
       check_of("aux-etr"),
       {.defects = {defect::kDmaSyncedShort.name}},
       {},
       "what is not synced is stale, however little"},
      {kEtr,
       "arm64",
       "armv8",
       "dma_sync, coherent",
       "called",
       check_of("aux-etr", "dma=coherent"),
       {.defects = {defect::kDmaNotSynced.name}},
       {},
       "the CPU sees what the device wrote"},
      {kEtf,
       "arm64",
       "armv8",
       "etf_B",
       "mb of CS_LOCK",
       check_of("aux-etf"),
       {"etf_B=none"},
       {},
       "the copy is plain stores of the CPU; CS_LOCK must stand after it"},
      {kEtb,
       "arm64",
       "armv8",
       "etf_B",
       "mb of CS_LOCK",
       check_of("aux-etf", "sink=etb10"),
       {"etf_B=none"},
       {},
       "as for the TMC-ETF"},
  };
}

}  // namespace ringcheck
