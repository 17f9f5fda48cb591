#pragma once
// Parameters that scenarios around an AUX area share.

#include <array>
#include <string_view>

#include "check/parameter.hpp"
#include "explore/checked_cpu.hpp"

namespace ringcheck::aux_parameter {

inline constexpr std::array<std::string_view, 2> kControlWords = {"scope", "ever"};

constexpr Parameter transactions(std::uint64_t standard) {
  return {"transactions", "transactions that the driver opens", standard, 1, 4, false, {}};
}
constexpr Parameter units(std::uint64_t standard) {
  return {"units", "units of trace that the AUX area has", standard, 2, 8, true, {}};
}
constexpr Parameter most(std::uint64_t standard) {
  return {"most",   "units that the trace unit makes at most between start and stop",
          standard, 1,
          8,        false,
          {}};
}
constexpr Parameter polls(std::uint64_t standard) {
  return {"polls", "times that the reader drains", standard, 0, 4, false, {}};
}
constexpr Parameter control(ControlExtent standard) {
  return {"control",
          "what a branch controls: to the end of its scope (source) or all behind it (machine)",
          static_cast<std::uint64_t>(standard),
          0,
          1,
          false,
          kControlWords};
}

}  // namespace ringcheck::aux_parameter
