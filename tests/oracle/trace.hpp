#pragma once
// Traces: what one thread of a test program does when its reads return guessed values.

#include <cstdint>
#include <vector>

#include "tests/oracle/ir.hpp"

namespace ringcheck::oracle {

/// A set of events of one trace, or of one candidate execution: bit i is event i.
using Bits = std::uint64_t;
inline constexpr int kMaxBits = 64;

constexpr Bits bit(int i) {
  return Bits{1} << i;
}

/// An event of a trace.
struct TraceEvent {
  EventKind kind = EventKind::fence;
  std::uint16_t slot = 0;
  std::uint16_t instruction = kWholeAccess;
  LocId location = kNoLocation;
  std::uint64_t value = 0;  ///< read, written or chosen
  TagSet tags;
  bool atomic = false;
  int partner = -1;  ///< the other half of a read-modify-write that writes: its index in the trace
  Bits address = 0, data = 0, control = 0;  ///< reads of the trace that it depends on
};

/// One run of a thread from its start to its end or to a false assume.
struct Trace {
  std::vector<TraceEvent> events;
  bool blocked = false;
};

/// For each location the values that a read of it may return, ascending.
using ValueSets = std::vector<std::vector<std::uint64_t>>;

/// Appends to `traces` every trace of `code` in which each read returns a value of its location's
/// set; an await returns what it waits for, even if that is not in the set. Returns false, with
/// `traces` unfinished, when there are more than `limit`.
bool append_traces(const Code& code, const ValueSets& values, std::size_t limit,
                   std::vector<Trace>& traces);

/// Values that reads of each location can return, and perhaps more: the least sets that hold the
/// initial values and whatever any trace writes when its reads return values of these sets. Both
/// sides of a speculated branch count as run, and so does what follows an await: these depend on no
/// value, so two of them may justify each other. A program of n writing instructions computes no
/// value through more than n of them without thin air, so n rounds suffice.
/// Returns false when the sets or the traces become larger than `limit`.
bool possible_values(const TestProgram& program, std::size_t limit, ValueSets& values);

}  // namespace ringcheck::oracle
