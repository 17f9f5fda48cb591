#pragma once
// What the code of a thread did the last time that it was run, so that it need not be run again from
// its start.
//
// The explorer runs a thread again each time that one of its loads has got a value, or another one.
// Up to there the code does what it did before. So its accesses are made again as they were, without
// running the code, until a load gets another value or there are no more; then the code goes on from
// the last state before that which was kept. What it accesses on the way, once more, is answered by
// the journal.
//
// Only for models in which program order is a dependency: there every value is known, and which
// loads it depends on does not matter. The code of a thread is deterministic in the values that it
// reads (A3 in docs/exploration.md). Each worker has journals of its own.

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/thread_run.hpp"
#include "source/thread_state.hpp"

namespace ringcheck::source {

/// The accesses of one thread, and states of its code between them.
class Journal {
 public:
  /// Begins a run of the thread on `run`: makes the accesses of the last one again, as far as they
  /// give the same. Returns the state that the code goes on from; null: from its start.
  const ThreadState* begin(ThreadRun& run);
  /// Begins a run that is not kept. Pre: nothing was.
  void pass_by(ThreadRun& run);

  // The accesses of ThreadRun, of which those that begin() has made already are not made again.
  Word load(const Word& address, TagSet tags);
  void store(const Word& address, const Word& value, TagSet tags);
  void fence(TagSet tags);
  Word read_modify_write(RmwOperation operation, const Word& address, const Word& operand,
                         const RmwOrder& order, const Word& expected);
  std::uint64_t choose(std::uint64_t count);
  /// The slot of the thread's next access.
  [[nodiscard]] int next_slot() const;

  /// To be called before an instruction, or a call of the library, makes its first access: `state`
  /// is as it was before it.
  void keep(const ThreadState& state);
  /// The state that the code of the run has.
  [[nodiscard]] ThreadState& state() { return state_; }
  /// No state is kept any more.
  void keep_no_more() { keeps_ = false; }

 private:
  enum class Kind : std::uint8_t { load, store, fence, update, choice };
  struct Access {
    Kind kind = Kind::load;
    RmwOperation operation = RmwOperation::exchange;
    TagSet tags{};
    RmwOrder order{};
    Word address, value, expected;
    Word result;
    int next_slot = 0;  ///< after it
  };
  struct Kept {
    std::size_t accesses = 0;  ///< made before it
    ThreadState state;
  };

  Word make(const Access& access);
  Word made(const Access& access);
  [[nodiscard]] bool catches_up() const { return next_ < accesses_.size(); }

  ThreadRun* run_ = nullptr;
  std::vector<Access> accesses_;
  std::vector<Kept> kept_;  // invariant: in the order of `accesses`, no two alike
  ThreadState state_;
  std::size_t states_ = 0;  ///< of those, how many count
  std::size_t next_ = 0;    ///< the access that the code makes next
  bool writes_ = false;     ///< the run is kept
  bool keeps_ = false;
};

}  // namespace ringcheck::source
