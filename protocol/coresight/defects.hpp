#pragma once
// Defects of the paths of CoreSight, and of its tracer.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// A link that cannot be enabled leaves those after it enabled.
inline constexpr Defect kPathNotUndone = {"path-not-undone", ""};
/// A link that cannot be enabled has all of the path disabled, even what was never enabled.
inline constexpr Defect kPathUndoneWhole = {"path-undone-whole", ""};
/// A sink that cannot be enabled has the path disabled, and other sessions with it.
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
/// A link opens the output port where it merges, and the input port where it splits.
inline constexpr Defect kLinkWrongPort = {"link-wrong-port", ""};
/// A path is let go, but not what it refers to.
inline constexpr Defect kPathNotReleased = {"path-not-released", ""};
/// A component is claimed without checking its tags.
inline constexpr Defect kClaimNotLooked = {"claim-not-looked", ""};
/// After setting a tag, nobody looks again.
inline constexpr Defect kClaimNotLookedAgain = {"claim-not-looked-again", ""};

/// The tracer is programmed before it is idle.
inline constexpr Defect kEtmNoIdleWait = {"etm-no-idle-wait", ""};
/// The tracer is enabled before it is programmed.
inline constexpr Defect kEtmEnabledFirst = {"etm-enabled-first", ""};
/// The tracer is programmed without being disabled.
inline constexpr Defect kEtmNotDisabled = {"etm-not-disabled", ""};
/// Nobody waits until the tracer has started.
inline constexpr Defect kEtmNoStartWait = {"etm-no-start-wait", ""};
/// Counters are read before the tracer is stable.
inline constexpr Defect kEtmReadUnstable = {"etm-read-unstable", ""};

/// The first sink that has a name is taken for the one that was asked for.
inline constexpr Defect kSinkFirstNamed = {"sink-first-named", ""};
/// Nobody checks which sink an event asks for.
inline constexpr Defect kSinkNotNamed = {"sink-not-named", ""};
/// A sink takes the AUX area for one page.
inline constexpr Defect kSinkBufferOnePage = {"sink-buffer-one-page", ""};
/// A sink is not told that the AUX area is overwritten.
inline constexpr Defect kSinkBufferNoSnapshot = {"sink-buffer-no-snapshot", ""};
/// A sink's buffer lies near the first CPU, whichever CPU the event is on.
inline constexpr Defect kSinkBufferFarAway = {"sink-buffer-far-away", ""};
/// A CPU without a path stays among those that are traced.
inline constexpr Defect kSetUpKeepsCpu = {"set-up-keeps-cpu", ""};
/// Sinks of different kinds share a session's buffer.
inline constexpr Defect kSetUpMixesSinks = {"set-up-mixes-sinks", ""};
/// A session that cannot be set up keeps what it took.
inline constexpr Defect kSetUpErrorKept = {"set-up-error-kept", ""};
/// A session that is freed keeps the sink's buffer.
inline constexpr Defect kFreeKeepsSinkBuffer = {"free-keeps-sink-buffer", ""};
/// A session that is freed keeps its configuration.
inline constexpr Defect kFreeKeepsConfig = {"free-keeps-config", ""};
/// A session that is freed keeps its paths.
inline constexpr Defect kFreeKeepsPaths = {"free-keeps-paths", ""};
/// A session is freed at once, not by a work item.
inline constexpr Defect kFreeAtOnce = {"free-at-once", ""};
/// A start that fails ends its transaction as if all were well.
inline constexpr Defect kStartNotTruncated = {"start-not-truncated", ""};
/// A start that fails leaves its transaction open.
inline constexpr Defect kStartKeepsTransaction = {"start-keeps-transaction", ""};
/// A start that fails ends the transaction that the sink has ended.
inline constexpr Defect kStartEndsTwice = {"start-ends-twice", ""};
/// An event whose tracer cannot be enabled leaves the path enabled.
inline constexpr Defect kStartKeepsPath = {"start-keeps-path", ""};
/// An event whose tracer cannot be enabled ends its transaction while its sink is on.
inline constexpr Defect kStartEndsFirst = {"start-ends-first", ""};
/// The session is noted before it is certain that the event starts.
inline constexpr Defect kStartContextFirst = {"start-context-first", ""};
/// A stop where nothing could be traced leaves the transaction open.
inline constexpr Defect kStopKeepsTransaction = {"stop-keeps-transaction", ""};
/// A stop leaves the path enabled.
inline constexpr Defect kStopKeepsPath = {"stop-keeps-path", ""};
/// The tracers' PMU does not say that it is exclusive.
inline constexpr Defect kPmuNotExclusive = {"pmu-not-exclusive", ""};
/// The tracers' PMU does not say that its trace is of instructions.
inline constexpr Defect kPmuNotItrace = {"pmu-not-itrace", ""};
/// Events of tasks and of CPUs may be there at once.
inline constexpr Defect kExclusiveKindsMix = {"exclusive-kinds-mix", ""};
/// An event that is destroyed stays counted.
inline constexpr Defect kExclusiveNotGivenBack = {"exclusive-not-given-back", ""};
/// Events of one context may want the same CPU.
inline constexpr Defect kExclusiveContextNotAsked = {"exclusive-context-not-asked", ""};

/// Ranges and addresses are taken in one set.
inline constexpr Defect kEtmTakesMixed = {"etm-takes-mixed", ""};
/// Ranges are taken for where trace starts or stops.
inline constexpr Defect kEtmTakesSizedStarts = {"etm-takes-sized-starts", ""};
/// More filters are taken than there are comparators for.
inline constexpr Defect kEtmTakesTooMany = {"etm-takes-too-many", ""};
/// A range's bit is that of its first comparator, not of its pair.
inline constexpr Defect kEtmIncludeByComparator = {"etm-include-by-comparator", ""};
/// A tracer that is confined to ranges is not started.
inline constexpr Defect kEtmRangeNotStarted = {"etm-range-not-started", ""};
/// An address that stops trace is put among those that start it.
inline constexpr Defect kEtmStopNotShifted = {"etm-stop-not-shifted", ""};
/// Trace that was started is off when the task comes back.
inline constexpr Defect kEtmStartForgotten = {"etm-start-forgotten", ""};
/// A tracer without filters is not started.
inline constexpr Defect kEtmDefaultNothing = {"etm-default-nothing", ""};
/// Each filter gets the first comparator.
inline constexpr Defect kEtmComparatorTaken = {"etm-comparator-taken", ""};

/// Every one of them.
inline constexpr std::array kCoreSightDefects = {kPathNotUndone,
                                                 kPathUndoneWhole,
                                                 kPathSinkUndone,
                                                 kPathEnabledForwards,
                                                 kPathDisabledBackwards,
                                                 kPathKeptWithoutTracer,
                                                 kLinkClosedByFirst,
                                                 kLinkClaimsEachPort,
                                                 kLinkDisclaimsEachPort,
                                                 kLinkWrongPort,
                                                 kPathNotReleased,
                                                 kClaimNotLooked,
                                                 kClaimNotLookedAgain,
                                                 kEtmNoIdleWait,
                                                 kEtmEnabledFirst,
                                                 kEtmNotDisabled,
                                                 kEtmNoStartWait,
                                                 kEtmReadUnstable,
                                                 kSinkFirstNamed,
                                                 kSinkNotNamed,
                                                 kSinkBufferOnePage,
                                                 kSinkBufferNoSnapshot,
                                                 kSinkBufferFarAway,
                                                 kSetUpKeepsCpu,
                                                 kSetUpMixesSinks,
                                                 kSetUpErrorKept,
                                                 kFreeKeepsSinkBuffer,
                                                 kFreeKeepsConfig,
                                                 kFreeKeepsPaths,
                                                 kFreeAtOnce,
                                                 kStartNotTruncated,
                                                 kStartKeepsTransaction,
                                                 kStartEndsTwice,
                                                 kStartKeepsPath,
                                                 kStartEndsFirst,
                                                 kStartContextFirst,
                                                 kStopKeepsTransaction,
                                                 kStopKeepsPath,
                                                 kPmuNotExclusive,
                                                 kPmuNotItrace,
                                                 kExclusiveKindsMix,
                                                 kExclusiveNotGivenBack,
                                                 kExclusiveContextNotAsked,
                                                 kEtmTakesMixed,
                                                 kEtmTakesSizedStarts,
                                                 kEtmTakesTooMany,
                                                 kEtmIncludeByComparator,
                                                 kEtmRangeNotStarted,
                                                 kEtmStopNotShifted,
                                                 kEtmStartForgotten,
                                                 kEtmDefaultNothing,
                                                 kEtmComparatorTaken};

}  // namespace ringcheck::defect
