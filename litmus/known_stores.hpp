#pragma once
// What is known of a thread's stores without running it.

#include <vector>

#include "explore/program.hpp"

namespace ringcheck::litmus {

/// The locations that a thread may store to, and the tags that all its stores there have, except
/// those of spin_locks.
class KnownStores {
 public:
  /// A store to `location`.
  void add(LocId location, TagSet tags) {
    if (location >= least_tags_.size()) least_tags_.resize(std::size_t{location} + 1);
    TagSet& least = least_tags_[location];
    least = locations_.test(location) ? least & tags : tags;
    locations_.set(location);
  }
  /// A spin_lock of `location`, whose store differs from all others there.
  void add_lock(LocId location) { locks_.set(location); }
  /// A store through a value: it may go to any location whose address is a value.
  void add_through_value(TagSet tags) {
    least_through_values_ = through_values_ ? least_through_values_ & tags : tags;
    through_values_ = true;
  }

  /// The thread of a program with these stores; `values` are the locations whose address is a value
  /// somewhere in the program.
  [[nodiscard]] Thread thread(std::string name, std::function<void(ThreadRun&)> body,
                              const LocationSet& values) const {
    KnownStores all = *this;
    if (through_values_)
      for_each(values, [&](int l) { all.add(static_cast<LocId>(l), least_through_values_); });
    return {.name = std::move(name),
            .body = std::move(body),
            .may_write = all.locations_ | locks_,
            .least_tags = std::move(all.least_tags_)};
  }

 private:
  LocationSet locations_;
  LocationSet locks_;
  std::vector<TagSet> least_tags_;  ///< by location
  bool through_values_ = false;
  TagSet least_through_values_;
};

}  // namespace ringcheck::litmus
