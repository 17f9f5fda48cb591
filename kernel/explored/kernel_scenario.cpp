// Tested by tests/kernel/kernel_scenario_test.cpp.
#include "kernel/explored/kernel_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "graph/diagnostic.hpp"
#include "kernel/findings/kernel_repair.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kLifetime = "RC_LIFETIME";
constexpr std::string_view kLostProgram = "lost_program.c";

constexpr KernelParameter kRecords{"records", "RC_SET_RECORDS"};
constexpr KernelParameter kPayload{"payload", "RC_SET_PAYLOAD"};
constexpr KernelParameter kWords{"words", "RC_SET_WORDS"};
constexpr KernelParameter kPolls{"polls", "RC_SET_POLLS"};
constexpr KernelParameter kWatermark{"watermark", "RC_SET_WATERMARK"};
constexpr KernelParameter kData{"data", "RC_MARKED_DATA"};
constexpr KernelParameter kLocal{"local", "RC_LOCAL_TABLE"};
constexpr KernelParameter kInterrupts{"interrupts", "RC_SET_INTERRUPTS"};
constexpr KernelParameter kInterruptPayload{"interrupt-payload", "RC_SET_INTERRUPT_PAYLOAD"};
constexpr KernelParameter kLevels{"levels", "RC_SET_LEVELS"};
constexpr KernelParameter kGrace{"grace", "RC_SET_GRACE"};
constexpr KernelParameter kEvent{"event", "RC_SET_REDIRECTED"};

constexpr KernelParameter kWriter{"writer", "RC_SET_WRITER"};
constexpr KernelParameter kTransactions{"transactions", "RC_SET_TRANSACTIONS"};
constexpr KernelParameter kUnits{"units", "RC_SET_UNITS"};
constexpr KernelParameter kMost{"most", "RC_SET_MOST"};
constexpr KernelParameter kSecond{"second", "RC_SET_SKIPS"};
constexpr KernelParameter kStart{"start", "RC_SET_START"};
constexpr KernelParameter kHalves{"halves", "RC_SET_HIGH_FIRST"};

/// The text decides what a reservation reads first.
constexpr std::string_view kReserve = "reserve";
/// Whose reader it is: ours, in the shape of libbpf's, or libperf's.
constexpr std::string_view kReader = "reader";
constexpr std::string_view kOurs = "batch";
constexpr std::string_view kLibperf = "each";

constexpr std::array kRingParameters = {kRecords,   kPayload, kWords, kPolls,
                                        kWatermark, kData,    kLocal, KernelParameter{kReader, {}}};

constexpr std::array kRing32Parameters = {kRecords, kPayload, kWords,  kPolls, kWatermark,
                                          kData,    kLocal,   kHalves, kStart};

constexpr std::array kEqualParameters = {
    kRecords, kPayload, kWords,  kPolls, kWatermark,
    kData,    kLocal,   kHalves, kStart, KernelParameter{kReader, "RC_SET_READER"}};
/// The readers of a 32-bit kernel's records in the program around the text.
constexpr std::array<std::string_view, 2> kEqualReaders = {"until-equal", "until-equal-as-longs"};

constexpr std::array kNestedParameters = {kRecords,
                                          kPayload,
                                          kWords,
                                          kPolls,
                                          kWatermark,
                                          kData,
                                          kLocal,
                                          kInterrupts,
                                          kInterruptPayload,
                                          KernelParameter{kReserve, {}}};

// The reader looks only at data_head, so the content of records does not matter.
constexpr std::array kLostParameters = {kPayload,
                                        kWords,
                                        kPolls,
                                        kData,
                                        kLocal,
                                        kRecords,
                                        kInterrupts,
                                        kLevels,
                                        kInterruptPayload,
                                        KernelParameter{"lost", {}},
                                        KernelParameter{kReserve, {}}};

constexpr std::array kOverwriteParameters = {
    kRecords, kPayload, kWords, kPolls, kGrace, kLocal, KernelParameter{"resume", {}}};

constexpr std::array kWakeupParameters = {kRecords,
                                          kPayload,
                                          kWords,
                                          kPolls,
                                          kWatermark,
                                          kEvent,
                                          kData,
                                          kLocal,
                                          kInterrupts,
                                          kInterruptPayload,
                                          KernelParameter{"refusal", {}},
                                          KernelParameter{"flag", {}},
                                          KernelParameter{"stamp", {}},
                                          KernelParameter{kReserve, {}}};

constexpr std::array kAuxParameters = {kWriter, kTransactions, kUnits, kMost, kPolls, kStart};

constexpr std::array kAux32Parameters = {kWriter, kTransactions, kUnits, kMost,
                                         kPolls,  kStart,        kHalves};

constexpr std::string_view kAuxtrace = "tools/perf/util/auxtrace.h";
constexpr std::array kAuxPoints = {
    DroppedPoint{},
    DroppedPoint{"aux_C",
                 "smp_rmb in auxtrace_mmap__read_head",
                 kAuxtrace,
                 "auxtrace_mmap__read_head",
                 "smp_rmb",
                 {}},
    DroppedPoint{"aux_D",
                 "smp_mb in auxtrace_mmap__write_tail",
                 kAuxtrace,
                 "auxtrace_mmap__write_tail",
                 "smp_mb",
                 {}},
    DroppedPoint{"etr_B", "smp_wmb of a driver that copies", {}, {}, {}, "RC_WITHOUT_ETR_B"}};

constexpr std::array kNoPoints = {DroppedPoint{}};

constexpr std::array kStampParameters = {kRecords,
                                         kPayload,
                                         kWords,
                                         kPolls,
                                         kWatermark,
                                         kEvent,
                                         kData,
                                         kLocal,
                                         kInterrupts,
                                         kInterruptPayload,
                                         KernelParameter{"flag", {}},
                                         KernelParameter{"stamp", {}},
                                         KernelParameter{"compare", {}},
                                         KernelParameter{kReserve, {}}};

constexpr std::array kMovedParameters = {KernelParameter{"due", {}}, KernelParameter{"flag", {}}};

constexpr KernelParameter kCadence{"watermark", "RC_SET_CADENCE"};
constexpr std::array kCadenceParameters = {kTransactions, kCadence, kUnits,
                                           kPolls,        kSecond,  KernelParameter{"flag", {}}};

constexpr std::array kRecordsParameters = {kTransactions, kUnits, kPolls,
                                           KernelParameter{kReader, "RC_SET_BY_RECORD"}};

constexpr std::array kLifetimeParameters = {
    KernelParameter{"closers", "RC_SET_CLOSERS"}, KernelParameter{"redirect", "RC_SET_REDIRECT"},
    KernelParameter{"observer", "RC_SET_OBSERVER"}, KernelParameter{"close", {}}};

/// Buffers that are mapped, unmapped and written to by several events.
constexpr KernelScenario lifetime_scenario(std::string_view name) {
  return {name,     kLifetimeParameters, false, "lifetime_program.c", ReaderText::ours, kLifetime,
          kNoPoints};
}

constexpr std::array kScenarios = {
    KernelScenario{"perf-ring", kRingParameters},
    KernelScenario{"perf-ring-full", kRingParameters},
    KernelScenario{"perf-ring-32",
                   kRing32Parameters,
                   false,
                   "ring_program.c",
                   ReaderText::ours,
                   {},
                   kRingPoints,
                   true},
    KernelScenario{"perf-ring-until-equal",
                   kEqualParameters,
                   false,
                   "ring_program.c",
                   ReaderText::ours,
                   {},
                   kNoPoints,
                   true},
    KernelScenario{"perf-ring-nested", kNestedParameters, true},
    KernelScenario{"perf-ring-overrun", kNestedParameters, true},
    KernelScenario{"perf-ring-lost", kLostParameters, true, kLostProgram},
    KernelScenario{"perf-ring-overwrite", kOverwriteParameters, false, "overwrite_program.c",
                   ReaderText::libperf},
    KernelScenario{"perf-wakeup", kWakeupParameters, true, kWakeupProgram},
    KernelScenario{"perf-wakeup-nested", kWakeupParameters, true, kWakeupProgram},
    KernelScenario{"perf-wakeup-stamp", kStampParameters, true, kWakeupProgram, ReaderText::ours,
                   "RC_NMI_IN_FIRST_RECORD"},
    KernelScenario{"perf-wakeup-full", kWakeupParameters, true, kWakeupProgram},
    KernelScenario{"perf-wakeup-moved",
                   kMovedParameters,
                   false,
                   "moved_program.c",
                   ReaderText::ours,
                   {},
                   kNoPoints},
    KernelScenario{
        "aux-ring", kAuxParameters, false, "aux_program.c", ReaderText::perf_tool, {}, kAuxPoints},
    KernelScenario{"aux-ring-32", kAux32Parameters, false, "aux_program.c", ReaderText::perf_tool,
                   "RC_SET_CADENCE=1", kAuxPoints, true},
    KernelScenario{"aux-cadence", kCadenceParameters, true, "cadence_program.c",
                   ReaderText::perf_tool, "RC_SLEEPS", kNoPoints},
    KernelScenario{"aux-records", kRecordsParameters, false, "records_program.c",
                   ReaderText::perf_tool, "RC_RECORDS", kNoPoints},
    lifetime_scenario("mmap-lifetime"),
    lifetime_scenario("mmap-close-twice"),
    lifetime_scenario("redirect-walked")};

/// The model says how far the source's branches control: to where their ways meet, or for ever.
constexpr std::string_view kControl = "control";

constexpr std::string_view kRing = "kernel/events/ring_buffer.c";

bool is_known(const KernelScenario& scenario, std::string_view parameter) {
  return parameter == kControl ||
         std::ranges::find(scenario.parameters, parameter, &KernelParameter::name) !=
             scenario.parameters.end();
}

/// True iff the program around the text can have the value of parameter `i` of `check`.
bool is_possible(const KernelScenario& scenario, const Check& check, std::size_t i,
                 std::uint64_t standard) {
  const std::string_view name = check.parameters.declared()[i].name;
  const std::string value = check.parameters.text(i);
  if (check.parameters.value(i) == standard) return true;
  if (!is_known(scenario, name)) return false;
  // A byte is too small for what such a driver stores.
  if (name == kWriter.name && value == "blind") return false;
  // The scenario itself decides what the records of each level carry.
  if (scenario.program == kLostProgram && name == kInterruptPayload.name) return false;
  if (name == kReader && scenario.long_32)
    return std::ranges::find(kEqualReaders, value) != kEqualReaders.end();
  if (name != kReader || value == kOurs || value == kLibperf) return true;
  const auto known = std::ranges::find(scenario.parameters, name, &KernelParameter::name);
  return known != scenario.parameters.end() && !known->macro.empty();
}

/// The repair that scenarios call `setting`; null if there is none.
const KernelRepair* repair_called(std::string_view setting) {
  const auto repair = std::ranges::find(all_kernel_repairs(), setting, &KernelRepair::setting);
  return repair == all_kernel_repairs().end() ? nullptr : &*repair;
}

/// Refuses a strength of `check` at an ordering point that the text cannot have.
void require_strengths(const Check& check) {
  for (const Site* site : check.plan.sites()) {
    const std::string_view standard = check.scenario->plan[site->name];
    const std::string setting = fmt::format("{}={}", site->name, check.plan[site->name]);
    if (check.plan[site->name] == standard || repair_called(setting) != nullptr) continue;
    throw InputError({"--param", 0, 0,
                      fmt::format("saw {}, expected {}, which the kernel's text is run with",
                                  setting, standard)});
  }
}

/// The settings of `check` that the text decides, or that a repair may change, with what Linux 6.1
/// has.
std::vector<std::pair<std::string, std::string>> settings_in_text(const KernelScenario& scenario,
                                                                  const Check& check) {
  std::vector<std::pair<std::string, std::string>> settings;
  const Parameters standard(check.scenario->parameters);
  for (std::size_t i = 0; i < standard.declared().size(); ++i) {
    const std::string_view name = standard.declared()[i].name;
    const auto known = std::ranges::find(scenario.parameters, name, &KernelParameter::name);
    if (known == scenario.parameters.end() || !known->macro.empty() || name == kReader) continue;
    settings.emplace_back(fmt::format("{}={}", name, check.parameters.text(i)), standard.text(i));
  }
  for (const Site* site : check.plan.sites())
    if (check.plan[site->name] != "none")
      settings.emplace_back(fmt::format("{}={}", site->name, check.plan[site->name]),
                            check.scenario->plan[site->name]);
  return settings;
}

}  // namespace

std::span<const KernelScenario> all_kernel_scenarios() {
  return kScenarios;
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
    if (is_possible(scenario, check, i, standard.value(i))) continue;
    throw InputError({"--param", 0, 0,
                      fmt::format("saw {}={}, expected {}, which the kernel's text is run with",
                                  name, check.parameters.text(i), standard.text(i))});
  }
  if (std::ranges::find(standard.declared(), kControl, &Parameter::name) !=
      standard.declared().end())
    check.parameters.set(kControl, model.name() == "lkmm" ? "scope" : "ever");
  require_strengths(check);
  if (!point.site.empty()) check = check.with(fmt::format("{}=none", point.site));
  return check.under(model);
}

std::vector<std::string> settings_of(const KernelScenario& scenario, const KernelTree& tree) {
  std::vector<std::string> settings;
  for (const auto& [setting, standard] :
       settings_in_text(scenario, Check(find_scenario(scenario.name)))) {
    const std::string prefix = setting.substr(0, setting.find('=') + 1);
    if (prefix == fmt::format("{}=", kReserve)) {
      const bool head_first =
          tree.read(kRing)->text().find("local_try_cmpxchg") != std::string::npos;
      settings.push_back(prefix + (head_first ? "head-first" : "tail-first"));
      continue;
    }
    for (const KernelRepair& repair : all_kernel_repairs())
      if (repair.setting.starts_with(prefix) && is_repaired(tree, repair))
        settings.emplace_back(repair.setting);
  }
  return settings;
}

std::string with_settings_of(const KernelScenario& scenario, const KernelTree& tree,
                             std::string settings) {
  for (const std::string& of_text : settings_of(scenario, tree)) {
    const std::string name = of_text.substr(0, of_text.find('=') + 1);
    if (!settings.starts_with(name) && settings.find(" " + name) == std::string::npos)
      settings.append(" ").append(of_text);
  }
  return settings;
}

KernelProgram program_of(const KernelScenario& scenario, const Check& check) {
  KernelProgram program{scenario.program, scenario.reader, {}, scenario.long_32};
  if (scenario.interrupts) program.arguments.emplace_back("-DRC_INTERRUPTS");
  if (scenario.program == kWakeupProgram) program.arguments.emplace_back("-DRC_WAKEUPS");
  if (!scenario.macro.empty()) program.arguments.push_back(fmt::format("-D{}", scenario.macro));
  for (std::size_t i = 0; i < check.parameters.declared().size(); ++i) {
    const std::string_view name = check.parameters.declared()[i].name;
    const auto known = std::ranges::find(scenario.parameters, name, &KernelParameter::name);
    if (known == scenario.parameters.end()) continue;
    if (name == kReader && check.parameters.text(i) == kLibperf)
      program = {"libperf_program.c", ReaderText::libperf, std::move(program.arguments),
                 program.long_32};
    if (known->macro.empty()) continue;
    const std::uint64_t value = check.parameters.value(i);
    program.arguments.push_back(fmt::format("-D{}={}", known->macro, value));
    if (name == kWords.name || name == kUnits.name)
      program.arguments.push_back(fmt::format("-DRC_PAGE_SHIFT={}", std::bit_width(8 * value) - 1));
  }
  return program;
}

Comparison comparison_of(const KernelScenario& scenario, const KernelProgram& program) {
  if (program.reader == ReaderText::libperf) return Comparison::second_looks;
  const bool sets = scenario.interrupts || scenario.long_32 || scenario.macro == kLifetime;
  return sets ? Comparison::sets : Comparison::how_often;
}

KernelTree repaired_tree(const KernelTree& tree, const KernelScenario& scenario,
                         const Check& check) {
  KernelTree repaired = tree;
  const std::vector<std::string> of_text = settings_of(scenario, tree);
  for (const auto& [setting, standard] : settings_in_text(scenario, check)) {
    const std::string prefix = setting.substr(0, setting.find('=') + 1);
    const auto said = std::ranges::find_if(
        of_text, [&](const std::string& one) { return one.starts_with(prefix); });
    if (said != of_text.end() && setting == *said) continue;
    const KernelRepair* repair = repair_called(setting);
    // A scenario's standard settings may include a repair.
    const bool as_it_is = setting == prefix + standard || repair_called(prefix + standard);
    if (said == of_text.end() && repair == nullptr && as_it_is) continue;
    auto changed = repair != nullptr ? repaired_tree(repaired, *repair) : std::nullopt;
    if (!changed)
      throw InputError(
          {"--param", 0, 0,
           fmt::format("saw {}, expected {}, which is what the text of {} has", setting,
                       said != of_text.end() ? *said : standard, tree.version())});
    repaired = std::move(*changed);
  }
  return repaired;
}

}  // namespace ringcheck
