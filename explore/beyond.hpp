#pragma once
// What a thread does after the load that it waits for, on one of its ways on.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "explore/state.hpp"
#include "explore/value_history.hpp"
#include "explore/ways_on.hpp"

namespace ringcheck {

/// What a thread does after the load that it waits for, whatever the load brings, on one of its
/// ways on. That is what its code issues when it runs on with an unknown value, and with given
/// outcomes of the branches whose conditions are unknown.
class Beyond {
 public:
  /// All ways on of the thread that waits in order for load `r` of the graph of `state`, at most
  /// `most`.
  static std::vector<Beyond> all_of(const Program& program, const State& state, EventNumber r,
                                    std::size_t most);

  /// A digest that is equal for two of these iff they differ at most in values and numbers of
  /// slots.
  [[nodiscard]] const ValueHistory& shape() const { return shape_; }
  /// The same of the load alone.
  [[nodiscard]] const ValueHistory& load_shape() const { return load_shape_; }
  /// The load.
  [[nodiscard]] const Event& load() const { return events_.front().event; }
  /// True iff it ends sections that may begin before the load.
  [[nodiscard]] bool ends_sections() const;
  /// How many writes from which `read` may read the thread may do after the load: those that it has
  /// issued to the location of `read`, those of read-modify-writes that may succeed, and, if its
  /// code goes on, one after all of these with the least order that it can have.
  [[nodiscard]] std::size_t writes_for(const Event& read) const;
  /// The part of this up to write number `number` of those for `read`; nothing if that write comes
  /// after all of it.
  [[nodiscard]] std::optional<Beyond> up_to(const Event& read, std::size_t number) const;
  /// Adds all of this to `graph`, nothing of it resolved. Returns the load.
  EventNumber add_to(ExecutionGraph& graph) const;
  /// Places write number `number` of those for `read` after the writes that are there.
  EventNumber place(ExecutionGraph& graph, const Event& read, std::size_t number) const;

 private:
  Beyond(const Program& program, EventId load, const WayOn& way);

  struct Issued {
    Event event;
    std::array<std::vector<std::uint16_t>, 3> sources;  ///< slots: address, data, control
    int partner = -1;  ///< write of a read-modify-write: slot of its read
  };
  struct Candidate {
    Event event;
    bool is_issued = false;
    int partner = -1;
    TagSet fence{};  ///< of a fence right before it that is to come as well
  };

  void collect(const ExecutionGraph& run, EventId first);
  void describe();
  void add_to_shape(ValueHistory& shape, const Issued& issued) const;
  void add_to_shape(ValueHistory& shape, const std::vector<std::uint16_t>& slots) const;
  static void add_to_shape(ValueHistory& shape, int number);
  [[nodiscard]] std::vector<Candidate> candidates(const Event& read) const;

  const Program* program_;
  ThreadId thread_;
  std::vector<Issued> events_;          ///< the load first
  std::vector<std::uint16_t> control_;  ///< slots on which all that is still to come depends
  int slots_ = 0;
  bool goes_on_ = false;
  ValueHistory shape_;
  ValueHistory load_shape_;
};

}  // namespace ringcheck
