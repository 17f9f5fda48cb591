#pragma once
// The order with which perf stores data_tail, as its thread declares it.

#include "properties/core/least_tags.hpp"
#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// Declares, for `reader` of `program`, what orders its stores of data_tail in `rb` (write_tail) when
/// it is compiled for `machine` (null: for none). Pre: no compiler moves them.
inline void declare_tail_order(const Program& program, Thread& reader, const PerfBuffer& rb,
                               MachinePrimitivesPtr machine = nullptr) {
  // The store of a half may follow that of the other one.
  if (rb.reader_width.narrow) return;
  declare_publication(program, reader, rb.at.data_tail, rb.plan.at(site::kD),
                      rb.plan.at(site::kReaderTail) == Strength::once, machine);
}

}  // namespace ringcheck
