#pragma once
// Defects of the paths of CoreSight, and of its tracer.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// A link that cannot be enabled leaves those after it enabled.
inline constexpr Defect kPathNotUndone = {"path-not-undone", ""};
/// A link that cannot be enabled has all of the path disabled, what was never enabled too.
inline constexpr Defect kPathUndoneWhole = {"path-undone-whole", ""};
/// A sink that cannot be enabled has the path disabled, others' sessions with it.
inline constexpr Defect kPathSinkUndone = {"path-sink-undone", ""};
/// A path is enabled from the tracer on.
inline constexpr Defect kPathEnabledForwards = {"path-enabled-forwards", ""};
/// A path is disabled from the sink on.
inline constexpr Defect kPathDisabledBackwards = {"path-disabled-backwards", ""};
/// A tracer that cannot be enabled leaves its path enabled.
inline constexpr Defect kPathKeptWithoutTracer = {"path-kept-without-tracer", ""};
/// A port of a link is closed by the first who leaves it.
inline constexpr Defect kLinkClosedByFirst = {"link-closed-by-first", ""};
/// A link is claimed for each of its ports.
inline constexpr Defect kLinkClaimsEachPort = {"link-claims-each-port", ""};
/// A link is given up with the first of its ports.
inline constexpr Defect kLinkDisclaimsEachPort = {"link-disclaims-each-port", ""};
/// A link opens the port that trace leaves by where it merges, and the one it comes by where it
/// splits.
inline constexpr Defect kLinkWrongPort = {"link-wrong-port", ""};
/// What a path refers to is not let go with it.
inline constexpr Defect kPathNotReleased = {"path-not-released", ""};
/// A component is claimed without a look at its tags.
inline constexpr Defect kClaimNotLooked = {"claim-not-looked", ""};
/// Who has set a tag does not look again.
inline constexpr Defect kClaimNotLookedAgain = {"claim-not-looked-again", ""};

/// The tracer is programmed before it is idle.
inline constexpr Defect kEtmNoIdleWait = {"etm-no-idle-wait", ""};
/// The tracer is enabled before it is programmed.
inline constexpr Defect kEtmEnabledFirst = {"etm-enabled-first", ""};
/// The tracer is programmed without being disabled.
inline constexpr Defect kEtmNotDisabled = {"etm-not-disabled", ""};
/// Nobody waits for the tracer to have started.
inline constexpr Defect kEtmNoStartWait = {"etm-no-start-wait", ""};
/// Counters are read before the tracer is stable.
inline constexpr Defect kEtmReadUnstable = {"etm-read-unstable", ""};

/// Every one of them.
inline constexpr std::array kCoreSightDefects = {
    kPathNotUndone,         kPathUndoneWhole,       kPathSinkUndone,    kPathEnabledForwards,
    kPathDisabledBackwards, kPathKeptWithoutTracer, kLinkClosedByFirst, kLinkClaimsEachPort,
    kLinkDisclaimsEachPort, kLinkWrongPort,         kPathNotReleased,   kClaimNotLooked,
    kClaimNotLookedAgain,   kEtmNoIdleWait,         kEtmEnabledFirst,   kEtmNotDisabled,
    kEtmNoStartWait,        kEtmReadUnstable};

}  // namespace ringcheck::defect
