// I-54: no component belongs to the kernel and to a debugger at once.
// Source: drivers/hwtracing/coresight/coresight-core.c coresight_claim_device_unlocked. Tested by
// tests/properties/coresight/coresight_test.cpp.
#include "properties/core/last_word.hpp"
#include "properties/coresight/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  if (last_word(view, "kernel_has") + last_word(view, "debugger_has") > 1)
    return Violation{"the component is the kernel's, and it is the debugger's"};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return last_word(view, "kernel_has") + last_word(view, "debugger_has") == 1;
}

}  // namespace

constinit const Property kOneClaim =
    property<violated, seen>("I-54", "Claim: no component is the kernel's and a debugger's at once",
                             "one of them gets the component");

}  // namespace ringcheck
