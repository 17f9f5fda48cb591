/* What our C behind perf's parts for trace units offers to who loads it. */
#ifndef RINGCHECK_KERNEL_FINDERS_API_H
#define RINGCHECK_KERNEL_FINDERS_API_H

#ifdef __cplusplus
extern "C" {
#endif

enum rc_unit { RC_INTEL_PT, RC_INTEL_BTS, RC_ARM_SPE, RC_CS_ETM };

/* An event of perf's list. */
struct rc_event {
	unsigned int type;
	int aux; /* its PMU has an AUX area */
	int enabled, disabled; /* by the kernel; as perf believes */
	int enabled_at; /* where its last ioctl went, from 1; 0: everywhere; -1: nowhere */
	unsigned int fails; /* which of its ioctls, counted from 1, fails; 0: none */
	int first, end; /* its CPUs are those of these buffers, by index */
};
#define RC_MOST_BUFFERS 1000

/* What sysfs says of Intel PT. */
struct rc_sysfs {
	int multiple; /* ToPA tables may have several entries; below 0: there is no such file */
	unsigned long long bits; /* of psb_period in an event's configuration; 0: there are none */
};

#define RC_FINDER_EVENTS 4
struct rc_finders_setup {
	enum rc_unit unit;
	int per_thread;
	struct rc_sysfs sysfs;
	unsigned long long config; /* of the unit's events */
	unsigned int type; /* of the unit */
	unsigned int events;
	struct rc_event event[RC_FINDER_EVENTS];
};

/* A buffer that perf has mapped. */
struct rc_area {
	void *map, *page;
	unsigned char *data;
};

/* What the unit's part remembers. */
struct rc_remembered {
	int initialised, wrapped;
	unsigned long long copied; /* bytes of a copy */
	unsigned long long entries; /* of the table of buffers */
	unsigned long long offset; /* of a copy, in the area */
	const unsigned char *copy; /* may be null */
};

/* The record and the pieces that were handed over last, as offsets. */
struct rc_handed {
	unsigned long long size, offset, reference, at1, len1, at2, len2;
	unsigned int idx, records;
	int has_second;
};

/* Options as perf record has them. */
struct rc_snapshot_options {
	int mode, on_exit;
	unsigned long long size;
};

/* Sizes of a recording. 0: not said. */
struct rc_sizes {
	unsigned long long snapshot; /* bytes */
	unsigned int aux_pages, data_pages;
};

/* A part for a unit. */
struct rc_part {
	int made, error, whole, finds;
	unsigned int alignment, sample_size;
};

/* Whether the unit's part has come to be; what its error is. */
int rc_new_finders(const struct rc_finders_setup *setup, int *error);
struct rc_area rc_new_area(unsigned long long len, int masked, int idx);
unsigned long long *rc_area_head(const struct rc_area *area);
unsigned long long *rc_area_tail(const struct rc_area *area);
unsigned long long *rc_area_previous(const struct rc_area *area);
int rc_find_snapshot(const struct rc_area *area, int idx, unsigned long long *head,
		     unsigned long long *old);
struct rc_remembered rc_remembered_of(int idx);
/* What auxtrace_mmap__read returns, or, of a snapshot of at most `most` bytes,
 * auxtrace_mmap__read_snapshot. Who takes the trace may fail. */
int rc_read_area(const struct rc_area *area, int snapshot, unsigned long long most, int take_fails,
		 struct rc_handed *handed);
int rc_start_snapshot(void);
int rc_finish_snapshot(int on_exit);
struct rc_event rc_event_at(unsigned int index);
/* From now on; forgets where the last one went. */
void rc_fail_ioctl(unsigned int index, unsigned int fails);
/* Parses an option for the part, or for another one of the same unit. `text` may be null. */
int rc_ask_for_snapshots(const char *text);
int rc_parse_options(const char *text, struct rc_snapshot_options *options);
/* Another part of the same unit, without its PMU or a variable of the environment. `error` is what
 * stands there before. It is given back at once. */
struct rc_part rc_part_that_lacks(int pmu, int variable, int error);
/* intel_pt_snapshot_ref_buf_size of another recording. */
unsigned long long rc_copied_of(unsigned long long snapshot, const struct rc_sysfs *sysfs,
				unsigned long long config, unsigned long long len);
/* What another part's recording_options makes of sizes. */
int rc_resolve_sizes(int snapshot, int privileged, struct rc_sizes *sizes);
/* intel_pt_compare_ref */
int rc_copy_differs(void *copy, unsigned long long offset, unsigned long long size,
	       const struct rc_area *area, unsigned long long len, unsigned long long head);
void rc_free_finders(void);

#ifdef __cplusplus
}
#endif

#endif
