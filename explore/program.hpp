#pragma once
// A program under test: locations with initial values, and threads whose code runs against a
// ThreadRun.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "graph/event.hpp"

namespace ringcheck {

class ThreadRun;

/// Addresses are values too: the address of location l is kAddressBase + l. An array is a run of
/// locations, and `base + index` is an address. Other numbers are no addresses.
inline constexpr std::uint64_t kAddressBase = std::uint64_t{1} << 48;

/// The address of location `l`, as a value that a program can store and load.
constexpr std::uint64_t address_of(LocId l) {
  return kAddressBase + l;
}

/// A memory location of a program.
struct Location {
  std::string name;
  std::uint64_t initial = 0;
};

/// The exception that ends an unfinished run of a thread that unwinds. Code that catches it must
/// rethrow it, or return.
struct EndOfRun {};

/// A thread of a program. Its code runs from the start again and again, over graphs that hold more
/// and more of its events. The code must be deterministic in the values that its loads return, and
/// may read nothing but its ThreadRun and constants. Unless the thread `unwinds`, the code must not
/// own memory in local variables: an unfinished run is dropped, and no destructor of a local runs.
struct Thread {
  std::string name;
  std::function<void(ThreadRun&)> body;
  /// Locations that the thread, its interrupts included, may write. A write outside is reported as
  /// an error. If only one thread may write a location, that thread's reads of it are resolved
  /// without search.
  LocationSet may_write{};
  /// Locations that no other thread accesses. It makes no difference when a write to one of them
  /// reaches memory, and a search for verdicts tries only one time. The search reports another
  /// thread's access as an error, and so does an exploration that counts equal futures.
  LocationSet keeps{};
  /// Locations that the thread does not access; and those that it does not access if its first read
  /// finds the initial value of its location, like a device that is not told to begin. When equal
  /// futures are counted, what happens to them does not matter to this thread; counting reports
  /// such an access as an error.
  LocationSet leaves_alone{}, leaves_alone_untold{};
  /// The first read of the thread gets the initial value of the location, or reads from a write
  /// that passes on what its thread knows (models/known_writes.hpp): a release that it acquires, or
  /// a write with a fence before it, and then the reader has another fence.
  bool is_told_by_first_read = false;
  /// Tags that every write of the thread to a location has, those of a spin_lock apart, by
  /// location; missing entries mean none. A write without them is reported as an error. Says how
  /// little order a write to come can have; without this, exploration meets more dead ends.
  std::vector<TagSet> least_tags{};
  /// Tags of the fence that stands right before every write of the thread to a location, by
  /// location; missing entries mean none. A write without that fence is reported as an error. Says
  /// how little order a write to come can have, as least_tags does.
  std::vector<TagSet> least_fences{};
  /// An exception, EndOfRun, ends an unfinished run, so that locals are destroyed. The code then
  /// runs from its start each time, under every model, and leaving it costs about a microsecond.
  /// Code that runs while the exception passes must not call the ThreadRun.
  bool unwinds = false;

  [[nodiscard]] TagSet least_tags_of(LocId l) const {
    return l < least_tags.size() ? least_tags[l] : TagSet{};
  }
  [[nodiscard]] TagSet least_fence_of(LocId l) const {
    return l < least_fences.size() ? least_fences[l] : TagSet{};
  }
};

/// A program under test.
struct Program {
  std::string name;
  std::vector<Location> locations;
  std::vector<Thread> threads;
  /// A branch controls everything up to the end of its thread, as on machines: no write after a
  /// branch can take effect before it, and no outcome is taken before its condition is known.
  bool control_lasts = false;
  /// Classes of threads with the same code, each in the order of thread numbers. Of executions that
  /// differ only in which thread of a class did what, one is explored (symmetry.hpp). Sound only
  /// for a question that does not tell these threads apart.
  std::vector<std::vector<ThreadId>> symmetric{};
  /// Names of values for the reader, for values that are neither plain numbers nor addresses of
  /// locations.
  std::map<std::uint64_t, std::string> value_names{};
  /// Some access is sequentially consistent, as C++ has it (Tag::seq_cst). Such an access of a
  /// program that does not say so is reported as an error.
  bool seq_cst = false;
  /// Sets of locations, by the numbers that code gives to stores and read-modify-writes whose
  /// addresses depend on loads (ThreadRun::set_targets), from 1 on. Such an access elsewhere is
  /// reported as an error.
  std::vector<LocationSet> targets{};

  /// True iff `access`, a write or the read of a read-modify-write, is at `location`, or may turn
  /// out to be when its address is known.
  [[nodiscard]] bool may_be_at(const Event& access, LocId location) const {
    if (access.location != kNoLocation) return access.location == location;
    return access.targets == 0 ? threads[access.id.thread].may_write.test(location)
                               : targets[access.targets - 1U].test(location);
  }

  /// The initial value of each location.
  [[nodiscard]] std::vector<std::uint64_t> initial_values() const {
    std::vector<std::uint64_t> values;
    for (const Location& location : locations) values.push_back(location.initial);
    return values;
  }

  /// Locations that exactly one thread may write. That thread's accesses to them need no search.
  [[nodiscard]] LocationSet private_locations() const {
    LocationSet once;
    LocationSet twice;
    for (const Thread& thread : threads) {
      twice |= once & thread.may_write;
      once |= thread.may_write;
    }
    return once - twice;
  }
};

}  // namespace ringcheck
