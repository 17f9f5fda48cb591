#pragma once
// What the code of a thread acts on: memory and other threads. The first thread runs alone before
// threads are created and when all have ended (SequentialMachine); in between there is an execution
// graph (ExploredMachine).

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "explore/thread_run.hpp"
#include "source/code.hpp"
#include "source/error_kind.hpp"
#include "source/thread_state.hpp"
#include "source/unknown.hpp"

namespace ringcheck::source {

/// What is accessed, and from where in the source.
struct Site {
  std::uint32_t bytes = 8;
  std::uint32_t place = 0;
  bool atomic = false;  ///< the bytes are accessed as a whole
};

/// An atomic read-modify-write.
struct Update {
  RmwOp op = RmwOp::exchange;
  bool blind = false;     ///< nothing uses what memory held
  bool compares = false;  ///< it stores the operand if memory holds `expected`, else nothing
  bool unless = false;    ///< it stores nothing if memory holds `expected`
  RmwOrder order;
};

/// A machine that one thread runs on. A call that cannot go on does not return, or returns several
/// times, each time with another answer. So a caller must not hold locals that own memory at that
/// point, nor references to elements of the thread's state.
class Machine {
 public:
  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  virtual ~Machine() = default;

  virtual Value load(const Site& site, const Value& address, TagSet tags) = 0;
  virtual void store(const Site& site, const Value& address, const Value& value, TagSet tags) = 0;
  /// Returns what memory held.
  virtual Value update(const Site& site, const Update& how, const Value& address,
                       const Value& operand, const Value& expected) = 0;
  /// True: a compare-exchange of `expected` that found `old` has stored its operand. Makes `old`
  /// known where that tells what it is.
  virtual Value has_stored(Value& old, const Value& expected) { return are_equal(old, expected); }
  /// The compare-exchange that was the last access, and found `old`, has stored, as what the thread
  /// has waited for says.
  virtual void note_stored(const Value& old) { (void)old; }
  virtual void fence(TagSet tags, std::uint32_t place) = 0;
  /// How many bytes, at most `most`, are best accessed together at `address`.
  [[nodiscard]] virtual std::uint32_t piece_at(const Value& address, std::uint32_t most) const {
    (void)address;
    return most;
  }
  /// What memory holds, for copies: bytes that nothing was stored to are no error.
  virtual Value peek(const Site& site, const Value& address) = 0;

  /// The outcome of a branch; what follows depends on it by control.
  virtual bool branch(const Value& condition) = 0;
  /// The outcome of a question that no instruction asks; nothing depends on it.
  virtual bool decide(const Value& condition) = 0;
  /// The same, where the code may do after yes all that it may do after no.
  virtual bool presume(const Value& condition) { return decide(condition); }
  /// What follows depends on `value` by control, as after a branch on it that goes one way.
  virtual void depend_on(const Value& value) = 0;
  /// The number itself; the thread waits for it as at a branch.
  virtual std::uint64_t number_of(const Value& value) = 0;
  /// Executions in which `condition` is false are errors, but go on. `text` is the address of what
  /// the error says; 0: nothing more.
  virtual void claim(const Value& condition, std::uint32_t place, std::uint64_t text) = 0;
  /// Ends executions in which `condition` is false.
  virtual void assume(const Value& condition) = 0;
  /// The same, where the thread waits for the condition: it was computed from the last access.
  virtual void await(const Value& condition, std::uint32_t place) = 0;
  /// An iteration of a loop, since `since` (a result of now()), has done nothing but wait: the
  /// thread goes on in other executions, and here only where rounds are looked for. `owes`: it has
  /// not yet taken back what it has added.
  void wait_again(std::uint32_t place, std::uint32_t since, bool owes = false) {
    if (goes_on_waiting()) return;
    end_waiting(place, since, owes);
    std::abort();
  }
  /// True iff a thread that waits goes round its loop again here, as others do. The next
  /// come_round() is for this loop.
  virtual bool goes_on_waiting() { return false; }
  /// Another iteration of a loop begins, which may have a bound.
  virtual void begin_again() {}
  /// True iff come_round() is to be called for iterations.
  [[nodiscard]] virtual bool looks_for_rounds() const { return false; }
  /// The loop at `place` begins another iteration. `may_end`: the thread is in no loop that nothing
  /// leads out of.
  virtual void come_round(std::uint32_t place, bool may_end) {
    (void)place;
    (void)may_end;
  }
  /// The next instruction accesses memory.
  virtual void come_to_access() {}
  /// How far the thread has come.
  [[nodiscard]] virtual std::uint32_t now() const = 0;
  /// A number below `count`; nullopt: the thread's code ends here, and goes on elsewhere.
  virtual std::optional<std::uint64_t> choose(std::uint64_t count) = 0;
  /// Control dependencies in force.
  virtual SourceSet control() = 0;
  virtual void set_control(const SourceSet& control) = 0;

  /// A block of `bytes` bytes that the thread allocates.
  virtual Value allocate(std::uint64_t bytes, std::uint32_t place) = 0;
  /// The same, and all of it holds zero.
  virtual Value allocate_zeroed(std::uint64_t bytes, std::uint32_t place) = 0;
  virtual void free(const Value& address, std::uint32_t place) = 0;
  /// The size in bytes of the block of the heap that starts at `address`; nullopt: the thread knows
  /// of no such block, or another thread has allocated it.
  [[nodiscard]] virtual std::optional<std::uint64_t> block_bytes(std::uint64_t address) const = 0;
  /// The same, once no hazard pointer protects the block.
  virtual void retire(const Value& address, std::uint32_t place) = 0;
  /// Hazard pointer `pointer` protects the block at `address` from now on, and no other one; 0:
  /// none.
  virtual void protect(const Value& pointer, const Value& address) = 0;
  /// Local variable `variable` comes into being, or goes when its function returns at `place`.
  virtual void enter_local(const StackObject& object, VariableId variable) = 0;
  virtual void leave_local(const StackObject& object, std::uint32_t place) = 0;

  /// True iff memory at `address` is only ever added to, while there are several threads.
  [[nodiscard]] virtual bool is_only_added_to(std::uint64_t address) = 0;
  /// True iff nothing tells another thread where the thread's own object at `address` is.
  [[nodiscard]] virtual bool is_unpublished(const Value& address) const = 0;

  /// Creates a thread that runs `routine` with `argument`; returns its number. nullopt, here and
  /// below: as for choose().
  virtual std::optional<Value> create_thread(std::uint32_t routine, const Value& argument,
                                             std::uint32_t place) = 0;
  /// Waits for the end of a thread; returns its result.
  virtual std::optional<Value> join_thread(const Value& thread, std::uint32_t place) = 0;
  [[nodiscard]] virtual std::uint64_t this_thread() const = 0;
  /// What the thread does from here on depends on its number.
  virtual void tell_apart() {}

  /// Ends the run with an error of the program.
  [[noreturn]] void fail(ErrorKind kind, std::uint32_t place, std::string_view what) {
    end_with_error(kind, place, what);
    std::abort();
  }
  /// Ends the run at the bound of a loop.
  [[noreturn]] void reach_bound(std::uint32_t place) {
    end_at_bound(place);
    std::abort();
  }

 protected:
  // These do not return. (The compiler does not believe a virtual function that is declared so.)
  virtual void end_waiting(std::uint32_t place, std::uint32_t since, bool owes) = 0;
  virtual void end_with_error(ErrorKind kind, std::uint32_t place, std::string_view what) = 0;
  virtual void end_at_bound(std::uint32_t place) = 0;
};

}  // namespace ringcheck::source
