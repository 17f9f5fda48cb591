#pragma once
// Defects of attaching, mapping and freeing.

#include <array>

#include "protocol/core/defect.hpp"

namespace ringcheck::defect {

/// A buffer without pages can be resumed.
inline constexpr Defect kResumeWithoutPages = {"resume-without-pages", "L-04"};
/// A backward buffer is written as if its reader gave space back.
inline constexpr Defect kWritableBackward = {"writable-backward", "O-04"};
/// Pieces of an AUX area are as large as they come.
inline constexpr Defect kAuxOrderIgnoresWatermark = {"aux-order-ignores-watermark", "A-20"};
/// An event goes to another buffer's list without a grace period.
inline constexpr Defect kReaddWithoutGrace = {"readd-without-grace", "Z-01"};
/// The mark that a grace period is due is cleared before it is looked at.
inline constexpr Defect kGraceForgotten = {"grace-forgotten", "Z-02"};
/// set_output holds the mutex of its own event only.
inline constexpr Defect kSetOutputOneMutex = {"set-output-one-mutex", "Z-03"};
/// A count of mappings is taken down in one access, read in another.
inline constexpr Defect kDecThenTest = {"dec-then-test", "Z-04"};
/// An mmap that finds no buffer counts itself all the same.
inline constexpr Defect kMmapFailureContinues = {"mmap-failure-continues", "Z-07"};
/// A reference is taken without checking that any is left.
inline constexpr Defect kGetWithoutTest = {"get-without-test", "Z-05"};
/// An event becomes active without a barrier after its CPU number.
inline constexpr Defect kSchedInWithoutWmb = {"sched-in-without-wmb", "Z-12"};
/// A task that stops an event reads its CPU number without a barrier.
inline constexpr Defect kStopWithoutRmb = {"stop-without-rmb", "Z-12"};
/// set_output lets events of two CPUs share a buffer.
inline constexpr Defect kRedirectedAcrossCpus = {"redirected-across-cpus", "N-08"};
/// set_output lets events of two tasks share a buffer.
inline constexpr Defect kRedirectedAcrossTasks = {"redirected-across-tasks", "N-08"};
/// Mmap accepts an inherited event that follows its task.
inline constexpr Defect kInheritedIsMapped = {"inherited-is-mapped", "N-08"};
/// Mmap accepts another size than the buffer has.
inline constexpr Defect kRemappedInAnySize = {"remapped-in-any-size", "G-03"};
/// A mapping may be split.
inline constexpr Defect kMappingIsSplit = {"mapping-is-split", "Z-06"};
/// The index of an AUX page is not clamped.
inline constexpr Defect kAuxPageNotClamped = {"aux-page-not-clamped", "Z-09"};
/// A fault lets user space write to data pages.
inline constexpr Defect kDataPageIsWritable = {"data-page-is-writable", "Z-10"};
/// set_output lets AUX events of two PMUs share a buffer.
inline constexpr Defect kRedirectedAcrossAuxPmus = {"redirected-across-aux-pmus", "N-08"};
/// Mmap counts the mapping and maps pages after the mutex.
inline constexpr Defect kMappedBehindMutex = {"mapped-behind-mutex", "Z-08"};
/// A fault takes its reference to the page after its RCU section.
inline constexpr Defect kPageTakenLate = {"page-taken-late", "Z-14"};
/// A fault does not check that the event has a buffer.
inline constexpr Defect kFaultWithoutNullTest = {"fault-without-null-test", "Z-14"};
/// A fault maps a page without a reference to it.
inline constexpr Defect kPageNotTaken = {"page-not-taken", "Z-14"};
/// The last reference to a buffer frees it without a grace period.
inline constexpr Defect kFreedWithoutGrace = {"freed-without-grace", "Z-14"};
/// Each mapping of a buffer is charged.
inline constexpr Defect kChargedAgain = {"charged-again", "Z-15"};
/// munmap gives back to the user what was charged to the address space, too.
inline constexpr Defect kLockedGivenBackTwice = {"locked-given-back-twice", "Z-15"};
/// munmap of the AUX area gives nothing back.
inline constexpr Defect kAuxStaysCharged = {"aux-stays-charged", "Z-15"};
/// A task that waits for a grace period looks for readers before its stores can be seen.
inline constexpr Defect kGraceLooksEarly = {"grace-looks-early", "Z-01"};

/// Every one of them.
inline constexpr std::array kLifetimeDefects = {kResumeWithoutPages,
                                                kWritableBackward,
                                                kAuxOrderIgnoresWatermark,
                                                kReaddWithoutGrace,
                                                kGraceForgotten,
                                                kSetOutputOneMutex,
                                                kDecThenTest,
                                                kMmapFailureContinues,
                                                kGetWithoutTest,
                                                kSchedInWithoutWmb,
                                                kStopWithoutRmb,
                                                kRedirectedAcrossCpus,
                                                kRedirectedAcrossTasks,
                                                kInheritedIsMapped,
                                                kRemappedInAnySize,
                                                kMappingIsSplit,
                                                kAuxPageNotClamped,
                                                kDataPageIsWritable,
                                                kRedirectedAcrossAuxPmus,
                                                kMappedBehindMutex,
                                                kPageTakenLate,
                                                kFaultWithoutNullTest,
                                                kPageNotTaken,
                                                kFreedWithoutGrace,
                                                kChargedAgain,
                                                kLockedGivenBackTwice,
                                                kAuxStaysCharged,
                                                kGraceLooksEarly};

}  // namespace ringcheck::defect
