#pragma once
// What is known of a user's program: its threads, its shared objects, what each thread stores to.
//
// Objects that the body makes are known once the program has been set up. Objects that threads
// make, or that existed before the body, become known when a thread first touches them: the
// exploration then ends with a Discovery, and starts again with one thing more. It never starts
// again for the same thing. What a round finds does not depend on the number of workers, so the
// last round is the same each time.

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explore/program.hpp"
#include "ringcheck/shared.hpp"

namespace ringcheck {

/// Names a shared object in every run, process and worker. Ordered: what the body makes, what
/// threads make, what was there before.
struct ObjectKey {
  enum class Kind : std::uint8_t { body, heap, outside };
  Kind kind = Kind::body;
  ThreadId thread = 0;       ///< heap: the one that made it
  std::uint64_t number = 0;  ///< body: its ordinal; heap: bytes into the thread's part; outside: in
                             ///< the order of discovery
  friend auto operator<=>(const ObjectKey&, const ObjectKey&) = default;
};

/// What an object holds.
struct ObjectType {
  detail::cell_kind kind = detail::cell_kind::variable;
  std::uint8_t bits = 64;
  bool holds_pointer = false;
  bool is_signed = false;
};

/// A shared object.
struct ObjectRow {
  ObjectKey key;
  ObjectType type;
  std::string name;
  bool has_initial = false;
  std::uint64_t initial = 0;      ///< as memory holds it
  const void* address = nullptr;  ///< heap: null, as it differs between workers
  std::uint64_t block = 0;        ///< heap: where what make() made begins
};

/// The name that its author has given an object, or `otherwise`; with its index in an array.
std::string name_of(const detail::cell& object, const std::string& otherwise);

/// Something that a thread did for the first time: the exploration starts again, knowing it.
struct Discovery {
  enum class What : std::uint8_t { object, store, seq_cst };
  What what = What::object;
  ObjectRow object;     ///< object: what it is
  ThreadId thread = 0;  ///< store: who
  LocId location = 0;   ///< store: where
};

/// A thread of the program.
struct ThreadRow {
  std::string name;
  std::function<void()> body;
};

/// What memory holds where nothing was ever stored, and where an object has been freed. A program
/// that stores these numbers itself is refused.
inline constexpr std::uint64_t kNeverStored = 0xb10c'0f0e'd00d'0001;
inline constexpr std::uint64_t kFreed = 0xb10c'0f0e'd00d'0002;

/// Marks of pointers in memory: into what a thread has made, and into what the body has made.
inline constexpr std::uint64_t kHeapMark = std::uint64_t{1} << 62U;
inline constexpr std::uint64_t kMadeMark = std::uint64_t{1} << 61U;

/// The addresses of the objects that one run of the body has made. Pointers to such an object, or
/// to what it is a member of, mean the same in every run: memory holds the object and the distance
/// to it. Other pointers stay as they are.
class MadeAddresses {
 public:
  void add(const void* address);
  [[nodiscard]] std::uint64_t bits(std::uint64_t raw) const;
  [[nodiscard]] std::uint64_t raw(std::uint64_t bits) const;
  /// The object to which a pointer in memory points, by ordinal; 0 if it is none of these.
  [[nodiscard]] static std::uint32_t ordinal(std::uint64_t bits);

 private:
  std::vector<std::uintptr_t> by_ordinal_;
  std::map<std::uintptr_t, std::uint32_t> ordinals_;
};

/// The layout of one program.
class Layout {
 public:
  std::string name;
  std::vector<ThreadRow> threads;
  bool seq_cst = false;                     ///< some access is sequentially consistent
  unsigned accesses = 0;                    ///< that a thread makes at most
  mutable std::atomic<bool> asked = false;  ///< some require() was reached
  mutable std::atomic<bool> says = false;   ///< some observe() was reached
  mutable std::atomic<bool> waits = false;  ///< some wait, or lock
  mutable std::atomic<bool> frees = false;  ///< some destroy()

  /// Adds an object that the body makes; returns its ordinal, from 1.
  std::uint32_t add_made(const detail::cell& object);
  /// An object that the body made, to set what it holds when threads start.
  [[nodiscard]] ObjectRow& made(std::uint32_t ordinal) { return objects_[ordinal - 1]; }
  void add(const Discovery& found);

  /// Objects, by location.
  [[nodiscard]] const std::vector<ObjectRow>& objects() const { return objects_; }
  [[nodiscard]] std::size_t made_count() const { return made_; }
  [[nodiscard]] std::optional<LocId> heap_object(ThreadId maker, std::uint64_t offset) const;
  [[nodiscard]] std::optional<LocId> outside_object(const void* address) const;
  /// Locations of the heap objects of `maker` from `first` on, `size` bytes.
  [[nodiscard]] std::vector<LocId> heap_objects(ThreadId maker, std::uint64_t first,
                                                std::uint64_t size) const;
  [[nodiscard]] bool may_store(ThreadId t, LocId l) const {
    return stores_.contains({t, objects_[l].key});
  }

  /// The addresses in the run of the body in which the threads run.
  [[nodiscard]] const MadeAddresses& addresses() const { return addresses_; }

  /// Keeps a text for ever, equal texts in one place. `property` is what it violates.
  const char* keep(const std::string& text, std::string_view property) const;
  /// The property that a kept text violates; empty for other texts.
  [[nodiscard]] std::string_view property_of(const char* kept) const;

  /// A value of an object for people to read: with its sign, addresses by name.
  [[nodiscard]] std::string value_text(LocId l, std::uint64_t value) const;
  [[nodiscard]] std::int64_t value_of(LocId l, std::uint64_t value) const;

  /// Locations and threads; `body` runs a thread.
  [[nodiscard]] Program program(const std::function<void(ThreadId, ThreadRun&)>& body) const;

 private:
  std::vector<ObjectRow> objects_;  ///< sorted by key
  std::size_t made_ = 0;
  std::set<std::pair<ThreadId, ObjectKey>> stores_;
  std::unordered_map<const void*, std::uint64_t> outside_;  ///< number of an object's key
  MadeAddresses addresses_;
  mutable std::mutex texts_mutex_;
  mutable std::map<std::string, std::string, std::less<>> texts_;  ///< with what they violate
};

}  // namespace ringcheck
