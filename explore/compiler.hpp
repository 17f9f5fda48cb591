#pragma once
// Compiler: what a compiler has made of the code that a CPU runs.
//
// The source gives the order of plain accesses; a compiler keeps only what a single thread can
// tell. Between two barrier()s it may
//   - swap neighbouring accesses to different locations, unless both are volatile,
//   - merge: take what it loaded or stored before in place of a load, or leave out a store that is
//     followed by another to the same location,
//   - tear: make an access of a word as two accesses of its halves,
//   - load again, at a later use, what the source loaded into a local.
// READ_ONCE, WRITE_ONCE, local_t operations and atomic_set are volatile: made once, whole, and in
// order among themselves. Fences, acquires, releases and read-modify-writes are barrier()s too. A
// departure from the source applies to all that runs this text, task and interrupts alike: it is
// the same code. Inventing stores that the source does not have is not tried.
//
// Interrupts see the order of the instructions, so each result of compilation is a program of its
// own, explored as a choice. A store is held back while it is open what passes it; that is decided
// when something may.
//
// A machine's model orders the compiled code: accesses stand in program order where the compiler
// put them, and depend on the loads that brought their values there. There it also matters whether
// a branch is before an access, since a branch controls the stores after it. The run waits at a
// branch: an access that is held back is made then, or sinks below the branch. Source:
// Documentation/memory-barriers.txt, "COMPILER BARRIER"; include/asm-generic/rwonce.h; ISO C11
// 5.1.2.3. Tested by tests/explore and tests/properties/ring/compiler_test.cpp.

#include <array>
#include <cstddef>
#include <cstdint>

#include "explore/tracked.hpp"
#include "graph/event.hpp"

namespace ringcheck {

/// The place of an access in the text of the code; the code under test numbers the places.
using CodePlace = std::uint8_t;
inline constexpr CodePlace kMostPlaces = 63;
inline constexpr CodePlace kNoPlace = kMostPlaces;  ///< unknown: nothing is done to it

/// What a compiler does to an access, or to two.
enum class Departure : std::uint8_t {
  swapped = 1,  ///< the second place's access is made before the first's
  torn_low,     ///< made in halves, the lower one first
  torn_high,    ///< made in halves, the upper one first
  merged,       ///< a load takes what is already in a register
  dropped,      ///< a store is left out, since the second place's store follows
  reloaded,     ///< loaded again where the source uses the local
  early,        ///< a load is made before its place, where the source allows for it
  sunk,         ///< an access is moved below branches that come after it
};

/// How far a compiler goes.
struct CompilerOptions {
  unsigned departures = 1;  ///< at most this many accesses depart from the source
  std::uint64_t torn = 0;   ///< by place: accesses in which tearing can show
  /// Kind under which it tells what it does: Departure, place, other place.
  std::uint32_t observation = 0;
};

/// The decisions of a compiler for one run, and the accesses that it has under way. CheckedCpu
/// fills and empties it.
class Compiler {
 public:
  explicit Compiler(const CompilerOptions& options) : options_(options) {}

 private:
  friend class CheckedCpu;

  static constexpr std::size_t kMostHeld = 24;
  static constexpr std::size_t kMostKnown = 8;
  static constexpr std::size_t kMostDecisions = 160;
  static constexpr std::size_t kNesting = 4;

  /// An access that is held back, or what the code says about the access before it.
  struct Item {
    enum class Kind : std::uint8_t { store, load, observation } kind = Kind::store;
    CodePlace place = kNoPlace;
    bool plain = false;
    bool sunk = false;  ///< moved below a branch that comes after it
    TagSet tags{};
    const char* site = nullptr;
    const char* from = "";  ///< the function that makes it
    std::uint32_t observation = 0;
    std::array<Word, 4> words{};  ///< store: address, value; load: address, what is told with it
  };
  /// A word in a register, from a plain access since the last barrier().
  struct Known {
    Word address{}, value{};
    int slot = -1;  ///< right after the load that brought it; -1: it was stored
  };
  /// A load that was made early.
  struct Early {
    CodePlace place = kNoPlace;
    Word value{};
    int slot = -1;
  };
  /// The code of one nesting level.
  struct Context {
    std::array<Item, kMostHeld> items{};
    std::size_t count = 0;
    int told_about = -1;  ///< the item that observations are about; -1: the last access made
    int slot = -1;        ///< of the access that observations are about, if not the last one made
    std::array<Known, kMostKnown> known{};
    std::size_t known_count = 0;
    std::array<Early, kMostKnown> early{};
    std::size_t early_count = 0;

    [[nodiscard]] std::size_t group_begin(std::size_t end) const;
    [[nodiscard]] std::size_t group_end(std::size_t begin) const;
    void insert(std::size_t at, const Item& item);
    void erase(std::size_t begin, std::size_t end);
    [[nodiscard]] const Known* known_at(const Word& address) const;
    void remember(const Word& address, const Word& value, int slot);
    void forget(const Word& address);
  };
  struct Decision {
    Departure departure{};
    CodePlace place = kNoPlace, other = kNoPlace;
    std::uint8_t chosen = 0;
  };

  [[nodiscard]] Context& here() { return contexts_[depth_]; }
  [[nodiscard]] bool torn(CodePlace place) const {
    return place != kNoPlace && ((options_.torn >> place) & 1U) != 0;
  }
  [[nodiscard]] bool departed(CodePlace place) const { return ((departed_ >> place) & 1U) != 0; }
  /// What was decided about this, if anything.
  [[nodiscard]] const Decision* decision(Departure departure, CodePlace place,
                                         CodePlace other) const;

  CompilerOptions options_;
  std::array<Context, kNesting> contexts_{};
  std::size_t depth_ = 0;
  CodePlace next_ = kNoPlace;  ///< of the access that comes next
  std::array<Decision, kMostDecisions> decisions_{};
  std::size_t decision_count_ = 0;
  std::uint64_t departed_ = 0;  ///< by place
  std::uint64_t sunk_ = 0;      ///< by place: accesses that were moved below a branch
  std::uint64_t passed_ = 0;    ///< by place: accesses that another one passed or replaced
  unsigned departures_ = 0;
};

}  // namespace ringcheck
