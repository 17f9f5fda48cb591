/* What the text of perf's reader of AUX areas names, whoever runs it: struct perf_event_header is
 * there already. */
#ifndef RINGCHECK_KERNEL_AUXTRACE_RECORD_H
#define RINGCHECK_KERNEL_AUXTRACE_RECORD_H

/* tools/perf/util/auxtrace.h: it is compiled with all of it. */
#define HAVE_AUXTRACE_SUPPORT

struct mmap;
struct perf_tool;
struct perf_session;
struct evlist;

/* tools/lib/perf/include/perf/event.h: the record that a window of trace is announced by. */
#define perf_event rc_user_event
#define PERF_RECORD_AUXTRACE 71
struct perf_record_auxtrace {
	struct perf_event_header header;
	u64 size, offset, reference;
	u32 idx, tid, cpu, reserved__;
};
union perf_event {
	struct perf_event_header header;
	struct perf_record_auxtrace auxtrace;
};

/* tools/perf/util/debug.h, inttypes.h */
#define pr_debug3(format, ...) rc_silent(__VA_ARGS__)
#define PRIx64 "llx"

/* tools/lib/perf/include/internal/mmap.h, tools/perf/util/compress.h: parts of a mapping that the
 * reader of AUX areas does not look at. */
struct perf_mmap {
};
struct zstd_data {
};

#endif
