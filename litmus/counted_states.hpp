#pragma once
// Final states of a straight test, by classes of executions. Internal to litmus/.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/counted_executions.hpp"
#include "litmus/compile.hpp"

namespace ringcheck::litmus {

/// What the columns of a test show of executions of its program, a straight one. Choices of a
/// location that no column tells apart become one kind, with a number; what a thread says is looked
/// up by what it reads. So a state costs only what changes from the one before.
class CountedStates {
 public:
  /// Takes a number of executions, and their state by column. Returns false to end.
  using Visitor =
      std::function<bool(const std::vector<std::uint64_t>& state, std::uint64_t executions)>;

  /// `test` and `program` outlive this. Nothing if a thread may read in too many ways, or meets a
  /// fault.
  static std::optional<CountedStates> of(const CompiledTest& test, const StraightProgram& program);

  /// Visits the states of the executions of a class; several may be equal. Returns false when
  /// `visit` did.
  bool visit(ExecutionClass executions, const Visitor& visit);

 private:
  /// Choices of a location that no column tells apart.
  struct Kind {
    std::size_t example = 0;  ///< number of one of them
    std::uint64_t choices = 0;
  };
  /// A location as columns show it.
  struct Seen {
    std::vector<Kind> kinds;
    std::vector<std::size_t> kind_of;  ///< by choice
    std::size_t kind = 0;              ///< in the state at hand
  };
  /// A thread with a local that some column shows.
  struct Speaker {
    ThreadId thread = 0;
    std::vector<std::size_t> columns;
    std::vector<std::size_t> reads;  ///< numbers of the locations that it reads
    /// What it says, by the kinds of these locations, the first one varying fastest.
    std::vector<std::vector<std::uint64_t>> said;
  };

  CountedStates(const CompiledTest& test, const StraightProgram& program);
  void add_speakers();
  void tell_kinds_apart();
  [[nodiscard]] std::vector<std::uint64_t> shown(std::size_t location, std::size_t choice) const;
  bool listen(Speaker& speaker);
  bool hear(Speaker& speaker, ExecutionGraph& graph) const;
  [[nodiscard]] std::uint64_t final_value(std::size_t location, std::size_t kind) const;
  void put(std::size_t location, std::size_t kind);
  void show(const Speaker& speaker);

  const CompiledTest* test_;
  const StraightProgram* program_;
  std::vector<Seen> seen_;                           // by location
  std::vector<std::vector<std::size_t>> listeners_;  // by location: the speakers that read it
  std::vector<std::vector<std::size_t>> columns_;    // by location: those of its final value
  std::vector<Speaker> speakers_;
  std::vector<std::uint64_t> state_;
};

/// What became of a state.
struct Taken {
  bool counts = false;   ///< it passes the filter
  bool goes_on = false;  ///< false: no more are wanted
};
/// Takes a number of executions, and their state by column.
using StateVisitor =
    std::function<Taken(const std::vector<std::uint64_t>& state, std::uint64_t executions)>;

/// Runs `test` by classes of executions and gives their states to `visit`. Nothing if it cannot be
/// run this way, or would gain little; then nobody has been called. `go_on`: as for
/// ClassSearch::run(). `flags` gets those that the model's text raises on executions that count;
/// `asked` are the locations whose final values are part of the question. Errors: as for explore().
std::optional<ExploreCounts> count_states(const CompiledTest& test, const Model& model,
                                          const LocationSet& asked, const StateVisitor& visit,
                                          const std::function<bool()>& go_on,
                                          std::set<std::string>& flags);

}  // namespace ringcheck::litmus
