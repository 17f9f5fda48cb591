#pragma once
// What a sink's driver allocates for a session, and the memory of the tracers' PMU driver, which
// may run out.
//
// Source: drivers/hwtracing/coresight/coresight-etb10.c etb_alloc_buffer, etb_free_buffer;
// coresight-tmc-etf.c tmc_alloc_etf_buffer; coresight-priv.h struct cs_buffers. Which memory an ETR
// adds is in protocol/tmc/etr_alloc.hpp. Deviations: here a TRBE's driver notes a pid, too. Tested
// by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/observations.hpp"
#include "protocol/coresight/topology.hpp"

namespace ringcheck {

/// The CPU of an event that is on none: it goes where its task goes. Source: event->cpu == -1.
inline constexpr std::uint64_t kAnyCpu = ~std::uint64_t{0};
/// Source: NUMA_NO_NODE.
inline constexpr std::uint64_t kNoNode = ~std::uint64_t{0};

/// What an event asks for. Source: struct perf_event.
struct EtmEvent {
  std::uint64_t cpu = kAnyCpu;
  std::uint64_t owner = 1;    ///< pid of who opened it
  bool owner_ended = false;   ///< that task has ended: event->owner is null
  std::uint64_t config2 = 0;  ///< bits 31:0 a sink's number, bits 63:32 a configuration's; 0: none
  std::uint64_t pages = 1;    ///< of its AUX area
  bool overwrite = false;
};

/// A session's buffer as a sink's driver has it. Source: struct cs_buffers.
struct SinkConfig {
  bool allocated = false;
  std::uint64_t driver = 0;  ///< whose it is
  std::uint64_t pid = 0;     ///< of the session
  std::uint64_t pages = 0;
  bool snapshot = false;
  std::uint64_t node = kNoNode;  ///< of the CPUs near which it lies
};

/// Addresses of words of the PMU's driver, consecutive from a base address.
struct EtmPerfCells {
  std::uint64_t left;       ///< allocations that succeed before one fails
  std::uint64_t taken;      ///< pieces of memory that are held
  std::uint64_t configs;    ///< users of the existing configuration
  std::uint64_t unmapping;  ///< 1 while the area is unmapped, under mmap_lock
  std::uint64_t waited;     ///< how often the driver waited for others there
  std::uint64_t tracers;    ///< first of csdev_src: 1 if the CPU's tracer is there

  static constexpr std::uint64_t kCpus = 4;
  static constexpr std::uint64_t kCount = 5 + kCpus;
  /// The layout from address `b` on.
  static constexpr EtmPerfCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5};
  }
};

/// The driver of the tracers' PMU, and what Linux 6.1 does not do with it.
struct EtmPerf {
  CoreSight cs{};
  EtmPerfCells at{};
  std::uint64_t cpus_per_node = 2;
  std::uint64_t config = 0;  ///< number of the existing configuration
  /// A session's buffer belongs to the first sink, and all other sinks must be of its kind. In
  /// Linux 6.1 it belongs to the sink that was looked at last.
  bool keeps_first_sink = false;
  /// A session whose sink is not there is refused; Linux 6.1 takes a default one.
  bool refuses_unknown_sink = false;
  /// Whoever sets a session up gives back the reference that finding its sink by name has taken;
  /// Linux 6.1 keeps it.
  bool gives_back_sink = false;
  /// An event keeps the pid of who opened it. In Linux 6.1 drivers of sinks ask the task for it
  /// when they allocate a session's buffer.
  bool keeps_owner = false;
  DefectSet defects{};

  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
  [[nodiscard]] constexpr std::uint64_t node_of(std::uint64_t cpu) const {
    return cpu == kAnyCpu ? kNoNode : cpu / cpus_per_node;
  }
};

/// A piece of memory; false if there is none.
template <AuxCpu C>
bool take_memory(C& cpu, const EtmPerf& perf) {
  using Value = typename C::Value;
  const Value left = cpu.load(perf.at.left);
  if (cpu.branch(left == Value(0))) return false;
  cpu.store(perf.at.left, left - Value(1));
  cpu.store(perf.at.taken, cpu.load(perf.at.taken) + Value(1));
  return true;
}

/// Gives a piece back.
template <AuxCpu C>
void give_memory(C& cpu, const EtmPerf& perf) {
  using Value = typename C::Value;
  cpu.store(perf.at.taken, cpu.load(perf.at.taken) - Value(1));
}

/// The next step may wait for others: for drivers, power and memory.
template <AuxCpu C>
void may_wait(C& cpu, const EtmPerf& perf) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(perf.at.unmapping) == Value(0)))
    cpu.store(perf.at.waited, cpu.load(perf.at.waited) + Value(1));
}

/// The driver of a sink asks for the pid of who opened the event. That of a TRBE does not.
/// Source: task_pid_nr(event->owner); perf_event_exit_task, which leaves events without owner.
template <AuxCpu C>
void ask_owner(C& cpu, const EtmPerf& perf, std::uint64_t sink, const EtmEvent& event) {
  if (perf.keeps_owner || perf.cs.devices[sink].kind == SinkKind::percpu_sysmem) return;
  if (event.owner_ended) tell<said::NullUsed>(cpu);
}

/// Allocates what the driver of `sink` keeps of a session. Source: etb_alloc_buffer,
/// tmc_alloc_etf_buffer.
template <AuxCpu C>
SinkConfig alloc_sink_buffer(C& cpu, const EtmPerf& perf, std::uint64_t sink,
                             const EtmEvent& event) {
  if (!take_memory(cpu, perf)) return {};
  SinkConfig buffer;
  ask_owner(cpu, perf, sink, event);
  buffer.allocated = true;
  buffer.driver = perf.cs.devices[sink].driver;
  buffer.pid = event.owner;
  buffer.pages = perf.has(defect::kSinkBufferOnePage) ? 1 : event.pages;
  buffer.snapshot = !perf.has(defect::kSinkBufferNoSnapshot) && event.overwrite;
  buffer.node = perf.node_of(perf.has(defect::kSinkBufferFarAway) ? 0 : event.cpu);
  return buffer;
}

/// Frees it. Source: etb_free_buffer.
template <AuxCpu C>
void free_sink_buffer(C& cpu, const EtmPerf& perf, SinkConfig& buffer) {
  give_memory(cpu, perf);
  buffer = {};
}

}  // namespace ringcheck
