#pragma once
// Hunts by random sequences on one perf buffer (HuntFunction), each with one kind of sequences.

#include <array>
#include <string_view>

#include "properties/core/mutants.hpp"
#include "properties/ring/ring_case.hpp"

namespace ringcheck {

/// Tries random cases of `kind`; each runs with the defects of `task`.
Hunted hunt_ring_cases(const RingCases& kind, const HuntTask& task);

/// A forward buffer: writers that nest, readers, pauses.
Hunted forward_sequences(const HuntTask& task);
/// The same without interrupts.
Hunted plain_sequences(const HuntTask& task);
/// A backward buffer: writers that nest, snapshots.
Hunted backward_sequences(const HuntTask& task);
/// The same without interrupts.
Hunted plain_backward_sequences(const HuntTask& task);
/// A forward buffer whose tail anybody may store.
Hunted hostile_sequences(const HuntTask& task);
/// A forward buffer in which headers are overwritten.
Hunted corrupt_sequences(const HuntTask& task);
/// Forward buffers and records of hundreds of KiB.
Hunted large_sequences(const HuntTask& task);
/// A buffer without pages.
Hunted pageless_sequences(const HuntTask& task);
/// forward_sequences with the repair of the stamp of the last wakeup (WakeupStamp).
Hunted signed_stamp_sequences(const HuntTask& task);
/// Forward sequences with the repair of the report of losses.
Hunted lost_first_sequences(const HuntTask& task);
/// plain_sequences that begin with 256, or with 2^32, losses that were not reported.
Hunted many_lost_sequences(const HuntTask& task);
Hunted most_lost_sequences(const HuntTask& task);
/// plain_backward_sequences with records that may be larger than the buffer.
Hunted oversized_sequences(const HuntTask& task);
/// plain_sequences on buffers of three pages, which no mmap grants, and of four.
Hunted three_page_sequences(const HuntTask& task);
Hunted four_page_sequences(const HuntTask& task);

/// Forward, plain, backward and hostile sequences on a 32-bit kernel.
Hunted narrow_sequences(const HuntTask& task);
Hunted narrow_plain_sequences(const HuntTask& task);
Hunted narrow_backward_sequences(const HuntTask& task);
Hunted narrow_hostile_sequences(const HuntTask& task);

/// One chosen sequence: a nested writer moves the wakeup stamp ahead, and the buffer fills up.
Hunted stamp_ahead_case(const HuntTask& task);
/// The same with the repair of the stamp.
Hunted signed_stamp_ahead_case(const HuntTask& task);

/// A kind of sequences by name.
struct SequenceKind {
  std::string_view name;
  HuntFunction hunt;
};
/// The kinds that `ringcheck fuzz` tries: in these the specification as it is violates nothing that
/// Linux 6.1 keeps.
inline constexpr std::array kSequenceKinds = {
    SequenceKind{"forward", forward_sequences},
    SequenceKind{"forward, no interrupts", plain_sequences},
    SequenceKind{"backward", backward_sequences},
    SequenceKind{"backward, no interrupts", plain_backward_sequences},
    SequenceKind{"hostile tails", hostile_sequences},
    SequenceKind{"corrupt headers", corrupt_sequences},
    SequenceKind{"large records", large_sequences},
    SequenceKind{"no pages", pageless_sequences},
    SequenceKind{"repaired wakeup stamp", signed_stamp_sequences},
    SequenceKind{"repaired report of losses", lost_first_sequences},
    SequenceKind{"32 bits", narrow_sequences},
    SequenceKind{"32 bits, no interrupts", narrow_plain_sequences},
    SequenceKind{"32 bits, backward", narrow_backward_sequences},
    SequenceKind{"32 bits, hostile tails", narrow_hostile_sequences}};

}  // namespace ringcheck
