#pragma once
// A program under check: its memory when threads are created, and its threads in the engine.

#include <memory>
#include <optional>
#include <string>

#include "explore/program.hpp"
#include "models/model.hpp"
#include "source/explored_machine.hpp"
#include "source/interpreter.hpp"
#include "source/sequential_machine.hpp"

namespace ringcheck::source {

class ObjectNames;

/// What is to be checked, and how.
struct SubjectOptions {
  std::string entry = "main";
  std::uint32_t unroll = 0;               ///< bound of every loop; 0: none
  std::vector<std::string> not_unrolled;  ///< functions whose loops have no bound
  bool volatile_is_atomic = false;        ///< volatile accesses are relaxed atomic ones
  /// Several threads may do the same. Of executions that differ only in which of these did what,
  /// one is explored, and all are counted.
  bool symmetry = true;
  /// Bytes that one thread alone accesses, of memory that others could access, are no locations.
  bool keeps_bytes = true;
  /// A lone thread that comes to the same state again in a loop goes round for ever.
  bool finds_rounds = false;
};

/// A program, run alone up to where it creates its first thread.
class Subject {
 public:
  /// Runs `code` up to there. Errors: InputError for what is not modelled.
  Subject(std::shared_ptr<const Code> code, const Model& model, const SubjectOptions& options);
  /// The program of `other`, of which nothing has been learnt.
  static Subject afresh(const Subject& other) {
    return {other.code_, other.model_, other.options_};
  }
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  [[nodiscard]] const Code& code() const { return *code_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] const Faults& faults() const { return faults_; }
  /// What went wrong before a thread was created.
  [[nodiscard]] const std::optional<SequentialError>& early_error() const { return early_error_; }
  /// True iff the program ended before it created a thread.
  [[nodiscard]] bool ended() const { return ended_; }
  /// Where a program that has ended so allocated a block that nothing frees.
  [[nodiscard]] std::optional<std::uint32_t> leaks_early() const;
  /// Where else it stops before it creates a thread.
  [[nodiscard]] const std::optional<SequentialWait>& stops_early() const { return stops_early_; }

  /// The program for the engine, as far as it is known. `rounds`: what its code tells of its state.
  [[nodiscard]] Program program(Rounds rounds = Rounds::untold) const;
  /// Its model, which changes once accesses of several sizes to one place are known.
  [[nodiscard]] const Model& model() const { return layout_.has_mixed_sizes() ? *mixed_ : model_; }
  /// True iff such accesses are known. A search through interleavings tears them.
  [[nodiscard]] bool has_mixed_sizes() const { return layout_.has_mixed_sizes(); }
  /// The program for a search through interleavings, under any model: runs of its code can be taken
  /// up where they stopped, and tell their state when a loop begins again. With Rounds::endless,
  /// the user's bounds of loops give way to a single large one.
  [[nodiscard]] Program stepwise_program(Rounds rounds) const;
  /// Takes over what a run asked for, and what it would have asked for next. Errors: InputError when
  /// it cannot be given.
  void learn(const Demand& demand);
  /// What was taken over, in this order.
  [[nodiscard]] const std::vector<Demand>& learnt() const { return learnt_; }

  /// What becomes of the first thread when all others have ended.
  struct Rest {
    std::optional<SequentialError> error;
    std::optional<SequentialWait> waits;  ///< for ever
    std::optional<std::uint32_t> leak;    ///< where a block that nothing frees was allocated
    /// It does more than wait for the others, or accesses what they have not shared.
    std::optional<Demand> demand;
    bool joins_whatever_happens = false;  ///< up to its last join it does nothing else, ever
    bool ends_whatever_happens = false;   ///< it ends, and nothing is wrong with it, ever
  };
  /// True iff the first thread has come to a join in the execution that `said` is of, and goes on
  /// from there when the others have ended.
  [[nodiscard]] static bool first_waits(const Transcript& said);
  /// True iff the first thread does the same up to its first join, or up to its end, in every
  /// execution: in `graph`, one of them, it gets no value.
  [[nodiscard]] static bool first_gets_nothing(const ExecutionGraph& graph);
  /// Runs the first thread from where it has stopped in the execution `graph` of `program`, up to
  /// where it joins a thread that waits for ever. Pre: if it waits, its run was transcribed here
  /// last.
  [[nodiscard]] Rest run_rest(const Program& program, const ExecutionGraph& graph,
                              const Transcript& said) const;
  [[nodiscard]] Dependence dependence() const { return dependence_; }
  /// Where in the source each event of `graph` is made; 0: the code makes no access there.
  [[nodiscard]] std::vector<std::uint32_t> places_of(const Program& program,
                                                     const ExecutionGraph& graph) const;
  /// `program` with threads, locations and values named for a reader; `graph` is an execution of
  /// it.
  [[nodiscard]] Program named(const Program& program, const ExecutionGraph& graph) const;
  /// `program` with locations named as far as their objects are there before threads are created.
  [[nodiscard]] Program named_at_start(const Program& program) const;
  /// The location in the words of a message: its name, or where its block was allocated.
  [[nodiscard]] std::string description_of(const Program& program, const ExecutionGraph& graph,
                                           LocId location) const;
  /// The text that the program has at `address`.
  [[nodiscard]] std::string text_at(std::uint64_t address) const {
    return source::text_at(image_, address);
  }
  /// True iff an object at `address` is there before threads are created.
  [[nodiscard]] bool is_there_from_the_start(std::uint64_t address) const {
    return image_.find(address) != nullptr;
  }

  /// True iff `address` is in a variable that other threads know of, and that goes when a function
  /// returns or a thread ends.
  [[nodiscard]] bool is_local_that_goes(std::uint64_t address) const {
    const AddressLayout& addresses = code_->addresses;
    const Region region = addresses.region(address);
    return (region == Region::stack || region == Region::thread_local_storage) &&
           layout_.freed(addresses.slot_base(address));
  }

 private:
  /// The thread's state at the end of the last run of thread 0 that was transcribed here.
  static ThreadState& last_state();
  [[nodiscard]] static std::vector<bool> unfinished(const Program& program, const Transcript& said);
  /// What the code says on the way to `graph`, where accesses are made included.
  [[nodiscard]] Transcript transcribe_with_places(const Program& program,
                                                  const ExecutionGraph& graph) const;
  /// The names of objects in `graph`: what debug information tells, and the states of std::thread.
  [[nodiscard]] ObjectNames names_in(const Program& program, const ExecutionGraph& graph) const;
  /// What `thread` is called with; kNotYet if it has not started.
  [[nodiscard]] std::uint64_t argument_of(ThreadId thread, const ExecutionGraph& graph) const;
  /// The address of a function in the object that `thread` is called with.
  [[nodiscard]] std::optional<std::uint64_t> function_held_by(ThreadId thread,
                                                              const ExecutionGraph& graph) const;
  void name_locations(const ObjectNames& names, Program& program) const;
  void find_live_registers() const;
  void declare_writes(std::size_t t, Thread& thread) const;
  void declare_targets(Program& program) const;
  void declare_start(std::size_t t, std::size_t locations, Thread& thread) const;
  void unite_symmetric_threads(Program& program) const;
  void run_alone();
  static KeptStates& states_of(const ThreadRun& run);
  void run_thread(std::size_t thread, ThreadRun& run, Rounds rounds) const;
  void end_thread(std::size_t thread, Interpreter& interpreter, ExploredMachine& machine,
                  ThreadState& state) const;
  void add_blocks(Overlay& memory, const Transcript& said) const;
  void fill_memory(Overlay& memory, const ExecutionGraph& graph, const Transcript& said,
                   const ThreadState& state) const;
  [[nodiscard]] bool is_owned_by_another(std::uint64_t address) const;
  [[nodiscard]] bool concerns_others(std::uint64_t address, std::uint32_t bytes, bool writes) const;

  std::shared_ptr<const Code> code_;
  Model model_;
  SubjectOptions options_;
  std::optional<Model> mixed_;  ///< of programs with accesses of several sizes to one place
  Dependence dependence_;
  RunOptions run_options_;
  mutable std::vector<LiveRegisters> live_;  ///< by routine; empty until they are asked for
  RunOptions endless_options_;               ///< for Rounds::endless
  Image image_;
  Layout layout_;
  mutable Faults faults_;
  Setting setting_;
  std::vector<Demand> learnt_;
  ThreadState first_;  ///< thread 0 where it creates its first thread
  std::optional<SequentialError> early_error_;
  bool ended_ = false;
  std::optional<SequentialWait> stops_early_;
};

}  // namespace ringcheck::source
