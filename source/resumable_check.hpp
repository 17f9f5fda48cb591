#pragma once
// The check of a program that can stop at a limit and go on later.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "explore/division.hpp"
#include "explore/parallel.hpp"
#include "source/check_program.hpp"
#include "source/early_look.hpp"

namespace ringcheck::source {

/// Checks a program under a model by several workers, in parts if need be, also in several
/// processes: nothing is lost and nothing counted twice. The result is the same for any number of
/// workers.
class ResumableProgramCheck {
 public:
  /// Runs `code` alone up to where it creates its first thread, under for_programs(asked). Errors:
  /// InputError for what is not modelled.
  ResumableProgramCheck(std::shared_ptr<const Code> code, const Model& asked,
                        const CheckOptions& options);

  /// Takes over `known`, which to_json() made of the same check. Pre: nothing was run. Errors:
  /// InputError for anything else.
  void resume(const nlohmann::ordered_json& known);

  /// Looks early and, if there is more, deeper (early_look.hpp), which may be all. run() begins with
  /// the same looks unless the number of executions is limited. Pre: nothing was explored.
  void look(const ExploreLimits& limits);
  /// Explores what is left, up to the limits of `how`. When something has to be known about the
  /// program first, learns it and starts the exploration again. Errors: InputError for what is not
  /// modelled.
  void run(ParallelOptions how);
  /// The same, but when something has to be known about the program, returns that instead of
  /// learning it. Errors: as for run().
  std::optional<Demand> explore(ParallelOptions how);
  /// Learns `demand`; then everything is left to explore. Errors: InputError when it cannot be
  /// known.
  void learn(const Demand& demand);
  /// Divides what is left into about `pieces` subtrees, as ResumableCheck does. Pre: not done.
  [[nodiscard]] std::vector<ringcheck::Piece> divide(std::size_t pieces);

  /// True iff nothing is left to explore.
  [[nodiscard]] bool done() const { return done_; }
  /// The counts of the last exploration by run().
  [[nodiscard]] const ExploreCounts& counts() const { return result_.counts; }
  /// The program that is explored, for whoever looks on from within an exploration.
  [[nodiscard]] const Program& program() const { return program_; }
  /// What is known by now.
  [[nodiscard]] CheckResult result() const;
  /// What is known and what is left.
  [[nodiscard]] nlohmann::ordered_json to_json() const;

 private:
  bool begin(ParallelOptions how, bool goes_on);
  void forget();
  EarlyLook take(EarlyLook look);
  void end_early();
  void stop_early(const SequentialWait& wait);

  std::shared_ptr<const Code> code_;
  CheckOptions options_;
  Subject subject_;
  Program program_;
  CheckResult result_;  ///< without its verdict
  std::vector<Path> rest_;
  bool done_ = false;
};

}  // namespace ringcheck::source
