/* Our C behind the driver of Arm TRBE: an event's session, whose path on a CPU is a tracer and the
 * unit, and the tracer, which is TRFCR. */
#include "events.c"
#include "trbe_api.h"

static struct trbe_drvdata *rc_trbe;
static struct coresight_device *rc_trbe_sink;
static struct list_head rc_trbe_path;

unsigned int rc_trbe_number(enum rc_trbe_register which)
{
	static const unsigned int registers[] = {
		SYS_TRBPTR_EL1,	 SYS_TRBBASER_EL1, SYS_TRBLIMITR_EL1,	SYS_TRBSR_EL1,
		SYS_TRBIDR_EL1, SYS_TRFCR_EL1,	   SYS_ID_AA64DFR0_EL1,
	};

	return registers[which];
}

/* drivers/hwtracing/coresight/coresight-etm4x-core.c: what the tracer does of itself is no part of
 * this; that the CPU may trace is. */
#if RC_LINUX < 6012
static int rc_tracer_enable(struct coresight_device *csdev, struct perf_event *event, u32 mode)
{
#else
static int rc_tracer_enable(struct coresight_device *csdev, struct perf_event *event,
			    enum cs_mode mode, struct coresight_trace_id_map *map)
{
	(void)map;
#endif
	(void)csdev;
	(void)event;
	(void)mode;
	write_trfcr(TRFCR_ELx_ExTRE | TRFCR_ELx_E0TRE);
	return 0;
}
static void rc_tracer_disable(struct coresight_device *csdev, struct perf_event *event)
{
	(void)csdev;
	(void)event;
	cpu_prohibit_trace();
}
static const struct coresight_ops_source rc_tracer_source_ops = {
	.enable = rc_tracer_enable,
	.disable = rc_tracer_disable,
};
static const struct coresight_ops rc_tracer_ops = {
	.source_ops = &rc_tracer_source_ops,
};

struct coresight_device *rc_sink_of(struct list_head *path)
{
	(void)path;
	return rc_trbe_sink;
}
int rc_enable_path(struct list_head *path, int mode, void *data)
{
	(void)path;
	return sink_ops(rc_trbe_sink)->enable(rc_trbe_sink, mode, data);
}
void rc_disable_path(struct list_head *path)
{
	(void)path;
	sink_ops(rc_trbe_sink)->disable(rc_trbe_sink);
}
void rc_disable_source(struct coresight_device *device, void *data)
{
	source_ops(device)->disable(device, data);
}

int rc_trbe_make(void)
{
	int cpu = smp_processor_id();
	struct coresight_device *tracer = kzalloc(sizeof(*tracer), GFP_KERNEL);
	struct device *parent = kzalloc(sizeof(*parent), GFP_KERNEL);

	rc_trbe = kzalloc(sizeof(*rc_trbe), GFP_KERNEL);
	rc_trbe->cpudata = alloc_percpu(struct trbe_cpudata);
	rc_trbe->handle = alloc_percpu(struct perf_output_handle *);
	rc_trbe->supported_cpus.bits = 1UL << cpu;
	arm_trbe_probe_cpu(rc_trbe);
	dev_set_drvdata(parent, rc_trbe);
	rc_trbe_sink = kzalloc(sizeof(*rc_trbe_sink), GFP_KERNEL);
	rc_trbe_sink->ops = &arm_trbe_cs_ops;
	rc_trbe_sink->dev.parent = parent;
	dev_set_drvdata(&rc_trbe_sink->dev, per_cpu_ptr(rc_trbe->cpudata, cpu));
	tracer->ops = &rc_tracer_ops;
	per_cpu(csdev_src, cpu) = tracer;
	return cpumask_test_cpu(cpu, &rc_trbe->supported_cpus);
}

/* drivers/hwtracing/coresight/coresight-etm-perf.c etm_setup_aux, for one CPU whose path is known. */
static void *rc_trbe_setup_aux(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	struct etm_event_data *data = kzalloc(sizeof(*data), GFP_KERNEL);

	cpumask_set_cpu(smp_processor_id(), &data->mask);
	data->path = alloc_percpu(struct list_head *);
	*this_cpu_ptr(data->path) = &rc_trbe_path;
	data->snk_config = sink_ops(rc_trbe_sink)->alloc_buffer(rc_trbe_sink, event, pages, nr_pages,
								overwrite);
	return data->snk_config ? data : NULL;
}
static void rc_trbe_free_aux(void *aux)
{
	struct etm_event_data *data = aux;

	sink_ops(rc_trbe_sink)->free_buffer(data->snk_config);
	kfree(data);
}

void rc_trbe_prepare(void *of)
{
	struct perf_event *event = of;

	event->pmu->setup_aux = rc_trbe_setup_aux;
	event->pmu->free_aux = rc_trbe_free_aux;
	event->pmu->start = etm_event_start;
	event->pmu->stop = etm_event_stop;
}

struct rc_aux_handle *rc_trbe_handle(void)
{
	return (struct rc_aux_handle *)&this_cpu_ptr(&etm_ctxt)->handle;
}

struct rc_place rc_trbe_kept_handle(void)
{
	return RC_FIELD(*this_cpu_ptr(rc_trbe->handle));
}

void *rc_trbe_base(void *buffer)
{
	struct etm_event_data *data = ((struct perf_buffer *)buffer)->aux_priv;

	return (void *)((struct trbe_buf *)data->snk_config)->trbe_base;
}

/* kernel/events/core.c event_sched_in: the event is on this CPU before its PMU is asked. */
int rc_trbe_add(void *of, int start)
{
	struct perf_event *event = of;
	int result;

	rc_put_on_cpu(event, smp_processor_id());
	result = etm_event_add(event, start ? PERF_EF_START : 0);
	if (result)
		rc_put_on_cpu(event, -1);
	return result;
}
void rc_trbe_start(void *event)
{
	etm_event_start(event, PERF_EF_RELOAD);
}
void rc_trbe_stop(void *event)
{
	etm_event_stop(event, PERF_EF_UPDATE);
}
void rc_trbe_del(void *of)
{
	struct perf_event *event = of;

	etm_event_del(event, 0);
	rc_put_on_cpu(event, -1);
}
int rc_trbe_interrupt(void)
{
	return arm_trbe_irq_handler(0, this_cpu_ptr(rc_trbe->handle)) == IRQ_HANDLED;
}
