// event-sources: what -e opens for names of each kind, and the PMU to which the kernel gives the
// event, on a machine with one core PMU or two. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/record/event_source.hpp"

#include <string>

#include "properties/record/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-72"};
/// A name, the PMU whose event it is, and what that PMU should be asked for.
struct Row {
  std::string_view name;
  std::string_view pmu;
  EventConfig attr;
};
constexpr std::uint64_t kPt = kTypeFirstDynamic + 2, kSpe = kTypeFirstDynamic + 3,
                        kAtom = kTypeFirstDynamic + 4;
const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {"cycles", "cpu", {.type = kTypeHardware, .config = {0}}},
      {"instructions", "cpu", {.type = kTypeHardware, .config = {1}}},
      {"cpu-clock", "cpu_clock", {.type = kTypeSoftware, .config = {0}}},
      {"task-clock", "task_clock", {.type = kTypeSoftware, .config = {1}}},
      {"page-faults", "software", {.type = kTypeSoftware, .config = {2}}},
      {"sched:sched_switch", "tracepoint", {.type = kTypeTracepoint, .config = {2}}},
      {"mem:0x1000", "breakpoint", {.type = kTypeBreakpoint, .breakpoint = 0x1000}},
      {"r1c2", "cpu", {.type = kTypeRaw, .config = {0x1c2}}},
      {"nothing", "", {}},
      {"re", "cpu", {.type = kTypeRaw, .config = {0xe}}},
      {"r9", "cpu", {.type = kTypeRaw, .config = {9}}},
      {"r", "", {}},
      {"rx1", "", {}},
      {"r1z", "", {}},
      {"fade", "", {}},
      {"context-switches", "software", {.type = kTypeSoftware, .config = {3}}}};
  return kRows;
}
constexpr std::uint64_t kNames = 16;

/// A term that has all bits of its word.
FormatTerm whole_word() {
  FormatTerm term{"all", 1, {}};
  for (unsigned bit = 0; bit < 64; ++bit) term.bits.push_back(bit);
  return term;
}
const std::vector<SysfsPmu>& sysfs() {
  static const std::vector<SysfsPmu> kSysfs = {
      {"intel_pt", kPt, {{"tsc", 0, {10}}, {"psb_period", 0, {24, 25, 26, 27}}}},
      {"arm_spe_0",
       kSpe,
       {{"ts_enable", 0, {0}}, {"event_filter", 1, {1, 3, 5, 7}}, {"min_latency", 2, {0, 1, 2}}}},
      {"wide", kAtom + 1, {whole_word()}}};
  return kSysfs;
}
std::vector<KernelPmu> kernel(bool hybrid) {
  std::vector<KernelPmu> pmus = {
      {.name = "task_clock", .type = kTypeFirstDynamic, .numbered = false, .software = {1}},
      {.name = "cpu_clock", .type = kTypeFirstDynamic + 1, .numbered = false, .software = {0}},
      {.name = "software", .type = kTypeSoftware, .numbered = false, .software = {2, 3}},
      {.name = "tracepoint", .type = kTypeTracepoint},
      {.name = "breakpoint", .type = kTypeBreakpoint},
      {.name = "cpu", .type = kTypeRaw},
      {.name = "intel_pt", .type = kPt},
      {.name = "arm_spe_0", .type = kSpe}};
  // This PMU is offered events before the other core PMU, which has those that name no PMU.
  if (hybrid) pmus.insert(pmus.begin(), {.name = "cpu_atom", .type = kAtom, .extended = true});
  return pmus;
}

constexpr std::array kSetup = {Dial{"name", 0, kNames - 1}, Dial{"of two core PMUs", 0, 1}};

/// The PMU to which the kernel gives the event, and no other.
void judge_pmu(bool hybrid, EventConfig attr, std::string_view wanted, DefectSet defects,
               AuxJudge& judge) {
  const auto pmus = kernel(hybrid);
  const KernelPmu* pmu = perf_init_event(pmus, attr, defects);
  judge.require((pmu != nullptr ? pmu->name : std::string_view()) == wanted, "I-72",
                "an event is given to another PMU than the one that it is of");
}

void run_names(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const Row& row = rows().at(example.setup[0]);
  const bool hybrid = example.setup[1] != 0;
  const auto attr =
      open_named_event(row.name, {"raw_syscalls:sys_enter", "sched:sched_switch"}, defects);
  judge.require(attr.has_value() == !row.pmu.empty(), "I-72",
                "a name is opened that is no event, or one that is is not");
  if (!attr || judge.found()) return;
  judge.require(*attr == row.attr, "I-72", "another event is opened than the name's");
  judge_pmu(hybrid, *attr, row.pmu, defects, judge);
  if (!hybrid || attr->type != kTypeHardware) return;
  EventConfig atom = *attr;
  atom.config[0] |= kAtom << 32U;
  judge_pmu(hybrid, atom, "cpu_atom", defects, judge);
}

/// An event as perf_event_open gets it, and the PMU that it belongs to, with one core PMU or two.
struct InitRow {
  EventConfig attr;
  std::string_view pmu, of_two;
};
const std::vector<InitRow>& init_rows() {
  constexpr std::uint64_t kUnknown = kAtom + 9;
  const auto of = [](std::uint64_t type, std::uint64_t config) {
    return EventConfig{.type = type, .config = {config, kPt << 32U, 7}};
  };
  const auto named = [&of](std::uint64_t pmu, std::uint64_t config) {
    return of(kTypeHardware, pmu << 32U | config);
  };
  static const std::vector<InitRow> kRows = {{of(kTypeHardware, 1), "cpu", "cpu"},
                                             {named(kTypeRaw, 2), "cpu", "cpu"},
                                             {named(kTypeSoftware, 2), "cpu", "cpu_atom"},
                                             {named(kAtom, 1), "cpu", "cpu_atom"},
                                             {named(kUnknown, 1), "cpu", "cpu_atom"},
                                             {named(kPt, 1), "", ""},
                                             {of(kTypeRaw, kPt << 32U | 0x1c2), "cpu", "cpu"},
                                             {of(kAtom, 3), "", "cpu_atom"},
                                             {of(kTypeSoftware, 0), "cpu_clock", "cpu_clock"},
                                             {of(kTypeSoftware, 3), "software", "software"},
                                             {of(kTypeSoftware, 9), "", ""},
                                             {of(kTypeTracepoint, 2), "tracepoint", "tracepoint"},
                                             {of(kTypeFirstDynamic, 1), "", ""},
                                             {of(kPt, 0), "intel_pt", "intel_pt"},
                                             {of(kUnknown, 2), "", ""}};
  return kRows;
}
constexpr std::array kInitSetup = {Dial{"event", 0, 14}, Dial{"of two core PMUs", 0, 1}};

/// A hardware event loses the number of the PMU that it names; nothing else changes.
void run_init(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const InitRow& row = init_rows().at(example.setup[0]);
  const bool hybrid = example.setup[1] != 0;
  judge_pmu(hybrid, row.attr, hybrid ? row.of_two : row.pmu, defects, judge);
  EventConfig attr = row.attr;
  const auto pmus = kernel(hybrid);
  perf_init_event(pmus, attr, defects);
  EventConfig wanted = row.attr;
  if (wanted.type == kTypeHardware) wanted.config[0] %= std::uint64_t{1} << 32U;
  judge.require(attr == wanted, "I-72", "the kernel counts something else than was asked");
}

constexpr std::array kTermSetup = {Dial{"PMU", 0, 3}, Dial{"first term", 0, 31},
                                   Dial{"second term", 0, 9}};

/// Terms by their names, read back from where the PMU's driver reads them.
void run_terms(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t first = example.setup[1], second = example.setup[2];
  if (example.setup[0] == 2) {
    judge.require(!open_pmu_event(sysfs(), "no_such_pmu", {}, defects), "I-72",
                  "an event of a PMU is opened that there is not");
    judge.require(!open_pmu_event(sysfs(), "intel_pt", {{"no_such_term", 0}}, defects), "I-72",
                  "a term is taken that there is not");
    return;
  }
  if (example.setup[0] == 3) {
    const std::uint64_t value = ~std::uint64_t{0} << first;
    const auto wide = open_pmu_event(sysfs(), "wide", {{"all", value}}, defects);
    judge.require(wide.has_value() && wide->config.at(1) == value, "I-72",
                  "a term of a whole word takes another value than was asked, or none");
    return;
  }
  const bool pt = example.setup[0] == 0;
  const auto attr =
      pt ? open_pmu_event(sysfs(), "intel_pt", {{"psb_period", first}, {"tsc", second}}, defects)
         : open_pmu_event(sysfs(), "arm_spe_0", {{"event_filter", first}, {"min_latency", second}},
                          defects);
  const bool fits = first < 16 && second < (pt ? 2 : 8);
  judge.require(attr.has_value() == fits, "I-72",
                "a value is taken that its term has no bits for, or one that fits refused");
  if (!attr || judge.found()) return;
  std::uint64_t spread = 0;
  for (const unsigned bit : {0U, 1U, 2U, 3U}) spread |= (first >> bit & 1U) << (2 * bit + 1);
  const EventConfig wanted = pt ? EventConfig{.type = kPt, .config = {first << 24U | second << 10U}}
                                : EventConfig{.type = kSpe, .config = {0, spread, second}};
  judge.require(*attr == wanted, "I-72", "the driver reads another value of a term than was asked");
  judge_pmu(false, *attr, pt ? "intel_pt" : "arm_spe_0", defects, judge);
}

}  // namespace

const AuxSequence kEventSources = {"event-sources",
                                   "names that perf opens events for, and the PMUs that get them",
                                   kProperties,
                                   kSetup,
                                   {},
                                   true,
                                   run_names};
const AuxSequence kEventInit = {
    "event-init", "events as perf_event_open gets them, and the PMUs that get them",
    kProperties,  kInitSetup,
    {},           true,
    run_init};
const AuxSequence kEventTerms = {
    "event-terms", "terms of events of PMUs", kProperties, kTermSetup, {}, true, run_terms};

}  // namespace ringcheck
