/* Our C behind the driver of Arm SPE. */
#include "events.c"
#include "spe_api.h"

static struct perf_output_handle RC_PER_CPU rc_spe_handles;
static struct arm_spe_pmu *rc_spe_pmu;

/* One unit for all events: each has a copy of its PMU, which is the same. */
void rc_spe_prepare(void *of, const struct rc_spe_setup *setup)
{
	struct perf_event *event = of;
	struct arm_spe_pmu *spe_pmu = kzalloc(sizeof(*spe_pmu), GFP_KERNEL);

	spe_pmu->pmu = *event->pmu;
	spe_pmu->pmu.setup_aux = arm_spe_pmu_setup_aux;
	spe_pmu->pmu.free_aux = arm_spe_pmu_free_aux;
	spe_pmu->pmu.start = arm_spe_pmu_start;
	spe_pmu->pmu.stop = arm_spe_pmu_stop;
	spe_pmu->supported_cpus.bits = ~0UL;
	spe_pmu->max_record_sz = setup->max_record;
	spe_pmu->align = setup->align;
	spe_pmu->min_period = setup->min_period;
	spe_pmu->handle = &rc_spe_handles;
	event->pmu = &spe_pmu->pmu;
	event->attr.config = setup->config;
	event->attr.config1 = setup->config1;
	event->attr.config2 = setup->config2;
	event->attr.exclude_user = setup->exclude_user;
	event->attr.exclude_kernel = setup->exclude_kernel;
	event->hw.flags = setup->context ? SPE_PMU_HW_FLAGS_CX : 0;
	event->hw.sample_period = setup->period;
	rc_spe_pmu = spe_pmu;
}

struct rc_aux_handle *rc_spe_handle(void)
{
	return (struct rc_aux_handle *)this_cpu_ptr(rc_spe_pmu->handle);
}

struct rc_place rc_spe_period_left(void *of)
{
	struct perf_event *event = of;

	return RC_FIELD(event->hw.period_left);
}

struct rc_place rc_spe_period(void *of)
{
	struct perf_event *event = of;

	return RC_FIELD(event->hw.sample_period);
}

void *rc_spe_base(void *buffer)
{
	return ((struct arm_spe_pmu_buf *)((struct perf_buffer *)buffer)->aux_priv)->base;
}

unsigned int rc_spe_number(enum rc_spe_register which)
{
	static const unsigned int registers[] = {
		SYS_PMBPTR_EL1,	 SYS_PMBLIMITR_EL1, SYS_PMBSR_EL1,  SYS_PMSCR_EL1, SYS_PMSFCR_EL1,
		SYS_PMSEVFR_EL1, SYS_PMSLATFR_EL1,  SYS_PMSIRR_EL1, SYS_PMSICR_EL1,
	};

	return registers[which];
}

/* kernel/events/core.c event_sched_in: the event is on this CPU before its PMU is asked. */
int rc_spe_add(void *of, int start)
{
	struct perf_event *event = of;
	int result;

	rc_put_on_cpu(event, smp_processor_id());
	result = arm_spe_pmu_add(event, start ? PERF_EF_START : 0);
	if (result)
		rc_put_on_cpu(event, -1);
	return result;
}
void rc_spe_start(void *event)
{
	arm_spe_pmu_start(event, PERF_EF_RELOAD);
}
void rc_spe_stop(void *event)
{
	arm_spe_pmu_stop(event, PERF_EF_UPDATE);
}
void rc_spe_del(void *of)
{
	struct perf_event *event = of;

	arm_spe_pmu_del(event, 0);
	rc_put_on_cpu(event, -1);
}
int rc_spe_interrupt(void)
{
	return arm_spe_pmu_irq_handler(0, this_cpu_ptr(rc_spe_pmu->handle)) == IRQ_HANDLED;
}
