#pragma once
// One program under one model: set up, explored until all of it is known, and looked at again.

#include <functional>
#include <optional>

#include "explore/explore.hpp"
#include "face/body_context.hpp"
#include "face/handles.hpp"
#include "face/layout.hpp"
#include "face/recording.hpp"
#include "face/thread_context.hpp"

namespace ringcheck {

/// A user's program as the engine takes it, for one round of exploration.
class Session {
 public:
  /// Pre: `layout` and `under` outlive this.
  Session(const Layout& layout, const Model& under, std::function<void()> body);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const Program& program() const { return program_; }

  /// Runs the code of each thread once more over an execution, and returns what it says.
  [[nodiscard]] Recording record(const ExecutionGraph& graph) const;

  /// Runs the body at the end of a complete execution: what it finds wrong.
  [[nodiscard]] std::optional<FinalViolation> run_body_at_end(const ExecutionGraph& graph) const;

 private:
  void run_threads_at_end(const ExecutionGraph& graph, const BodyContext::Bodies& bodies,
                          const MadeAddresses& addresses) const;

  const Layout& layout_;
  const Model& model_;
  std::function<void()> body_;
  RunSettings settings_;
  Program program_;
};

/// Sets `its` up under `under`, as that is for programs (for_programs), and calls `round` until it
/// knows all that the program has. A round that meets something new is left by an exception, and
/// the next one begins; what `round` did before is then void. Errors: error.
void explore_in_rounds(const program& its, const model& under, unsigned accesses,
                       const std::function<void(const Session&)>& round);

}  // namespace ringcheck
