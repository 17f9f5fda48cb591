#pragma once
// Every invariant, one a file, which says what it means and what it comes from.

#include <array>

#include "properties/core/perf_view.hpp"

namespace ringcheck {

extern const Property kPublication;          ///< I-01
extern const Property kHeadMonotone;         ///< I-02
extern const Property kCompleteOnly;         ///< I-03
extern const Property kEventualPublication;  ///< I-04
extern const Property kDisjoint;             ///< I-05
extern const Property kNoClobber;            ///< I-06
extern const Property kSpace;                ///< I-07
extern const Property kNestBalance;          ///< I-08
extern const Property kOneCpu;               ///< I-09
extern const Property kLostConservation;     ///< I-10
extern const Property kNoEmptyLost;          ///< I-11
extern const Property kFraming;              ///< I-12
extern const Property kUntrustedPage;        ///< I-13
extern const Property kTailDiscipline;       ///< I-14
extern const Property kExactlyOnce;          ///< I-15
extern const Property kWakeup;               ///< I-16
extern const Property kFullLiveness;         ///< I-17
extern const Property kBackwardHead;         ///< I-18
extern const Property kReadWindow;           ///< I-19
extern const Property kPauseQuiescence;      ///< I-20
extern const Property kNoReplay;             ///< I-21
extern const Property kFits;                 ///< I-22
extern const Property kNoUseAfterFree;       ///< I-39
extern const Property kHeaderStability;      ///< H-01
extern const Property kSampleFrozen;         ///< H-02
extern const Property kTimeOrder;            ///< H-03
extern const Property kAuxPublication;       ///< I-23
extern const Property kAuxNoClobber;         ///< I-24
extern const Property kAuxAccounting;        ///< I-25
extern const Property kOneTransaction;       ///< I-26
extern const Property kLossFlagged;          ///< I-27
extern const Property kDisabledAndWoken;     ///< I-28
extern const Property kCadence;              ///< I-29
extern const Property kAuxPairs;             ///< I-30
extern const Property kOverwriteHead;        ///< I-31
extern const Property kBounceCopy;           ///< I-35
extern const Property kSyncCoverage;         ///< I-36
extern const Property kDiscontinuity;        ///< I-37
extern const Property kSharedSink;           ///< I-38
extern const Property kSlotsGrow;            ///< S-01
extern const Property kSlotsInOrder;         ///< S-02

/// What holds for every scenario with a data ring.
inline constexpr std::array kDataRingProperties = {
    &kPublication, &kHeadMonotone,  &kCompleteOnly,   &kEventualPublication, &kDisjoint,
    &kNoClobber,   &kSpace,         &kNestBalance,    &kLostConservation,    &kNoEmptyLost,
    &kFraming,     &kUntrustedPage, &kTailDiscipline, &kExactlyOnce,         &kHeaderStability};

/// What holds for a scenario with a backward overwrite buffer.
inline constexpr std::array kOverwriteProperties = {
    &kEventualPublication, &kNestBalance,     &kLostConservation, &kBackwardHead,
    &kReadWindow,          &kPauseQuiescence, &kNoReplay,         &kFits,
    &kHeaderStability};

/// What holds for a scenario in which several CPUs write to a buffer.
inline constexpr std::array kDeploymentProperties = {
    &kHeadMonotone, &kEventualPublication, &kDisjoint, &kOneCpu, &kLostConservation, &kFraming,
    &kTimeOrder};

/// What holds for a scenario in which tasks wait for records.
inline constexpr std::array kWakeupProperties = {
    &kPublication, &kHeadMonotone, &kEventualPublication, &kNoClobber,
    &kExactlyOnce, &kWakeup,       &kFullLiveness};

/// What holds for every scenario with an AUX area.
inline constexpr std::array kAuxProperties = {&kAuxPublication, &kAuxNoClobber, &kAuxAccounting,
                                              &kOneTransaction, &kLossFlagged,  &kCadence};

/// What holds where trace goes through a bounce buffer.
inline constexpr std::array kBounceProperties = {&kAuxPublication, &kAuxNoClobber,  &kAuxAccounting,
                                                 &kOneTransaction, &kLossFlagged,   &kBounceCopy,
                                                 &kSyncCoverage,   &kDiscontinuity, &kCadence};

}  // namespace ringcheck
