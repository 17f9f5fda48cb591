#pragma once
// The ways to assign writes to one location's reads, and an order to its writes.

#include <cstdint>
#include <vector>

namespace ringcheck::oracle {

/// An access to a location, or its initial write.
struct Access {
  int event = 0;    ///< a unique number; the initial write's is the least
  int thread = -1;  ///< -1: initial write
  bool is_read = false;
  std::uint64_t value = 0;  ///< read or written
  int atomic_with = -1;     ///< write of an atomic read-modify-write: the event number of its read
};

/// Where each read reads from, in the order of the reads among the accesses, and the order of the
/// writes, the initial one first. Event numbers.
struct LocationChoice {
  std::vector<int> sources;
  std::vector<int> order;
};

/// Every choice in which reads read from writes of the same value. `accesses` holds the initial
/// write first, and each thread's accesses in program order. With `coherent_only`, only the choices
/// that are coherent, and in which nothing comes between an atomic read-modify-write's source and
/// its write.
std::vector<LocationChoice> location_choices(const std::vector<Access>& accesses,
                                             bool coherent_only);

}  // namespace ringcheck::oracle
