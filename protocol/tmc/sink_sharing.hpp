#pragma once
// Tracers on several CPUs and sysfs share a TMC-ETR: what each does between its locks.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_enable_etr_sink_perf,
// tmc_enable_etr_sink_sysfs, tmc_update_etr_buffer, tmc_disable_etr_sink, tmc_read_prepare_etr,
// tmc_read_unprepare_etr; drivers/hwtracing/coresight/coresight-core.c coresight_disable_sink;
// drivers/hwtracing/coresight/coresight-etm-perf.c etm_event_start, etm_event_stop.
// Deviations: of the trace only whether the sink takes it, and how often the buffer is copied.
// Tested by tests/properties/tmc/aux_sink_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/core/locking_cpu.hpp"
#include "protocol/tmc/etr_sysfs.hpp"

namespace ringcheck {

/// Addresses of further words of a sink, consecutive from a base address.
struct SharingCells {
  std::uint64_t lock;     ///< drvdata->spinlock
  std::uint64_t drained;  ///< how often its buffer was copied
  std::uint64_t by_perf;  ///< how often a tracer took the sink while nobody used it
  std::uint64_t joined;   ///< how often a tracer joined the others of its session
  std::uint64_t unheard;  ///< how often a tracer's trace went nowhere

  static constexpr std::array<std::string_view, 5> kNames = {"spinlock", "drained", "by_perf",
                                                             "joined", "unheard"};
  /// The layout from address `b` on.
  static constexpr SharingCells at(std::uint64_t b) { return {b, b + 1, b + 2, b + 3, b + 4}; }
};

/// A sink that is shared.
struct SharedSink {
  SinkCells at{};
  SharingCells share{};
  /// A tracer checks whether it is the last one, and leaves, under one hold of the lock; Linux 6.1
  /// drops the lock in between.
  bool leaves_at_once = false;
  /// Reading the buffer of sysfs keeps none of perf's tracers from leaving; in Linux 6.1 it does.
  bool reading_keeps_sysfs_only = false;
  DefectSet defects{};
};

/// Adds one to a word.
template <LockingCpu C>
void count_one(C& cpu, std::uint64_t address) {
  cpu.store(address, cpu.load(address) + typename C::Value(1));
}

/// A tracer starts; false if it cannot have the sink. Source: etm_event_start.
template <LockingCpu C>
bool start_tracer(C& cpu, const SharedSink& sink, const SinkTracer& tracer) {
  using Value = typename C::Value;
  cpu.spin_lock(sink.share.lock);
  const bool joins = cpu.branch(cpu.load(sink.at.pid) == Value(tracer.pid));
  const bool started =
      tmc_enable_etr_sink_perf(cpu, sink.at, tracer, CountedSink{sink.at}, sink.defects);
  if (started) count_one(cpu, joins ? sink.share.joined : sink.share.by_perf);
  cpu.spin_unlock(sink.share.lock);
  return started;
}

/// The tracer traces. Pre: it has been started.
template <LockingCpu C>
void trace_to_sink(C& cpu, const SharedSink& sink) {
  using Value = typename C::Value;
  cpu.spin_lock(sink.share.lock);
  if (cpu.branch(cpu.load(sink.at.running) == Value(0))) count_one(cpu, sink.share.unheard);
  cpu.spin_unlock(sink.share.lock);
}

/// The tracer stops: the last one of its session stops the sink and copies; then each leaves.
/// Source: etm_event_stop.
template <LockingCpu C>
void stop_tracer(C& cpu, const SharedSink& sink, const SinkTracer& tracer) {
  cpu.spin_lock(sink.share.lock);
  if (etr_drains(cpu, sink.at, tracer, sink.defects)) {
    cpu.store(sink.at.running, 0);
    count_one(cpu, sink.share.drained);
  }
  if (!sink.leaves_at_once) {
    cpu.spin_unlock(sink.share.lock);
    cpu.spin_lock(sink.share.lock);
  }
  tmc_disable_etr_sink(cpu, sink.at, CountedSink{sink.at}, sink.defects,
                       sink.reading_keeps_sysfs_only);
  cpu.spin_unlock(sink.share.lock);
}

/// Somebody opens /dev/tmc_etrN, reads, and closes it.
template <LockingCpu C>
void read_by_file(C& cpu, const SharedSink& sink) {
  cpu.spin_lock(sink.share.lock);
  const bool open = tmc_read_prepare_etr(cpu, sink.at, CountedSink{sink.at}) == 0;
  cpu.spin_unlock(sink.share.lock);
  if (!open) return;
  cpu.spin_lock(sink.share.lock);
  tmc_read_unprepare_etr(cpu, sink.at, CountedSink{sink.at});
  cpu.spin_unlock(sink.share.lock);
}

/// sysfs starts the sink, and stops it again, if perf does not have it.
template <LockingCpu C>
void use_by_sysfs(C& cpu, const SharedSink& sink) {
  cpu.spin_lock(sink.share.lock);
  OneSysfsBuffer buffers{[&](C& c) {
    c.spin_unlock(sink.share.lock);
    c.spin_lock(sink.share.lock);
  }};
  const bool started = tmc_enable_etr_sink_sysfs(cpu, sink.at, CountedSink{sink.at}, buffers,
                                                 SysfsEnables::at_once, sink.defects) == 0;
  cpu.spin_unlock(sink.share.lock);
  if (!started) return;
  cpu.spin_lock(sink.share.lock);
  tmc_disable_etr_sink(cpu, sink.at, CountedSink{sink.at});
  cpu.spin_unlock(sink.share.lock);
}

}  // namespace ringcheck
