/* What our C behind the perf core offers to who loads it. Pointers are the kernel's own structures.
 * Read as C by the kernel's text, and as C++ by who loads it. */
#ifndef RINGCHECK_KERNEL_EVENTS_API_H
#define RINGCHECK_KERNEL_EVENTS_API_H

#ifdef __cplusplus
extern "C" {
#endif

/* A field of one of the kernel's structures, in memory. */
struct rc_place {
	volatile void *at;
	unsigned int bytes;
};

/* How an event is to be made. */
struct rc_event_setup {
	unsigned long long id;
	unsigned long long sample_type;
	int sample_id_all;
	int write_backward;
	int watermark; /* attr.watermark: wakeups go by bytes */
	unsigned int wakeup_events;
	unsigned int aux_watermark;
	unsigned int clock; /* number of its clock: what the host answers for */
	int cpu;
	int inherit;
	void *parent;
	unsigned int task; /* number of the task that it follows; 0: none */
	int state; /* enum perf_event_state; 0: inactive */
	int has_child; /* on event->child_list */
};

/* A writer between begin and end: its handle and sample data. */
struct rc_writer;

enum rc_buffer_field {
	RC_HEAD,
	RC_NEST,
	RC_WAKEUP,
	RC_LOST,
	RC_POLL,
	RC_PAUSED,
	RC_DATA_HEAD,
	RC_DATA_TAIL,
	RC_EVENTS,
	RC_WATERMARK,
	RC_OVERWRITE,
	RC_NR_PAGES,
	RC_REFCOUNT,
	RC_MMAP_COUNT,
	RC_AUX_HEAD, /* rb->aux_head */
	RC_AUX_WAKEUP,
	RC_AUX_NEST,
	RC_AUX_MMAP_COUNT,
	RC_AUX_REFCOUNT,
	RC_AUX_WATERMARK,
	RC_AUX_OVERWRITE,
	RC_AUX_NR_PAGES,
	RC_AUX_PGOFF,
	RC_AUX_IN_SAMPLING,
	RC_USER_AUX_HEAD, /* user_page->aux_head */
	RC_USER_AUX_TAIL,
	RC_USER_AUX_OFFSET,
	RC_USER_AUX_SIZE,
	RC_USER_SIZE,
	RC_USER_DATA_OFFSET,
	RC_USER_DATA_SIZE,
	RC_BUFFER_FIELDS
};

enum rc_event_field {
	RC_PENDING_DISABLE,
	RC_PENDING_WAKEUP,
	RC_LOST_SAMPLES,
	RC_HW_STATE,
	RC_EVENT_RB,
	RC_EVENT_MMAP_COUNT,
	RC_EVENT_STATE,
	RC_EVENT_ONCPU,
	RC_PENDING_KILL,
	RC_EVENT_RCU_PENDING,
	RC_EVENT_REFCOUNT,
	RC_EVENT_FIELDS
};

enum rc_handle_field {
	RC_HANDLE_PAGE,
	RC_HANDLE_SIZE,
	RC_HANDLE_WAKEUP,
	RC_HANDLE_HEAD,
	RC_HANDLE_FLAGS,
	RC_HANDLE_FIELDS
};

/* The running task's numbers, as an event sees them: 0 from outside of its namespace. */
void rc_set_task(unsigned int pid, unsigned int tid, int alive);
void *rc_new_event(const struct rc_event_setup *setup);
void *rc_new_buffer(int nr_pages, long long watermark, int cpu, int writable);
void rc_attach(void *event, void *buffer);
struct rc_place rc_buffer_place(void *buffer, enum rc_buffer_field field);
struct rc_place rc_event_place(void *event, enum rc_event_field field);
void *rc_event_irq_work(void *event);
void *rc_data_page(void *buffer, int page);
/* Pages of data that a mapping of the buffer has. */
int rc_data_pages(void *buffer);

struct rc_writer *rc_new_writer(void);
void rc_drop_writer(struct rc_writer *writer);
/* `named`: by the function that has the direction in its name, as perf_output calls it. */
int rc_write_begin(struct rc_writer *writer, void *event, unsigned int size, int named);
void rc_write_copy(struct rc_writer *writer, const void *bytes, unsigned int size);
void rc_write_skip(struct rc_writer *writer, unsigned int size);
/* A sample whose payload is the given words; at most 10 of them. Returns what attr.sample_type must
 * be for it. */
unsigned long long rc_write_sample(struct rc_writer *writer, void *event,
				   const unsigned long long *payload,
				   unsigned int words);
void rc_write_end(struct rc_writer *writer);
unsigned long long rc_writer_field(const struct rc_writer *writer, enum rc_handle_field field);
/* Where the writer stands in its page. */
unsigned long long rc_writer_offset(const struct rc_writer *writer);

/* Whether the PMU of `event` has AUX data, and what it is capable of. */
void rc_set_pmu(void *event, int has_aux, int capabilities);
/* What rb_alloc_aux returns; `event` is made to have AUX data, if rc_set_pmu did not say. */
int rc_new_aux(void *buffer, void *event, unsigned long long pgoff, int nr_pages,
	       long long watermark, int writable);
/* From now on `setting_up` is 1 while the PMU of `event` sets its part of an AUX area up. */
void rc_watch_setup(void *event, int *setting_up);
/* The last mapping of the AUX area goes. */
void rc_drop_aux(void *buffer);
void *rc_aux_page(void *buffer, int page);

/* A handle of an AUX transaction, kept by a driver from one to the next. */
struct rc_aux_handle;
struct rc_aux_handle *rc_new_aux_handle(void);
int rc_aux_begin(struct rc_aux_handle *handle, void *event);
void rc_aux_end(struct rc_aux_handle *handle, unsigned long long size);
int rc_aux_skip(struct rc_aux_handle *handle, unsigned long long size);
void rc_aux_flag(struct rc_aux_handle *handle, unsigned long long flags);
int rc_aux_get(struct rc_aux_handle *handle);
void *rc_aux_event(const struct rc_aux_handle *handle);
struct rc_place rc_aux_handle_place(struct rc_aux_handle *handle, enum rc_handle_field field);
long long rc_write_copy_aux(struct rc_writer *writer, struct rc_aux_handle *from_handle,
			    unsigned long long from, unsigned long long to);

/* A mapping of an event's buffer, made by mmap of a file. Units: pages. */
struct rc_mapping;
/* Who calls mmap from now on: one of two users, in one of two address spaces. */
void rc_set_mapper(unsigned int user, unsigned int mm);
/* Pages that each CPU lets a user lock: sysctl_perf_event_mlock. Nothing is charged yet. Pre: pages
 * are 1 KiB or larger. */
void rc_set_user_limit(int pages);
/* Pages that are charged to a user, and to an address space. */
long long rc_charged_user(unsigned int user);
long long rc_charged_mm(unsigned int mm);
/* The PMU of `event` counts, from 0, the mappings that it is told of; their number. */
void rc_count_mappings(void *event);
int rc_counted_mappings(void);
/* An event runs on a CPU, and its PMU counts how often it is stopped, by what its buffer is then. */
enum rc_stop { RC_STOP_NO_BUFFER, RC_STOP_BUFFER, RC_STOP_AUX, RC_STOP_KINDS };
void rc_run_event(void *event, int cpu);
unsigned int rc_stops_of(enum rc_stop kind);
struct rc_mapping *rc_new_mapping(void);
void rc_drop_mapping(struct rc_mapping *mapping);
/* What perf_mmap returns: 0, or a negative error number. */
int rc_map(struct rc_mapping *mapping, void *event, unsigned long long pgoff,
	   unsigned long long pages, int shared, int writable);
/* munmap of all of it, after which the mapping is no more; the mapping once more, as after a split; whether it may be split. */
void rc_unmap(struct rc_mapping *mapping);
struct rc_mapping *rc_map_again(struct rc_mapping *mapping);
int rc_may_split(struct rc_mapping *mapping);
/* Whether a child gets the mapping, mremap may expand it, and a core dump has it; a bit each. */
unsigned int rc_mapping_allows(const struct rc_mapping *mapping);
enum rc_fault { RC_FAULT_READ, RC_FAULT_WRITE, RC_FAULT_MKWRITE };
/* Which page a fault gives: 0 none, 1 the user page, 2 + i data page i, 1000 + i AUX page i. */
unsigned int rc_fault_page(struct rc_mapping *mapping, unsigned long long pgoff,
			   enum rc_fault fault);
void *rc_buffer_of(void *event);
int rc_set_output(void *event, void *output);
/* Whether an event is on the list of a buffer. */
int rc_is_on_list(void *event, void *buffer);
/* Where the event's waiters stand; users that are charged for buffers. */
void *rc_wait_queue(void *event);
int rc_user_references(void);
/* Takes a reference to the buffer of an event; gives it back. */
void *rc_buffer_get(void *event);
void rc_buffer_put(void *buffer);
/* perf_event_wakeup with event->pending_kill, and the interrupt work of an event. */
void rc_wakeup(void *event, unsigned int kill);
/* From now on files of the event wait for SIGIO; why one was sent since it was last asked, or 0. */
void rc_listen(void *event);
int rc_signal(void *event);
/* The last reference to an event goes; `freed`: after that, it is freed. */
void rc_close(void *event, int freed);
void rc_irq_work(void *event);

unsigned int rc_poll(void *event);
void rc_pause(void *buffer, int paused);

#ifdef __cplusplus
}
#endif

#endif
