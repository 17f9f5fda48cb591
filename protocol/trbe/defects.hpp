#pragma once
// Defects of Arm TRBE.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// Stopping closes the transaction even if a sink's interrupt has closed it.
inline constexpr Defect kSinkEndsAlways = {"sink-ends-always", "C-14"};
/// TRBE's interrupt may come while the driver looks at the buffer.
inline constexpr Defect kTrbeIrqNotMasked = {"trbe-irq-not-masked", "C-15"};
/// TRBE's interrupt stays pending after the driver has looked at the buffer.
inline constexpr Defect kTrbeStatusNotCleared = {"trbe-status-not-cleared", "C-15"};
/// TRBE takes its write pointer for the end of a buffer that is full.
inline constexpr Defect kTrbeWrapAtPointer = {"trbe-wrap-at-pointer", "C-15"};
/// TRBE does not tell that its buffer was filled.
inline constexpr Defect kTrbeWrapNotFlagged = {"trbe-wrap-not-flagged", "C-16"};
/// The CPU goes on tracing when TRBE has no buffer.
inline constexpr Defect kTrbeTracesWithoutBuffer = {"trbe-traces-without-buffer", "C-16"};
/// TRBE's base is the start of the area, where units may write after a fill.
inline constexpr Defect kTrbeBaseAtStart = {"trbe-base-at-start", "C-20"};
/// TRBE keeps no page free for units that write after the limit.
inline constexpr Defect kTrbeNoSparePage = {"trbe-no-spare-page", "C-20"};
/// There is no context synchronisation between TRBE's pointers and its enable.
inline constexpr Defect kTrbeNoIsb = {"trbe-no-isb", "C-17"};
/// There is no context synchronisation between disabling TRBE and its pointers.
inline constexpr Defect kTrbeNoIsbOff = {"trbe-no-isb-off", "C-17"};
/// TRBE does not tell that its trace is raw.
inline constexpr Defect kTrbeFormatNotFlagged = {"trbe-format-not-flagged", ""};

/// Every one of them.
inline constexpr std::array kTrbeDefects = {
    kSinkEndsAlways,    kTrbeIrqNotMasked,    kTrbeStatusNotCleared,
    kTrbeWrapAtPointer, kTrbeWrapNotFlagged,  kTrbeTracesWithoutBuffer,
    kTrbeBaseAtStart,   kTrbeNoSparePage,     kTrbeNoIsb,
    kTrbeNoIsbOff,      kTrbeFormatNotFlagged};

}  // namespace ringcheck::defect
