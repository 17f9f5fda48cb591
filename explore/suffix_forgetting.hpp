#pragma once

#include <cstdint>

namespace ringcheck {

/// For tests: what a StateSuffix leaves out of all that the future of a state depends on.
enum class SuffixForgetting : std::uint8_t {
  nothing,
  local_state,   ///< what code declared and got before the suffix
  events,        ///< the suffix: values alone count
  places,        ///< where accesses of the suffix stand in coherence order
  tags,          ///< how they are ordered
  dependencies,  ///< what they depend on
  base,          ///< the value that stands right before the suffix
  exclusions,    ///< what a read must not read from
  watched,       ///< what the observer remembers
  early_reads,   ///< that a read whose source is in the suffix is in it too, and so is all after it
  waiting,       ///< that some reads, and what is after some fences, wait for earlier writes
  messages,      ///< that reads pass no messages but acquire reads of release writes
};

}  // namespace ringcheck
