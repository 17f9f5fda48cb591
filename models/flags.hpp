#pragma once
// Whether executions of the same events can differ in what a model's text reports.

#include "models/model.hpp"

namespace ringcheck {

/// False only if the flags of `model` that hold on `graph`, a complete execution, hold on all
/// executions that have the same events, whatever their rf and co.
/// Tested by tests/litmus/flags_test.cpp.
bool flags_may_vary(const Model& model, const ExecutionGraph& graph);

}  // namespace ringcheck
