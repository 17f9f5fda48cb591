// The one area of the small command: what `barriers` shows of the data ring. (The whole command has
// its areas in properties/core/area_list.cpp.)
#include <array>

#include "properties/core/area.hpp"
#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

extern const Scenario kPerfRing;

namespace {

constexpr std::array<const Scenario*, 1> kScenarios = {&kPerfRing};
constexpr Area kArea = {.name = "ring",
                        .scenarios = kScenarios,
                        .sites = site::kRingSites,
                        .defects = defect::kRingDefects,
                        .observations = said::kRingKinds};
constexpr std::array<const Area*, 1> kAreas = {&kArea};

}  // namespace

std::span<const Area* const> all_areas() {
  return kAreas;
}

}  // namespace ringcheck
