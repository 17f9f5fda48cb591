/* What perf's parts for trace units ask for where they run natively, on areas of our C
 * (kernel/glue/finders.c): how they find snapshots, and stop and start their events. */
#ifndef RINGCHECK_KERNEL_SNAPSHOT_FINDERS_H
#define RINGCHECK_KERNEL_SNAPSHOT_FINDERS_H

/* tools/perf/util/env.h, evsel.h: perf has as many bits as the kernel. */
#undef BITS_PER_LONG
#define BITS_PER_LONG 64
#define perf_env__kernel_is_64_bit(env) 1
#define evsel__env(evsel) NULL

#include "record_header.h"
#include "auxtrace_record.h"

/* tools/perf/util/pmu.h */
struct rc_attr; /* include/uapi/linux/perf_event.h, as far as units' events have it */
struct perf_pmu {
	const char *name;
	u32 type;
	const struct rc_attr *default_config;
};
extern struct perf_pmu rc_pmu;
/* What sysfs says of a PMU: a number and whether the file is there; the bits of a field. */
int rc_scan_number(int *number);
u64 rc_format_bits(void);
#define perf_pmu__scan_file(pmu, file, format, number) ((void)(pmu), rc_scan_number(number))
#define perf_pmu__format_bits(formats, field) rc_format_bits()
struct perf_pmu *rc_find_pmu(void); /* null: the kernel has none */
#define perf_pmu__find(name) ((void)(name), rc_find_pmu())
#define perf_pmus__find(name) perf_pmu__find(name)

/* tools/lib/perf/include/perf/cpumap.h: a map has the CPUs of some buffers, one after the other. */
struct perf_cpu {
	int cpu;
};
struct perf_cpu_map {
	int any;
	int first, end; /* indexes of buffers */
};
#define perf_cpu_map__empty(map) ((map)->any)
#define perf_cpu_map__has_any_cpu(map) ((map)->any)
#define perf_cpu_map__cpu(map, idx) ((void)(map), (struct perf_cpu){ (idx) + 100 })
static inline int perf_cpu_map__idx(const struct perf_cpu_map *map, struct perf_cpu one)
{
	const int idx = one.cpu - 100;

	return idx < map->first || idx >= map->end ? -1 : idx - map->first;
}

/* tools/lib/perf/include/internal/evsel.h, evlist.h, tools/perf/util/evsel.h, evlist.h */
struct rc_attr {
	u32 type, aux_watermark, aux_sample_size;
	u64 config, sample_period;
	bool freq, exclude_guest, exclude_kernel, exclude_user, aux_output, context_switch;
};
struct perf_evsel {
	struct perf_evsel *next;
	struct rc_attr attr;
	struct perf_cpu_map *cpus;
	int enabled; /* the kernel lets it run */
	int enabled_at; /* the last place that it was enabled at, from 1; 0: everywhere */
	unsigned int fails; /* which of its ioctls, counted from 1, fails; 0: none */
};
struct evsel {
	struct perf_evsel core; /* first */
	bool disabled;
	bool aux;
	bool needs_auxtrace_mmap, no_aux_samples, immediate;
	const char *pmu_name;
};
struct evlist {
	struct {
		struct perf_evsel *first;
		struct perf_cpu_map *user_requested_cpus, *all_cpus;
	} core;
};
#define evlist__for_each_entry(list, evsel) \
	for (evsel = (struct evsel *)(list)->core.first; evsel; \
	     evsel = (struct evsel *)(evsel)->core.next)
#define evsel__is_aux_event(evsel) ((evsel)->aux)
/* tools/lib/perf/evsel.c: ioctls of one of its file descriptors, or of all. */
int rc_ioctl(struct perf_evsel *evsel, int enables, int at);
#define perf_evsel__enable(evsel) rc_ioctl(evsel, 1, 0)
#define perf_evsel__disable(evsel) rc_ioctl(evsel, 0, 0)
#define perf_evsel__enable_cpu(evsel, idx) rc_ioctl(evsel, 1, (idx) + 1)
#define perf_evsel__enable_thread(evsel, idx) rc_ioctl(evsel, 1, (idx) + 1)
int evsel__enable(struct evsel *evsel);
int evsel__disable(struct evsel *evsel);

#include "recording_options.h"

/* tools/include/linux/coresight-pmu.h */
#define CORESIGHT_ETM_PMU_NAME "cs_etm"

/* tools/perf/util/auxtrace.h: callbacks that nobody calls here. */
#define RC_NOT_CALLED ((void *)8)
#define intel_pt_info_priv_size RC_NOT_CALLED
#define intel_pt_info_fill RC_NOT_CALLED
#define intel_bts_info_priv_size RC_NOT_CALLED
#define intel_bts_info_fill RC_NOT_CALLED
#define arm_spe_info_priv_size RC_NOT_CALLED
#define arm_spe_info_fill RC_NOT_CALLED
#define cs_etm_info_priv_size RC_NOT_CALLED
#define cs_etm_info_fill RC_NOT_CALLED

/* stdlib.h, tools/include/linux/zalloc.h. Memory that is not asked for zeroed is not. */
#define SIZE_MAX ((size_t)-1)
unsigned long long rc_number(const char *text, char **end, int base);
#define strtoull(text, end, base) rc_number(text, end, base)
void *rc_resize(void *array, size_t bytes);
int rc_set_variable(void); /* not 0: it cannot be set */
#define setenv(name, value, overwrites) rc_set_variable()
#define errno ENOMEM
#define calloc(count, size) kcalloc(count, size, GFP_KERNEL)
#define zalloc(size) kzalloc(size, GFP_KERNEL)
#define reallocarray(array, count, size) rc_resize(array, (size_t)(count) * (size))
#define free(block) kfree(block)
#define zfree(block) ((void)(kfree(*(block)), *(block) = NULL))

/* string.h: byte by byte, so that the first byte that is not there is told. */
void rc_copy_bytes(void *to, const void *from, size_t size);
#undef memcpy
#define memcpy(to, from, size) rc_copy_bytes(to, from, size)

/* tools/perf/util/debug.h; the clocks of units: asm/msr.h, time.h, stdlib.h */
#define pr_debug2(format, ...) rc_silent(__VA_ARGS__)
#define RC_CLOCK 0x4ef0
#define rdtsc() RC_CLOCK
struct timespec {
	u64 tv_sec, tv_nsec;
};
typedef int clockid_t;
#define CLOCK_MONOTONIC_RAW 4
#define clock_gettime(clock, at) (*(at) = (struct timespec){ RC_CLOCK ^ 5, 5 })
#define rand() RC_CLOCK

#endif
