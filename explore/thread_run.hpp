#pragma once
// One run of a thread's code over an execution graph: returns what the graph holds, issues what is
// new.

#include <array>
#include <csetjmp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explore/access.hpp"
#include "explore/declared_state.hpp"
#include "explore/program.hpp"
#include "explore/stop.hpp"
#include "explore/tracked.hpp"
#include "explore/transcript.hpp"
#include "explore/value_history.hpp"
#include "graph/execution_graph.hpp"
#include "models/checker.hpp"

namespace ringcheck {

class OwnStack;

/// One run of a thread's code. Accesses that the graph holds return their values; an unresolved
/// load returns an unknown value and the code runs on; a new access is issued, that is, added to
/// the graph. A run may end inside any call: that call then does not return, and locals are
/// dropped.
class ThreadRun {
 public:
  /// A run of thread `t` of `program` over `graph`. Branches in `speculations` go as they say while
  /// their conditions are unknown. With `transcript`, observations are collected.
  ThreadRun(const Program& program, ExecutionGraph& graph, ThreadId t, Dependence dependence,
            std::span<const Speculation> speculations = {}, Transcript* transcript = nullptr);

  /// Runs the body once. Returns why it ended.
  Stop run();
  /// Makes the run end at the first unresolved load, as in porf mode.
  void wait_in_order() { waits_in_order_ = true; }
  /// Makes the run follow a way on of a thread that has issued `issued` slots (ways_on.hpp).
  /// Assumptions are decided as branches are: if one is not known, the run stops at it, and goes on
  /// as a Speculation says.
  void follow_way(int issued) {
    decides_assumptions_ = true;
    way_begins_ = issued;
  }
  [[nodiscard]] bool follows_way() const { return decides_assumptions_; }
  /// Pre: follows_way(). What the code does from here on depends on `state` and on what its loads
  /// return. If it has been in this state before on this way, it may do nothing new: the run ends.
  void come_to(const std::array<std::uint64_t, 2>& state);
  /// Pre: follows_way(). On this way the compare-exchange whose slots begin with `slot` has stored,
  /// or has not, as what the code asked since says. Tells the graph so, if the read has no value.
  void settle_on_way(int slot, bool has_stored);
  /// Branches control everything up to the end of this thread, as with Program::control_lasts.
  void let_control_last() { control_lasts_ = true; }

  /// A load. Its result is unknown while it is unresolved.
  Word load(const Word& address, TagSet tags);
  /// Executions in which the next load, or exchange, does not read `value` are not wanted.
  void expect(std::uint64_t value) { awaited_ = value; }
  /// In porf mode, the next load waits as long as it would get `value`: it gets that only in
  /// executions in which nothing else can be done any more (Event::waits).
  void wait_for_end_of(std::uint64_t value) {
    awaited_ = value;
    awaits_end_ = true;
  }
  /// The store or read-modify-write that follows, and the others up to the next call, are at
  /// locations of this set (Program::targets) once their addresses are known; 0: wherever the
  /// thread may write.
  void set_targets(std::uint16_t targets) { targets_ = targets; }
  /// A store; ready when address and value are known.
  void store(const Word& address, const Word& value, TagSet tags);
  /// A fence. `tags` says which.
  void fence(TagSet tags);
  /// The tags of that fence, if it is the last thing that the thread has issued.
  [[nodiscard]] TagSet fence_right_before() const;
  /// A read-modify-write; returns the value that was there before. `expected` is for operations
  /// that can fail.
  Word read_modify_write(RmwOperation operation, const Word& address, const Word& operand,
                         const RmwOrder& order, const Word& expected = {});
  /// The loads and stores from here to end_access() are pieces of one access as a whole: see
  /// Event::instruction.
  void begin_access() { instruction_ = static_cast<std::uint16_t>(next_slot_); }
  void end_access() { instruction_ = kWholeAccess; }
  /// A load, a store, and a read-modify-write of `pieces` as a whole. The first piece holds the
  /// lowest bits of the value. `parts`, one for each piece, gets what each piece held.
  Word load(std::span<const AccessPiece> pieces, TagSet tags);
  void store(std::span<const AccessPiece> pieces, const Word& value, TagSet tags);
  Word read_modify_write(RmwOperation operation, std::span<const AccessPiece> pieces,
                         const Word& operand, const RmwOrder& order, const Word& expected = {},
                         std::span<Word> parts = {});
  /// This graph stands for no execution in which `condition` is false: another graph has these.
  /// Nothing comes to depend on the condition, and the run goes on while it is unknown.
  void insist(const Truth& condition);
  /// The store of a store-conditional that succeeds, paired with the load in slot `load_slot` of
  /// this thread: no other thread's write comes between them. Returns 0, which depends on the store
  /// itself. Pre: no other store is paired with the load.
  Word store_conditional(int load_slot, const Word& address, const Word& value, TagSet tags);
  /// The same for `pieces`, each paired with one of the loads from `load_slot` on.
  Word store_conditional(int load_slot, std::span<const AccessPiece> pieces, const Word& value,
                         TagSet tags);
  /// The slot of the thread's next access.
  [[nodiscard]] int next_slot() const { return next_slot_; }
  /// True iff an event in its place in the graph has that slot: the run must not stop there.
  [[nodiscard]] bool repeats_next() const {
    const EventNumber e =
        next_slot_ < graph_->slots(thread_) ? graph_->at(thread_, next_slot_) : kNoEvent;
    return e != kNoEvent && (*graph_)[e].materialised;
  }
  /// A load that reads only from writes of `expected`; executions in which none comes are not
  /// explored.
  Word await_equal(const Word& address, std::uint64_t expected, TagSet tags);
  /// spin_lock: waits until the lock reads 0, stores 1 (LKR, LKW).
  void spin_lock(const Word& address);
  /// spin_trylock: true iff it took the lock (LKR and LKW, or LF).
  Truth spin_trylock(const Word& address);
  /// spin_unlock: stores 0 (UL).
  void spin_unlock(const Word& address);
  /// spin_is_locked: RL or RU.
  Truth spin_is_locked(const Word& address);
  /// srcu_read_lock: returns the number for the matching srcu_read_unlock, another each time.
  /// Here and in the next two the run fails if the address depends on a load.
  Word srcu_read_lock(const Word& address);
  void srcu_read_unlock(const Word& address, const Word& number);
  void synchronize_srcu(const Word& address);

  /// A nondeterministic choice among 0 … n - 1. Pre: n >= 1.
  std::uint64_t choose(std::uint64_t n);
  /// Decides a branch: returns the condition. What is issued from here to the end of the innermost
  /// scope has a control dependency on it. Ends the run while the condition is unknown, unless its
  /// outcome is speculated.
  bool branch(const Truth& condition);
  /// Decides a branch without ordering anything after it, like a machine that speculates stores.
  bool branch_speculatively(const Truth& condition);
  /// The same, where code that is told yes may do all that it may do if told no: on a way on, that
  /// is the answer as long as the condition is unknown.
  bool presume(const Truth& condition);
  /// Executions in which `condition` is false are blocked. All that follows in the thread has a
  /// control dependency on it.
  void assume(const Truth& condition);
  /// Ends the run while `value` is unknown: what comes next needs it as a number.
  void need(const Word& value) {
    if (!value.known) wait_for(value.sources, false);
  }
  /// Ends the run: the loop or retry named `what` reached its bound. Such executions are counted
  /// apart.
  [[noreturn]] void reach_bound(const char* what);
  /// Ends the run: the code did something that is an error whatever the order, such as a wild
  /// dereference.
  [[noreturn]] void fail(const char* what);

  /// The control dependencies in force: to restore them at the end of a scope, and for a value
  /// computed under a branch, which depends on them.
  [[nodiscard]] const SourceSet& control() const { return control_; }
  void set_control(const SourceSet& control) { control_ = control | assumed_; }
  /// Runs `body` as a scope: control dependencies from branches inside end with it.
  template <class Body>
  decltype(auto) scope(Body&& body) {
    const SourceSet outer = control_;
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      set_control(outer);
    } else {
      decltype(auto) result = body();
      set_control(outer);
      return result;
    }
  }

  /// Declares that what the code does from here on depends on where it stands, on `values`, and on
  /// what it reads from here on, but not on what it has read before. `place` is a different text at
  /// each place of the thread's code. A search for verdicts merges states that differ in nothing
  /// else, and an exploration may count their executions (explore/subtree_counter.hpp). Pre: at
  /// most DeclaredState::kMaxValues values.
  void declare_state(const char* place, std::initializer_list<Word> values);
  /// Declares that, memory apart, only `left_behind` matters to what follows of all that was issued
  /// from slot `first` on, and that its earlier value no longer matters. `left_behind` tells where
  /// the code stands, since what it did before no longer does. For handlers that have ended.
  void forget(int first, const ValueHistory& left_behind);
  /// True iff no code runs on beyond an unresolved load, in this run or another one.
  [[nodiscard]] bool has_all_values() const { return dependence_ == Dependence::program_order; }
  /// False if runs do not wait for values: then nobody asks for a state.
  [[nodiscard]] bool has_states() const {
    return dependence_ == Dependence::program_order || waits_in_order_;
  }
  /// What was declared last.
  [[nodiscard]] const DeclaredState& declared_state() const { return declared_; }

  /// Interrupt nesting level of the events that follow.
  [[nodiscard]] std::uint8_t level() const { return level_; }
  void set_level(std::uint8_t level) { level_ = level; }

  /// Records an observation, if somebody listens. Pre (if somebody listens): the numbers are known.
  void observe(std::uint32_t kind, const Word& a = {}, const Word& b = {}, const Word& c = {},
               const Word& d = {});
  /// The same about what came before `slot`, which is the number of event slots used after it.
  void observe_at(int slot, std::uint32_t kind, const Word& a, const Word& b, const Word& c,
                  const Word& d);
  /// Names the slots used from here until the next call or the end of the access that follows.
  void name_site(const char* name) { site_ = name; }
  /// True iff this run collects observations.
  [[nodiscard]] bool transcribing() const { return transcript_ != nullptr; }
  /// True iff whoever collects them also asks for states: if code has to work something out to
  /// declare its state, nobody else needs it.
  [[nodiscard]] bool asked_for_states() const {
    return transcript_ != nullptr && transcript_->asks_for_states;
  }

  /// True iff this run resolved a private access or settled the Compare of an already resolved
  /// read: the graph changed in ways that no consistency question has covered.
  [[nodiscard]] bool changed_the_past() const { return changed_the_past_; }
  /// The loads whose values are needed, if the run ended for that and is not in porf mode.
  [[nodiscard]] const EventSet& waiting_for() const { return waiting_for_; }
  /// The unresolved loads on which all that the thread does after the end of this run has control
  /// dependencies. Pre: the run has ended, and is not resumable.
  [[nodiscard]] const EventSet& control_to_come() const { return control_to_come_; }
  /// True iff the sources of a value tell all of the thread's loads apart. Always true except in
  /// porf mode, where sources order nothing, and all loads from a certain number on count as one.
  [[nodiscard]] bool tells_sources_apart() const {
    return dependence_ == Dependence::syntactic || loads_ < SourceSet::kSmall;
  }
  /// True iff the run stays where it stops, and is resumed there.
  [[nodiscard]] bool is_resumable() const { return own_stack_ != nullptr; }
  /// Thread and program of this run.
  [[nodiscard]] ThreadId thread() const { return thread_; }
  /// True iff something has stopped the run, and its code only has to be left.
  [[nodiscard]] bool has_stopped() const { return stop_.reason != StopReason::not_run; }
  [[nodiscard]] Dependence dependence() const { return dependence_; }
  [[nodiscard]] const Program& program() const { return program_; }

 private:
  /// A read, and perhaps a write after it.
  struct Conditional {
    RmwOperation operation = RmwOperation::exchange;
    Compare compare = Compare::none;
    TagSet read_tags, write_tags;
    TagSet fail_tags;  ///< tags of a read whose Compare can fail, until it succeeds
    bool full = false;
    bool atomic = true;
    bool writes = true;
    bool waits = false;
    std::uint8_t bits = 64;
  };

  friend class ResumableRun;

  /// The event of each load.
  struct LoadEvents {
    std::array<EventNumber, 128> first;  ///< most threads have few loads
    std::vector<EventNumber> more;

    [[nodiscard]] EventNumber operator[](int load) const {
      const auto i = static_cast<std::size_t>(load);
      return i < first.size() ? first[i] : more[i - first.size()];
    }
    void put(int load, EventNumber e) {
      if (const auto i = static_cast<std::size_t>(load); i < first.size())
        first[i] = e;
      else
        more.push_back(e);
    }
  };

  void run_body();
  void run_unwinding_body();
  void cut_off();
  [[noreturn]] void stop(const Stop& stop);
  [[noreturn]] void stop_because(StopReason reason);
  void suspend(const Stop& stop);
  void wait_for(const SourceSet& sources, bool at_branch, bool at_assumption = false);
  bool decide(const Truth& condition, bool may_be_speculated, bool is_assumption);
  [[nodiscard]] const Speculation* speculated(std::uint16_t branch, bool is_assumption) const;
  void require(const Truth& condition, bool outcome);
  EventNumber event_in_slot(int slot, EventKind kind);
  EventNumber add_event(int slot, EventKind kind, TagSet tags);
  void set_location(EventNumber e, const Word& address);
  [[nodiscard]] TagSet fence_before_slot(int slot) const;
  EventNumber issue_write(int slot, const Word& address, const Word& value, TagSet tags);
  void issue_fence(int slot, TagSet tags);
  void fence_at(const Word& address, const Word& value, TagSet tags);
  Word compare_and_write(const Conditional& how, const Word& address, const Word& operand,
                         const Word& expected);
  EventNumber store_paired(int load_slot, const Word& address, const Word& value, TagSet tags,
                           bool atomic);
  Word value_of_read(EventNumber r);
  int new_source(EventNumber e);
  void force_read(EventNumber r);
  void force_write(EventNumber w);
  [[nodiscard]] bool is_private(LocId l) const;
  [[nodiscard]] bool may_be_private(const Event& access) const;
  [[nodiscard]] EventSet events_of(const SourceSet& sources) const;
  /// Takes note of the site of the event in `slot`, if somebody listens and it has one.
  void name_event(int slot) {
    if (transcript_ != nullptr && site_ != nullptr) note_site(slot);
  }
  void note_site(int slot);
  void take_awaited(EventNumber r);

  const Program& program_;
  ExecutionGraph* graph_;  ///< never null; a new one each time a resumable run goes on
  std::span<const Speculation> speculations_;
  Transcript* transcript_;
  const char* site_ = nullptr;
  ThreadId thread_;
  Dependence dependence_;
  std::uint8_t level_ = 0;
  bool claims_ = false;  ///< the next loads belong to a read-modify-write that writes
  std::uint16_t instruction_ = kWholeAccess;
  std::uint16_t targets_ = 0;
  int next_slot_ = 0;
  int loads_ = 0;
  int unready_writes_ =
      0;  ///< unplaced writes of this thread that may hit one of its private locations
  bool changed_the_past_ = false;
  bool waits_in_order_;
  bool control_lasts_;
  bool decides_assumptions_ = false;
  int way_begins_ = 0;
  std::vector<std::array<std::uint64_t, 2>> states_on_way_{};
  bool awaits_end_ = false;        ///< the next load waits for the end of awaited_
  std::uint16_t assumptions_ = 0;  ///< decided so far, where they are
  std::uint16_t branches_ = 0;
  SourceSet control_;
  SourceSet assumed_;  ///< sources of assumptions, which control the rest of the thread
  LoadEvents* load_events_ = nullptr;     ///< null where dependencies are not kept
  std::optional<std::uint64_t> awaited_;  ///< what the next read awaits

  Stop stop_;
  // invariant: both are empty in a resumable run, which is copied as bytes
  EventSet waiting_for_;
  EventSet control_to_come_;
  DeclaredState declared_;
  OwnStack* own_stack_ = nullptr;       ///< of a resumable run, which leaves it at each stop
  std::jmp_buf* end_of_run_ = nullptr;  ///< end of run(), otherwise
};

}  // namespace ringcheck
