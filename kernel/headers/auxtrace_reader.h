/* What perf's reader of AUX areas asks for where it runs natively, on an area of our C
 * (kernel/glue/auxtrace.c). */
#ifndef RINGCHECK_KERNEL_AUXTRACE_READER_H
#define RINGCHECK_KERNEL_AUXTRACE_READER_H

/* tools/perf/util/env.h, evsel.h: a 32-bit perf asks whether the kernel has 64 bits. */
#undef BITS_PER_LONG
#define BITS_PER_LONG 32
extern int rc_kernel_is_64_bit;
#define perf_env__kernel_is_64_bit(env) ((void)(env), rc_kernel_is_64_bit)
#define evsel__env(evsel) ((void *)(evsel))

/* stdint.h */
#define UINT32_MAX 4294967295U

#include "record_header.h"
#include "auxtrace_record.h"

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
