#pragma once
// Which registers of a routine matter to what follows an instruction.

#include <cstdint>
#include <vector>

#include "source/routine.hpp"

namespace ringcheck::source {

/// The registers of one routine that are still needed, at each of its instructions.
class LiveRegisters {
 public:
  explicit LiveRegisters(const Routine& routine);

  /// True iff instruction `next`, or one after it, may read register `r` before it is set again.
  [[nodiscard]] bool needed(std::uint32_t next, std::uint32_t r) const { return before_[next][r]; }

 private:
  using Set = std::vector<bool>;
  bool update(const Routine& routine, std::uint32_t next);

  std::vector<Set> before_;  ///< by instruction
};

}  // namespace ringcheck::source
