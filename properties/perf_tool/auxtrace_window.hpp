#pragma once
// What perf's reader hands over from an AUX area, as recorded rows have it.

#include "properties/core/conform_set.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"

namespace ringcheck {

/// The call of the data sink as a JSON object; a missing second piece starts at -1.
template <Cpu C>
Json handed_over_json(const AuxtraceRecord<C>& record, const AuxtraceWindow<C>& window) {
  return {{"type", record.type},
          {"hsize", record.header_size},
          {"misc", record.misc},
          {"size", record.size},
          {"offset", record.offset},
          {"reference", record.reference},
          {"idx", record.idx},
          {"tid", record.tid},
          {"cpu", record.cpu},
          {"rsv", record.reserved},
          {"d1", window.first.at},
          {"l1", window.first.length},
          {"d2", window.split ? Json(window.second.at) : Json(-1)},
          {"l2", window.second.length}};
}

}  // namespace ringcheck
