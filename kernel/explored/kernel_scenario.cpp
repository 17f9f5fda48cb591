// Tested by tests/kernel/kernel_scenario_test.cpp.
#include "kernel/explored/kernel_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "graph/diagnostic.hpp"
#include "kernel/findings/shown_finding.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {
namespace {

/// Those of interrupts come last.
constexpr std::array kNestedParameters = {
    KernelParameter{"records", "RC_SET_RECORDS"},
    KernelParameter{"payload", "RC_SET_PAYLOAD"},
    KernelParameter{"words", "RC_SET_WORDS"},
    KernelParameter{"polls", "RC_SET_POLLS"},
    KernelParameter{"watermark", "RC_SET_WATERMARK"},
    KernelParameter{"data", "RC_MARKED_DATA"},
    KernelParameter{"local", "RC_LOCAL_TABLE"},
    KernelParameter{"interrupts", "RC_SET_INTERRUPTS"},
    KernelParameter{"interrupt-payload", "RC_SET_INTERRUPT_PAYLOAD"}};
constexpr std::span kRingParameters = std::span(kNestedParameters).first<7>();

constexpr std::array kScenarios = {KernelScenario{"perf-ring", kRingParameters},
                                   KernelScenario{"perf-ring-full", kRingParameters},
                                   KernelScenario{"perf-ring-nested", kNestedParameters, true},
                                   KernelScenario{"perf-ring-overrun", kNestedParameters, true}};

constexpr std::array kPoints = {
    DroppedPoint{},
    DroppedPoint{"B",
                 "smp_wmb in perf_output_put_handle",
                 "kernel/events/ring_buffer.c",
                 "perf_output_put_handle",
                 "smp_wmb",
                 {}},
    DroppedPoint{"C", "acquire of the reader's load of data_head", {}, {}, {}, "RC_WITHOUT_C"},
    DroppedPoint{"D", "release of the reader's store of data_tail", {}, {}, {}, "RC_WITHOUT_D"}};

/// How the source's branches control is the model's: to where their ways meet, or for ever.
constexpr std::string_view kControl = "control";
/// What a reservation reads first is the text's.
constexpr std::string_view kReserve = "reserve";

constexpr std::string_view kRing = "kernel/events/ring_buffer.c";

bool is_known(const KernelScenario& scenario, std::string_view parameter) {
  return parameter == kControl || parameter == kReserve ||
         std::ranges::find(scenario.parameters, parameter, &KernelParameter::name) !=
             scenario.parameters.end();
}

}  // namespace

std::span<const KernelScenario> all_kernel_scenarios() {
  return kScenarios;
}

std::span<const DroppedPoint> all_dropped_points() {
  return kPoints;
}

const KernelScenario& find_kernel_scenario(std::string_view name) {
  std::string known;
  for (const KernelScenario& scenario : kScenarios) {
    if (scenario.name == name) return scenario;
    known.append(known.empty() ? "" : ", ").append(scenario.name);
  }
  throw InputError({"--scenario", 0, 0, fmt::format("saw '{}', expected one of {}", name, known)});
}

Check specification_check(const KernelScenario& scenario, const std::string& settings,
                          const DroppedPoint& point, const Model& model) {
  Check check = Check(find_scenario(scenario.name)).with(settings);
  const Parameters standard(check.scenario->parameters);
  for (std::size_t i = 0; i < standard.declared().size(); ++i) {
    const std::string_view name = standard.declared()[i].name;
    if (is_known(scenario, name) || check.parameters.value(i) == standard.value(i)) continue;
    throw InputError({"--param", 0, 0,
                      fmt::format("saw {}={}, expected {}, which the kernel's text is run with",
                                  name, check.parameters.text(i), standard.text(i))});
  }
  check.parameters.set(kControl, model.name() == "lkmm" ? "scope" : "ever");
  if (!point.site.empty()) check = check.with(fmt::format("{}=none", point.site));
  return check.under(model);
}

std::string settings_of(const KernelScenario& scenario, const KernelTree& tree) {
  if (!scenario.interrupts) return {};
  const bool head_first = tree.read(kRing)->text().find("local_try_cmpxchg") != std::string::npos;
  return fmt::format("{}={}", kReserve, head_first ? "head-first" : "tail-first");
}

std::vector<std::string> program_arguments(const KernelScenario& scenario, const Check& check) {
  std::vector<std::string> arguments;
  if (scenario.interrupts) arguments.emplace_back("-DRC_INTERRUPTS");
  for (std::size_t i = 0; i < check.parameters.declared().size(); ++i) {
    const std::string_view name = check.parameters.declared()[i].name;
    const auto known = std::ranges::find(scenario.parameters, name, &KernelParameter::name);
    if (known == scenario.parameters.end()) continue;
    const std::uint64_t value = check.parameters.value(i);
    arguments.push_back(fmt::format("-D{}={}", known->macro, value));
    if (name == "words")
      arguments.push_back(fmt::format("-DRC_PAGE_SHIFT={}", std::bit_width(8 * value) - 1));
  }
  return arguments;
}

std::optional<KernelTree> tree_without(const KernelTree& tree, const DroppedPoint& point) {
  if (point.file.empty()) return tree;
  const std::string from = fmt::format("{}(", point.call);
  const RepairStep step{point.function, from, "rc_nothing("};
  const auto text = repaired_text(*tree.read(point.file), {point.site, point.file, {&step, 1}});
  if (!text) return {};
  KernelTree changed = tree;
  changed.replace(point.file, *text);
  return changed;
}

std::optional<KernelTree> tree_with_interrupts(const KernelTree& tree) {
  constexpr RepairStep kStep{"perf_output_get_handle", "(*(volatile unsigned int *)&rb->nest)++;",
                             "rc_increment(rb->nest);"};
  const auto text = repaired_text(*tree.read(kRing), {"", kRing, {&kStep, 1}});
  if (!text) return {};
  KernelTree changed = tree;
  changed.replace(kRing, *text);
  return changed;
}

}  // namespace ringcheck
