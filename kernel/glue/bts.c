/* Our C behind the driver of Intel BTS. */
#include "events.c"
#include "bts_api.h"

DEFINE_PER_CPU(struct cpu_hw_events, cpu_hw_events);

/* Nothing filters branches. */
void rc_sync_filters(struct perf_event *event)
{
	(void)event;
}

static int rc_bts_no_kernel, rc_bts_no_user, rc_bts_taken;

void rc_bts_ask(int exclude_kernel, int exclude_user, int taken)
{
	rc_bts_no_kernel = exclude_kernel;
	rc_bts_no_user = exclude_user;
	rc_bts_taken = taken;
}

void rc_bts_prepare(void *of)
{
	struct perf_event *event = of;
	struct cpu_hw_events *cpuc = this_cpu_ptr(&cpu_hw_events);

	event->attr.exclude_kernel = rc_bts_no_kernel;
	event->attr.exclude_user = rc_bts_no_user;
	if (rc_bts_taken)
		set_bit(INTEL_PMC_IDX_FIXED_BTS, cpuc->active_mask);
	event->pmu->setup_aux = bts_buffer_setup_aux;
	event->pmu->free_aux = bts_buffer_free_aux;
	event->pmu->start = bts_event_start;
	event->pmu->stop = bts_event_stop;
	event->pmu->capabilities = PERF_PMU_CAP_AUX_NO_SG;
	if (!cpuc->ds)
		cpuc->ds = kzalloc(sizeof(*cpuc->ds), GFP_KERNEL);
}

struct rc_aux_handle *rc_bts_handle(void)
{
	return (struct rc_aux_handle *)&this_cpu_ptr(&bts_ctx)->handle;
}

struct rc_place rc_bts_place(void *of, enum rc_bts_field field)
{
	struct bts_ctx *bts = this_cpu_ptr(&bts_ctx);
	struct bts_buffer *buffer = ((struct perf_buffer *)of)->aux_priv;

	switch (field) {
	case RC_BTS_STATE: return RC_FIELD(bts->state);
	case RC_BTS_CUR_BUF: return RC_FIELD(buffer->cur_buf);
	case RC_BTS_DATA_SIZE: return RC_FIELD(buffer->data_size);
	case RC_BTS_HEAD: return RC_FIELD(buffer->head);
	case RC_BTS_END: return RC_FIELD(buffer->end);
	case RC_BTS_FIELDS: break;
	}
	return (struct rc_place){ 0, 0 };
}

unsigned long long *rc_bts_word(enum rc_bts_store word)
{
	struct debug_store *ds = this_cpu_ptr(&cpu_hw_events)->ds;
	struct debug_store *back = &this_cpu_ptr(&bts_ctx)->ds_back;

	switch (word) {
	case RC_BTS_BASE: return &ds->bts_buffer_base;
	case RC_BTS_INDEX: return &ds->bts_index;
	case RC_BTS_MAXIMUM: return &ds->bts_absolute_maximum;
	case RC_BTS_THRESHOLD: return &ds->bts_interrupt_threshold;
	case RC_BTS_BACK_BASE: return &back->bts_buffer_base;
	case RC_BTS_BACK_MAXIMUM: return &back->bts_absolute_maximum;
	case RC_BTS_BACK_THRESHOLD: return &back->bts_interrupt_threshold;
	}
	return NULL;
}

int rc_bts_get_piece(void *of, unsigned int index, struct rc_bts_piece *piece)
{
	struct bts_buffer *buffer = ((struct perf_buffer *)of)->aux_priv;

	if (index >= buffer->nr_bufs)
		return 0;
	piece->offset = buffer->buf[index].offset;
	piece->displacement = buffer->buf[index].displacement;
	piece->size = buffer->buf[index].size;
	return 1;
}

unsigned int rc_bts_register(void)
{
	return MSR_IA32_DEBUGCTLMSR;
}

int rc_bts_add(void *event, int start)
{
	return bts_event_add(event, start ? PERF_EF_START : 0);
}
void rc_bts_start(void *event)
{
	bts_event_start(event, 0);
}
void rc_bts_stop(void *event)
{
	bts_event_stop(event, PERF_EF_UPDATE);
}
void rc_bts_del(void *event)
{
	bts_event_del(event, 0);
}

/* arch/x86/events/intel/core.c intel_pmu_handle_irq, as far as BTS goes. */
int rc_bts_interrupt(void)
{
	int handled;

	intel_bts_disable_local();
	handled = intel_bts_interrupt();
	intel_bts_enable_local();
	return handled;
}
