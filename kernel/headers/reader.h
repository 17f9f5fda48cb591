/* What libperf's reader asks for where it runs natively, on a buffer of our C
 * (kernel/glue/reader.c). */
#ifndef RINGCHECK_KERNEL_READER_H
#define RINGCHECK_KERNEL_READER_H

#include "record_header.h"

/* tools/lib/perf/include/perf/event.h, of the size it has there */
#define perf_event rc_user_event
union perf_event {
	struct perf_event_header header;
	u64 words[521];
};
/* tools/lib/perf/include/perf/cpumap.h, internal/lib.h, internal.h, inttypes.h */
struct perf_mmap;
struct perf_cpu {
	int cpu;
};
#define page_size ((unsigned int)PAGE_SIZE)
#define pr_debug2(format, ...) rc_silent(__VA_ARGS__)
#define pr_debug3(format, ...) rc_silent(__VA_ARGS__)
#define PRIx64 "llx"
/* sys/mman.h, stdlib.h */
void rc_unmapped(void *at, size_t bytes);
#define munmap(at, bytes) rc_unmapped(at, bytes)
#define realloc(block, size) kmalloc(size, GFP_KERNEL)
#define zfree(block) ((void)(*(block) = NULL))

#endif
