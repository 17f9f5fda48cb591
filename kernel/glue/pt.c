/* Our C behind the driver of Intel PT. */
#include "events.c"
#include "pt_api.h"

static unsigned int rc_pt_filters;

/* arch/x86/events/intel/pt.c pt_event_addr_filters_sync: until then the unit has none. */
void rc_sync_filters(struct perf_event *event)
{
	struct pt_filters *filters = event->hw.addr_filters;

	for (unsigned int i = 0; i < rc_pt_filters; i++) {
		filters->filter[i].msr_a = 0x1000 * (i + 1);
		filters->filter[i].msr_b = 0x1000 * (i + 2) - 1;
		filters->filter[i].config = i + 1;
	}
	filters->nr_filters = rc_pt_filters;
}

void rc_pt_prepare(void *of, int no_sg, const struct rc_pt_attr *attr)
{
	struct perf_event *event = of;
	struct pt_filters *filters = kzalloc(sizeof(*filters), GFP_KERNEL);

	event->attr.config = attr->config;
	event->attr.exclude_kernel = attr->exclude_kernel;
	event->attr.exclude_user = attr->exclude_user;
	rc_pt_filters = attr->filters;
	event->hw.addr_filters = attr->filters ? filters : NULL;
	event->pmu->setup_aux = pt_buffer_setup_aux;
	event->pmu->free_aux = pt_buffer_free_aux;
	event->pmu->start = pt_event_start;
	event->pmu->stop = pt_event_stop;
#ifdef PERF_PMU_CAP_AUX_PAUSE
	event->hw.state = PERF_HES_UPTODATE;
	event->pmu->capabilities = no_sg ? PERF_PMU_CAP_AUX_NO_SG : PERF_PMU_CAP_AUX_PREFER_LARGE;
#else
	event->pmu->capabilities = no_sg ? PERF_PMU_CAP_AUX_NO_SG : 0;
#endif
}

struct rc_aux_handle *rc_pt_handle(void)
{
	return (struct rc_aux_handle *)&this_cpu_ptr(&pt_ctx)->handle;
}

struct rc_place rc_pt_place(void *of, void *of_event, enum rc_pt_field field)
{
	struct pt *pt = this_cpu_ptr(&pt_ctx);
	struct pt_buffer *buffer = ((struct perf_buffer *)of)->aux_priv;
	struct perf_event *event = of_event;

	switch (field) {
	case RC_PT_HANDLE_NMI: return RC_FIELD(pt->handle_nmi);
	case RC_PT_VMX_ON: return RC_FIELD(pt->vmx_on);
#ifndef PERF_PMU_CAP_AUX_PAUSE
	case RC_PT_CONFIG: return RC_FIELD(event->hw.config);
#else
	case RC_PT_CONFIG: return RC_FIELD(event->hw.aux_config);
#endif
	case RC_PT_CUR_IDX: return RC_FIELD(buffer->cur_idx);
	case RC_PT_OUTPUT_OFF: return RC_FIELD(buffer->output_off);
	case RC_PT_DATA_SIZE: return RC_FIELD(buffer->data_size);
	case RC_PT_HEAD: return RC_FIELD(buffer->head);
	case RC_PT_WRAPPED: return RC_FIELD(buffer->wrapped);
	case RC_PT_STOP_POS: return RC_FIELD(buffer->stop_pos);
	case RC_PT_INTR_POS: return RC_FIELD(buffer->intr_pos);
#ifdef PERF_PMU_CAP_AUX_PAUSE
	case RC_PT_PAUSE_ALLOWED: return RC_FIELD(pt->pause_allowed);
	case RC_PT_RESUME_ALLOWED: return RC_FIELD(pt->resume_allowed);
	case RC_PT_PAUSED: return RC_FIELD(event->hw.aux_paused);
#else
	case RC_PT_PAUSE_ALLOWED: case RC_PT_RESUME_ALLOWED: case RC_PT_PAUSED:
#endif
	case RC_PT_FIELDS: break;
	}
	return (struct rc_place){ 0, 0 };
}

int rc_pt_table(void *of)
{
	struct pt_buffer *buffer = ((struct perf_buffer *)of)->aux_priv;
	struct topa *topa;
	int number = 0;

	list_for_each_entry(topa, &buffer->tables, list) {
		if (topa == buffer->cur)
			return number;
		number++;
	}
	return -1;
}

/* The entry of region `index`, counted through all tables; null after the last. */
static struct topa_entry *rc_pt_entry(struct pt_buffer *buffer, unsigned int index)
{
	struct topa *topa;

	list_for_each_entry(topa, &buffer->tables, list) {
		if (index < (unsigned int)topa->last)
			return TOPA_ENTRY(topa, (int)index);
		index -= (unsigned int)topa->last;
	}
	return NULL;
}

int rc_pt_marker(void *of, int which)
{
	struct pt_buffer *buffer = ((struct perf_buffer *)of)->aux_priv;
	struct topa_entry *marked = which ? buffer->intr_te : buffer->stop_te;

	for (unsigned int i = 0; marked; i++)
		if (!rc_pt_entry(buffer, i))
			return -1;
		else if (rc_pt_entry(buffer, i) == marked)
			return (int)i + 1;
	return 0;
}

int rc_pt_bits(void *of, unsigned int index)
{
	struct topa_entry *entry = rc_pt_entry(((struct perf_buffer *)of)->aux_priv, index);

	return entry ? entry->intr + 2 * entry->stop : -1;
}

unsigned int rc_pt_register(int which)
{
	static const unsigned int registers[] = { MSR_IA32_RTIT_CTL, MSR_IA32_RTIT_STATUS,
						  MSR_IA32_RTIT_OUTPUT_BASE,
						  MSR_IA32_RTIT_OUTPUT_MASK,
						  MSR_IA32_RTIT_ADDR0_A,
						  MSR_IA32_RTIT_ADDR0_B,
						  MSR_IA32_RTIT_ADDR1_A,
						  MSR_IA32_RTIT_ADDR1_B };

	return registers[which];
}

int rc_pt_add(void *event, int start)
{
	return pt_event_add(event, start ? PERF_EF_START : 0);
}
void rc_pt_start(void *event)
{
	pt_event_start(event, 0);
}
void rc_pt_stop(void *event)
{
	pt_event_stop(event, PERF_EF_UPDATE);
}
void rc_pt_del(void *event)
{
	pt_event_del(event, 0);
}
void rc_pt_interrupt(void)
{
	intel_pt_interrupt();
}
void rc_pt_vmx(int on)
{
	intel_pt_handle_vmx(on);
}
void rc_pt_pause(void *event, int paused)
{
#ifdef PERF_PMU_CAP_AUX_PAUSE
	__perf_event_aux_pause(event, paused != 0);
#else
	(void)event;
	(void)paused;
#endif
}
long long rc_pt_snapshot(void *event, struct rc_writer *writer, unsigned long long size)
{
	return pt_event_snapshot_aux(event, &writer->handle, (unsigned long)size);
}
