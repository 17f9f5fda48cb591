#pragma once
// Events: what a thread of a program under test does to memory, and what is known of it so far.

#include <cstdint>
#include <initializer_list>

#include "graph/growing_row.hpp"

namespace ringcheck {

/// A thread of the program: a CPU with its interrupts, the reader, a device.
using ThreadId = std::uint8_t;
/// A memory location: one word that is read and written as a whole.
using LocId = std::uint16_t;
/// Number of an event in one graph, in the order in which events entered it. Initial writes come
/// first, so that location l is initialised by event number l.
using EventNumber = std::uint16_t;

inline constexpr ThreadId kInitThread = 0xff;  ///< pseudo-thread of the initial writes
inline constexpr LocId kNoLocation = 0xffff;   ///< fences; accesses whose address is not known yet
inline constexpr EventNumber kNoEvent =
    0xffff;  ///< no event: an rf that is not resolved, an end of co

/// The `instruction` of an event that is all that its instruction reads, or writes.
inline constexpr std::uint16_t kWholeAccess = 0xffff;

inline constexpr int kMaxEvents = 65000;  ///< events of one graph, initial writes included
inline constexpr int kMaxThreads = 250;   ///< threads of one program
/// Locations of one program: each has an initial write, which is an event.
inline constexpr int kMaxLocations = kMaxEvents;

/// A set of events of one graph.
using EventSet = BitRow<kGrowing>;
/// A set of locations.
using LocationSet = BitRow<kGrowing>;

/// A stable name of an event: the same in every graph of a program that contains it.
/// `index` counts the event slots of the thread in program order. A read-modify-write reserves the
/// same slots whether it succeeds or fails, so a later event's name does not depend on that.
struct EventId {
  ThreadId thread = 0;
  std::uint16_t index = 0;
  friend auto operator<=>(const EventId&, const EventId&) = default;
};

/// What an event does. `choice` is a nondeterministic choice: a value from nowhere, no access to
/// memory.
enum class EventKind : std::uint8_t { read, write, fence, choice };

/// An annotation of an event in the kernel's own vocabulary (tools/memory-model/linux-kernel.bell,
/// lock.cat name the same kinds). Models translate these to what their machine or language has.
enum class Tag : std::uint8_t {
  once,               ///< READ_ONCE, WRITE_ONCE, relaxed atomics
  acquire,            ///< smp_load_acquire, read part of an _acquire operation
  release,            ///< smp_store_release, write part of a _release operation
  noreturn,           ///< read part of an atomic operation that returns no value
  mb,                 ///< smp_mb
  rmb,                ///< smp_rmb
  wmb,                ///< smp_wmb
  before_atomic,      ///< smp_mb__before_atomic
  after_atomic,       ///< smp_mb__after_atomic
  after_spinlock,     ///< smp_mb__after_spinlock
  after_unlock_lock,  ///< smp_mb__after_unlock_lock
  compiler_barrier,   ///< barrier()
  rcu_lock,
  rcu_unlock,
  sync_rcu,
  srcu_lock,
  srcu_unlock,
  sync_srcu,
  lock_read,      ///< LKR: read part of spin_lock or of a successful spin_trylock
  lock_write,     ///< LKW: its write part
  unlock,         ///< UL: spin_unlock
  lock_fail,      ///< LF: failed spin_trylock
  read_locked,    ///< RL: spin_is_locked that returned true
  read_unlocked,  ///< RU: spin_is_locked that returned false
  of_full_rmw,    ///< fence, read or write of a fully ordered read-modify-write
  local,          ///< local_t operation: atomic against this CPU's own interrupts only
  seq_cst,        ///< a sequentially consistent access of C and C++
  // What only machine code says.
  acquire_pc,     ///< LDAPR: an acquire that earlier releases need not precede
  context_sync,   ///< ISB, isync
  aq,             ///< the .aq bit of an AMO (on both of its events) or of a load-reserved
  rl,             ///< the .rl bit of an AMO (on both of its events) or of a store-conditional
  amo,            ///< read or write of one instruction that does both, not of a pair of exclusives
  order_rr,       ///< a fence that orders reads before it with reads after it (RISC-V r,r)
  order_rw,       ///< the same, reads with writes
  order_wr,       ///< the same, writes with reads
  order_ww,       ///< the same, writes with writes
  dsb,            ///< AArch64: a DSB, not a DMB
  domain_system,  ///< AArch64: a barrier of the full system; without a domain, inner shareable
  domain_outer,   ///< the same, outer shareable
  domain_non_shareable,  ///< the same, non-shareable
  exclusive,             ///< the access of a load-reserved or a store-conditional
};

/// A set of tags. The empty set on a read or write means a plain access.
class TagSet {
 public:
  constexpr TagSet() = default;
  constexpr TagSet(std::initializer_list<Tag> tags) {
    for (Tag t : tags) bits_ |= bit(t);
  }
  [[nodiscard]] constexpr bool has(Tag t) const { return (bits_ & bit(t)) != 0; }
  [[nodiscard]] constexpr bool has_any(TagSet other) const { return (bits_ & other.bits_) != 0; }
  [[nodiscard]] constexpr bool has_all(TagSet other) const {
    return (bits_ & other.bits_) == other.bits_;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  friend constexpr TagSet operator|(TagSet a, TagSet b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr TagSet operator&(TagSet a, TagSet b) {
    a.bits_ &= b.bits_;
    return a;
  }
  friend constexpr bool operator==(TagSet, TagSet) = default;

 private:
  static constexpr std::uint64_t bit(Tag t) { return std::uint64_t{1} << static_cast<unsigned>(t); }
  std::uint64_t bits_ = 0;
};

/// How a read compares the value that it gets: for read-modify-writes that may fail, and for
/// awaits.
enum class Compare : std::uint8_t {
  none,
  succeed_if_equal,      ///< cmpxchg: succeeds when the value is `expected`
  succeed_unless_equal,  ///< add_unless: succeeds when the value is not `expected`
  await_equal,           ///< spin_lock: reads only from writes of the value `expected`
};

/// Whether a read is the first half of a read-modify-write that writes.
enum class Claim : std::uint8_t { none, maybe, sure };

/// An event of a graph. An event is *issued* when its thread's code reaches it; it is
/// *materialised* when it takes part in rf or co: a read with an rf, a write with a place in co, a
/// fence or a choice at once. A read whose Compare succeeds takes `other_tags`: a failing cmpxchg
/// is neither acquire nor a barrier.
struct Event {
  EventId id;
  EventKind kind = EventKind::fence;
  std::uint8_t level = 0;        ///< interrupt nesting level: 0 task, then softirq, hardirq, NMI
  LocId location = kNoLocation;  ///< kNoLocation: none (most fences), or address not known yet
  bool value_known = false;  ///< for a write: stored value; for a read or choice: set when resolved
  bool materialised = false;
  bool atomic = false;  ///< part of a read-modify-write that is atomic against every CPU
  bool full = false;    ///< read of a fully ordered read-modify-write: fences stand around it
  Compare compare = Compare::none;
  bool expected_known = true;  ///< `expected` depends on no unresolved load
  Claim claim = Claim::none;   ///< read: whether a write of the same read-modify-write follows
  bool waits = false;  ///< read: gets barred_value() only when nothing else can be done any more
  EventNumber rf = kNoEvent;       ///< read: the write it reads from, once resolved
  EventNumber rmw = kNoEvent;      ///< read: write part of its RMW; write: read part of its RMW
  EventNumber co_prev = kNoEvent;  ///< materialised write: its neighbours in coherence order
  EventNumber co_next = kNoEvent;
  std::uint16_t co_position = 0;  ///< materialised write: 0 for the initial write, then counting up
  /// Piece of an access that takes several locations as a whole: the first slot of its instruction.
  std::uint16_t instruction = kWholeAccess;
  /// Access whose address is not known yet: the number of the set of locations that it may turn out
  /// to be at, from 1 on (explore/program.hpp); 0: any that its thread may write.
  std::uint16_t targets = 0;
  std::uint64_t value =
      0;  ///< value written, read, or chosen (choice: number of values until resolved)
  std::uint64_t expected = 0;  ///< for `compare`; of another read that waits, its barred_value()
  TagSet tags;
  TagSet other_tags;  ///< for `compare`: the tags on success until then, those on failure after

  /// The value that a waiting read waits to see gone. A compare-exchange that waits takes a lock:
  /// the lock's word holds `expected` while it is free, and the next number while it is taken.
  [[nodiscard]] std::uint64_t barred_value() const {
    return compare == Compare::none ? expected : expected + 1;
  }
};

/// A fence with `tags` in the slot before `access`.
inline Event fence_before(const Event& access, TagSet tags) {
  Event fence;
  fence.id = {access.id.thread, static_cast<std::uint16_t>(access.id.index - 1)};
  fence.level = access.level;
  fence.materialised = true;
  fence.tags = tags;
  return fence;
}

/// The fence that stands in the slot before `read`, the read of a fully ordered read-modify-write
/// that writes.
inline Event fence_before(const Event& read) {
  return fence_before(read, {Tag::mb, Tag::of_full_rmw});
}

/// True iff `a` and `b` belong to one instruction that takes several locations as a whole.
inline bool are_of_one_instruction(const Event& a, const Event& b) {
  return a.instruction != kWholeAccess && a.instruction == b.instruction &&
         a.id.thread == b.id.thread;
}

/// True iff `a` and `b` are pieces of one access: what one instruction reads, or writes, as a
/// whole.
inline bool are_of_one_access(const Event& a, const Event& b) {
  return a.kind == b.kind && are_of_one_instruction(a, b);
}

/// Loads (and choices are none) that an event depends on, by event number in its graph.
struct Dependencies {
  EventSet address, data, control;
};

}  // namespace ringcheck
