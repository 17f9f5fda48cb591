#pragma once
// GatheredRun: what properties judge an execution by.

#include "explore/explore.hpp"
#include "properties/aux/aux_run.hpp"
#include "properties/property.hpp"
#include "properties/ring/ring_run.hpp"
#include "properties/scenario.hpp"

namespace ringcheck {

/// What happened in one execution, for all properties. Reuses what its lists have allocated.
class GatheredRun {
 public:
  /// Runs the code of `program` over `graph`, a complete execution, and gathers what it says.
  void gather(const ScenarioProgram& program, const ExecutionGraph& graph, Dependence dependence) {
    const Transcript said = transcribe(program.program, graph, dependence);
    ring_.gather(graph, said);
    aux_.gather(graph, said, program.aux ? &*program.aux : nullptr, program.writer);
  }
  /// The execution as properties see it; valid until the next gather.
  [[nodiscard]] RunView view(const ScenarioProgram& program, const ExecutionGraph& graph) const {
    return {program, graph, ring_, aux_};
  }

 private:
  RingRun ring_;
  AuxRun aux_;
};

}  // namespace ringcheck
