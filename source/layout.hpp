#pragma once
// What is known of how the threads of a program share memory. The exploration finds it: a run ends
// when it meets something that is not known yet, and the exploration starts again with what was
// learnt.
//
// This loses nothing. A run that ends so belongs to a program in which such accesses are errors.
// The exploration of that program is complete: if some execution has such an access, it finds one
// in which the access comes first.

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/program.hpp"
#include "source/address.hpp"
#include "source/ir.hpp"
#include "source/kept_bytes.hpp"

namespace ringcheck::source {

/// Bytes that are read and written as a whole: a location.
struct Piece {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool atomic = false;      ///< an atomic access takes these bytes
  std::uint32_t place = 0;  ///< of the first access
};

/// Bytes that an access takes.
struct Extent {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  friend auto operator<=>(const Extent&, const Extent&) = default;
};

/// Into which pieces an access is cut: how many bytes each has, the lowest first.
using Cut = std::vector<std::uint32_t>;

/// A thread that the program creates.
struct CreatedThread {
  std::size_t creator = 0;
  std::uint64_t number = 0;  ///< among those that the creator creates
  std::uint32_t routine = 0;
  std::uint64_t argument = 0;
  /// Its start waits for the creator: what the creator does before is ordered before it.
  bool waits = false;
};

/// True iff both run the same code on the same argument from the start: only what they have read
/// and written tells them apart.
inline bool are_alike(const CreatedThread& x, const CreatedThread& y) {
  return x.routine == y.routine && x.argument == y.argument && !x.waits && !y.waits;
}

/// What orders each write of a thread to a place.
struct LeastOrder {
  TagSet tags{};   ///< of the write
  TagSet fence{};  ///< of a fence right before it

  /// True iff this is at least `least`.
  [[nodiscard]] bool has(const LeastOrder& least) const {
    return tags.has_all(least.tags) && fence.has_all(least.fence);
  }
  /// What both have.
  friend LeastOrder operator&(const LeastOrder& x, const LeastOrder& y) {
    return {x.tags & y.tags, x.fence & y.fence};
  }
};

/// Something that has to be known before a run can go on.
struct Demand {
  enum class Kind : std::uint8_t {
    piece,       ///< `bytes` bytes from `address` on are written, or read through a pointer
    share,       ///< the object at `address` is accessed by another thread than its owner
    write,       ///< thread `thread` writes the location at `address`, with `order` or less
    thread,      ///< thread `thread` creates `created`
    watch,       ///< whether memory at `address` is only ever added to
    not_added,   ///< it is not
    start,       ///< the start of thread `thread` waits
    join,        ///< the first thread does more than wait for the others at its end
    freed,       ///< a block at `address` that is there from the start, or a local variable that
                 ///< others know of, goes while there are several threads
    tell_apart,  ///< what thread `thread` does depends on its number, or where its objects are
    target,      ///< `access` may be at `address`
    keep,        ///< `bytes` bytes from `address` on are stored to by thread `thread`
  };
  Kind kind = Kind::piece;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool atomic = false;
  std::uint32_t place = 0;
  std::size_t thread = 0;
  CreatedThread created{};
  LeastOrder order{};  ///< of the write
  /// A store or read-modify-write whose address depends on loads: a digest of where the code
  /// stands, with the two calls that led there.
  std::uint64_t access = 0;
};

/// A set of tags as a number, and back.
std::uint64_t number_of(TagSet tags);
TagSet tags_of(std::uint64_t number);

/// Two accesses of different sizes to the same bytes, one of them atomic, where the model does not
/// say what that means.
struct MixedSizes {
  std::uint32_t place = 0;  ///< of one access
  std::uint32_t other = 0;  ///< of the other
};

/// What is known. Pieces have the numbers of their locations in the order of their addresses.
class Layout {
 public:
  /// `cuts_atomic`: what an atomic access takes may be several pieces.
  explicit Layout(bool cuts_atomic = false) : cuts_atomic_(cuts_atomic) {}

  /// Takes over what `demand` asks for. Returns what makes that impossible.
  std::optional<MixedSizes> learn(std::span<const Demand> demands);

  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  /// The first piece that ends after `address`, by number.
  [[nodiscard]] std::size_t first_after(std::uint64_t address) const;
  /// True iff a piece has any of these bytes.
  [[nodiscard]] bool meets(const Extent& extent) const {
    const std::size_t first = first_after(extent.address);
    return first < pieces_.size() && pieces_[first].address < extent.address + extent.bytes;
  }
  /// The number of the piece of just these bytes.
  [[nodiscard]] std::optional<LocId> find(std::uint64_t address, std::uint32_t bytes) const;
  /// True iff an access, an atomic one if asked for, is known to take just these bytes.
  [[nodiscard]] bool is_access(const Extent& extent, bool atomic) const {
    return (atomic ? atomic_ : accesses_).contains(extent);
  }
  /// True iff an atomic access takes several pieces.
  [[nodiscard]] bool has_mixed_sizes() const { return has_mixed_sizes_; }
  /// How known accesses of `bytes` bytes are cut: each way once, in a fixed order.
  [[nodiscard]] const std::vector<Cut>& cuts_of(std::uint32_t bytes) const;
  /// How just these bytes are cut. Pre: pieces cover them.
  [[nodiscard]] Cut cut_of(const Extent& extent) const;
  /// True iff the object in the slot at `slot_base` is shared.
  [[nodiscard]] bool shared(std::uint64_t slot_base) const { return shared_.contains(slot_base); }

  /// Who keeps these bytes, for an access of `thread`. No byte of a piece is kept.
  [[nodiscard]] Keeper keeper_of(const Extent& extent, std::size_t thread) const {
    return kept_.keeper_of(extent.address, extent.bytes, thread);
  }

  /// Whether memory at `address` is watched for other accesses than additions, and has had one.
  [[nodiscard]] bool watched(std::uint64_t address) const { return watched_.contains(address); }
  [[nodiscard]] bool not_added(std::uint64_t address) const { return not_added_.contains(address); }

  /// True iff a thread frees the block at `base`, which is there from the start, or returns from
  /// the function of the local variable there.
  [[nodiscard]] bool freed(std::uint64_t base) const { return freed_.contains(base); }

  [[nodiscard]] const std::vector<CreatedThread>& threads() const { return threads_; }
  /// The number of a thread (the first is 0, created ones follow); 0: it is not known.
  [[nodiscard]] std::size_t find_thread(std::size_t creator, std::uint64_t number,
                                        std::uint32_t routine) const;
  /// Locations after the pieces: two a created thread.
  [[nodiscard]] LocId start_of(std::size_t thread) const {
    return static_cast<LocId>(pieces_.size() + 2 * (thread - 1));
  }
  [[nodiscard]] LocId end_of(std::size_t thread) const {
    return static_cast<LocId>(start_of(thread) + 1);
  }
  /// Classes of created threads that do the same: they run one function with one argument, start
  /// together, and nothing tells them apart. `addresses` is the layout of the pieces' addresses.
  [[nodiscard]] std::vector<std::vector<std::size_t>> symmetric_threads(
      const AddressLayout& addresses) const;
  /// True iff what thread `thread` does is known to depend on which one it is.
  [[nodiscard]] bool told_apart(std::size_t thread) const { return told_apart_.contains(thread); }
  [[nodiscard]] bool joins_are_events() const { return joins_are_events_; }
  /// The order that each write of thread `thread` to piece `piece` has; nothing if it does not write
  /// it.
  [[nodiscard]] std::optional<LeastOrder> least_order(std::size_t thread, std::size_t piece) const;

  /// Addresses of pieces at which an access with a loaded address may be, and the number of their
  /// set.
  struct Targets {
    std::uint16_t number = 0;
    std::set<std::uint64_t> addresses{};
  };
  /// Those that are known, by access (Demand::access).
  [[nodiscard]] const std::map<std::uint64_t, Targets>& targets() const { return targets_; }
  /// The number of the set of `access`, for ThreadRun::set_targets: kNoTargets while none is known,
  /// 0 if there are too many sets.
  [[nodiscard]] std::uint16_t targets_of(std::uint64_t access) const;
  /// True iff `access` is known to be at `address`, where a piece starts.
  [[nodiscard]] bool is_target(std::uint64_t access, std::uint64_t address) const;
  /// The number of the empty set; others follow.
  static constexpr std::uint16_t kNoTargets = 1;

 private:
  std::optional<MixedSizes> add_piece(const Demand& demand);
  std::optional<MixedSizes> learn_one(const Demand& demand);
  void learn_target(const Demand& demand);
  void find_cuts();

  bool cuts_atomic_;
  bool has_mixed_sizes_ = false;
  std::vector<Piece> pieces_;  // invariant: sorted by address, no two overlap
  std::set<Extent> accesses_;  ///< that were asked for
  std::set<Extent> atomic_;    ///< those of atomic accesses
  std::map<std::uint32_t, std::vector<Cut>> cuts_;
  std::set<std::uint64_t> shared_;
  KeptBytes kept_;
  /// By thread and address of a piece that it writes: the order that each of these writes has.
  std::vector<std::map<std::uint64_t, LeastOrder>> writes_;
  std::map<std::uint64_t, Targets> targets_;
  std::vector<CreatedThread> threads_;
  std::set<std::uint64_t> watched_;
  std::set<std::uint64_t> not_added_;
  std::set<std::uint64_t> freed_;
  std::set<std::size_t> told_apart_;
  bool joins_are_events_ = false;
};

}  // namespace ringcheck::source
