// device-pages: an ETR gets pages for its trace, and then for the table that leads to them, any of
// which may not be had, or not be mapped for the device. The driver is repaired; in Linux 6.1 and
// 6.12 (device-pages-as-it-is, V-58) a page that cannot be mapped is lost.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/tmc/tmc_pages.hpp"

#include <array>

#include "properties/aux/aux_sequence.hpp"
#include "properties/tmc/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-51"};
constexpr std::array kSetup = {Dial{"pages for trace", 1, 4}, Dial{"pages of the table", 1, 2},
                               Dial{"step that fails (0: none)", 0, 12}};

template <UnmappedPage Kept>
void run(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  std::uint64_t steps = 0, free = 0;
  const auto works = [&] { return ++steps != example.setup[2]; };
  const auto obtain = [&] {
    const bool had = works();
    if (had) --free;
    return had;
  };
  TmcPages pages;
  const auto get = [&](std::uint64_t count) {
    const std::uint64_t before = free;
    if (tmc_pages_alloc(pages, count, Kept, obtain, works)) return true;
    free = before - pages.lost;
    return false;
  };
  const bool both = get(example.setup[0]) && get(example.setup[1]);
  // Without a table the pages for trace are given back.
  if (!both) free += pages.used;
  judge.require(free + (both ? pages.used : 0) == 0, "I-51",
                "a page is neither free nor anybody's");
}

constexpr std::string_view kTitle = "pages for an ETR, some of which cannot be had or mapped";

}  // namespace

const AuxSequence kDevicePages = {"device-pages",          kTitle, kProperties, kSetup, {}, true,
                                  run<UnmappedPage::freed>};
const AuxSequence kDevicePagesAsItIs = {
    "device-pages-as-it-is", kTitle, kProperties, kSetup, {}, true, run<UnmappedPage::lost>};

}  // namespace ringcheck
