#pragma once
// Parameters that scenarios around an AUX area share.

#include <array>
#include <string_view>

#include "check/setting.hpp"
#include "explore/checked_cpu.hpp"

namespace ringcheck {

/// Parameters bound to the members of S that have their names.
template <class S>
struct AuxParameters {
  static constexpr std::array<std::string_view, 2> kControlWords = {"scope", "ever"};

  static constexpr Setting<S> transactions(std::uint64_t standard) {
    return number<&S::transactions, S>("transactions", "transactions that the driver opens",
                                       standard, 1, 4);
  }
  static constexpr Setting<S> units(std::uint64_t standard) {
    return power_of_two<&S::units, S>("units", "units of trace that the AUX area has", standard, 2,
                                      8);
  }
  static constexpr Setting<S> most(std::uint64_t standard) {
    return number<&S::most, S>(
        "most", "units that the trace unit makes at most between start and stop", standard, 1, 8);
  }
  static constexpr Setting<S> polls(std::uint64_t standard) {
    return number<&S::polls, S>("polls", "times that the reader drains", standard, 0, 4);
  }
  static constexpr Setting<S> control(ControlExtent standard) {
    return choice<&S::control, S>(
        "control",
        "what a branch controls: to the end of its scope (source) or all after it (machine)",
        kControlWords, standard);
  }
};

}  // namespace ringcheck
