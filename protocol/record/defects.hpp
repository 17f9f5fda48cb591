#pragma once
// Defects of perf record: what it opens and maps, what it writes and how it reads.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// Maps of threads without CPUs keep what --inherit asked for.
inline constexpr Defect kInheritKeptPerThread = {"inherit-kept-per-thread", "E-01"};
/// Events of processes that already run are inherited, like those of a command.
inline constexpr Defect kAttachedIsInherited = {"attached-is-inherited", "E-01"};
/// -p and -C are both kept.
inline constexpr Defect kPidKeepsCpus = {"pid-keeps-cpus", "E-02"};
/// The events of all CPUs are redirected to the ring of the first.
inline constexpr Defect kOneOutputForAll = {"one-output-for-all", "E-03"};
/// Events after the first of a ring are not redirected to it.
inline constexpr Defect kOutputNotSet = {"output-not-set", "E-03"};
/// An AUX event stays where the command line put it.
inline constexpr Defect kAuxEventNotFirst = {"aux-event-not-first", "E-04"};
/// The number of pages of -m is used as it is given.
inline constexpr Defect kPagesNotRounded = {"pages-not-rounded", "E-05"};
/// A size in bytes is rounded down to pages.
inline constexpr Defect kBytesRoundedDown = {"bytes-rounded-down", "E-05"};
/// CPUs that only an event's own list has get no map.
inline constexpr Defect kOwnCpusNotMerged = {"own-cpus-not-merged", "E-06"};
/// The size of raw data is rounded down to words.
inline constexpr Defect kRawNotPadded = {"raw-not-padded", "E-10"};
/// The stack of user space is not cut to what is left of 64 KiB.
inline constexpr Defect kStackNotCut = {"stack-not-cut", "E-11"};
/// AUX trace is not cut to what is left of 64 KiB.
inline constexpr Defect kAuxSampleNotCut = {"aux-sample-not-cut", "E-11"};
/// The period is written before the CPU.
inline constexpr Defect kPeriodBeforeCpu = {"period-before-cpu", "E-12"};
/// The sample does not tell how much of the stack was dumped.
inline constexpr Defect kDynamicSizeMissing = {"dynamic-size-missing", "E-12"};
/// Overwritable rings are read while they run.
inline constexpr Defect kDumpWithoutPause = {"dump-without-pause", "E-20"};
/// Overwritable rings are not resumed after a dump.
inline constexpr Defect kDumpWithoutResume = {"dump-without-resume", "E-20"};
/// A dump that is asked for while rings are being read does not read overwritable ones.
inline constexpr Defect kDumpNotReadAgain = {"dump-not-read-again", "E-21"};
/// The alarm rings once.
inline constexpr Defect kAlarmNotRearmed = {"alarm-not-rearmed", "E-22"};
/// The loop ends when the last event is gone, without another round.
inline constexpr Defect kHangupEnds = {"hangup-ends", "E-23"};
/// The first event that is gone unmaps its ring.
inline constexpr Defect kHangupUnmaps = {"hangup-unmaps", "E-24"};
/// Records that --mmap-flush has held back are not read at the end.
inline constexpr Defect kNoLastRead = {"no-last-read", "E-25"};
/// AUX areas are drained in snapshot mode too.
inline constexpr Defect kAuxAlwaysDrained = {"aux-always-drained", "E-26"};
/// The piece of an AUX area from its start on is written before the one up to its end.
inline constexpr Defect kAuxtracePiecesSwapped = {"auxtrace-pieces-swapped", "E-30"};
/// AUXTRACE records name the first area.
inline constexpr Defect kAuxtraceOfFirstArea = {"auxtrace-of-first-area", "E-31"};
/// The index points to an AUXTRACE record's trace, not to the record.
inline constexpr Defect kAuxtraceIndexLate = {"auxtrace-index-late", "E-32"};
/// The size of data of one file is added to that of the next.
inline constexpr Defect kDataSizeCarried = {"data-size-carried", ""};
/// The records that perf makes itself go to the first file alone.
inline constexpr Defect kSynthesizedOnce = {"synthesized-once", ""};
/// The records that perf makes itself are not counted as data.
inline constexpr Defect kSynthesizedNotCounted = {"synthesized-not-counted", ""};
/// AUXTRACE_INFO comes before the index of ids.
inline constexpr Defect kInfoBeforeIndex = {"info-before-index", ""};
/// The ids of every event are those of the first.
inline constexpr Defect kIdsOfFirstEvent = {"ids-of-first-event", ""};
/// A feature that could not be written is marked as present.
inline constexpr Defect kFeatureBitKept = {"feature-bit-kept", ""};
/// Terms of a PMU's events go to the first word of the configuration.
inline constexpr Defect kTermsInFirstWord = {"terms-in-first-word", ""};
/// The bits of a term's value go to adjacent bits.
inline constexpr Defect kTermBitsInARow = {"term-bits-in-a-row", ""};
/// A tracepoint is opened by its place in the list, not by its number.
inline constexpr Defect kTracepointByPlace = {"tracepoint-by-place", ""};
/// Hardware events are looked up by a number of their own.
inline constexpr Defect kHardwareByItself = {"hardware-by-itself", ""};
/// An event that one PMU refuses is offered to no other.
inline constexpr Defect kFirstRefusalEnds = {"first-refusal-ends", ""};
/// An AUX record's trace is looked up in buffers of all CPUs.
inline constexpr Defect kFragmentOfAnyCpu = {"fragment-of-any-cpu", ""};
/// The offset of a snapshot's AUX record is taken for the start of its trace.
inline constexpr Defect kFragmentEndIsStart = {"fragment-end-is-start", ""};
/// Trace is decoded by a sink's frames whatever its record says.
inline constexpr Defect kFragmentFormatIgnored = {"fragment-format-ignored", ""};
/// AUX records are decoded in the order in which their rings were read.
inline constexpr Defect kFragmentsAsRead = {"fragments-as-read", ""};
/// Pieces of trace that touch are decoded in one.
inline constexpr Defect kFragmentsJoined = {"fragments-joined", ""};
/// Perf reads every ring up to the head of the first.
inline constexpr Defect kReadsByFirstRing = {"reads-by-first-ring", ""};
/// Perf does not give back what it has read from a ring.
inline constexpr Defect kReadNotGivenBack = {"read-not-given-back", ""};

/// Every one of them.
inline constexpr std::array kRecordDefects = {kInheritKeptPerThread,
                                              kAttachedIsInherited,
                                              kPidKeepsCpus,
                                              kOneOutputForAll,
                                              kOutputNotSet,
                                              kAuxEventNotFirst,
                                              kPagesNotRounded,
                                              kBytesRoundedDown,
                                              kOwnCpusNotMerged,
                                              kRawNotPadded,
                                              kStackNotCut,
                                              kAuxSampleNotCut,
                                              kPeriodBeforeCpu,
                                              kDynamicSizeMissing,
                                              kDumpWithoutPause,
                                              kDumpWithoutResume,
                                              kDumpNotReadAgain,
                                              kAlarmNotRearmed,
                                              kHangupEnds,
                                              kHangupUnmaps,
                                              kNoLastRead,
                                              kAuxAlwaysDrained,
                                              kAuxtracePiecesSwapped,
                                              kAuxtraceOfFirstArea,
                                              kAuxtraceIndexLate,
                                              kDataSizeCarried,
                                              kSynthesizedOnce,
                                              kSynthesizedNotCounted,
                                              kInfoBeforeIndex,
                                              kIdsOfFirstEvent,
                                              kFeatureBitKept,
                                              kTermsInFirstWord,
                                              kTermBitsInARow,
                                              kTracepointByPlace,
                                              kHardwareByItself,
                                              kFirstRefusalEnds,
                                              kFragmentOfAnyCpu,
                                              kFragmentEndIsStart,
                                              kFragmentFormatIgnored,
                                              kFragmentsAsRead,
                                              kFragmentsJoined,
                                              kReadsByFirstRing,
                                              kReadNotGivenBack};

}  // namespace ringcheck::defect
