#pragma once
// Compiler: what a compiler has made of the code that a CPU runs.
//
// The source says in which order plain accesses stand; a compiler keeps what a single thread can
// tell, and no more. Between two barrier()s it may
//   - swap neighbouring accesses to different locations, unless both are volatile,
//   - merge: take what it loaded or stored before in place of a load, or leave out a store that is
//     followed by another to the same location,
//   - tear: make an access of a word as two accesses of its halves,
//   - load again, at a later use, what the source loaded into a local.
// READ_ONCE, WRITE_ONCE, local_t operations and atomic_set are volatile: made once, whole, and in
// order among themselves. Fences, acquires, releases and read-modify-writes are barrier()s too. Any
// departure from the source is taken in all that runs this text, task and interrupts alike, for it
// is one code. What a compiler might invent (stores that the source has not) is not tried.
//
// Interrupts see the order of the instructions, so that what was compiled is a program of its own:
// each is explored as a choice. Stores are held back as long as it is open what passes them; that
// is decided when something may.
//
// Under a machine's model what was compiled is what the model orders: accesses stand in program
// order where they were put, and depend on those loads that brought their values there. Whether a
// branch is before an access matters there too, since it controls the stores after it, and the run
// waits at it: an access that is held back then is made, or sinks below the branch. Source:
// Documentation/memory-barriers.txt, "COMPILER BARRIER"; include/asm-generic/rwonce.h; ISO
// C11 5.1.2.3. Tested by tests/explore and tests/properties/ring/compiler_test.cpp.

#include <array>
#include <cstddef>
#include <cstdint>

#include "explore/tracked.hpp"
#include "graph/event.hpp"

namespace ringcheck {

/// Where in the text of the code an access stands; the code under test numbers the places.
using CodePlace = std::uint8_t;
inline constexpr CodePlace kMostPlaces = 63;
inline constexpr CodePlace kNoPlace = kMostPlaces;  ///< not told: nothing is done to it

/// What a compiler does to an access, or to two.
enum class Departure : std::uint8_t {
  swapped = 1,  ///< the second place's access is made before the first's
  torn_low,     ///< made in halves, the lower one first
  torn_high,    ///< made in halves, the upper one first
  merged,       ///< a load takes what is in a register already
  dropped,      ///< a store is left out, since the second place's follows
  reloaded,     ///< loaded again where the source uses the local
  early,        ///< a load is made where the source says that it will come
  sunk,         ///< an access stands after the branches that it stood before
};

/// How far a compiler goes.
struct CompilerOptions {
  unsigned departures = 1;        ///< accesses that are not made where and as the source has them
  std::uint64_t torn = 0;         ///< by place: accesses that tearing can show in
  std::uint32_t observation = 0;  ///< what it does is told as this: Departure, place, other place
};

/// The decisions of a compiler for one run, and which accesses of the code it has under way. Filled
/// and emptied by CheckedCpu.
class Compiler {
 public:
  explicit Compiler(const CompilerOptions& options) : options_(options) {}

 private:
  friend class CheckedCpu;

  static constexpr std::size_t kMostHeld = 24;
  static constexpr std::size_t kMostKnown = 8;
  static constexpr std::size_t kMostDecisions = 160;
  static constexpr std::size_t kNesting = 4;

  /// An access that is held back, or what the code says about the one before it.
  struct Item {
    enum class Kind : std::uint8_t { store, load, observation } kind = Kind::store;
    CodePlace place = kNoPlace;
    bool plain = false;
    bool sunk = false;  ///< below a branch that it stood before
    TagSet tags{};
    const char* site = nullptr;
    const char* from = "";  ///< the function that makes it
    std::uint32_t observation = 0;
    std::array<Word, 4> words{};  ///< store: address, value; load: address, what is told with it
  };
  /// A word in a register: of a plain access since the last barrier().
  struct Known {
    Word address{}, value{};
    int slot = -1;  ///< after the load that it came by; -1: it was stored
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
    int slot = -1;        ///< of what observations are about, when it is not the last access made
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
  /// What was decided about this, if it was.
  [[nodiscard]] const Decision* decision(Departure departure, CodePlace place,
                                         CodePlace other) const;

  CompilerOptions options_;
  std::array<Context, kNesting> contexts_{};
  std::size_t depth_ = 0;
  CodePlace next_ = kNoPlace;  ///< of the access that comes next
  std::array<Decision, kMostDecisions> decisions_{};
  std::size_t decision_count_ = 0;
  std::uint64_t departed_ = 0;  ///< by place
  std::uint64_t sunk_ = 0;      ///< by place: accesses that stood below a branch
  std::uint64_t passed_ = 0;    ///< by place: those that another access passed or replaced
  unsigned departures_ = 0;
};

}  // namespace ringcheck
