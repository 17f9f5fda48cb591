#pragma once
// StepBound: how many steps code on plain memory may take, so that endless code ends.

#include <cstdint>

#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {

/// While it exists, code on a SequentialCpu of this thread's process may take `most` steps in all.
/// Errors: the step after that throws LoopBoundReached.
class StepBound {
 public:
  explicit StepBound(std::uint64_t most) { sequential_steps_left = most; }
  ~StepBound() { sequential_steps_left = ~std::uint64_t{0}; }
  StepBound(const StepBound&) = delete;
  StepBound& operator=(const StepBound&) = delete;
};

}  // namespace ringcheck
