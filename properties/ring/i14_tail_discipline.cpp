// I-14: the reader's tail only grows, stays below the head that the reader loaded, and passes no
// word that is still to be loaded. Source: tools/lib/perf/mmap.c perf_mmap__consume.
// Tested by tests/properties/core/invariants_test.cpp.
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  std::uint64_t before = 0;
  for (const auto& store : view.ring.tail_stores) {
    if (store.position < before)
      return Violation{
          "the tail goes from {0} back to {1} ({4})", {before, store.position}, store.event};
    before = store.position;
    std::uint64_t head = 0;
    for (const auto& load : view.ring.head_loads)
      if (load.thread == store.thread && load.slot <= store.slot) head = load.position;
    if (store.position > head)
      return Violation{"{4} stores tail {0}, and the head was loaded as {1}",
                       {store.position, head},
                       store.event};
    for (const auto& load : view.ring.loads)
      if (load.slot > store.slot && load.offset < store.position)
        return Violation{"{4} stores tail {0}, and {5} still loads the word at {1}",
                         {store.position, load.offset},
                         store.event,
                         load.event};
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return !view.ring.tail_stores.empty() && view.ring.tail_stores.back().position > 0;
}

}  // namespace

constinit const Property kTailDiscipline = property<violated, seen>(
    "I-14", "Tail discipline: the tail grows, and is stored after the last load of a record",
    "the reader gives space back");

}  // namespace ringcheck
