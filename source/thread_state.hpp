#pragma once
// Where a thread of a program stands: plain data that can be copied, and from which a run can go
// on.

#include <array>
#include <cstdint>
#include <vector>

#include "source/private_memory.hpp"
#include "source/value.hpp"

namespace ringcheck::source {

/// A call that has not returned.
struct Frame {
  std::uint32_t routine = 0;
  std::uint32_t next = 0;       ///< number of the instruction to run
  std::uint32_t registers = 0;  ///< where its registers start
  Operand result = kNoOperand;  ///< register of the caller that gets the result
  std::uint32_t locals = 0;     ///< stack objects when it was called
  std::uint32_t loops = 0;      ///< loop records when it was called
  std::uint32_t branches = 0;   ///< branch records when it was called
  std::uint64_t once = 0;       ///< the flag of pthread_once to set when it returns; 0: none
  std::uint64_t frees = 0;      ///< a block to free when it returns; 0: none
};

/// A loop that a thread is in.
struct LoopRecord {
  std::uint32_t loop = 0;
  std::uint32_t depth = 0;        ///< within its routine
  std::uint32_t iterations = 0;   ///< times that it was repeated
  std::uint32_t bound = 0;        ///< of the iterations; 0: the one that all loops have
  std::uint32_t in_vain = 0;      ///< iterations in a row that have changed nothing
  std::uint32_t excused = 0;      ///< effects of this iteration that do not count
  std::uint32_t undone = 0;       ///< effects that may be undone, when this iteration began
  std::uint32_t doubtful = 0;     ///< doubtful effects of the thread, when this iteration began
  std::uint32_t since = 0;        ///< Machine::now() then
  std::uint64_t effects = 0;      ///< the others
  std::uint32_t own_rounds = 0;   ///< iterations that may have changed nothing but own memory
  std::uint64_t own_effects = 0;  ///< ThreadState::own_effects, when this iteration began
  std::array<std::uint64_t, 2> state{};  ///< a digest of what was the thread's own then; 0: none
};

/// A branch whose ways have not met, for models in which nothing after the meeting depends on it.
struct BranchRecord {
  Operand meet = kNoOperand;
  SourceSet control{};  ///< as it was before
};

/// A local variable in memory.
struct StackObject {
  std::uint64_t slot = 0;
  std::uint64_t bytes = 0;
};

/// A block of the heap that the thread has allocated.
struct HeapBlock {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  bool freed = false;
};

/// An effect that another one may undo: an addition to memory, or the taking or release of a lock.
struct UndoableEffect {
  std::uint64_t address = 0;
  std::int64_t by = 0;  ///< what is added; 1 or -1 for a lock
  bool lock = false;
  std::uint64_t number = 0;  ///< ThreadState::effects with it
  std::uint32_t since = 0;   ///< Machine::now() before it
};

/// The state of a thread's code.
/// An exception that a handler has caught and not ended with.
struct CaughtException {
  std::uint64_t address = 0;
  bool thrown_again = false;
};

struct ThreadState {
  std::vector<Frame> frames;
  std::vector<Value> registers;
  std::vector<LoopRecord> loops;
  std::vector<BranchRecord> branches;
  std::vector<StackObject> locals;
  /// Local variables of functions that have returned. Other threads may still know of them, so
  /// their places are not given to others.
  std::vector<StackObject> gone;
  PrivateMemory memory;
  std::vector<HeapBlock> blocks;         ///< in the order of their bases
  std::vector<std::uint64_t> published;  ///< slots of own objects that others may know of
  std::vector<std::pair<std::uint64_t, Value>> hazards;  ///< hazard pointers, what they protect
  std::vector<std::uint64_t> held;  ///< locks that it holds, as often as it has taken them
  /// What the thread keeps by pthread_setspecific: key and value.
  std::vector<std::pair<std::uint64_t, Value>> specific;
  std::uint64_t keys = 0;  ///< keys that it has created
  /// Functions to call at its end, the last first: routine and argument.
  std::vector<std::pair<std::uint32_t, Value>> at_end;
  std::uint64_t heap_slots = 0;   ///< slots of the heap that the thread has given out
  std::uint64_t effects = 0;      ///< what it has done that others, or a later iteration, can see
  std::uint64_t own_effects = 0;  ///< of `effects`: changes of memory that nobody else knows of
  /// True: an effect, such as a store of what was not there before.
  std::vector<Value> doubtful;
  bool waits_for_values = false;         ///< values of its loads may become known later
  std::uint64_t created = 0;             ///< threads that it has created
  bool is_one_of_several = false;        ///< that do the same, of which one order is explored
  std::uint64_t steps = 0;               ///< instructions run
  std::vector<UndoableEffect> undoable;  ///< those of `effects` that are of this kind
  /// What a copy of memory has read and not stored yet; addresses count from its first byte.
  std::vector<Fragment> copied;
  std::uint64_t clock = 0;  ///< nanoseconds that its waits and sleeps have taken
  std::uint32_t clock_asked_at =
      0;                       ///< place where it has asked for the time, and not waited since
  Value result;                ///< of its first function, when that has returned
  std::uint64_t thrown = 0;    ///< the exception that leaves functions at present; 0: none
  std::uint64_t uncaught = 0;  ///< exceptions that no handler has caught yet
  std::vector<CaughtException> caught;
  bool leaves = false;  ///< pthread_exit ends its functions
  bool exits = false;   ///< it has ended the program

  void note_undoable(std::uint64_t address, std::int64_t by, bool lock, std::uint32_t since = 0) {
    ++effects;
    undoable.push_back({address, by, lock, effects, since});
  }
  /// Counts an effect if `changes` is true, which may only turn out later. In code where it may,
  /// known values are kept in the same place: the code then asks as many questions as when they
  /// were not known. Speculation knows earlier outcomes by the number of the question.
  void note_effect(const Value& changes) {
    const bool is_sure = changes.word.known && changes.word.value != 0;
    if (!waits_for_values && changes.word.known) {
      effects += is_sure ? 1 : 0;
      return;
    }
    if (loops.empty() || (changes.word.known && !is_sure)) return;
    if (is_sure && doubtful.size() > loops.back().doubtful && doubtful.back().word.known) return;
    doubtful.push_back(changes);
  }
};

}  // namespace ringcheck::source
