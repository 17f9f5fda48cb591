#pragma once
// How a decoder matches AUX records and trace: each record, in the order of time, leads to a piece
// of the AUXTRACE buffers of its CPU. That piece is decoded on its own.
//
// A unit is off between the end of one AUX record's trace and the start of the next one's. Code
// that ran in between was not traced, though the trace itself goes on without a gap. A decoder that
// takes two records' trace in one runs over the pause as if nothing had happened. In a snapshot the
// record's offset is the end of its trace, and its size may be more than was read.
//
// Source: tools/perf/util/cs-etm.c cs_etm__queue_aux_fragment, cs_etm__queue_aux_records_cb;
// tools/perf/util/ordered-events.c; include/uapi/linux/perf_event.h PERF_RECORD_AUX,
// PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/aux/aux_buffer.hpp"
#include "protocol/record/auxtrace_index.hpp"
#include "protocol/record/defects.hpp"

namespace ringcheck {

/// A format in the flags: raw trace of a tracer, without a sink's frames.
inline constexpr std::uint64_t kAuxFormatRaw = 0x100;

/// An AUX record as a decoder has it.
struct AuxEvent {
  std::uint64_t time = 0;
  std::uint32_t cpu = 0;
  std::uint64_t offset = 0, size = 0, flags = 0;
};

/// A piece of trace that is decoded on its own.
struct AuxFragment {
  std::uint64_t time = 0;  ///< of its record
  std::uint32_t cpu = 0;
  std::uint64_t data = 0;  ///< where it is in the file
  std::uint64_t size = 0;
  bool formatted = true;  ///< in a sink's frames
};

/// The piece that a record leads to; none if it has no trace, or no buffer has all of it.
/// Source: cs_etm__queue_aux_fragment.
inline std::optional<AuxFragment> queue_aux_fragment(const AuxEvent& event,
                                                     std::span<const AuxtraceBuffer> buffers,
                                                     DefectSet defects = {}) {
  if (event.size == 0) return std::nullopt;
  for (const AuxtraceBuffer& buffer : buffers) {
    if (buffer.cpu != event.cpu && !defects.has(defect::kFragmentOfAnyCpu)) continue;
    std::uint64_t size = event.size, offset = event.offset;
    if ((event.flags & kAuxOverwrite) != 0 && !defects.has(defect::kFragmentEndIsStart)) {
      size = std::min(size, buffer.size);
      offset = event.offset - size;
    }
    if (offset < buffer.offset || offset + size > buffer.offset + buffer.size) continue;
    const bool raw = (event.flags & kAuxPmuFormat) == kAuxFormatRaw;
    return AuxFragment{event.time, event.cpu, buffer.data + (offset - buffer.offset), size,
                       !raw || defects.has(defect::kFragmentFormatIgnored)};
  }
  return std::nullopt;
}

/// The pieces of a file in the order in which they are decoded.
inline std::vector<AuxFragment> aux_fragments(std::vector<AuxEvent> events,
                                              std::span<const AuxtraceBuffer> buffers,
                                              DefectSet defects = {}) {
  if (!defects.has(defect::kFragmentsAsRead)) std::ranges::stable_sort(events, {}, &AuxEvent::time);
  std::vector<AuxFragment> fragments;
  for (const AuxEvent& event : events) {
    const auto fragment = queue_aux_fragment(event, buffers, defects);
    if (!fragment) continue;
    const bool follows = !fragments.empty() && fragments.back().cpu == fragment->cpu &&
                         fragments.back().data + fragments.back().size == fragment->data;
    if (follows && defects.has(defect::kFragmentsJoined))
      fragments.back().size += fragment->size;
    else
      fragments.push_back(*fragment);
  }
  return fragments;
}

}  // namespace ringcheck
