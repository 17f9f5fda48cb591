/* Our C behind the driver of a tracer of CoreSight: an event's session, whose path on a CPU is a
 * tracer and a sink. Who includes this says what comes of it that the tracer runs. */
#include "events.c"
#include "coresight_api.h"

static struct coresight_device *rc_cs_sink, *rc_cs_tracer;
static struct list_head rc_cs_path;
static enum rc_tracer_case rc_cs_case;
static void rc_cs_trace(bool on);

/* drivers/hwtracing/coresight/coresight-etm4x-core.c: what the tracer does of itself is no part of
 * this. */
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
	if (rc_cs_case == RC_TRACER_REFUSES)
		return -EBUSY;
	rc_cs_trace(true);
	return 0;
}
static void rc_tracer_disable(struct coresight_device *csdev, struct perf_event *event)
{
	(void)csdev;
	(void)event;
	rc_cs_trace(false);
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
	BUG_ON(path != &rc_cs_path);
	return rc_cs_sink;
}
int rc_enable_path(struct list_head *path, int mode, void *data)
{
	BUG_ON(path != &rc_cs_path);
	return sink_ops(rc_cs_sink)->enable(rc_cs_sink, mode, data);
}
void rc_disable_path(struct list_head *path)
{
	BUG_ON(path != &rc_cs_path);
	rc_ask("sink disabled", sink_ops(rc_cs_sink)->disable(rc_cs_sink));
}
void rc_disable_source(struct coresight_device *device, void *data)
{
	source_ops(device)->disable(device, data);
}

/* A tracer of this CPU, and its sink: `data` is what the sink's driver knows of the sink, `of_parent`
 * of the device before it. */
static void rc_cs_make(const struct coresight_ops *ops, void *of_parent, void *data,
		       enum rc_tracer_case tracer_case)
{
	struct device *parent = kzalloc(sizeof(*parent), GFP_KERNEL);

	dev_set_drvdata(parent, of_parent);
	rc_cs_sink = kzalloc(sizeof(*rc_cs_sink), GFP_KERNEL);
	rc_cs_sink->ops = ops;
	rc_cs_sink->dev.parent = parent;
	dev_set_drvdata(&rc_cs_sink->dev, data);
	rc_cs_tracer = kzalloc(sizeof(*rc_cs_tracer), GFP_KERNEL);
	rc_cs_tracer->ops = &rc_tracer_ops;
	rc_cs_case = tracer_case;
	if (tracer_case != RC_TRACER_MISSING)
		per_cpu(csdev_src, smp_processor_id()) = rc_cs_tracer;
}

/* drivers/hwtracing/coresight/coresight-etm-perf.c etm_setup_aux, for one CPU whose path is known. */
static void *rc_cs_setup_aux(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	struct etm_event_data *data = kzalloc(sizeof(*data), GFP_KERNEL);

	if (!data)
		return NULL;
	if (rc_cs_case != RC_TRACER_ELSEWHERE)
		cpumask_set_cpu(smp_processor_id(), &data->mask);
	data->path = alloc_percpu(struct list_head *);
	*this_cpu_ptr(data->path) = &rc_cs_path;
	data->snk_config = sink_ops(rc_cs_sink)->alloc_buffer(rc_cs_sink, event, pages, nr_pages,
							      overwrite);
	if (!data->snk_config) {
		kfree(data);
		return NULL;
	}
	return data;
}
static void rc_cs_free_aux(void *aux)
{
	struct etm_event_data *data = aux;

	sink_ops(rc_cs_sink)->free_buffer(data->snk_config);
	kfree(data);
}

static void rc_cs_prepare(struct perf_event *event)
{
	event->owner = current;
	event->pmu->setup_aux = rc_cs_setup_aux;
	event->pmu->free_aux = rc_cs_free_aux;
	event->pmu->start = etm_event_start;
	event->pmu->stop = etm_event_stop;
}

static void *rc_cs_sink_config(void *buffer)
{
	return ((struct etm_event_data *)((struct perf_buffer *)buffer)->aux_priv)->snk_config;
}

static struct rc_aux_handle *rc_cs_handle(void)
{
	return (struct rc_aux_handle *)&this_cpu_ptr(&etm_ctxt)->handle;
}

/* kernel/events/core.c event_sched_in: the event is on this CPU before its PMU is asked. */
static int rc_cs_add(struct perf_event *event, int start)
{
	int result;

	rc_put_on_cpu(event, smp_processor_id());
	result = etm_event_add(event, start ? PERF_EF_START : 0);
	if (result)
		rc_put_on_cpu(event, -1);
	return result;
}
static void rc_cs_del(struct perf_event *event)
{
	etm_event_del(event, 0);
	rc_put_on_cpu(event, -1);
}

/* A tracer on another CPU, whose transaction has an AUX area of its own. Its event stays on `cpu`, or
 * follows its task. */
struct rc_cs_other {
	struct perf_buffer rb;
	struct etm_event_data data;
	struct perf_event event;
	struct perf_output_handle handle;
};
static void rc_cs_make_other(struct rc_cs_other *other, struct task_struct *owner, int cpu)
{
	other->event.cpu = cpu;
	other->event.owner = owner;
	other->handle.event = &other->event;
	other->handle.rb = &other->rb;
	other->rb.aux_priv = &other->data;
}
/* It takes the sink. */
static int rc_cs_join(struct rc_cs_other *other, unsigned long long head)
{
	other->handle.head = head;
	return sink_ops(rc_cs_sink)->enable(rc_cs_sink, CS_MODE_PERF, &other->handle);
}
/* drivers/hwtracing/coresight/coresight-etm-perf.c etm_event_stop, of a tracer whose transaction
 * has ended: there is nothing to copy to. */
static int rc_cs_leave(void)
{
	return sink_ops(rc_cs_sink)->disable(rc_cs_sink);
}
/* sysfs takes the sink. */
static int rc_cs_sysfs_on(void)
{
	return sink_ops(rc_cs_sink)->enable(rc_cs_sink, CS_MODE_SYSFS, NULL);
}
