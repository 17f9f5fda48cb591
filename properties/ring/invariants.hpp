#pragma once
// What must hold in this area, one to a file.

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
extern const Property kNoFalseLoss;          ///< I-114
extern const Property kHeaderStability;      ///< H-01
extern const Property kTimeOrder;            ///< H-03
extern const Property kSlotsGrow;            ///< S-01
extern const Property kSlotsInOrder;         ///< S-02

/// What holds for every scenario with a data ring.
inline constexpr std::array kDataRingProperties = {
    &kPublication,      &kHeadMonotone, &kCompleteOnly,    &kEventualPublication,
    &kDisjoint,         &kNoClobber,    &kSpace,           &kNestBalance,
    &kLostConservation, &kNoEmptyLost,  &kFraming,         &kUntrustedPage,
    &kTailDiscipline,   &kExactlyOnce,  &kHeaderStability, &kNoFalseLoss};

/// What holds for a scenario in which several CPUs write to a buffer.
inline constexpr std::array kDeploymentProperties = {
    &kOneCpu,           &kPublication, &kHeadMonotone, &kEventualPublication, &kDisjoint,
    &kNoClobber,        &kFraming,     &kTimeOrder,    &kTailDiscipline,      &kExactlyOnce,
    &kLostConservation, &kSpace,       &kNoEmptyLost,  &kHeaderStability};

}  // namespace ringcheck
