// default-sinks: the sink that a tracer's trace goes to if the user names none, among components
// that feed each other in any way without a cycle. named-sinks: the sink that the user names, among
// components in any order, of which some have the same name and some have none in sysfs. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/sinks.hpp"

namespace ringcheck {
namespace {

/// The tracer, and what it feeds. Components feed those of higher numbers.
constexpr std::uint64_t kDevices = 8, kWays = 10;

constexpr std::array<std::string_view, 1> kProperties = {"I-80"};
constexpr std::uint64_t kKinds = 8;
/// What component `i` is, and which two it feeds.
constexpr std::uint64_t kChoices = kKinds * kWays * kWays;
constexpr std::array kSetup = {
    Dial{"tracer", 0, kChoices - 1},      Dial{"component 1", 0, kChoices - 1},
    Dial{"component 2", 0, kChoices - 1}, Dial{"component 3", 0, kChoices - 1},
    Dial{"component 4", 0, kChoices - 1}, Dial{"component 5", 0, kChoices - 1},
    Dial{"component 6", 0, kChoices - 1}, Dial{"component 7", 0, kChoices - 1},
    Dial{"of the tracer's CPU", 0, 40}};

constexpr std::array kShares = {Share{"has a sink", 60}, Share{"has a choice", 15},
                                Share{"has sinks of one kind at two depths", 5},
                                Share{"has a sink of its own", 10}};

CsDevice device_of(std::uint64_t number, std::uint64_t choice) {
  CsDevice device;
  const std::uint64_t kind = number == 0 ? 0 : choice % kKinds;
  constexpr std::array kTypes = {CsType::replicator, CsType::replicator, CsType::linksink,
                                 CsType::linksink,   CsType::sink,       CsType::sink,
                                 CsType::sink,       CsType::sink};
  // Components that are no sinks may have any kind.
  constexpr std::array kSinks = {SinkKind::port,   SinkKind::sysmem,       SinkKind::buffer,
                                 SinkKind::sysmem, SinkKind::buffer,       SinkKind::sysmem,
                                 SinkKind::port,   SinkKind::percpu_sysmem};
  device.type = number == 0 ? CsType::source : kTypes.at(kind);
  device.kind = kSinks.at(kind);
  if (device.type == CsType::sink) return device;
  for (const std::uint64_t way : {choice / kKinds % kWays, choice / kKinds / kWays})
    if (number + 1 + way < kDevices) device.out.at(device.outputs++) = {number + 1 + way, 0};
  return device;
}

/// A sink that can be reached, and through how many components.
struct Reached {
  std::uint64_t device, depth;
};

/// All reachable sinks, by each way, in the order in which ways branch off.
void reach(std::span<const CsDevice> devices, std::uint64_t from, std::uint64_t depth,
           std::vector<Reached>& reached) {
  const CsDevice& device = devices[from];
  const bool keeps = device.type == CsType::sink || device.type == CsType::linksink;
  if (keeps && device.kind != SinkKind::port) reached.push_back({from, depth});
  for (std::uint64_t o = 0; o < device.outputs; ++o)
    reach(devices, device.out.at(o).child, depth + 1, reached);
}

/// The best kind, by the shortest way; of several such sinks the first.
std::uint64_t best_of(std::span<const CsDevice> devices, const std::vector<Reached>& reached,
                      AuxJudge& judge) {
  std::uint64_t best = kNoDevice, depth = 0;
  for (const Reached& one : reached) {
    if (best != kNoDevice) {
      const SinkKind had = devices[best].kind, has = devices[one.device].kind;
      judge.comes_to("has a choice", one.device != best);
      judge.comes_to("has sinks of one kind at two depths", had == has && one.depth != depth);
      if (has < had || (has == had && one.depth >= depth)) continue;
    }
    best = one.device;
    depth = one.depth;
  }
  return best;
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  // The component before the first one is a sink of the best kind.
  std::vector<CsDevice> around = {{.type = CsType::sink, .kind = SinkKind::percpu_sysmem}};
  for (std::uint64_t i = 0; i < kDevices; ++i) around.push_back(device_of(i, example.setup[i]));
  const std::span devices = std::span(around).subspan(1);
  // A CPU's own sink takes precedence over what its tracer feeds.
  const std::uint64_t own = example.setup[kDevices];
  if (own < kDevices) devices[own].of_cpu = 0;
  CoreSight cs;
  cs.devices = devices;
  cs.defects = defects;
  std::vector<Reached> reached;
  reach(devices, 0, 0, reached);
  const std::uint64_t best = own < kDevices ? own : best_of(devices, reached, judge);
  judge.comes_to("has a sink", best != kNoDevice);
  judge.comes_to("has a sink of its own", own < kDevices);
  judge.require(coresight_find_default_sink(cs, 0) == best, "I-80",
                "a tracer's sink is not the best that it can come to");
}

constexpr std::array<std::string_view, 1> kNamedProperties = {"I-83"};
constexpr std::uint64_t kNamedDevices = 4;
constexpr std::array<std::string_view, 2> kNames = {"tmc_etr0", "tmc_etf0"};
constexpr std::uint64_t kTypes = 5;
/// What a component is, its name, and whether that is in sysfs.
constexpr std::uint64_t kNamedChoices = kTypes * kNames.size() * 2;
constexpr std::array kNamedSetup = {
    Dial{"component 0", 0, kNamedChoices - 1}, Dial{"component 1", 0, kNamedChoices - 1},
    Dial{"component 2", 0, kNamedChoices - 1}, Dial{"component 3", 0, kNamedChoices - 1},
    Dial{"name that is asked for", 0, kNames.size() - 1}};
constexpr std::array kNamedShares = {Share{"finds the first", 7}, Share{"finds the last", 4},
                                     Share{"finds none", 50}, Share{"has two of the name", 2}};

void run_named(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  // After the components comes a sink with the requested name.
  std::vector<CsDevice> devices(kNamedDevices + 1);
  CoreSight cs;
  std::vector<std::uint64_t> memory((kNamedDevices + 1) * CsCells::kCount);
  const std::string_view asked = kNames.at(example.setup[kNamedDevices]);
  std::vector<std::uint64_t> fitting;
  for (std::uint64_t i = 0; i <= kNamedDevices; ++i) {
    const bool beyond = i == kNamedDevices;
    const std::uint64_t choice = beyond ? 0 : example.setup[i];
    CsDevice& device = devices.at(i);
    device.type = beyond ? CsType::sink : static_cast<CsType>(choice % kTypes);
    device.name = beyond ? asked : kNames.at(choice / kTypes % kNames.size());
    const bool listed = beyond || choice / kTypes / kNames.size() != 0;
    memory.at(cs.at(i).listed) = listed ? 1 : 0;
    const bool keeps = device.type == CsType::sink || device.type == CsType::linksink;
    if (!beyond && keeps && listed && device.name == asked) fitting.push_back(i);
  }
  cs.devices = std::span(devices).first(kNamedDevices);
  cs.defects = defects;
  const std::uint64_t wanted = fitting.empty() ? kNoDevice : fitting.front();
  judge.comes_to("finds the first", wanted == 0);
  judge.comes_to("finds the last", wanted == kNamedDevices - 1);
  judge.comes_to("finds none", wanted == kNoDevice);
  judge.comes_to("has two of the name", fitting.size() > 1);
  SequentialCpu<> cpu(memory);
  judge.require(coresight_get_sink_by_id(cpu, cs, sink_id(asked)) == wanted, "I-83",
                "what is found is not the first sink in sysfs that has the name");
}

}  // namespace

const AuxSequence kDefaultSinks = {"default-sinks",
                                   "where a tracer's trace goes if the user does not say",
                                   kProperties,
                                   kSetup,
                                   {},
                                   false,
                                   run,
                                   2000,
                                   kShares};
const AuxSequence kNamedSinks = {"named-sinks",
                                 "the sink that a user names",
                                 kNamedProperties,
                                 kNamedSetup,
                                 {},
                                 false,
                                 run_named,
                                 2000,
                                 kNamedShares};

}  // namespace ringcheck
