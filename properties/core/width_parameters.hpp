#pragma once
// Parameters of scenarios that may have a kernel or a reader with longs of 32 bits.

#include <array>
#include <string_view>

#include "check/setting.hpp"
#include "protocol/core/long_width.hpp"

namespace ringcheck {

/// For settings with `widths` and `high_half_first`. The words are in the order of the
/// enumerations.
template <class S>
struct WidthParameters {
  static constexpr std::array<std::string_view, 3> kWidthWords = {"64", "32-on-64", "32"};
  static constexpr std::array<std::string_view, 2> kHalfWords = {"low-first", "high-first"};

  static constexpr Setting<S> widths(Widths standard) {
    return choice<&S::widths, S>("widths",
                                 "bits of a long: of kernel and reader, a 32-bit reader under a "
                                 "64-bit kernel, or a 32-bit kernel with its reader",
                                 kWidthWords, standard);
  }
  static constexpr Setting<S> halves() {
    return choice<&S::high_half_first, S>(
        "halves", "which half of a word a 32-bit reader loads first", kHalfWords);
  }
};

}  // namespace ringcheck
