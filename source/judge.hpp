#pragma once
// What is wrong with an execution of a program.

#include <optional>

#include "explore/explore.hpp"
#include "explore/known_transcripts.hpp"
#include "source/check_program.hpp"
#include "source/race_detector.hpp"

namespace ringcheck::source {

class ExecutionOrder;

/// `error`, which the first thread of `subject` makes alone, with what it has read last.
ProgramError error_of(const Subject& subject, const SequentialError& error);

/// The result of judging an execution.
struct Judgement {
  std::optional<ProgramError> error;
  std::optional<Demand> demand;  ///< something has to be known first
  bool counts = true;            ///< false: another execution counts in its place
  bool cut = false;              ///< the first thread, alone again, reaches the bound of a loop
  std::uint32_t place = 0;       ///< that loop
  std::optional<std::uint32_t> leak;  ///< where a block that nothing frees is allocated
  bool blocked = false;               ///< some thread cannot go on and was not cut
  bool by_ends = true;                ///< false: accesses that may race were judged, too
};

/// Judges executions of one program under one model.
class Judge {
 public:
  Judge(const Subject& subject, const Program& program, const Model& model,
        const CheckOptions& options);

  /// Pre: the execution has not ended with a fault.
  Judgement judge(const Execution& execution) const;

 private:
  [[nodiscard]] bool is_sure_to_be_right(const Execution& execution) const;
  [[nodiscard]] bool first_may_go_on(const Execution& execution) const;
  [[nodiscard]] bool has_plain_accesses(const ExecutionGraph& graph) const;
  [[nodiscard]] bool stands_for_itself(const ExecutionGraph& graph) const;
  [[nodiscard]] ProgramError error(ErrorKind kind, std::uint32_t place, std::uint32_t other,
                                   std::string what) const;
  std::optional<ProgramError> memory_error(const ExecutionGraph& graph,
                                           const Transcript& said) const;
  std::optional<ProgramError> access_error(const ExecutionGraph& graph, const Transcript& said,
                                           const ExecutionOrder& order) const;
  [[nodiscard]] bool is_protected(const Transcript& said, const EventId& access,
                                  std::uint64_t base) const;
  std::optional<ProgramError> race(const ExecutionGraph& graph) const;
  Transcript transcribe(const ExecutionGraph& graph, bool runs_first) const;
  [[nodiscard]] static bool is_at_joins(const Transcript& said);
  [[nodiscard]] bool some_thread_is_blocked(const Transcript& said) const;
  [[nodiscard]] bool have_done_the_same(const ExecutionGraph& graph, const Observation& a,
                                        const Observation& b) const;
  std::optional<ProgramError> endless_wait(const Execution& execution,
                                           const Transcript& said) const;

  const Subject& subject_;
  const Program& program_;
  const Model& model_;
  bool races_;            ///< the model says what a data race is, and it is an error
  bool races_are_asked_;  ///< an error wherever the model says what a data race is
  bool frees_are_asked_;  ///< so is an access that nothing orders before the free of its block
  bool termination_;
  bool leaks_;
  /// The program does nothing that could only be judged by what its code says.
  bool is_simple_;
  /// The first thread has nothing left to do when the others have ended, whatever they do.
  mutable bool first_has_ended_ = false;
  /// The first thread has waited for others in the last execution that was complete.
  mutable bool first_waits_ = false;
  /// The first thread waits for all others before it does anything else, whatever they do.
  mutable bool first_joins_all_;
  mutable KnownTranscripts transcripts_;
  mutable RaceDetector detector_;
  /// Some location is in a block of the heap, or a local variable of a function that returns.
  bool shares_what_goes_;
};

}  // namespace ringcheck::source
