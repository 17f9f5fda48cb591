#pragma once
// One run of a thread's code over an execution graph: what the graph holds is returned, what is new
// is issued.

#include <array>
#include <csetjmp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explore/declared_state.hpp"
#include "explore/program.hpp"
#include "explore/tracked.hpp"
#include "explore/value_history.hpp"
#include "graph/execution_graph.hpp"
#include "models/checker.hpp"

namespace ringcheck {

class OwnStack;

/// Why a run of a thread's code ended.
enum class StopReason : std::uint8_t {
  not_run,     ///< has not been run since its last load was resolved
  finished,    ///< the body returned
  unresolved,  ///< needs the value of an unresolved load (a branch, an assume, or any load in porf
               ///< mode)
  choice,      ///< needs the value of a choice
  assumption_failed,  ///< an assume was false: the execution is blocked
  contradiction,  ///< a branch went another way than speculated: this graph stands for no execution
  bound_reached,  ///< a loop reached its bound
  fault,          ///< the code did what no program may: see Stop::fault
};

/// How and where a run ended.
struct Stop {
  StopReason reason = StopReason::not_run;
  bool at_branch = false;  ///< unresolved: the outcome of a branch could be speculated
  /// unresolved: the run waits in order, and has more loads than it can tell apart so.
  bool out_of_sources = false;
  bool at_assumption = false;  ///< at_branch: what is open is an assumption (decide_assumptions)
  /// at_branch: how many branches the run decided before, or how many assumptions
  std::uint16_t branch = 0;
  /// choice: the event; unresolved in porf mode: the load whose value is needed. In other modes
  /// several may be needed: ThreadRun::waiting_for().
  EventNumber waiting = kNoEvent;
  const char* text = "";  ///< bound_reached, fault: what happened; a string that lives for ever
};

/// Something that the code under test says about what it did, for properties and printing:
/// `kind` and the numbers mean what the program's author defines.
struct Observation {
  ThreadId thread = 0;
  std::uint8_t level = 0;  ///< interrupt nesting level
  std::uint16_t slot = 0;  ///< number of event slots used before it: its place in program order
  std::uint32_t kind = 0;
  std::array<std::uint64_t, 4> numbers{};
};

/// The name that the code gives to the events of an ordering point or access, for printing.
struct SiteName {
  EventId event;
  const char* name = "";
};

/// The outcome of a branch, taken before its condition is known.
struct Speculation {
  ThreadId thread = 0;
  std::uint16_t branch = 0;  ///< the branch that the thread decides after so many others
  bool taken = false;
  bool is_assumption = false;  ///< it is an assumption, after so many others
};

/// Collects what a run over a complete graph says. Not filled while exploring.
struct Transcript {
  std::vector<Observation> observations;
  std::vector<SiteName> sites;
  /// True iff what code says of its state (ThreadRun::declare_state) is asked for too.
  bool asks_for_states = false;
};

/// Read-modify-write operations.
enum class RmwOperation : std::uint8_t {
  exchange,  ///< stores the operand
  add,
  subtract,
  bit_and,
  bit_or,
  bit_xor,
  bit_and_not,
  bit_nand,
  signed_max,
  signed_min,
  unsigned_max,
  unsigned_min,
  compare_exchange,  ///< stores the operand if the value is `expected`
  add_unless,        ///< adds the operand unless the value is `expected`
};

/// How a read-modify-write is ordered.
struct RmwOrder {
  TagSet read_tags{Tag::once};  ///< of the read (on success, if the operation can fail)
  TagSet write_tags{Tag::once};
  bool full = false;  ///< a full fence before and after, if it writes
  bool atomic =
      true;  ///< false: atomic only against interrupts of this CPU (local_t on some machines)
  TagSet fail_tags{};  ///< of the read of an operation that fails; empty: as a relaxed load
  /// Width of the values: what is written wraps there, and is zero above. Pre: so are the operand
  /// and every value of the location.
  std::uint8_t bits = 64;
  bool waits = false;  ///< of a compare-exchange of `expected` by the next number: Event::waits
};

/// A part of an access to several locations as a whole.
struct AccessPiece {
  Word address;
  std::uint8_t bits = 64;  ///< of the value that are there
};

/// The parts of an access, the lowest bits first: of eight bytes, at most eight.
struct AccessPieces {
  std::array<AccessPiece, 8> all;
  std::size_t count = 0;

  void add(const Word& address, unsigned bits) {
    all[count++] = {address, static_cast<std::uint8_t>(bits)};
  }
  [[nodiscard]] std::span<const AccessPiece> span() const { return {all.data(), count}; }
};

/// One run of a thread's code. Accesses that the graph holds return their values; an unresolved
/// load returns an unknown value and the code runs on; a new access is issued, that is, added to
/// the graph. A run may end inside any call: the call then does not return, and locals are dropped.
class ThreadRun {
 public:
  /// A run of thread `t` of `program` over `graph`. Branches in `speculations` go as they say while
  /// their conditions are unknown. With `transcript`, observations are collected.
  ThreadRun(const Program& program, ExecutionGraph& graph, ThreadId t, Dependence dependence,
            std::span<const Speculation> speculations = {}, Transcript* transcript = nullptr);

  /// Runs the body once. Returns why it ended.
  Stop run();
  /// The run is to end at the first load that is not resolved, as it does in porf mode.
  void wait_in_order() { waits_in_order_ = true; }
  /// What is assumed is decided as a branch is from here on: where it is not known, the run stops at
  /// it, and goes on as a Speculation says.
  void decide_assumptions() { decides_assumptions_ = true; }
  /// What a branch controls goes on to the end of this thread, as with Program::control_lasts.
  void let_control_last() { control_lasts_ = true; }

  /// A load. Unknown result while it is unresolved.
  Word load(const Word& address, TagSet tags);
  /// Executions in which the next load, or exchange, does not read `value` are not asked for.
  void expect(std::uint64_t value) { awaited_ = value; }
  /// The next load waits as long as it would get `value`, in porf mode: it gets that only in executions
  /// in which nothing else can be done any more (Event::waits).
  void wait_for_end_of(std::uint64_t value) {
    awaited_ = value;
    awaits_end_ = true;
  }
  /// A store; ready when address and value are known.
  void store(const Word& address, const Word& value, TagSet tags);
  /// A fence. `tags` says which.
  void fence(TagSet tags);
  /// A read-modify-write; returns the value that was there before. `expected` is for operations
  /// that can fail.
  Word read_modify_write(RmwOperation operation, const Word& address, const Word& operand,
                         const RmwOrder& order, const Word& expected = {});
  /// The loads and stores from here to end_access() are pieces of one access, which is made as a
  /// whole: see Event::instruction.
  void begin_access() { instruction_ = static_cast<std::uint16_t>(next_slot_); }
  void end_access() { instruction_ = kWholeAccess; }
  /// A load, a store, and a read-modify-write of `pieces` as a whole. The first piece holds the
  /// lowest bits of the value. `parts`, one a piece, gets what each piece held.
  Word load(std::span<const AccessPiece> pieces, TagSet tags);
  void store(std::span<const AccessPiece> pieces, const Word& value, TagSet tags);
  Word read_modify_write(RmwOperation operation, std::span<const AccessPiece> pieces,
                         const Word& operand, const RmwOrder& order, const Word& expected = {},
                         std::span<Word> parts = {});
  /// Executions in which `condition` is false are others: this graph stands for none of them. Nothing
  /// comes to depend on the condition, and the run goes on while it is unknown.
  void insist(const Truth& condition);
  /// The store of a store-conditional that succeeds, paired with the load in slot `load_slot` of
  /// this thread: no other thread's write comes between them. Returns 0, which depends on the store
  /// itself. Pre: no other store is paired with the load.
  Word store_conditional(int load_slot, const Word& address, const Word& value, TagSet tags);
  /// The same of `pieces`, each paired with one of the loads from `load_slot` on.
  Word store_conditional(int load_slot, std::span<const AccessPiece> pieces, const Word& value,
                         TagSet tags);
  /// The slot of the thread's next access.
  [[nodiscard]] int next_slot() const { return next_slot_; }
  /// True iff an event that is in its place in the graph has that slot: the run is not to stop there.
  [[nodiscard]] bool repeats_next() const {
    const EventNumber e =
        next_slot_ < graph_->slots(thread_) ? graph_->at(thread_, next_slot_) : kNoEvent;
    return e != kNoEvent && (*graph_)[e].materialised;
  }
  /// A load that reads only writes of `expected`; executions in which none comes are not explored.
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
  /// Decides a branch: returns the condition; what is issued from here to the end of the innermost
  /// scope depends on it by control. Ends the run while the condition is unknown, unless its
  /// outcome is speculated.
  bool branch(const Truth& condition);
  /// Decides a branch without ordering anything after it, as a machine that speculates stores
  /// would.
  bool branch_speculatively(const Truth& condition);
  /// Executions in which `condition` is false are blocked. All that follows in the thread depends
  /// on it by control.
  void assume(const Truth& condition);
  /// Ends the run while `value` is unknown: what comes next takes it for a number.
  void need(const Word& value) {
    if (!value.known) wait_for(value.sources, false);
  }
  /// Ends the run: the loop or retry named `what` reached its bound. Such executions are counted
  /// apart.
  [[noreturn]] void reach_bound(const char* what);
  /// Ends the run: the code did something that is an error whatever the order, such as a wild
  /// dereference.
  [[noreturn]] void fail(const char* what);

  /// Control dependencies that are in force, to restore at the end of a scope, and as what a value
  /// computed under a branch depends on.
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
  /// what it reads from here on, but not on what it has read before. `place` is another text at
  /// each place of the thread's code. A search for verdicts merges what differs in nothing else, and
  /// an exploration may count it (explore/subtree_counter.hpp). Pre: at most DeclaredState::kMaxValues values.
  void declare_state(const char* place, std::initializer_list<Word> values);
  /// Declares that of what was issued from slot `first` on nothing matters to what follows but
  /// `left_behind`, memory apart; nor what `left_behind` was before. It tells where the code stands, since
  /// what it did before does not any more. For handlers that have ended.
  void forget(int first, const ValueHistory& left_behind);
  /// True iff no code runs on beyond a load that has not been resolved, in this run or another one.
  [[nodiscard]] bool has_all_values() const { return dependence_ == Dependence::program_order; }
  /// False where runs do not wait for values: nobody asks for a state then.
  [[nodiscard]] bool has_states() const {
    return dependence_ == Dependence::program_order || waits_in_order_;
  }
  /// What was declared last.
  [[nodiscard]] const DeclaredState& declared_state() const { return declared_; }

  /// Interrupt nesting level of the events that follow.
  [[nodiscard]] std::uint8_t level() const { return level_; }
  void set_level(std::uint8_t level) { level_ = level; }

  /// Records an observation, when somebody listens. Pre (when somebody listens): the numbers are
  /// known.
  void observe(std::uint32_t kind, const Word& a = {}, const Word& b = {}, const Word& c = {},
               const Word& d = {});
  /// The same about what came before `slot`: the number of event slots used after it.
  void observe_at(int slot, std::uint32_t kind, const Word& a, const Word& b, const Word& c,
                  const Word& d);
  /// Names the slots used from here until the next call or the end of the access that follows.
  void name_site(const char* name) { site_ = name; }
  /// True iff this run collects observations.
  [[nodiscard]] bool transcribing() const { return transcript_ != nullptr; }
  /// True iff whoever collects them wants to know of states too: nobody else does where code has to
  /// work something out to tell.
  [[nodiscard]] bool asked_for_states() const {
    return transcript_ != nullptr && transcript_->asks_for_states;
  }

  /// True iff this run resolved a private access or settled the Compare of a read that was resolved
  /// before: the graph changed in ways that no consistency question has covered.
  [[nodiscard]] bool changed_the_past() const { return changed_the_past_; }
  /// The loads whose values are needed, if the run ended for that and is not one of porf mode.
  [[nodiscard]] const EventSet& waiting_for() const { return waiting_for_; }
  /// The unresolved loads that all which the thread does after the end of this run depends on by
  /// control. Pre: the run has ended, and was not one that is taken up again.
  [[nodiscard]] const EventSet& control_to_come() const { return control_to_come_; }
  /// True iff the sources of a value tell all of the thread's loads apart: always but in porf mode,
  /// where they order nothing, and the loads from a certain number on count as one.
  [[nodiscard]] bool tells_sources_apart() const {
    return dependence_ == Dependence::syntactic || loads_ < SourceSet::kSmall;
  }
  /// True iff the run stays where it stops, and is taken up again there.
  [[nodiscard]] bool is_resumable() const { return own_stack_ != nullptr; }
  /// Thread and program of this run.
  [[nodiscard]] ThreadId thread() const { return thread_; }
  [[nodiscard]] Dependence dependence() const { return dependence_; }
  [[nodiscard]] const Program& program() const { return program_; }

 private:
  /// A read, and perhaps a write after it.
  struct Conditional {
    RmwOperation operation = RmwOperation::exchange;
    Compare compare = Compare::none;
    TagSet read_tags, write_tags;
    TagSet fail_tags;  ///< of a read whose Compare can fail, until it succeeds
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
  void suspend(const Stop& stop);
  void wait_for(const SourceSet& sources, bool at_branch, bool at_assumption = false);
  bool decide(const Truth& condition, bool may_be_speculated);
  bool decide_assumption(const Truth& condition);
  [[nodiscard]] const Speculation* speculated(std::uint16_t branch, bool is_assumption) const;
  void require(const Truth& condition, bool outcome);
  EventNumber event_in_slot(int slot, EventKind kind);
  EventNumber add_event(int slot, EventKind kind, TagSet tags);
  void set_location(EventNumber e, const Word& address);
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
  [[nodiscard]] EventSet events_of(const SourceSet& sources) const;
  /// Takes note of the site of the event in `slot`, if somebody listens and it has one.
  void name_event(int slot) {
    if (transcript_ != nullptr && site_ != nullptr) note_site(slot);
  }
  void note_site(int slot);
  void take_awaited(EventNumber r);

  const Program& program_;
  ExecutionGraph* graph_;  ///< never null; another one each time that a resumable run goes on
  std::span<const Speculation> speculations_;
  Transcript* transcript_;
  const char* site_ = nullptr;
  ThreadId thread_;
  Dependence dependence_;
  std::uint8_t level_ = 0;
  bool claims_ = false;  ///< the next loads are those of a read-modify-write that writes
  std::uint16_t instruction_ = kWholeAccess;
  int next_slot_ = 0;
  int loads_ = 0;
  int unready_writes_ =
      0;  ///< unplaced writes of this thread that may hit one of its private locations
  bool changed_the_past_ = false;
  bool waits_in_order_;
  bool control_lasts_;
  bool decides_assumptions_ = false;
  bool awaits_end_ = false;        ///< the next load awaits the end of awaited_
  std::uint16_t assumptions_ = 0;  ///< decided so far, where they are
  std::uint16_t branches_ = 0;
  SourceSet control_;
  SourceSet assumed_;  ///< sources of assumptions, which control the rest of the thread
  LoadEvents* load_events_ = nullptr;     ///< null where dependencies are not kept
  std::optional<std::uint64_t> awaited_;  ///< by the next read

  Stop stop_;
  // invariant: both are empty in a resumable run, which is copied as bytes
  EventSet waiting_for_;
  EventSet control_to_come_;
  DeclaredState declared_;
  OwnStack* own_stack_ = nullptr;       ///< of a resumable run, which leaves it where it stops
  std::jmp_buf* end_of_run_ = nullptr;  ///< end of run(), otherwise
};

}  // namespace ringcheck
