// Every set of recorded answers that is modelled: one row each.
#include "properties/core/sets.hpp"

namespace ringcheck {

namespace {

constexpr std::array kSets = {
    &kArmSpeFindSnapshotSet,
    &kArmSpeOffSet,
    &kArmSpeSeqSet,
    &kAuxtraceMmapReadSet,
    &kCsEtmFindSnapshotSet,
    &kEtrSyncSet,
    &kIntelBtsFindSnapshotSet,
    &kIntelBtsHwSet,
    &kIntelPtFindSnapshotSet,
    &kIntelPtHwSet,
    &kIntelPtRefCmpSet,
    &kOverwriteFindRangeSet,
    &kPerfAuxSet,
    &kPerfCopyAuxSet,
    &kPerfMmapForwardSet,
    &kPerfRingSet,
    &kRbAllocSet,
};

}  // namespace

std::span<const ConformSet* const> all_conform_sets() {
  return kSets;
}

const ConformSet* find_conform_set(std::string_view name) {
  for (const ConformSet* set : kSets)
    if (set->name == name) return set;
  return nullptr;
}

}  // namespace ringcheck
