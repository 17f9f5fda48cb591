/* What perf's reader of AUX areas asks for where it runs natively, on an area of our C
 * (kernel/glue/auxtrace.c). */
#ifndef RINGCHECK_KERNEL_AUXTRACE_READER_H
#define RINGCHECK_KERNEL_AUXTRACE_READER_H

/* tools/perf/util/auxtrace.h: it is compiled with all of it, that of a 32-bit perf included, which asks
 * whether the kernel has 64 bits. */
#define HAVE_AUXTRACE_SUPPORT
#undef BITS_PER_LONG
#define BITS_PER_LONG 32
extern int rc_kernel_is_64_bit;
#define perf_env__kernel_is_64_bit(env) ((void)(env), rc_kernel_is_64_bit)
#define evsel__env(evsel) ((void *)(evsel))

/* stdint.h */
#define UINT32_MAX 4294967295U

struct mmap;
struct perf_tool;
struct perf_session;
struct evlist;

/* include/uapi/linux/perf_event.h; tools/lib/perf/include/perf/event.h */
struct rc_record_header {
	u32 type;
	u16 misc, size;
};
#define perf_event_header rc_record_header
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

/* include/asm-generic/rwonce.h: under a kernel of 64 bits, perf has 32, and loads a word of the page
 * by halves, the lower one first. */
static inline u64 rc_read_page_word(const volatile u64 *at)
{
	const u64 first = rc_load(at, 8, RC_ONCE);

	if (!rc_kernel_is_64_bit)
		return first;
	return (first & UINT32_MAX) | (rc_load(at, 8, RC_ONCE) & ~(u64)UINT32_MAX);
}
#undef READ_ONCE
#define READ_ONCE(word) rc_read_page_word(&(word))

#endif
