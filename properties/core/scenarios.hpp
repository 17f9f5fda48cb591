#pragma once
// Every scenario, one a file.

#include "check/scenario.hpp"

namespace ringcheck {

extern const Scenario kOneSlotRing;
extern const Scenario kSpscRing;
extern const Scenario kPerfRing;
extern const Scenario kPerfRingFull;
extern const Scenario kPerfRingNested;
extern const Scenario kPerfRingLevels;
extern const Scenario kPerfRingLost;
extern const Scenario kPerfRingOverrun;
extern const Scenario kPerfWakeup;
extern const Scenario kPerfWakeupNested;
extern const Scenario kPerfWakeupStamp;
extern const Scenario kPerfWakeupFull;
extern const Scenario kPerfPollShared;
extern const Scenario kPerfRingOverwrite;
extern const Scenario kPerfRingOversize;
extern const Scenario kMmapLifetime;
extern const Scenario kMmapCloseTwice;
extern const Scenario kEventOncpu;
extern const Scenario kPerfPollRedirect;
extern const Scenario kPerfDeployment;
extern const Scenario kAuxRing;
extern const Scenario kAuxEtr;
extern const Scenario kAuxPt;
extern const Scenario kAuxPtSample;
extern const Scenario kAuxPtSampleStart;
extern const Scenario kAuxTeardown;
extern const Scenario kAuxTeardownAttach;
extern const Scenario kAuxWakeup;
extern const Scenario kAuxMapShared;
extern const Scenario kAuxCadence;
extern const Scenario kAuxSink;
extern const Scenario kAuxBtsSnapshot;
extern const Scenario kAuxRecords;
extern const Scenario kAuxBts;
extern const Scenario kAuxBtsRefused;
extern const Scenario kAuxEtf;
extern const Scenario kAuxSpe;
extern const Scenario kAuxTrbe;

}  // namespace ringcheck
