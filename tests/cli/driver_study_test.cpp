// What each driver of the AUX area needs, and where.
#include "check/driver_study.hpp"

#include <gtest/gtest.h>

#include <map>

#include "cli/check_runs.hpp"
#include "cli/driver_text.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {
namespace {

TEST(DriverStudy, NeededOnMachinesThatReorder) {
  const std::vector<DriverResult> results =
      study_drivers(driver_points(), chosen_models({"x86-tso", "armv8"}));
  std::map<std::string, std::string> found;
  for (const DriverResult& result : results)
    found[std::string(result.point->driver) + ", " + std::string(result.point->point)] +=
        (result.needed() ? result.violated : "-") + " ";
  const std::map<std::string, std::string> expected = {
      {"Intel PT, pt_B", "I-23 I-23 "},
      {"Intel PT, pt_nmi_before_stop", "I-24 I-24 "},
      {"Intel BTS, bts_config", "- "},
      {"Intel BTS, bts_stopped", "- "},
      {"Intel BTS, bts_B", "- "},
      {"Intel BTS, settled stores", "I-23 "},
      {"TMC-ETR, etr_B", "- I-23 "},
      {"TMC-ETR, dma_sync", "I-36 I-36 "},
      {"TMC-ETR, dma_sync, last unit", "I-36 I-36 "},
      {"TMC-ETR, dma_sync, coherent", "- - "},
      {"TMC-ETF, etf_B", "- I-23 "},
      {"ETB10, etf_B", "- I-23 "},
      {"Arm SPE, spe_B", "I-23 I-23 "},
      {"Arm SPE, padding", "- I-23 "},
      {"Arm TRBE, trbe_B", "I-23 I-23 "},
      {"Arm TRBE, padding", "- I-23 "},
  };
  EXPECT_EQ(found, expected);
  EXPECT_NE(driver_table(results, false).find("I-23 *"), std::string::npos);
  EXPECT_NE(driver_reasons(results, false).find("Intel BTS, bts_config on x86-64: not needed"),
            std::string::npos);
  EXPECT_NE(driver_witnesses(results, false).find("TMC-ETR without etr_B under armv8: I-23"),
            std::string::npos);
}

}  // namespace
}  // namespace ringcheck
