// What is taken from the perf tool.
// Tested by `make kernel`.
#include "kernel/tree/perf_tool_unit.hpp"

namespace ringcheck {

const KernelUnit& perf_tool_unit() {
  static const KernelUnit kUnit = {
      "perf",
      {{"tools/perf/util/auxtrace.h", {"auxtrace_mmap__read_head", "auxtrace_mmap__write_tail"}},
       {"tools/perf/util/mmap.h"},
       {"tools/perf/util/auxtrace.c",
        {"auxtrace_record__find_snapshot", "auxtrace_record__reference", "__auxtrace_mmap__read",
         "auxtrace_mmap__read"}}},
      {"PERF_RECORD_AUXTRACE", "perf_mmap", "zstd_data"},
      {},
      {}};
  return kUnit;
}

const KernelUnit& auxtrace_unit() {
  static const KernelUnit kUnit = {
      "auxtrace",
      {{"include/uapi/linux/perf_event.h", {"*"}},
       {"tools/perf/util/auxtrace.h", {"auxtrace_mmap__read_head", "auxtrace_mmap__write_tail"}},
       {"tools/perf/util/mmap.h"},
       {"tools/perf/util/auxtrace.c",
        {"auxtrace_record__find_snapshot", "auxtrace_record__reference",
         "compat_auxtrace_mmap__read_head", "compat_auxtrace_mmap__write_tail",
         "__auxtrace_mmap__read", "auxtrace_mmap__read", "auxtrace_mmap__read_snapshot"}}},
      {"PERF_RECORD_AUXTRACE", "perf_mmap", "zstd_data", "perf_event_header"},
      {},
      "auxtrace.c",
      "#define RC_AUXTRACE 1\n"};
  return kUnit;
}

}  // namespace ringcheck
