#pragma once
// Sinks that an event can trace to: the one that its user names, or the best that its tracer feeds.
//
// A sink's name is a file in sysfs, sinks/NAME. It holds a number made from the name. For @NAME,
// perf puts that number into config2, and the kernel looks for a sink with it.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_perf_add_symlink_sink,
// etm_perf_sink_name_show; coresight-core.c coresight_get_sink_by_id, coresight_sink_by_id,
// coresight_find_default_sink, coresight_find_sink, coresight_select_best_sink;
// fs/namei.c hashlen_string; tools/perf/arch/arm/util/cs-etm.c cs_etm_set_sink_attr. Deviations:
// the number is that of kernels which hash byte by byte; a tracer's default sink is looked for each
// time, and not kept. Tested by tests/protocol/coresight/sinks_test.cpp.

#include "protocol/coresight/topology.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kNoDevice = ~std::uint64_t{0};

/// The number of a sink of this name. Source: hashlen_hash(hashlen_string(NULL, name)),
/// partial_name_hash, end_name_hash.
constexpr std::uint32_t sink_id(std::string_view name) {
  constexpr std::uint64_t kGoldenRatio64 = 0x61c8'8646'80b5'83eb;
  std::uint64_t hash = 0;
  for (const char c : name) {
    const std::uint64_t byte = static_cast<unsigned char>(c);
    hash = (hash + (byte << 4U) + (byte >> 4U)) * 11;
  }
  return static_cast<std::uint32_t>(hash * kGoldenRatio64 >> 32U);
}

/// Whether trace can end at a component. Source: CORESIGHT_DEV_TYPE_SINK, _LINKSINK.
constexpr bool cs_is_sink(const CoreSight& cs, std::uint64_t device) {
  const CsType type = cs.devices[device].type;
  return type == CsType::sink || type == CsType::linksink;
}

/// The sink with number `id` whose name is in sysfs; kNoDevice if there is none. The caller gets a
/// reference to its device (bus_find_device).
template <AuxCpu C>
std::uint64_t coresight_get_sink_by_id(C& cpu, const CoreSight& cs, std::uint32_t id) {
  using Value = typename C::Value;
  for (std::uint64_t device = 0; device < cs.devices.size(); ++device) {
    if (!cs_is_sink(cs, device)) continue;
    if (cpu.branch(cpu.load(cs.at(device).listed) == Value(0))) continue;
    if (!cs.has(defect::kSinkFirstNamed) && sink_id(cs.devices[device].name) != id) continue;
    cpu.store(cs.at(device).looked_up, cpu.load(cs.at(device).looked_up) + Value(1));
    return device;
  }
  return kNoDevice;
}

/// A sink, and how many components lie before it.
struct FoundSink {
  std::uint64_t device = kNoDevice;
  std::uint64_t depth = 0;
};

/// The better of two sinks: the one of the better kind, then the nearer. Source:
/// coresight_select_best_sink.
constexpr FoundSink best_sink(const CoreSight& cs, FoundSink best, FoundSink found) {
  if (found.device == kNoDevice) return best;
  if (best.device == kNoDevice) return found;
  const SinkKind had = cs.devices[best.device].kind, has = cs.devices[found.device].kind;
  return had < has || (had == has && found.depth < best.depth) ? found : best;
}

/// The best sink that `device` feeds. Source: coresight_find_sink.
constexpr FoundSink coresight_find_sink(const CoreSight& cs, std::uint64_t device,
                                        std::uint64_t depth) {
  FoundSink best;
  if (cs_is_sink(cs, device) && cs.devices[device].kind >= SinkKind::buffer)
    best = {device, depth + 1};
  if (best.device != kNoDevice && cs.devices[device].type == CsType::sink) return best;
  for (std::uint64_t i = 0; i < cs.devices[device].outputs; ++i)
    best =
        best_sink(cs, best, coresight_find_sink(cs, cs.devices[device].out.at(i).child, depth + 1));
  return best;
}

/// Where a tracer traces to by default: the sink of its CPU, or the best that it feeds; kNoDevice
/// if it feeds none.
constexpr std::uint64_t coresight_find_default_sink(const CoreSight& cs, std::uint64_t tracer) {
  for (std::uint64_t device = 0; device < cs.devices.size(); ++device)
    if (cs.devices[device].of_cpu == tracer) return device;
  return coresight_find_sink(cs, tracer, 0).device;
}

}  // namespace ringcheck
