#pragma once
// What CoreSight's components are, and how they are connected: tracers, links and sinks.
//
// Source: include/linux/coresight.h struct coresight_device, coresight_connection;
// drivers/hwtracing/coresight/coresight-core.c coresight_find_link_inport,
// coresight_find_link_outport.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/coresight/claim.hpp"

namespace ringcheck {

/// What a component does.
enum class CsType : std::uint8_t {
  source,      ///< a tracer, such as an ETM
  funnel,      ///< a link that merges: a port for each input
  replicator,  ///< a link that splits: a port for each output
  sink,        ///< such as a TMC-ETR
  linksink,    ///< a TMC-ETF: a sink at the end of a path, a link in its middle
};

/// From an output port of a component to an input port of another.
struct CsConnection {
  std::uint64_t child = 0;       ///< number of the other
  std::uint64_t child_port = 0;  ///< of its input
};

/// Where a sink keeps trace; the best comes last. Source: enum coresight_dev_subtype_sink.
enum class SinkKind : std::uint8_t {
  port,           ///< nothing: trace leaves the machine
  buffer,         ///< memory of its own, as an ETB has
  sysmem,         ///< memory of the system
  percpu_sysmem,  ///< likewise, of a sink that belongs to one CPU
};

/// A component; the number of an output port is the number of its connection.
struct CsDevice {
  CsType type = CsType::source;
  std::uint64_t outputs = 0;
  std::array<CsConnection, 2> out{};
  bool has_cti = false;          ///< a cross trigger belongs to it
  std::uint64_t of_cpu = ~0ULL;  ///< of a sink that belongs to one CPU: the number of its tracer
  SinkKind kind = SinkKind::port;
  std::uint64_t driver = 0;  ///< as sink_ops: sinks of one driver take each other's buffers
  std::string_view name{};   ///< in sysfs
};

/// Addresses of a component's words, consecutive from a base address.
struct CsCells {
  ClaimTags claim;
  std::uint64_t loaded;       ///< 1 while its driver can be had
  std::uint64_t references;   ///< to its driver, from paths that it is in
  std::uint64_t refcnt;       ///< first of two: users by port; a sink and a tracer use the first
  std::uint64_t ports;        ///< the hardware: bits of ports that are open, or a CsMode
  std::uint64_t session;      ///< of a sink: who uses it; 0: nobody
  std::uint64_t cti_users;    ///< how often its cross trigger was enabled and not disabled
  std::uint64_t cti_enabled;  ///< csdev->ect_enabled
  std::uint64_t listed;       ///< csdev->ea: 1 while a sink's name is in sysfs
  std::uint64_t looked_up;    ///< references to its device from those who found it by its name

  static constexpr std::uint64_t kCount = 12;
  /// The layout from address `b` on.
  static constexpr CsCells at(std::uint64_t b) {
    return {ClaimTags::at(b), b + 2, b + 3, b + 4, b + 6, b + 7, b + 8, b + 9, b + 10, b + 11};
  }
};

/// The state of a component without ports.
inline constexpr std::uint64_t kCsOff = 0, kCsOn = 1, kCsFifo = 2;

/// The components of a machine, and repairs that Linux 6.1 does not have.
struct CoreSight {
  std::span<const CsDevice> devices{};
  std::uint64_t base = 0;  ///< address of the first component's words
  ClaimRules claims{};
  DefectSet defects{};
  bool counts_cti = false;      ///< disabling a component always lets go of its cross trigger
  bool releases_nodes = false;  ///< a path that cannot be built lets go of what it has
  bool asks_etf_mode = false;   ///< an ETF that is a sink cannot be a link

  [[nodiscard]] constexpr CsCells at(std::uint64_t device) const {
    return CsCells::at(base + device * CsCells::kCount);
  }
  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

/// Most components of a path.
inline constexpr std::size_t kCsPathMost = 12;

/// Components from a tracer to a sink, in this order.
struct CsPath {
  std::array<std::uint64_t, kCsPathMost> devices{};
  std::size_t count = 0;

  constexpr void add_first(std::uint64_t device) {
    for (std::size_t i = count++; i > 0; --i) devices.at(i) = devices.at(i - 1);
    devices[0] = device;
  }
  [[nodiscard]] constexpr std::uint64_t sink() const { return devices.at(count - 1); }
};

/// The port of `child` that `parent` feeds. Pre: it feeds one.
constexpr std::uint64_t cs_inport(const CoreSight& cs, std::uint64_t parent, std::uint64_t child) {
  const CsDevice& device = cs.devices[parent];
  for (std::uint64_t i = 0; i < device.outputs; ++i)
    if (device.out.at(i).child == child) return device.out.at(i).child_port;
  return 0;
}

/// The port by which `parent` feeds `child`. Pre: it does.
constexpr std::uint64_t cs_outport(const CoreSight& cs, std::uint64_t parent, std::uint64_t child) {
  const CsDevice& device = cs.devices[parent];
  std::uint64_t i = 0;
  while (i + 1 < device.outputs && device.out.at(i).child != child) ++i;
  return i;
}

}  // namespace ringcheck
