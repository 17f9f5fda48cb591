// The areas of the command.
#include <array>

#include "properties/core/area.hpp"

namespace ringcheck {

extern const Area kRingArea;
extern const Area kOverwriteArea;
extern const Area kWakeupArea;
extern const Area kLifetimeArea;
extern const Area kAuxArea;
extern const Area kPtArea;
extern const Area kBtsArea;
extern const Area kCoreSightArea;
extern const Area kTmcArea;
extern const Area kSpeArea;
extern const Area kTrbeArea;
extern const Area kPerfToolArea;
extern const Area kRecordArea;
extern const Area kSamplingArea;

namespace {

constexpr std::array<const Area*, 14> kAreas = {
    &kRingArea, &kOverwriteArea, &kWakeupArea, &kLifetimeArea,  &kAuxArea,
    &kPtArea,   &kBtsArea,       &kTmcArea,    &kCoreSightArea, &kSpeArea,
    &kTrbeArea, &kPerfToolArea,  &kRecordArea, &kSamplingArea};

}  // namespace

std::span<const Area* const> all_areas() {
  return kAreas;
}

}  // namespace ringcheck
