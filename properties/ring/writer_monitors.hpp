#pragma once
// Monitors of what the writers of a data ring do: one CPU with its interrupts.

#include "check/monitor.hpp"

namespace ringcheck {

extern const Monitor kCompleteOnlyMonitor;         ///< I-03
extern const Monitor kEventualPublicationMonitor;  ///< I-04
extern const Monitor kDisjointMonitor;             ///< I-05
extern const Monitor kSpaceMonitor;                ///< I-07
extern const Monitor kNestBalanceMonitor;          ///< I-08
extern const Monitor kLostConservationMonitor;     ///< I-10
extern const Monitor kNoEmptyLostMonitor;          ///< I-11
extern const Monitor kFramingMonitor;              ///< I-12
extern const Monitor kUntrustedPageMonitor;        ///< I-13
extern const Monitor kNoFalseLossMonitor;          ///< I-114

}  // namespace ringcheck
