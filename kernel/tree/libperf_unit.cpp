// What is taken from libperf.
// Tested by `make kernel`.
#include "kernel/tree/libperf_unit.hpp"

namespace ringcheck {

const KernelUnit& libperf_unit() {
  static const KernelUnit kUnit = {
      "libperf",
      {{"tools/include/linux/ring_buffer.h", {"ring_buffer_read_head", "ring_buffer_write_tail"}},
       {"tools/lib/perf/include/internal/mmap.h"},
       {"tools/lib/perf/mmap.c",
        {"perf_mmap__mmap_len", "perf_mmap__munmap", "perf_mmap__put", "perf_mmap__write_tail",
         "perf_mmap__read_head", "perf_mmap__empty", "perf_mmap__consume",
         "overwrite_rb_find_range", "__perf_mmap__read_init", "perf_mmap__read_init",
         "perf_mmap__read_done", "perf_mmap__read", "perf_mmap__read_event"}}},
      {"PERF_SAMPLE_MAX_SIZE", "page_size"},
      {},
      {}};
  return kUnit;
}

const KernelUnit& reader_unit() {
  static const KernelUnit kUnit = [] {
    KernelUnit unit = libperf_unit();
    unit.name = "reader";
    unit.files.insert(unit.files.begin(), {"include/uapi/linux/perf_event.h", {"*"}});
    for (const char* header :
         {"tools/perf/util/auxtrace.h", "tools/perf/util/compress.h", "tools/perf/util/mmap.h"})
      unit.files.push_back({header});
    unit.files.push_back({"tools/perf/util/mmap.c", {"perf_mmap__push"}});
    unit.ours = {"perf_event_header", "page_size"};
    unit.glue = "reader.c";
    unit.defines = "#define RC_READER 1\n";
    return unit;
  }();
  return kUnit;
}

}  // namespace ringcheck
