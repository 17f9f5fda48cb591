#pragma once
// The sets of recorded answers, one source file each.

#include "properties/core/conform_set.hpp"

namespace ringcheck {

extern const ConformSet kArmSpeFindSnapshotSet;
extern const ConformSet kArmSpeOffSet;
extern const ConformSet kArmSpeSeqSet;
extern const ConformSet kAuxtraceMmapReadSet;
extern const ConformSet kCsEtmFindSnapshotSet;
extern const ConformSet kEtrSyncSet;
extern const ConformSet kIntelBtsFindSnapshotSet;
extern const ConformSet kIntelBtsHwSet;
extern const ConformSet kIntelPtFindSnapshotSet;
extern const ConformSet kIntelPtHwSet;
extern const ConformSet kIntelPtRefCmpSet;
extern const ConformSet kOverwriteFindRangeSet;
extern const ConformSet kPerfAuxSet;
extern const ConformSet kPerfCopyAuxSet;
extern const ConformSet kPerfMmapForwardSet;
extern const ConformSet kPerfRingSet;
extern const ConformSet kRbAllocSet;

/// Traces of programs and real buffers. Not in the registry: such rows come in a file of their own.
extern const ConformSet kLiveTraceSet;

}  // namespace ringcheck
