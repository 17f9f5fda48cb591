// What each driver of the AUX area needs.
// Tested by tests/cli/driver_study_test.cpp.
#include "cli/driver_study.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/check_runs.hpp"
#include "cli/ordered_tasks.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/words.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kPt = "Intel PT";
constexpr std::string_view kBts = "Intel BTS";
constexpr std::string_view kEtr = "TMC-ETR";
constexpr std::string_view kEtf = "TMC-ETF";
constexpr std::string_view kEtb = "ETB10";
constexpr std::string_view kSpe = "Arm SPE";
constexpr std::string_view kTrbe = "Arm TRBE";

// No other machine has BTS.
constexpr std::string_view kOnX86 = "sc x86-tso";

constexpr std::array kPoints = {
    DriverPoint{.driver = kPt,
                .architecture = "x86-64",
                .machine = "x86-tso",
                .point = "pt_B",
                .linux = "wmb",
                .scenario = "aux-pt",
                .parameters = "pmi=0",
                .site = "pt_B=none",
                .reason = "the unit's stores are posted: disabling it does not make them visible, "
                          "only a fence does"},
    DriverPoint{.driver = kPt,
                .architecture = "x86-64",
                .machine = "x86-tso",
                .point = "pt_nmi_before_stop",
                .linux = "barrier",
                .scenario = "aux-pt",
                .site = "pt_nmi_before_stop=none",
                .reason = "if the compiler stops the unit first, an interrupt starts it again"},
    DriverPoint{.driver = kBts,
                .architecture = "x86-64",
                .machine = "x86-tso",
                .point = "bts_config",
                .linux = "wmb",
                .scenario = "aux-bts",
                .parameters = "nmi=0 starts=2 most=1",
                .site = "bts_config=none",
                .models = kOnX86,
                .reason = "BTS loads from the debug store where to write; stores stay in order, "
                          "and writing DEBUGCTL serialises"},
    DriverPoint{
        .driver = kBts,
        .architecture = "x86-64",
        .machine = "x86-tso",
        .point = "bts_stopped",
        .linux = "barrier",
        .scenario = "aux-bts",
        .parameters = "nmi=2 unread=1 polls=0 state=behind-enable",
        .site = "bts_stopped=none",
        .models = kOnX86,
        .reason = "it is passed in an NMI, which nothing that looks at the state interrupts"},
    DriverPoint{.driver = kBts,
                .architecture = "x86-64",
                .machine = "x86-tso",
                .point = "bts_B",
                .linux = "barrier",
                .scenario = "aux-bts",
                .parameters = "most=1",
                .site = "bts_B=none",
                .models = kOnX86,
                .reason = "what BTS stored is visible when it is disabled, and the driver's own "
                          "stores stay in order; what the barrier keeps the compiler from is "
                          "mutant T-05"},
    DriverPoint{.driver = kBts,
                .architecture = "x86-64",
                .machine = "x86-tso",
                .point = "settled stores",
                .linux = "the device",
                .scenario = "aux-bts",
                .parameters = "nmi=0 most=1",
                .without = "stores=posted",
                .models = kOnX86,
                .reason = "the driver has no fence behind disabling BTS: it relies on the stores "
                          "being visible then, as the documentation says"},
    DriverPoint{.driver = kEtr,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "etr_B",
                .linux = "wmb",
                .scenario = "aux-etr",
                .site = "etr_B=none",
                .reason = "the copy is plain stores of the CPU, and so is aux_head"},
    DriverPoint{.driver = kEtr,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "dma_sync",
                .linux = "called",
                .scenario = "aux-etr",
                .defects = Defects(Defect::dma_not_synced),
                .reason = "memory that is not coherent: the CPU copies what it saw before"},
    DriverPoint{.driver = kEtr,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "dma_sync, last unit",
                .linux = "called",
                .scenario = "aux-etr",
                .defects = Defects(Defect::dma_synced_short),
                .reason = "what is not synced is stale, however little"},
    DriverPoint{.driver = kEtr,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "dma_sync, coherent",
                .linux = "called",
                .scenario = "aux-etr",
                .parameters = "dma=coherent",
                .defects = Defects(Defect::dma_not_synced),
                .reason = "the CPU sees what the device wrote"},
    DriverPoint{.driver = kEtf,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "etf_B",
                .linux = "mb of CS_LOCK",
                .scenario = "aux-etf",
                .site = "etf_B=none",
                .reason = "the copy is plain stores of the CPU; CS_LOCK must stand behind it"},
    DriverPoint{.driver = kEtb,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "etf_B",
                .linux = "mb of CS_LOCK",
                .scenario = "aux-etf",
                .parameters = "sink=etb10",
                .site = "etf_B=none",
                .reason = "as for the TMC-ETF"},
    DriverPoint{.driver = kSpe,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "spe_B",
                .linux = "dsb",
                .scenario = "aux-spe",
                .parameters = "padding=wmb irq=0",
                .site = "spe_B=none",
                .reason = "PSB CSYNC alone does not make the unit's stores visible"},
    DriverPoint{.driver = kSpe,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "padding",
                .linux = "nothing (F-11)",
                .scenario = "aux-spe",
                .parameters = "padding=wmb",
                .without = "padding=unordered",
                .reason = "padding is plain stores behind the DSB, and skip stores aux_head"},
    DriverPoint{.driver = kTrbe,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "trbe_B",
                .linux = "dsb",
                .scenario = "aux-trbe",
                .parameters = "padding=wmb irq=0",
                .site = "trbe_B=none",
                .reason = "TSB CSYNC alone does not make the unit's stores visible"},
    DriverPoint{.driver = kTrbe,
                .architecture = "arm64",
                .machine = "armv8",
                .point = "padding",
                .linux = "nothing (F-11)",
                .scenario = "aux-trbe",
                .parameters = "padding=wmb",
                .without = "padding=unordered",
                .reason = "as for Arm SPE"},
};

ScenarioRun run_of(const DriverPoint& point) {
  ScenarioRun run(find_scenario(point.scenario));
  for (const std::string_view assignment : words_of(point.parameters))
    run.parameters.set(assignment);
  return run;
}

ScenarioRun run_without(const DriverPoint& point) {
  ScenarioRun run = run_of(point);
  for (const std::string_view assignment : words_of(point.without)) run.parameters.set(assignment);
  if (!point.site.empty()) {
    const SiteChoice choice = chosen_sites({std::string(point.site)}).front();
    run.plan.set(choice.site, choice.strengths.front());
  }
  run.defects = point.defects;
  return run;
}

DriverResult drop(const DriverPoint& point, const Model& model) {
  const ScenarioRun whole = run_of(point);
  if (!std::holds_alternative<Holds>(check_scenario(whole, model).verdict))
    throw InputError({std::string(point.scenario), 0, 0,
                      "does not hold under " + model.name() + " with all of its ordering points"});
  ScenarioResult result = check_scenario(run_without(point), model);
  if (std::holds_alternative<Holds>(result.verdict)) return {&point, model.name(), "", {}};
  const auto* violated = std::get_if<Violated>(&result.verdict);
  if (violated == nullptr)
    throw InputError({std::string(point.scenario), 0, 0,
                      "is not checked to the end under " + model.name() + " without " +
                          std::string(point.point)});
  return {&point, model.name(), violated->property, std::move(result.witness)};
}

}  // namespace

std::span<const DriverPoint> driver_points() {
  return kPoints;
}

std::vector<DriverResult> study_drivers(const std::vector<Model>& models) {
  std::vector<std::pair<const DriverPoint*, const Model*>> tasks;
  for (const DriverPoint& point : kPoints)
    for (const Model& model : models) {
      const std::vector<std::string_view> wanted = words_of(point.models);
      if (wanted.empty() || std::find(wanted.begin(), wanted.end(), model.name()) != wanted.end())
        tasks.emplace_back(&point, &model);
    }
  std::vector<DriverResult> results;
  Progress progress;
  run_ordered(
      tasks.size(), 0, [&](std::size_t i) { return drop(*tasks[i].first, *tasks[i].second); },
      [&](DriverResult result) {
        results.push_back(std::move(result));
        progress.show(std::to_string(results.size()) + " of " + std::to_string(tasks.size()) +
                      " points");
      });
  return results;
}

}  // namespace ringcheck
