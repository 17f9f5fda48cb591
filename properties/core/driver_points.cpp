// The ordering points of the drivers of the AUX area.
// Tested by tests/cli/driver_study_test.cpp.
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"
#include "protocol/tmc/defects.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kPt = "Intel PT";
constexpr std::string_view kBts = "Intel BTS";
constexpr std::string_view kEtr = "TMC-ETR";
constexpr std::string_view kEtf = "TMC-ETF";
constexpr std::string_view kEtb = "ETB10";
constexpr std::string_view kSpe = "Arm SPE";
constexpr std::string_view kTrbe = "Arm TRBE";

Check check(std::string_view scenario, std::string_view settings = "") {
  return Check(find_scenario(scenario)).with(settings);
}

}  // namespace

const std::vector<DriverPoint>& driver_points() {
  // No other machine has BTS.
  static const std::vector<DriverPoint> points = {
      {kPt,
       "x86-64",
       "x86-tso",
       "pt_B",
       "wmb",
       check("aux-pt", "pmi=0"),
       {"pt_B=none"},
       {},
       "the unit's stores are posted: disabling it does not make them visible, only a fence does"},
      {kPt,
       "x86-64",
       "x86-tso",
       "pt_nmi_before_stop",
       "barrier",
       check("aux-pt"),
       {"pt_nmi_before_stop=none"},
       {},
       "if the compiler stops the unit first, an interrupt starts it again"},
      {kBts,
       "x86-64",
       "x86-tso",
       "bts_config",
       "wmb",
       check("aux-bts", "nmi=0 starts=2 most=1"),
       {"bts_config=none"},
       {"sc", "x86-tso"},
       "BTS loads from the debug store where to write; stores stay in order, and writing DEBUGCTL "
       "serialises"},
      {kBts,
       "x86-64",
       "x86-tso",
       "bts_stopped",
       "barrier",
       check("aux-bts", "nmi=2 unread=1 polls=0 state=behind-enable"),
       {"bts_stopped=none"},
       {"sc", "x86-tso"},
       "it is passed in an NMI, which nothing that looks at the state interrupts"},
      {kBts,
       "x86-64",
       "x86-tso",
       "bts_B",
       "barrier",
       check("aux-bts", "most=1"),
       {"bts_B=none"},
       {"sc", "x86-tso"},
       "what BTS stored is visible when it is disabled, and the driver's own stores stay in order; "
       "what the barrier keeps the compiler from is mutant T-05"},
      {kBts,
       "x86-64",
       "x86-tso",
       "settled stores",
       "the device",
       check("aux-bts", "nmi=0 most=1"),
       {"stores=posted"},
       {"sc", "x86-tso"},
       "the driver has no fence behind disabling BTS: it relies on the stores being visible then, "
       "as the documentation says"},
      {kEtr,
       "arm64",
       "armv8",
       "etr_B",
       "wmb",
       check("aux-etr"),
       {"etr_B=none"},
       {},
       "the copy is plain stores of the CPU, and so is aux_head"},
      {kEtr,
       "arm64",
       "armv8",
       "dma_sync",
       "called",
       check("aux-etr"),
       {.defects = {defect::kDmaNotSynced.name}},
       {},
       "memory that is not coherent: the CPU copies what it saw before"},
      {kEtr,
       "arm64",
       "armv8",
       "dma_sync, last unit",
       "called",
       check("aux-etr"),
       {.defects = {defect::kDmaSyncedShort.name}},
       {},
       "what is not synced is stale, however little"},
      {kEtr,
       "arm64",
       "armv8",
       "dma_sync, coherent",
       "called",
       check("aux-etr", "dma=coherent"),
       {.defects = {defect::kDmaNotSynced.name}},
       {},
       "the CPU sees what the device wrote"},
      {kEtf,
       "arm64",
       "armv8",
       "etf_B",
       "mb of CS_LOCK",
       check("aux-etf"),
       {"etf_B=none"},
       {},
       "the copy is plain stores of the CPU; CS_LOCK must stand behind it"},
      {kEtb,
       "arm64",
       "armv8",
       "etf_B",
       "mb of CS_LOCK",
       check("aux-etf", "sink=etb10"),
       {"etf_B=none"},
       {},
       "as for the TMC-ETF"},
      {kSpe,
       "arm64",
       "armv8",
       "spe_B",
       "dsb",
       check("aux-spe", "padding=wmb irq=0"),
       {"spe_B=none"},
       {},
       "PSB CSYNC alone does not make the unit's stores visible"},
      {kSpe,
       "arm64",
       "armv8",
       "padding",
       "nothing (F-11)",
       check("aux-spe", "padding=wmb"),
       {"padding=unordered"},
       {},
       "padding is plain stores behind the DSB, and skip stores aux_head"},
      {kTrbe,
       "arm64",
       "armv8",
       "trbe_B",
       "dsb",
       check("aux-trbe", "padding=wmb irq=0"),
       {"trbe_B=none"},
       {},
       "TSB CSYNC alone does not make the unit's stores visible"},
      {kTrbe,
       "arm64",
       "armv8",
       "padding",
       "nothing (F-11)",
       check("aux-trbe", "padding=wmb"),
       {"padding=unordered"},
       {},
       "as for Arm SPE"},
  };
  return points;
}

}  // namespace ringcheck
