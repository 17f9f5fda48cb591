#pragma once
// Pages of a device's scattered memory: each is got, and mapped for the device. If one cannot be
// had, or cannot be mapped, those before it are given back.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_pages_alloc, tmc_pages_free.
// Deviations: the lists in which pages and addresses are kept can always be had.
// Tested by tests/properties/aux/aux_mutants_test.cpp and `ringcheck kernel --area etr`.

#include <cstdint>

namespace ringcheck {

/// What becomes of a page that cannot be mapped for the device.
enum class UnmappedPage : std::uint8_t {
  lost,   ///< Linux 6.1 and 6.12: it is noted only when it is mapped, and so not given back
  freed,  ///< a repair
};

/// Pages by what has become of them.
struct TmcPages {
  std::uint64_t used = 0;  ///< mapped for the device
  std::uint64_t lost = 0;  ///< neither free, nor anybody's
};

/// Gets `count` pages more. False if that fails: then the driver has none of them. `obtain()` is
/// true if a page can be had, and `map()` if it can be mapped for the device.
template <class Obtain, class Map>
bool tmc_pages_alloc(TmcPages& pages, std::uint64_t count, UnmappedPage unmapped, Obtain&& obtain,
                     Map&& map) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!obtain()) return false;
    if (map()) continue;
    if (unmapped == UnmappedPage::lost) ++pages.lost;
    return false;
  }
  pages.used += count;
  return true;
}

}  // namespace ringcheck
