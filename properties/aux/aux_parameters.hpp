#pragma once
// Parameters that scenarios around an AUX area share.

#include <array>
#include <string_view>

#include "check/setting.hpp"
#include "explore/checked_cpu.hpp"
#include "protocol/aux/aux_buffer.hpp"

namespace ringcheck {

/// Parameters bound to the members of S that have their names.
template <class S>
struct AuxParameters {
  static constexpr std::array<std::string_view, 2> kControlWords = {"scope", "ever"};
  static constexpr std::array<std::string_view, 2> kPageHeadWords = {"long", "unsigned"};
  static constexpr std::array<std::string_view, 2> kFlagWords = {"relaxed", "release"};

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
  static constexpr Setting<S> kPageHead = choice<&S::page_head, S>(
      "page-head",
      "how rb->aux_head is stored to the page: with the sign of a long (Linux 6.1), or without",
      kPageHeadWords);
  static constexpr Setting<S> kStart =
      number<&S::start, S>("start",
                           "stream position at which the area stands at first, a multiple of 8; 0: "
                           "at 0, or where widths "
                           "differ a unit before the upper half of aux_head changes",
                           0, 0, std::uint64_t{1} << 40);
  static constexpr Setting<S> kFlag = choice<&S::flag_release, S>(
      "flag", "how the flag of poll is stored: as Linux 6.1 does, or released after aux_head",
      kFlagWords);
  static constexpr Setting<S> control(ControlExtent standard) {
    return choice<&S::control, S>(
        "control",
        "what a branch controls: to the end of its scope (source) or all after it (machine)",
        kControlWords, standard);
  }
};

}  // namespace ringcheck
