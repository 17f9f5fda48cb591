// H-01: a word of the stream that a reader loads twice is the same both times. Without overwriting
// this follows from I-01 and I-06: below the loaded head the word is there, and until the reader
// gives it back nobody stores over it. An overwrite reader has only the pause.
// Source: tools/lib/perf/mmap.c perf_mmap__read, which finds a record by one load of its header and
// hands it on to code that loads it again. Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

/// How often the reader had loaded the head before `load`; it starts anew with each head.
std::size_t head_loads_before(const PerfView& view, const RingRun::WordAccess& load) {
  std::size_t count = 0;
  for (const auto& head : view.ring.head_loads)
    if (head.thread == view.graph()[load.event].id.thread && head.slot <= load.slot) ++count;
  return count;
}

/// Calls `visit(a, b)` for each pair of loads of the same word after one load of the head.
template <class Visit>
void for_each_pair(const PerfView& view, Visit&& visit) {
  const auto& loads = view.ring.loads;
  for (std::size_t i = 0; i < loads.size(); ++i)
    for (std::size_t j = i + 1; j < loads.size(); ++j)
      if (loads[i].offset == loads[j].offset &&
          head_loads_before(view, loads[i]) == head_loads_before(view, loads[j]))
        visit(loads[i].event, loads[j].event);
}

std::optional<Violation> violated(const PerfView& view) {
  std::optional<Violation> finding;
  for_each_pair(view, [&](EventNumber a, EventNumber b) {
    if (!finding && view.graph()[a].rf != view.graph()[b].rf)
      finding = Violation{"{4} and {5} load the same word and see different stores", {}, a, b};
  });
  return finding;
}

bool seen(const PerfView& view) {
  bool twice = false;
  for_each_pair(view, [&](EventNumber, EventNumber) { twice = true; });
  return twice;
}

}  // namespace

constinit const Property kHeaderStability = property<violated, seen>(
    "H-01", "Header stability: what a reader loads twice while it reads a record stays the same",
    "a reader loads a word twice");

}  // namespace ringcheck
