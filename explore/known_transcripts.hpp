#pragma once
// What the code of threads says about an execution, kept for other executions.
// What a thread says is a function of the values that it read (A3 in docs/exploration.md): if it
// read the same in an earlier execution, its code does not run again.
// Tested by tests/explore/known_runs_test.cpp.

#include <cstdint>
#include <unordered_map>

#include "explore/explore.hpp"
#include "explore/value_history.hpp"

namespace ringcheck {

/// Transcripts of executions of one program.
class KnownTranscripts {
 public:
  /// Pre: `program` outlives this.
  explicit KnownTranscripts(const Program& program) : program_(&program) {}

  /// As transcribe() returns it. The code of the threads of `asked` runs in any case: it does more
  /// than say something. Pre: every call is about executions of models with `dependence`.
  Transcript transcribe(const ExecutionGraph& graph, Dependence dependence, BitRow<4> asked = {});

 private:
  // A program whose threads do not read the same values again is not worth the room.
  static constexpr std::size_t kMaxKnown = std::size_t{1} << 15U;
  static constexpr std::size_t kMaxSaid = std::size_t{1} << 18U;  ///< observations and sites

  const Program* program_;
  std::unordered_map<ValueHistory, Transcript, ValueHistoryHash> known_;  ///< by what a thread read
  std::size_t said_ = 0;
};

}  // namespace ringcheck
