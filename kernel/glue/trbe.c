/* Our C behind the driver of Arm TRBE, of whose tracer TRFCR alone is there. */
#include "coresight_session.c"
#include "trbe_api.h"

static struct trbe_drvdata *rc_trbe;

unsigned int rc_trbe_number(enum rc_trbe_register which)
{
	static const unsigned int registers[] = {
		SYS_TRBPTR_EL1,	 SYS_TRBBASER_EL1, SYS_TRBLIMITR_EL1,	SYS_TRBSR_EL1,
		SYS_TRBIDR_EL1, SYS_TRFCR_EL1,	   SYS_ID_AA64DFR0_EL1,
	};

	return registers[which];
}

/* The CPU may trace, or may not. */
static void rc_cs_trace(bool on)
{
	if (on)
		write_trfcr(TRFCR_ELx_ExTRE | TRFCR_ELx_E0TRE);
	else
		cpu_prohibit_trace();
}

int rc_trbe_make(enum rc_tracer_case tracer_case)
{
	int cpu = smp_processor_id();

	rc_trbe = kzalloc(sizeof(*rc_trbe), GFP_KERNEL);
	rc_trbe->cpudata = alloc_percpu(struct trbe_cpudata);
	rc_trbe->handle = alloc_percpu(struct perf_output_handle *);
	rc_trbe->supported_cpus.bits = 1UL << cpu;
	arm_trbe_probe_cpu(rc_trbe);
	rc_cs_make(&arm_trbe_cs_ops, rc_trbe, per_cpu_ptr(rc_trbe->cpudata, cpu), tracer_case);
	return cpumask_test_cpu(cpu, &rc_trbe->supported_cpus);
}

void rc_trbe_prepare(void *event)
{
	rc_cs_prepare(event);
}

struct rc_aux_handle *rc_trbe_handle(void)
{
	return rc_cs_handle();
}

struct rc_place rc_trbe_kept_handle(void)
{
	return RC_FIELD(*this_cpu_ptr(rc_trbe->handle));
}

void *rc_trbe_base(void *buffer)
{
	return (void *)((struct trbe_buf *)rc_cs_sink_config(buffer))->trbe_base;
}

int rc_trbe_add(void *event, int start)
{
	return rc_cs_add(event, start);
}
void rc_trbe_start(void *event)
{
	etm_event_start(event, PERF_EF_RELOAD);
}
void rc_trbe_stop(void *event)
{
	etm_event_stop(event, PERF_EF_UPDATE);
}
void rc_trbe_del(void *event)
{
	rc_cs_del(event);
}
int rc_trbe_interrupt(void)
{
	return arm_trbe_irq_handler(0, this_cpu_ptr(rc_trbe->handle)) == IRQ_HANDLED;
}
