#pragma once
// A thread of a program on an execution graph.

#include <array>
#include <span>

#include "source/faults.hpp"
#include "source/image.hpp"
#include "source/kept_states.hpp"
#include "source/layout.hpp"
#include "source/live_registers.hpp"
#include "source/machine.hpp"
#include "source/scout.hpp"

namespace ringcheck::source {

/// What the code says about a run, as kinds of observations (Observation::kind).
enum class Said : std::uint32_t {
  allocates = 1,  ///< address, bytes, place
  frees,          ///< address, place, 1 if it waits for hazard pointers
  protects,       ///< hazard pointer, address
  waits,          ///< place, slot at which it began, 1 if in a loop of the program, 1 if it owes
  not_started,
  ends,  ///< result; of a first thread that waits: a digest of its state, two numbers; EndOfRun
  is_cut,
  claims,    ///< what has to be true, place, address of a text
  accesses,  ///< place; only while places are wanted
  enters,    ///< address of a local variable, bytes, VariableId; only while places are wanted
};

/// How a thread's run ends.
enum class EndOfRun : std::uint64_t {
  returns,  ///< with its function
  goes_on,  ///< the first thread goes on when the others have ended
  exits,    ///< it has ended the program
};

/// What all runs of a program share.
struct Setting {
  const Code* code = nullptr;
  const Image* image = nullptr;  ///< memory when the first thread is created
  const Layout* layout = nullptr;
  Faults* faults = nullptr;
  const std::vector<LiveRegisters>* live = nullptr;  ///< by routine; for code that tells its state
  bool porf = true;                 ///< program order is a dependency: every value is known
  bool keeps_bytes = true;          ///< SubjectOptions::keeps_bytes
  TagSet plain{};                   ///< of an access that is not atomic
  TagSet sync_store{Tag::release};  ///< how threads are created and joined
  TagSet sync_load{Tag::acquire};
  TagSet sync_fence{};
  /// Whether this worker's transcripts tell where accesses are made.
  static bool& places_are_wanted() {
    thread_local bool wanted = false;
    return wanted;
  }
};

/// The value of a thread's start flag before the thread is started.
inline constexpr std::uint64_t kNotYet = 0xbad0'feed'0dd5'0000;

/// What a thread's code says of its state when a loop begins another iteration.
enum class Rounds : std::uint8_t {
  untold,     ///< nothing
  when_told,  ///< as `bounded`, in runs that are asked for states
  bounded,    ///< all that it goes on with, how often its loops were repeated included
  endless,    ///< the same without
};

/// What Fault::what says of a loop whose last iteration has done nothing but wait.
inline constexpr const char* kWaitingRound = "a round that waits";

/// The same of any loop of a thread that nothing leads to its end.
inline constexpr const char* kRoundWithoutEnd = "a round of a loop that nothing leads out of";

/// What a thread says in the place of a loop before it has repeated one.
inline constexpr const char* kInNoLoop = "no loop";

/// Runs a thread's accesses over the graph of its ThreadRun. Memory that only the thread accesses
/// is kept in its state, be it its own or bytes that others could access and do not; memory that no
/// thread writes is read from the image; all other accesses are events.
class ExploredMachine : public Machine {
 public:
  /// Runs the code whose state is the current one of `states`. `is_taken_up`: the run may be taken
  /// up several times from a load without a value.
  ExploredMachine(const Setting& setting, ThreadRun& run, KeptStates& states, bool is_taken_up,
                  Rounds rounds = Rounds::untold)
      : setting_(setting),
        rounds_(rounds == Rounds::when_told && !run.asked_for_states() ? Rounds::untold : rounds),
        run_(run),
        states_(states),
        state_(states.current()),
        owner_(states.owner()),
        is_taken_up_(is_taken_up),
        self_(run.thread()) {
    scout().reset();
  }

  Value load(const Site& site, const Value& address, TagSet tags) override;
  void store(const Site& site, const Value& address, const Value& value, TagSet tags) override;
  Value update(const Site& site, const Update& how, const Value& address, const Value& operand,
               const Value& expected) override;
  Value has_stored(Value& old, const Value& expected) override;
  void note_stored(const Value& old) override;
  void fence(TagSet tags, std::uint32_t place) override;
  Value peek(const Site& site, const Value& address) override;
  [[nodiscard]] std::uint32_t piece_at(const Value& address, std::uint32_t most) const override;

  bool branch(const Value& condition) override { return ask(condition, &ThreadRun::branch); }
  bool decide(const Value& condition) override {
    return ask(condition, &ThreadRun::branch_speculatively);
  }
  bool presume(const Value& condition) override { return ask(condition, &ThreadRun::presume); }
  void depend_on(const Value& value) override;
  std::uint64_t number_of(const Value& value) override;
  void claim(const Value& condition, std::uint32_t place, std::uint64_t text) override;
  void assume(const Value& condition) override;
  void await(const Value& condition, std::uint32_t place) override;
  bool goes_on_waiting() override { return waits_ = rounds_ == Rounds::endless; }
  void begin_again() override;
  [[nodiscard]] bool looks_for_rounds() const override { return rounds_ != Rounds::untold; }
  void come_round(std::uint32_t place, bool may_end) override;
  void come_to_access() override { declare_state(); }
  [[nodiscard]] std::uint32_t now() const override {
    return static_cast<std::uint32_t>(run_.next_slot());
  }
  std::optional<std::uint64_t> choose(std::uint64_t count) override;
  SourceSet control() override { return run_.control(); }
  void set_control(const SourceSet& control) override { run_.set_control(control); }

  Value allocate(std::uint64_t bytes, std::uint32_t place) override;
  Value allocate_zeroed(std::uint64_t bytes, std::uint32_t place) override;
  void free(const Value& address, std::uint32_t place) override { free(address, place, false); }
  [[nodiscard]] std::optional<std::uint64_t> block_bytes(std::uint64_t address) const override;
  void retire(const Value& address, std::uint32_t place) override { free(address, place, true); }
  void protect(const Value& pointer, const Value& address) override;
  void enter_local(const StackObject& object, VariableId variable) override;
  void leave_local(const StackObject& object, std::uint32_t place) override;
  [[nodiscard]] bool is_only_added_to(std::uint64_t address) override;
  [[nodiscard]] bool is_unpublished(const Value& address) const override;

  std::optional<Value> create_thread(std::uint32_t routine, const Value& argument,
                                     std::uint32_t place) override;
  std::optional<Value> join_thread(const Value& thread, std::uint32_t place) override;
  [[nodiscard]] std::uint64_t this_thread() const override { return self_; }
  void tell_apart() override;

  /// Waits for the creation of this thread. Returns its argument; nullopt: it is not created.
  std::optional<Value> await_start();
  /// Says that this thread's thread-local variables are gone.
  void leave_thread_locals();
  /// The thread has ended the program: it does nothing more, and other threads may stop at any time.
  [[noreturn]] void end_program();
  /// Says that this thread has ended with `result`.
  void announce_end(const Value& result);
  /// Says that this thread does nothing more while others run: `result`, and the state that it goes
  /// on from afterwards, if it does.
  void say_end(const Value& result, EndOfRun how);

 protected:
  void end_waiting(std::uint32_t place, std::uint32_t since, bool owes) override;
  void end_with_error(ErrorKind kind, std::uint32_t place, std::string_view what) override;
  void end_at_bound(std::uint32_t place) override;

 private:
  /// What this worker's present run has stored to places that the layout does not know.
  static Scout& scout() {
    thread_local Scout scout;
    return scout;
  }
  bool leaves_out(const Site& site, const Value& address, TagSet tags);
  /// Asks for what the run needs to be known, if it has left out stores.
  void settle();
  Value load_before_events(const Site& site, const Value& address, TagSet tags);
  enum class Access : std::uint8_t { load, store, update };
  /// Where an access goes.
  enum class Way : std::uint8_t { own, image, events };
  Way way(const Site& site, const Value& address, Access access, TagSet tags);
  [[nodiscard]] bool may_keep(std::uint64_t address, TagSet tags) const;
  bool keeps(const Site& site, std::uint64_t address, Access access, TagSet tags);
  void check_object(const Site& site, std::uint64_t address, bool writes);
  bool check_own(const Site& site, std::uint64_t address);
  [[noreturn]] void demand(const Demand& demand);
  bool ask(const Value& condition, bool (ThreadRun::*how)(const Truth&));
  void require_shared(std::uint64_t address, std::uint32_t place);
  void free(const Value& address, std::uint32_t place, bool retires);
  [[nodiscard]] bool protects(std::uint64_t base) const;
  void forget_block(std::vector<HeapBlock>::iterator block);
  [[nodiscard]] bool is_forgotten(std::uint64_t address) const;
  [[nodiscard]] std::optional<std::size_t> loops_around(std::uint64_t address) const;
  void require_piece(const Site& site, std::uint64_t address, bool atomic);
  void require_write(std::uint64_t address, std::size_t piece, const LeastOrder& order);
  AccessPieces pieces_of(const Site& site, const Value& address, bool atomic);
  void add_pieces_at(const Site& site, const Value& address, bool atomic, AccessPieces& pieces);
  void add_pieces_of_loaded(const Site& site, const Value& address, bool atomic,
                            AccessPieces& pieces);
  Value load_pieces(const AccessPieces& pieces, bool whole, TagSet tags);
  void store_pieces(const AccessPieces& pieces, bool whole, const Value& value, TagSet tags);
  void require_writes(const AccessPieces& pieces, const LeastOrder& order);
  /// Tells the run where a write to `pieces` may be if `address` depends on loads.
  void require_targets(const Value& address, const AccessPieces& pieces);

  Value load_own(std::uint64_t address, std::uint32_t bytes) const;
  Value load_image(std::uint64_t address, std::uint32_t bytes) const;
  Value load_events(const Site& site, const Value& address, TagSet tags);
  void store_own(const Site& site, std::uint64_t address, const Value& value);
  void store_events(const Site& site, const Value& address, const Value& value, TagSet tags);
  Value update_own(const Site& site, const Update& how, std::uint64_t address, const Value& operand,
                   const Value& expected);
  Value raw_load(const Site& site, const Value& address, TagSet tags);
  /// The answer of `ask`, at which the run may be stopped and after which it may be taken up again.
  template <class Ask>
  auto answer(Ask&& ask) {
    if (!is_taken_up_) return ask();
    const std::size_t number = answers_++;
    const std::uint64_t stamp = states_.keep(number);
    const auto result = ask();
    states_.take_up(number, stamp, owner_);
    return result;
  }
  void declare_state();
  Word load_event(const Word& address, TagSet tags) {
    return answer([&] { return run_.load(address, tags); });
  }
  /// The place of the user's own code that leads to `place`, where the thread is.
  [[nodiscard]] std::uint32_t of_user(std::uint32_t place) const;
  /// The next events come from `place`.
  void note_place(std::uint32_t place);
  void note_no_addition(const Value& address);
  void note_published(const Value& value);
  /// The same for each half of `value` if it is of 16 bytes.
  void note_published(const Site& site, const Value& value);
  [[nodiscard]] bool depends(const Value& address) const {
    return !setting_.porf && address.word.sources.any();
  }
  [[nodiscard]] const AddressLayout& addresses() const { return setting_.code->addresses; }

  const Setting& setting_;
  Rounds rounds_;
  ThreadRun& run_;
  KeptStates& states_;
  ThreadState& state_;
  std::uint64_t owner_;  ///< of the states
  bool is_taken_up_;
  std::size_t answers_ = 0;  ///< that this run has asked for
  std::size_t self_;
  std::uint32_t last_access_ = 0;  ///< now() before it
  const char* loop_ = kInNoLoop;   ///< that was repeated last
  bool waits_ = false;             ///< its last iteration has done nothing but wait
};

}  // namespace ringcheck::source
