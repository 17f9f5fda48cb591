// default-sinks: the sink that a tracer's trace goes to where the user names none, among components
// that feed each other in any way without a circle.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
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
  constexpr std::array kSinks = {SinkKind::port,   SinkKind::port,         SinkKind::buffer,
                                 SinkKind::sysmem, SinkKind::buffer,       SinkKind::sysmem,
                                 SinkKind::port,   SinkKind::percpu_sysmem};
  device.type = number == 0 ? CsType::source : kTypes.at(kind);
  device.kind = kSinks.at(kind);
  if (device.type == CsType::sink) return device;
  for (const std::uint64_t way : {choice / kKinds % kWays, choice / kKinds / kWays})
    if (number + 1 + way < kDevices) device.out.at(device.outputs++) = {number + 1 + way, 0};
  return device;
}

/// A sink that can be come to, and by how many components.
struct Reached {
  std::uint64_t device, depth;
};

/// All of them, by each way, in the order in which ways branch off.
void reach(const std::vector<CsDevice>& devices, std::uint64_t from, std::uint64_t depth,
           std::vector<Reached>& reached) {
  const CsDevice& device = devices.at(from);
  const bool keeps = device.type == CsType::sink || device.type == CsType::linksink;
  if (keeps && device.kind != SinkKind::port) reached.push_back({from, depth});
  for (std::uint64_t o = 0; o < device.outputs; ++o)
    reach(devices, device.out.at(o).child, depth + 1, reached);
}

/// The best kind, by the shortest way; of such the one that comes first.
std::uint64_t best_of(const std::vector<CsDevice>& devices, const std::vector<Reached>& reached,
                      AuxJudge& judge) {
  std::uint64_t best = kNoDevice, depth = 0;
  for (const Reached& one : reached) {
    if (best != kNoDevice) {
      const SinkKind had = devices.at(best).kind, has = devices.at(one.device).kind;
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
  std::vector<CsDevice> devices;
  for (std::uint64_t i = 0; i < kDevices; ++i) devices.push_back(device_of(i, example.setup[i]));
  // A CPU's own sink comes before what its tracer feeds.
  const std::uint64_t own = example.setup[kDevices];
  if (own < kDevices) devices.at(own).of_cpu = 0;
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

}  // namespace ringcheck
