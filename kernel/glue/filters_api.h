/* What our C behind address filters offers to who loads it. */
#ifndef RINGCHECK_KERNEL_FILTERS_API_H
#define RINGCHECK_KERNEL_FILTERS_API_H

#ifdef __cplusplus
extern "C" {
#endif

/* Threads that there may be; CPUs; mappings of an address space; filters and ranges of an event. */
#define RC_THREADS 5
#define RC_FILTER_CPUS 2
#define RC_AREAS 12
#define RC_MOST_RANGES 8
#define RC_COMPARATORS 16

enum rc_tracer { RC_TRACER_PT, RC_TRACER_ETM };

struct rc_family_setup {
	enum rc_tracer tracer;
	unsigned int ranges;   /* of a PT unit; of ETM pairs of comparators */
	unsigned int bits;     /* of virtual addresses of an x86 */
	int of_cpu;            /* the event is that of a CPU, for all tasks */
	int kernel_thread;     /* the first thread is the kernel's */
	int recorded;          /* somebody records mappings */
	int inherit;
};

/* All is made anew: a thread, 0, in an address space of its own, and its event. What opening it
 * returns. */
long long rc_new_family(const struct rc_family_setup *setup);

/* A mapping. `file` 0: of no file; 1 to 3: of one; 4 to 6: of one on an overlay, below which 1 to 3
 * lie. */
struct rc_mapped_area {
	unsigned long long start, end, pgoff;
	unsigned int file;
	int exec;
};
/* Thread `thread` maps, in the place of what begins before `cleared`. mprotect of `pages` from page
 * `from` of an area, as far as it has these. */
void rc_family_map(unsigned int thread, const struct rc_mapped_area *area,
		   unsigned long long cleared);
void rc_family_protect(unsigned int thread, unsigned int area, unsigned long long from,
		       unsigned long long pages, int exec);
void rc_family_unmap(unsigned int thread, unsigned int area);
unsigned int rc_family_areas(unsigned int thread);
void rc_family_exec(unsigned int thread);
/* A new thread, number `child`; `shares`: in the same address space. 0, 1 if it has no event, or a
 * negative error number. */
long long rc_family_fork(unsigned int thread, unsigned int child, int shares);
/* A thread leaves its context. An event whose thread has done so goes. Events have the numbers of
 * the threads that they were made for. */
void rc_family_leave(unsigned int thread);
void rc_family_reap(unsigned int event);

int rc_family_set_filter(const char *text);
/* An event is scheduled on a CPU, and off it. `started`: an ETM has started trace. */
void rc_family_sched_in(unsigned int event, unsigned int cpu);
void rc_family_sched_out(unsigned int event, int started);
/* This CPU goes on from one thread to another; whether these swap their contexts. */
int rc_family_switch(unsigned int from, unsigned int to);
/* All events go; references of files, tasks and address spaces that stay. */
unsigned int rc_family_close(void);

/* What is to be seen of an event. `thread`: its own, RC_THREADS for none. */
struct rc_event_filters {
	int there;
	unsigned long long start[RC_MOST_RANGES], size[RC_MOST_RANGES];
	unsigned long long generation, hw_generation;
	unsigned int count; /* of what its driver has worked out */
	unsigned long long first[RC_MOST_RANGES], last[RC_MOST_RANGES], config[RC_MOST_RANGES];
	unsigned int stops, starts; /* since it was last looked at */
	int oncpu;
	unsigned int thread;
};
void rc_family_event(unsigned int event, struct rc_event_filters *found);
/* What a CPU's unit was last told. */
struct rc_unit_filters {
	unsigned long long ctl; /* bits of RTIT_CTL; what programming an ETM returned */
	unsigned long long values[RC_COMPARATORS]; /* RTIT_ADDR; comparators */
	unsigned int types[RC_COMPARATORS];
	unsigned int include, start_stop, started;
};
void rc_family_unit(unsigned int cpu, struct rc_unit_filters *found);
/* event->addr_filters.nr_file_filters, filters on its list, and references of its files. */
unsigned int rc_family_file_filters(void);
unsigned int rc_family_filters(void);
unsigned int rc_family_references(void);

#ifdef __cplusplus
}
#endif

#endif
