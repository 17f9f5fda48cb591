// I-55: a tracer traces by what is programmed as a whole, from before its program runs until it is
// disabled, and its count is read when it no longer counts.
// Source: Arm IHI 0064H, 4.3.7; drivers/hwtracing/coresight/coresight-etm4x-core.c etm4_enable_hw,
// etm4_disable_hw. Tested by tests/properties/coresight/coresight_test.cpp.
#include "properties/core/last_word.hpp"
#include "properties/coresight/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  if (const std::uint64_t mixed = last_word(view, "mixed"); mixed > 0)
    return Violation{"the unit traces by a range of which one end is old ({0} times)", {mixed}};
  if (const std::uint64_t unheard = last_word(view, "unheard"); unheard > 0)
    return Violation{"the program runs, and the unit is off or traces by an old range"};
  const std::uint64_t counted = last_word(view, "etm.cntvr");
  if (const std::uint64_t read = last_word(view, "etm.cntr_val"); read != counted)
    return Violation{"the counter is read as {0}, and the unit counts on to {1}", {read, counted}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return last_word(view, "heard") > 0;
}

}  // namespace

constinit const Property kProgrammedWhileIdle = property<violated, seen>(
    "I-55", "Tracer: it traces by a whole range, from before its program runs, and is read at rest",
    "the unit traces the program by the new range");

}  // namespace ringcheck
