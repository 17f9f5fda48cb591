/* Our C behind the perf core: makes events and buffers, and reaches what the core keeps to itself. */
#include "events_api.h"

#define RC_SAMPLE_WORDS 10

/* Sample fields that are a word of the caller's choice, in the order in which samples have them. */
static const u64 rc_free_fields[RC_SAMPLE_WORDS] = {
	PERF_SAMPLE_IP,	      PERF_SAMPLE_ADDR,		  PERF_SAMPLE_PERIOD,
	PERF_SAMPLE_WEIGHT,   PERF_SAMPLE_DATA_SRC,	  PERF_SAMPLE_TRANSACTION,
	PERF_SAMPLE_PHYS_ADDR, PERF_SAMPLE_CGROUP,	  PERF_SAMPLE_DATA_PAGE_SIZE,
	PERF_SAMPLE_CODE_PAGE_SIZE,
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

void rc_set_task(unsigned int pid, unsigned int tid)
{
	rc_current->tgid = pid;
	rc_current->pid = tid;
	rc_current->alive = true;
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
	event->pmu = kzalloc(sizeof(*event->pmu), GFP_KERNEL);
	event->clock = rc_clocks[setup->clock % ARRAY_SIZE(rc_clocks)];
	event->state = PERF_EVENT_STATE_INACTIVE;
	INIT_LIST_HEAD(&event->rb_entry);
	INIT_LIST_HEAD(&event->child_list);
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
	return ((struct perf_buffer *)buffer)->data_pages[page];
}

struct rc_writer *rc_new_writer(void)
{
	return kzalloc(sizeof(struct rc_writer), GFP_KERNEL);
}

int rc_write_begin(struct rc_writer *writer, void *event, unsigned int size)
{
	return perf_output_begin(&writer->handle, &writer->data, event, size);
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
	u64 *const fields[RC_SAMPLE_WORDS] = {
		&data->ip,	  &data->addr,	 &data->period,
		&data->weight.full, &data->data_src.val, &data->txn,
		&data->phys_addr, &data->cgroup, &data->data_page_size,
		&data->code_page_size,
	};
	struct perf_event_header header = {
		.type = PERF_RECORD_SAMPLE,
		.size = (u16)((words + 1) * sizeof(u64)),
	};

	data->type = 0;
	for (unsigned int i = 0; i < words && i < RC_SAMPLE_WORDS; i++) {
		*fields[i] = payload[i];
		data->type |= rc_free_fields[i];
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

/* The scheduler's part: an event that is disabled leaves its CPU. */
void perf_event_disable_local(struct perf_event *event)
{
	if (event->pmu && event->pmu->stop)
		event->pmu->stop(event, PERF_EF_UPDATE);
	WRITE_ONCE(event->oncpu, -1);
	WRITE_ONCE(event->state, PERF_EVENT_STATE_OFF);
}

void put_event(struct perf_event *event)
{
	atomic_long_dec(&event->refcount);
}

bool rc_runs_here(struct perf_event *event)
{
	return event->cpu == -1 || event->cpu == smp_processor_id();
}
