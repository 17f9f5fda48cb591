/* Our C behind the drivers of sinks with memory of their own. Who includes this defines what of the
 * drivers' structures the functions below ask for. */
#include "coresight_session.c"
#include "etf_api.h"

/* drivers/hwtracing/coresight/coresight-core.c: what tells a decoder to start anew. */
const u32 coresight_barrier_pkt[4] = { 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff };

static int *rc_etf_pid(void);
static struct rc_place rc_etf_mode(void);

static struct rc_cs_other *rc_etf_others;

static void rc_cs_trace(bool on)
{
	rc_ask("trace", on);
}

/* The sink's registers are at `base`. */
static void rc_etf_make_sink(const struct coresight_ops *ops, void *drvdata, void *base,
			     enum rc_tracer_case tracer_case)
{
	rc_cs_make(ops, drvdata, NULL, tracer_case);
	rc_cs_sink->access.io_mem = true;
	rc_cs_sink->access.base = base;
#if RC_LINUX < 6012
	rc_cs_sink->refcnt = kzalloc(sizeof(*rc_cs_sink->refcnt), GFP_KERNEL);
#endif
	rc_etf_others = kzalloc(2 * sizeof(*rc_etf_others), GFP_KERNEL);
	for (int i = 0; i < 2; i++) {
		rc_cs_make_other(&rc_etf_others[i], current, -1);
		rc_etf_others[i].data.snk_config = sink_ops(rc_cs_sink)->alloc_buffer(
			rc_cs_sink, &rc_etf_others[i].event, NULL, 1, false);
	}
	((struct cs_buffers *)rc_etf_others[RC_ETF_OTHER_SESSION].data.snk_config)->pid = 1;
}

/* kernel/events/core.c perf_event_exit_task */
void rc_etf_prepare(void *event, int owner_ended)
{
	rc_cs_prepare(event);
	if (owner_ended)
		((struct perf_event *)event)->owner = NULL;
}

struct rc_aux_handle *rc_etf_handle(void)
{
	return rc_cs_handle();
}

struct rc_place rc_etf_place(enum rc_etf_field field)
{
	switch (field) {
	case RC_ETF_MODE: return rc_etf_mode();
	case RC_ETF_PID: return (struct rc_place){ rc_etf_pid(), sizeof(int) };
#if RC_LINUX < 6012
	case RC_ETF_REFCNT: return RC_FIELD(*rc_cs_sink->refcnt);
#else
	case RC_ETF_REFCNT: return RC_FIELD(rc_cs_sink->refcnt);
#endif
	}
	return (struct rc_place){ 0, 0 };
}

unsigned long long rc_etf_target(void *buffer)
{
	const struct cs_buffers *buf = rc_cs_sink_config(buffer);

	return buf->cur * PAGE_SIZE + buf->offset;
}

void *rc_etf_registers(void)
{
	return rc_cs_sink->access.base;
}

int rc_etf_join(enum rc_etf_other other, unsigned long long head)
{
	return rc_cs_join(&rc_etf_others[other], head);
}
int rc_etf_leave(void)
{
	return rc_cs_leave();
}
int rc_etf_sysfs_on(void)
{
	return rc_cs_sysfs_on();
}
int rc_etf_sysfs_off(void)
{
	return rc_cs_leave();
}

int rc_etf_add(void *event, int start)
{
	return rc_cs_add(event, start);
}
void rc_etf_start(void *event)
{
	etm_event_start(event, PERF_EF_RELOAD);
}
void rc_etf_stop(void *event)
{
	etm_event_stop(event, PERF_EF_UPDATE);
}
void rc_etf_del(void *event)
{
	rc_cs_del(event);
}
