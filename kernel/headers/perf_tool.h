/* What the perf tool's reader of AUX areas asks for: the kernel's text and an area in words of ours
 * come before it. Primitives mean what they mean to the kernel's text. */
#ifndef RINGCHECK_KERNEL_PERF_TOOL_H
#define RINGCHECK_KERNEL_PERF_TOOL_H

#undef BITS_PER_LONG
#define BITS_PER_LONG 64
#include "auxtrace_record.h"

/* tools/perf/util/env.h, evsel.h: perf has as many bits as the kernel. */
#define perf_env__kernel_is_64_bit(env) 1
#define evsel__env(evsel) NULL

#endif
