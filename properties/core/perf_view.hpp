#pragma once
// PerfView: what happened to perf's buffers in one execution, for properties and monitors.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "check/property.hpp"
#include "check/scenario.hpp"
#include "explore/program.hpp"
#include "properties/aux/aux_run.hpp"
#include "properties/ring/ring_run.hpp"
#include "protocol/aux/aux_buffer.hpp"
#include "protocol/aux/aux_lifetime.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"
#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/spsc_ring.hpp"
#include "protocol/sampling/callchain.hpp"

namespace ringcheck {

/// Where the rings of a program lie. Addresses are those of the program's locations.
struct PerfRings {
  std::optional<PerfBuffer> ring;        ///< the data ring, if it has one
  std::optional<SpscRing> spsc;          ///< the ring of one-word records, if it has one
  std::optional<PerfLifetime> lifetime;  ///< what is attached and mapped, if that is its subject
  /// Of each event, the buffer that it writes to at last, as that stays mapped; 0: it may be any.
  std::array<std::uint64_t, kLifetimeEvents> stays_with{};
  std::optional<Callchains> callchains;       ///< the buffers for chains, if they are its subject
  std::optional<AuxLifetimeCells> aux_pages;  ///< of an AUX area that is mapped and unmapped
  std::optional<AuxBuffer> aux;               ///< the AUX area, if it has one; without its events
  bool trace_is_read = true;                  ///< a reader loads what is in the AUX area
  std::uint64_t bounce_units = 0;   ///< units of the bounce buffer before the AUX area; 0 for none
  std::optional<LocId> irq_work{};  ///< whether the interrupt work that wakes is queued
  std::uint64_t wakeup_events = 0;  ///< samples that owe a wakeup; 0: the watermark alone decides
  std::uint64_t start = 0;          ///< where the stream of the data ring starts (bytes)
  std::uint64_t slot_tries = 0;     ///< how often each side of the ring of one-word records tries
  std::shared_ptr<const std::vector<Location>> locations{};  ///< of the program
  ThreadId writer = 0;
  ThreadId reader = 1;
};

/// A program around perf's buffers.
struct PerfProgram : PerfRings {
  Program program;
};

/// An execution of such a program.
struct PerfView {
  explicit PerfView(const PerfRings& rings) : scenario(rings) {}

  void gather(const ExecutionGraph& graph, const Transcript& said);
  [[nodiscard]] const ExecutionGraph& graph() const { return *graph_; }
  [[nodiscard]] std::uint64_t note(const PathStep& step) const;
  [[nodiscard]] std::optional<NotMonitored> not_monitored() const;

  PerfRings scenario;
  RingRun ring;  ///< empty without a data ring
  AuxRun aux;    ///< empty without an AUX area

 private:
  const ExecutionGraph* graph_ = nullptr;
};

/// An execution of a ring of one-word records, judged by the graph alone.
struct SlotView {
  explicit SlotView(const PerfRings& rings) : scenario(rings) {}

  void gather(const ExecutionGraph& graph) { graph_ = &graph; }
  [[nodiscard]] const ExecutionGraph& graph() const { return *graph_; }

  PerfRings scenario;

 private:
  const ExecutionGraph* graph_ = nullptr;
};

}  // namespace ringcheck
