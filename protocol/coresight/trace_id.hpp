#pragma once
// Trace IDs: by them a decoder tells the tracers apart whose trace a sink has put together.
//
// An ID has seven bits; 0 and what is above 0x6f are reserved. Linux 6.1 makes a tracer's ID from
// the number of its CPU. From 6.3 on a table gives each CPU one that no other has.
//
// Source: include/linux/coresight-pmu.h coresight_get_trace_id; coresight-etm4x-core.c
// etm4_init_trace_id, etm4_enable_hw (TRCTRACEIDR); coresight-trace-id.{h,c} of Linux 6.3 and
// later, _coresight_trace_id_get_cpu_id, coresight_trace_id_alloc_new_id. Deviations: IDs are not
// given back; system tracers, which have IDs too, are left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <map>

namespace ringcheck {

/// The least ID that is reserved, apart from 0.
inline constexpr std::uint64_t kReservedTraceIds = 0x70;

/// Whether an ID may stand for a tracer.
constexpr bool is_valid_trace_id(std::uint64_t id) {
  return id != 0 && id < kReservedTraceIds;
}

/// The number that a CPU's number comes to. Source: CORESIGHT_LEGACY_CPU_TRACE_ID of Linux 6.3.
constexpr std::uint64_t legacy_trace_id(std::uint64_t cpu) {
  return 0x10 + cpu * 2;
}

/// What Linux 6.1 keeps as the ID of the tracer of a CPU: eight bits (drvdata->trcid).
constexpr std::uint64_t coresight_get_trace_id(std::uint64_t cpu) {
  return legacy_trace_id(cpu) & 0xff;
}

/// What the tracer's register makes of an ID: seven bits.
constexpr std::uint64_t trctraceidr(std::uint64_t id) {
  return id & 0x7f;
}

/// The table of IDs of Linux 6.3 and later.
class TraceIds {
 public:
  /// The ID of a CPU's tracer, kept from the first time on; 0 if none is left.
  std::uint64_t of_cpu(std::uint64_t cpu) {
    if (const auto its = ids_.find(cpu); its != ids_.end()) return its->second;
    std::uint64_t id = legacy_trace_id(cpu);
    if (!is_valid_trace_id(id) || is_used(id))
      for (id = 1; is_used(id);) ++id;
    if (!is_valid_trace_id(id)) return 0;
    ids_[cpu] = id;
    return id;
  }

 private:
  [[nodiscard]] bool is_used(std::uint64_t id) const {
    for (const auto& one : ids_)
      if (one.second == id) return true;
    return false;
  }

  std::map<std::uint64_t, std::uint64_t> ids_;  ///< by CPU
};

}  // namespace ringcheck
