#pragma once
// One program under one model: set up, explored until all of it is known, and looked at again.

#include <atomic>
#include <functional>
#include <optional>
#include <utility>

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

  /// False once it is known that the body does nothing after the first join.
  [[nodiscard]] bool body_looks() const { return body_looks_; }
  void body_looks_no_more() const { body_looks_ = false; }
  /// Runs the body at the end of a complete execution: what it finds wrong, and whether it looked.
  [[nodiscard]] std::pair<std::optional<FinalViolation>, bool> run_body_at_end(
      const ExecutionGraph& graph) const;

 private:
  const Layout& layout_;
  const Model& model_;
  std::function<void()> body_;
  RunSettings settings_;
  Program program_;
  mutable std::atomic<bool> body_looks_ = true;
};

/// Sets `its` up under `under`, as that is for programs (for_programs), and calls `round` until it
/// knows all that the program has. A round that meets something new is left by an exception, and
/// the next one begins; what `round` did before is then void. Errors: error.
void explore_in_rounds(const program& its, const model& under, unsigned accesses,
                       const std::function<void(const Session&)>& round);

}  // namespace ringcheck
