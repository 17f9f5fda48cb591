/* What libperf's reader asks for: the kernel's text and a buffer in words of ours come before it.
 * Primitives mean what they mean to the kernel's text; interrupts of the writer's CPU do not come
 * here. */
#ifndef RINGCHECK_KERNEL_LIBPERF_H
#define RINGCHECK_KERNEL_LIBPERF_H

#undef rc_load
#undef rc_store
#undef rc_interrupt_point

/* tools/lib/perf/include/perf/event.h: a header is loaded as the word that it is, of which
 * libperf looks at one field. */
struct rc_user_header {
	u64 type : 32, misc : 16, size : 16;
};
#define perf_event_header rc_user_header
#define perf_event rc_user_event
union perf_event {
	struct perf_event_header header;
	u64 words[RC_SET_WORDS];
};

/* tools/lib/perf/include/perf/cpumap.h */
struct perf_cpu {
	int cpu;
};

/* tools/lib/perf/include/internal/lib.h: where the data of a mapping begin. */
#define page_size offsetof(typeof(rc_area), data)

/* tools/lib/perf/include/internal/mmap.h: bytes of a record that is put together, in 6.1. */
#define PERF_SAMPLE_MAX_SIZE RC_DATA_SIZE
/* stdlib.h: the space for one, since 6.5. */
static __thread u64 rc_user_copy[RC_SET_WORDS];
#define realloc(block, size) ((void *)rc_user_copy)
#define zfree(block) ((void)(*(block) = NULL))
/* sys/mman.h */
#define munmap(at, size) ((void)0)

/* Rounds of loops that go on by what is loaded: each changes something, whatever that is. */
static __thread unsigned int rc_rounds;

/* tools/lib/perf/internal.h, inttypes.h; the last is in each round of overwrite_rb_find_range. */
#define pr_debug2(format, ...) rc_silent(__VA_ARGS__)
#define pr_debug3(format, ...) ((void)rc_rounds++)
#define PRIx64 "llx"

/* tools/include/asm/barrier.h */
#ifdef RC_WITHOUT_C
#undef smp_load_acquire
#define smp_load_acquire(p) READ_ONCE(*(p))
#endif
#ifdef RC_WITHOUT_D
#undef smp_store_release
#define smp_store_release(p, value) WRITE_ONCE(*(p), value)
#endif

/* string.h: a copy out of the buffer, word by word. Where in the reader's own memory it goes is
 * waited for, so that this depends on nothing that was loaded. */
static u64 *rc_own_place(const u64 *to);
static void rc_copy_record(const u64 *to, const u64 *from, unsigned int size)
{
	u64 *place = rc_own_place(to);

	for (unsigned int done = 0; done < size; done += sizeof(u64))
		*place++ = *from++;
}
#undef memcpy
#define memcpy(to, from, size) rc_copy_record((const u64 *)(to), (const u64 *)(from), size)

#endif
