/* Our C behind the perf core: makes events and buffers, and reaches what the core keeps to itself. */
#include "events_api.h"

#define RC_SAMPLE_WORDS 10
#define RC_FREE_FIELDS 15

/* Sample fields that are a word of the caller's choice, in the order in which samples have them. */
static const u64 rc_free_fields[RC_FREE_FIELDS] = {
	PERF_SAMPLE_IP,		PERF_SAMPLE_TID,	    PERF_SAMPLE_TIME,
	PERF_SAMPLE_ADDR,	PERF_SAMPLE_ID,		    PERF_SAMPLE_STREAM_ID,
	PERF_SAMPLE_CPU,	PERF_SAMPLE_PERIOD,	    PERF_SAMPLE_WEIGHT,
	PERF_SAMPLE_DATA_SRC,	PERF_SAMPLE_TRANSACTION,    PERF_SAMPLE_PHYS_ADDR,
	PERF_SAMPLE_CGROUP,	PERF_SAMPLE_DATA_PAGE_SIZE, PERF_SAMPLE_CODE_PAGE_SIZE,
};

struct rc_writer {
	struct perf_output_handle handle;
	struct perf_sample_data data;
};

/* A clock for each of some events: it is not told whose it is. */
#define RC_CLOCK(number)                               \
	static u64 rc_clock_##number(void)             \
	{                                              \
		return (u64)rc_ask("clock", number);   \
	}
RC_CLOCK(0)
RC_CLOCK(1)
RC_CLOCK(2)
RC_CLOCK(3)
static u64 (*const rc_clocks[])(void) = { rc_clock_0, rc_clock_1, rc_clock_2, rc_clock_3 };

/* Tasks that events follow: only which one it is counts. */
static struct task_struct rc_followed[4];

/* Number of CPUs that may be asked to stop an event. */
#define RC_CPUS 4

/* The context of each CPU: of the PMU until 6.2, of the perf core since then. */
static struct perf_cpu_context *rc_cpu_context(struct perf_event *event, int cpu)
{
#if RC_LINUX < 6002
	return per_cpu_ptr(event->pmu->pmu_cpu_context, cpu);
#else
	(void)event;
	return per_cpu_ptr(&perf_cpu_context, cpu);
#endif
}

static void rc_init_cpus(struct perf_event *event)
{
#if RC_LINUX < 6002
	event->ctx->pmu = event->pmu;
	if (!event->pmu->pmu_cpu_context)
		event->pmu->pmu_cpu_context = alloc_percpu(struct perf_cpu_context);
#endif
	for (int cpu = 0; cpu < RC_CPUS; cpu++) {
		struct perf_cpu_context *context = rc_cpu_context(event, cpu);

		if (!context->ctx.event_list.next || RC_LINUX < 6002)
			INIT_LIST_HEAD(&context->ctx.event_list);
		context->task_ctx = event->ctx;
	}
}

void rc_set_task(unsigned int pid, unsigned int tid, int alive)
{
	rc_current->tgid = pid;
	rc_current->pid = tid;
	rc_current->alive = alive != 0;
}

void *rc_new_event(const struct rc_event_setup *setup)
{
	struct perf_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	event->id = setup->id;
	event->attr.sample_type = setup->sample_type;
	event->attr.sample_id_all = setup->sample_id_all;
	event->attr.write_backward = setup->write_backward;
	event->attr.watermark = setup->watermark;
	event->attr.wakeup_events = setup->wakeup_events;
	event->attr.aux_watermark = setup->aux_watermark;
	event->attr.inherit = setup->inherit;
	event->cpu = setup->cpu;
	event->oncpu = -1;
	event->parent = setup->parent;
	event->hw.target = setup->task ? &rc_followed[setup->task % ARRAY_SIZE(rc_followed)] : NULL;
	event->pmu = kzalloc(sizeof(*event->pmu), GFP_KERNEL);
	event->clock = rc_clocks[setup->clock % ARRAY_SIZE(rc_clocks)];
	event->state = setup->state;
	INIT_LIST_HEAD(&event->rb_entry);
	INIT_LIST_HEAD(&event->child_list);
	if (setup->has_child)
		list_add(&((struct perf_event *)kzalloc(sizeof(*event), GFP_KERNEL))->child_list,
			 &event->child_list);
	INIT_LIST_HEAD(&event->sibling_list);
	event->ctx = kzalloc(sizeof(*event->ctx), GFP_KERNEL);
	INIT_LIST_HEAD(&event->ctx->event_list);
	rc_init_cpus(event);
	init_waitqueue_head(&event->waitq);
	init_irq_work(&event->pending_irq, perf_pending_irq);
	atomic_long_set(&event->refcount, 1);
	perf_event__id_header_size(event);
	return event;
}

void *rc_new_buffer(int nr_pages, long long watermark, int cpu, int writable)
{
	return rb_alloc(nr_pages, watermark, cpu, writable ? RING_BUFFER_WRITABLE : 0);
}

void rc_attach(void *event, void *buffer)
{
	ring_buffer_attach(event, buffer);
}

#define RC_FIELD(field) ((struct rc_place){ &(field), sizeof(field) })

struct rc_place rc_buffer_place(void *buffer, enum rc_buffer_field field)
{
	struct perf_buffer *rb = buffer;
	struct perf_event_mmap_page *page = rb->user_page;

	switch (field) {
	case RC_HEAD: return RC_FIELD(rb->head);
	case RC_NEST: return RC_FIELD(rb->nest);
	case RC_WAKEUP: return RC_FIELD(rb->wakeup);
	case RC_LOST: return RC_FIELD(rb->lost);
	case RC_POLL: return RC_FIELD(rb->poll);
	case RC_PAUSED: return RC_FIELD(rb->paused);
	case RC_DATA_HEAD: return RC_FIELD(page->data_head);
	case RC_DATA_TAIL: return RC_FIELD(page->data_tail);
	case RC_EVENTS: return RC_FIELD(rb->events);
	case RC_WATERMARK: return RC_FIELD(rb->watermark);
	case RC_OVERWRITE: return RC_FIELD(rb->overwrite);
	case RC_NR_PAGES: return RC_FIELD(rb->nr_pages);
	case RC_REFCOUNT: return RC_FIELD(rb->refcount);
	case RC_MMAP_COUNT: return RC_FIELD(rb->mmap_count);
	case RC_AUX_HEAD: return RC_FIELD(rb->aux_head);
	case RC_AUX_WAKEUP: return RC_FIELD(rb->aux_wakeup);
	case RC_AUX_NEST: return RC_FIELD(rb->aux_nest);
	case RC_AUX_MMAP_COUNT: return RC_FIELD(rb->aux_mmap_count);
	case RC_AUX_REFCOUNT: return RC_FIELD(rb->aux_refcount);
	case RC_AUX_WATERMARK: return RC_FIELD(rb->aux_watermark);
	case RC_AUX_OVERWRITE: return RC_FIELD(rb->aux_overwrite);
	case RC_AUX_NR_PAGES: return RC_FIELD(rb->aux_nr_pages);
	case RC_AUX_PGOFF: return RC_FIELD(rb->aux_pgoff);
	case RC_AUX_IN_SAMPLING: return RC_FIELD(rb->aux_in_sampling);
	case RC_USER_AUX_HEAD: return RC_FIELD(page->aux_head);
	case RC_USER_AUX_TAIL: return RC_FIELD(page->aux_tail);
	case RC_USER_AUX_OFFSET: return RC_FIELD(page->aux_offset);
	case RC_USER_AUX_SIZE: return RC_FIELD(page->aux_size);
	case RC_USER_SIZE: return RC_FIELD(page->size);
	case RC_USER_DATA_OFFSET: return RC_FIELD(page->data_offset);
	case RC_USER_DATA_SIZE: return RC_FIELD(page->data_size);
	case RC_BUFFER_FIELDS: break;
	}
	return (struct rc_place){ 0, 0 };
}

struct rc_place rc_event_place(void *of, enum rc_event_field field)
{
	struct perf_event *event = of;

	switch (field) {
	case RC_PENDING_DISABLE: return RC_FIELD(event->pending_disable);
	case RC_PENDING_WAKEUP: return RC_FIELD(event->pending_wakeup);
	case RC_LOST_SAMPLES: return RC_FIELD(event->lost_samples);
	case RC_HW_STATE: return RC_FIELD(event->hw.state);
	case RC_EVENT_RB: return RC_FIELD(event->rb);
	case RC_EVENT_MMAP_COUNT: return RC_FIELD(event->mmap_count);
	case RC_EVENT_STATE: return RC_FIELD(event->state);
	case RC_EVENT_ONCPU: return RC_FIELD(event->oncpu);
	case RC_PENDING_KILL: return RC_FIELD(event->pending_kill);
	case RC_EVENT_RCU_PENDING: return RC_FIELD(event->rcu_pending);
	case RC_EVENT_REFCOUNT: return RC_FIELD(event->refcount);
	case RC_EVENT_FIELDS: break;
	}
	return (struct rc_place){ 0, 0 };
}

void *rc_event_irq_work(void *event)
{
	return &((struct perf_event *)event)->pending_irq;
}

void *rc_data_page(void *buffer, int page)
{
	struct perf_buffer *rb = buffer;
	const int order = page_order(rb);

	/* Pages of one allocation are one page to the text. */
	return (char *)rb->data_pages[page >> order] +
	       ((unsigned long)(page & ((1 << order) - 1)) << PAGE_SHIFT);
}

int rc_data_pages(void *buffer)
{
	return data_page_nr(buffer);
}

struct rc_writer *rc_new_writer(void)
{
	return kzalloc(sizeof(struct rc_writer), GFP_KERNEL);
}

void rc_drop_writer(struct rc_writer *writer)
{
	kfree(writer);
}

int rc_write_begin(struct rc_writer *writer, void *of, unsigned int size, int named)
{
	struct perf_event *event = of;

	if (!named)
		return perf_output_begin(&writer->handle, &writer->data, event, size);
	return event->attr.write_backward ?
		       perf_output_begin_backward(&writer->handle, &writer->data, event, size) :
		       perf_output_begin_forward(&writer->handle, &writer->data, event, size);
}

void rc_write_copy(struct rc_writer *writer, const void *bytes, unsigned int size)
{
	perf_output_copy(&writer->handle, bytes, size);
}

void rc_write_skip(struct rc_writer *writer, unsigned int size)
{
	perf_output_skip(&writer->handle, size);
}

unsigned long long rc_write_sample(struct rc_writer *writer, void *event,
				   const unsigned long long *payload,
				   unsigned int words)
{
	struct perf_sample_data *data = &writer->data;
	u64 *const fields[RC_FREE_FIELDS] = {
		&data->ip,	    (u64 *)&data->tid_entry, &data->time,
		&data->addr,	    &data->id,		     &data->stream_id,
		(u64 *)&data->cpu_entry, &data->period,	     &data->weight.full,
		&data->data_src.val, &data->txn,	     &data->phys_addr,
		&data->cgroup,	    &data->data_page_size,   &data->code_page_size,
	};
	/* Samples have different fields: by their name, which is above bit 16 and begins at 1. */
	const u64 name = words ? payload[0] >> 16 : 1;
	const u64 wanted = (name - 1) * 5 % RC_FREE_FIELDS;
	const u64 skipped = min(wanted, (u64)(RC_FREE_FIELDS - min(words, RC_SAMPLE_WORDS)));
	struct perf_event_header header = {
		.type = PERF_RECORD_SAMPLE,
		.size = (u16)((words + 1) * sizeof(u64)),
	};

	data->type = 0;
	for (unsigned int i = 0; i < words && i < RC_SAMPLE_WORDS; i++) {
		*fields[skipped + i] = payload[i];
		data->type |= rc_free_fields[skipped + i];
	}
	perf_output_sample(&writer->handle, &header, data, event);
	return data->type;
}

void rc_write_end(struct rc_writer *writer)
{
	perf_output_end(&writer->handle);
}

unsigned long long rc_writer_field(const struct rc_writer *writer, enum rc_handle_field field)
{
	const struct perf_output_handle *handle = &writer->handle;

	switch (field) {
	case RC_HANDLE_PAGE: return (u64)handle->page;
	case RC_HANDLE_SIZE: return handle->size;
	case RC_HANDLE_WAKEUP: return handle->wakeup;
	case RC_HANDLE_HEAD: return handle->head;
	case RC_HANDLE_FLAGS: return handle->aux_flags;
	case RC_HANDLE_FIELDS: break;
	}
	return 0;
}

unsigned long long rc_writer_offset(const struct rc_writer *writer)
{
	const struct perf_output_handle *handle = &writer->handle;

	return (u64)((char *)handle->addr - (char *)handle->rb->data_pages[handle->page]);
}

/* A PMU that makes of its pages nothing but a token. */
static void *rc_setup_aux(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	(void)event;
	(void)pages;
	(void)overwrite;
	return rc_ask("setup_aux", nr_pages) ? kzalloc(sizeof(long), GFP_KERNEL) : NULL;
}
static void rc_free_aux_token(void *aux)
{
	kfree(aux);
}

void rc_set_pmu(void *of, int has_aux, int capabilities)
{
	struct perf_event *event = of;

	event->pmu->setup_aux = has_aux ? rc_setup_aux : NULL;
	event->pmu->free_aux = rc_free_aux_token;
	event->pmu->capabilities = capabilities;
}

static void *(*rc_watched_setup)(struct perf_event *event, void **pages, int nr_pages,
				 bool overwrite);
static int *rc_setting_up;
static void *rc_setup_watched(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	void *aux;

	*rc_setting_up = 1;
	aux = rc_watched_setup(event, pages, nr_pages, overwrite);
	*rc_setting_up = 0;
	return aux;
}
void rc_watch_setup(void *of, int *setting_up)
{
	struct perf_event *event = of;

	rc_watched_setup = event->pmu->setup_aux;
	rc_setting_up = setting_up;
	event->pmu->setup_aux = rc_setup_watched;
}

int rc_new_aux(void *buffer, void *of, unsigned long long pgoff, int nr_pages,
	       long long watermark, int writable)
{
	struct perf_buffer *rb = buffer;
	struct perf_event *event = of;
	int result;

	if (!event->pmu->free_aux)
		rc_set_pmu(event, 1, 0);
	result = rb_alloc_aux(rb, event, (unsigned long)pgoff, nr_pages, watermark,
			      writable ? RING_BUFFER_WRITABLE : 0);
	if (!result)
		atomic_set(&rb->aux_mmap_count, 1);
	return result;
}

void rc_drop_aux(void *buffer)
{
	rb_free_aux(buffer);
}

void *rc_aux_page(void *buffer, int page)
{
	return ((struct perf_buffer *)buffer)->aux_pages[page];
}

struct rc_aux_handle {
	struct perf_output_handle handle;
};

struct rc_aux_handle *rc_new_aux_handle(void)
{
	return kzalloc(sizeof(struct rc_aux_handle), GFP_KERNEL);
}

int rc_aux_begin(struct rc_aux_handle *handle, void *event)
{
	return perf_aux_output_begin(&handle->handle, event) != NULL;
}

void rc_aux_end(struct rc_aux_handle *handle, unsigned long long size)
{
	perf_aux_output_end(&handle->handle, (unsigned long)size);
}

int rc_aux_skip(struct rc_aux_handle *handle, unsigned long long size)
{
	return perf_aux_output_skip(&handle->handle, (unsigned long)size);
}

void rc_aux_flag(struct rc_aux_handle *handle, unsigned long long flags)
{
	perf_aux_output_flag(&handle->handle, flags);
}

int rc_aux_get(struct rc_aux_handle *handle)
{
	return perf_get_aux(&handle->handle) != NULL;
}

void *rc_aux_event(const struct rc_aux_handle *handle)
{
	return handle->handle.event;
}

struct rc_place rc_aux_handle_place(struct rc_aux_handle *of, enum rc_handle_field field)
{
	struct perf_output_handle *handle = &of->handle;

	switch (field) {
	case RC_HANDLE_PAGE: return RC_FIELD(handle->page);
	case RC_HANDLE_SIZE: return RC_FIELD(handle->size);
	case RC_HANDLE_WAKEUP: return RC_FIELD(handle->wakeup);
	case RC_HANDLE_HEAD: return RC_FIELD(handle->head);
	case RC_HANDLE_FLAGS: return RC_FIELD(handle->aux_flags);
	case RC_HANDLE_FIELDS: break;
	}
	return (struct rc_place){ 0, 0 };
}

long long rc_write_copy_aux(struct rc_writer *writer, struct rc_aux_handle *from_handle,
			    unsigned long long from, unsigned long long to)
{
	return perf_output_copy_aux(&from_handle->handle, &writer->handle, (unsigned long)from,
				    (unsigned long)to);
}

struct rc_mapping {
	struct vm_area_struct area;
	struct file file;
};
static struct user_struct rc_users[2];
static struct mm_struct rc_mms[2];
static struct mm_struct *rc_mm = &rc_mms[0];
static int rc_mappings_told;

void rc_set_mapper(unsigned int user, unsigned int mm)
{
	rc_user = &rc_users[user];
	rc_mm = &rc_mms[mm];
}

void rc_set_user_limit(int pages)
{
	memset(rc_users, 0, sizeof(rc_users));
	memset(rc_mms, 0, sizeof(rc_mms));
	sysctl_perf_event_mlock = pages * (int)(PAGE_SIZE / 1024);
}

long long rc_charged_user(unsigned int user)
{
	return atomic_long_read(&rc_users[user].perf_mlock);
}

long long rc_charged_mm(unsigned int mm)
{
	return atomic64_read(&rc_mms[mm].pinned_vm);
}

static void rc_told_mapped(struct perf_event *event, struct mm_struct *mm)
{
	(void)event;
	(void)mm;
	rc_mappings_told++;
}

static void rc_told_unmapped(struct perf_event *event, struct mm_struct *mm)
{
	(void)event;
	(void)mm;
	rc_mappings_told--;
}

void rc_count_mappings(void *event)
{
	struct pmu *pmu = ((struct perf_event *)event)->pmu;

	rc_mappings_told = 0;
	pmu->event_mapped = rc_told_mapped;
	pmu->event_unmapped = rc_told_unmapped;
}

int rc_counted_mappings(void)
{
	return rc_mappings_told;
}

static unsigned int rc_stops[RC_STOP_KINDS];

static void rc_told_stopped(struct perf_event *event, int flags)
{
	struct perf_buffer *rb = event->rb;

	(void)flags;
	rc_stops[!rb ? RC_STOP_NO_BUFFER : rb_has_aux(rb) ? RC_STOP_AUX : RC_STOP_BUFFER]++;
}

void rc_run_event(void *of, int cpu)
{
	struct perf_event *event = of;

	memset(rc_stops, 0, sizeof(rc_stops));
	event->pmu->stop = rc_told_stopped;
	event->state = PERF_EVENT_STATE_ACTIVE;
	event->oncpu = cpu;
	list_add(&event->event_entry, &event->ctx->event_list);
}

unsigned int rc_stops_of(enum rc_stop kind)
{
	return rc_stops[kind];
}

struct rc_mapping *rc_new_mapping(void)
{
	return kzalloc(sizeof(struct rc_mapping), GFP_KERNEL);
}

void rc_drop_mapping(struct rc_mapping *mapping)
{
	kfree(mapping);
}

int rc_map(struct rc_mapping *mapping, void *event, unsigned long long pgoff,
	   unsigned long long pages, int shared, int writable)
{
	mapping->file.private_data = event;
	mapping->file.f_mapping = (struct address_space *)&mapping->file;
	mapping->area.vm_file = &mapping->file;
	mapping->area.vm_mm = rc_mm;
	mapping->area.vm_start = 0x10000;
	mapping->area.vm_end = 0x10000 + ((unsigned long)pages << PAGE_SHIFT);
	mapping->area.vm_pgoff = (unsigned long)pgoff;
	mapping->area.vm_flags = (shared ? VM_SHARED : 0) | (writable ? VM_WRITE : 0);
	return perf_mmap(&mapping->file, &mapping->area);
}

void rc_unmap(struct rc_mapping *mapping)
{
	mapping->area.vm_ops->close(&mapping->area);
	rc_drop_mapping(mapping);
}

struct rc_mapping *rc_map_again(struct rc_mapping *mapping)
{
	struct rc_mapping *other = rc_new_mapping();

	*other = *mapping;
	other->area.vm_file = &other->file;
	other->area.vm_ops->open(&other->area);
	return other;
}

int rc_may_split(struct rc_mapping *mapping)
{
	return mapping->area.vm_ops->may_split(&mapping->area, mapping->area.vm_start);
}

unsigned int rc_mapping_allows(const struct rc_mapping *mapping)
{
	const unsigned long flags = mapping->area.vm_flags;

	return (flags & VM_DONTCOPY ? 0 : 1) | (flags & VM_DONTEXPAND ? 0 : 2) |
	       (flags & VM_DONTDUMP ? 0 : 4);
}

static unsigned int rc_page_number(struct perf_buffer *rb, const void *memory)
{
	if (memory == rb->user_page)
		return 1;
	for (int i = 0; i < rc_data_pages(rb); i++)
		if (memory == rc_data_page(rb, i))
			return 2 + (unsigned int)i;
	for (int i = 0; i < rb->aux_nr_pages; i++)
		if (memory == rb->aux_pages[i])
			return 1000 + (unsigned int)i;
	rc_bug_if(1, "a page of no area", __FILE__, __LINE__);
	return 0;
}

unsigned int rc_fault_page(struct rc_mapping *mapping, unsigned long long pgoff,
			   enum rc_fault fault)
{
	struct vm_fault vmf = { .vma = &mapping->area, .pgoff = (unsigned long)pgoff };
	struct perf_event *event = mapping->file.private_data;
	const struct vm_operations_struct *ops = mapping->area.vm_ops;

	if (fault == RC_FAULT_MKWRITE) {
		vmf.flags = FAULT_FLAG_MKWRITE;
		/* The page is there: the one that a read fault gave. */
		return ops->page_mkwrite(&vmf) ? 0 : 1;
	}
	if (fault == RC_FAULT_WRITE)
		vmf.flags = FAULT_FLAG_WRITE;
	if (ops->fault(&vmf))
		return 0;
	/* Reverse mapping finds who has the page by these (mm/rmap.c). */
	BUG_ON(vmf.page->mapping != mapping->file.f_mapping || vmf.page->index != pgoff);
	/* Who maps the page has a reference, which goes with the mapping. */
	BUG_ON(vmf.page->users != 1);
	vmf.page->users = 0;
	return rc_page_number(event->rb, page_address(vmf.page));
}

void *rc_buffer_of(void *event)
{
	return ((struct perf_event *)event)->rb;
}

int rc_set_output(void *event, void *output)
{
	return perf_event_set_output(event, output);
}

int rc_is_on_list(void *of, void *buffer)
{
	struct perf_event *event;

	list_for_each_entry(event, &((struct perf_buffer *)buffer)->event_list, rb_entry)
		if (event == of)
			return 1;
	return 0;
}

void *rc_wait_queue(void *event)
{
	return &((struct perf_event *)event)->waitq;
}

int rc_user_references(void)
{
	return rc_user->references;
}

void *rc_buffer_get(void *event)
{
	return ring_buffer_get(event);
}

void rc_buffer_put(void *buffer)
{
	ring_buffer_put(buffer);
}

void rc_wakeup(void *of, unsigned int kill)
{
	struct perf_event *event = of;

	event->pending_kill = (int)kill;
	perf_event_wakeup(event);
}

void rc_listen(void *event)
{
	((struct perf_event *)event)->fasync = kzalloc(sizeof(struct fasync_struct), GFP_KERNEL);
}

int rc_signal(void *event)
{
	struct fasync_struct *fasync = ((struct perf_event *)event)->fasync;
	const int sent = fasync->sent;

	fasync->sent = 0;
	return sent;
}

/* The parts of put_event and _free_event that others may see. */
void rc_close(void *of, int freed)
{
	struct perf_event *event = of;

	if (!freed) {
		put_event(event);
	} else if (event->rb) {
		mutex_lock(&event->mmap_mutex);
		ring_buffer_attach(event, NULL);
		mutex_unlock(&event->mmap_mutex);
	}
}

void rc_irq_work(void *of)
{
	struct perf_event *event = of;

	event->pending_irq.func(&event->pending_irq);
}

unsigned int rc_poll(void *event)
{
	struct file file = { .private_data = event };
	poll_table table = { 0 };

	return perf_poll(&file, &table);
}

void rc_pause(void *buffer, int paused)
{
	rb_toggle_paused(buffer, paused);
}

/* The scheduler's part, which nobody records: which CPU an event is on, -1 for none. */
__attribute__((no_sanitize("thread"))) static void rc_put_on_cpu(struct perf_event *event, int cpu)
{
	event->oncpu = cpu;
}

/* An event that is disabled leaves its CPU. */
__attribute__((no_sanitize("thread"))) static void rc_turn_off(struct perf_event *event)
{
	event->state = PERF_EVENT_STATE_OFF;
}
void perf_event_disable_local(struct perf_event *event)
{
	if (event->pmu && event->pmu->stop)
		event->pmu->stop(event, PERF_EF_UPDATE);
	rc_put_on_cpu(event, -1);
	rc_turn_off(event);
}

void put_event(struct perf_event *event)
{
	atomic_long_dec(&event->refcount);
}

bool rc_runs_here(struct perf_event *event)
{
	return event->cpu == -1 || event->cpu == smp_processor_id();
}
