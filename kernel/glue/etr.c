/* Our C behind the driver of a CoreSight TMC-ETR. */
#include "coresight_session.c"
#include "etr_api.h"

static struct tmc_drvdata *rc_etr;

/* drivers/hwtracing/coresight/coresight-core.c: what tells a decoder to start anew. */
const u32 coresight_barrier_pkt[4] = { 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff };

/* drivers/hwtracing/coresight/coresight-catu.c: there is none. */
struct coresight_device *tmc_etr_get_catu_device(struct tmc_drvdata *drvdata)
{
	(void)drvdata;
	return NULL;
}

static void rc_cs_trace(bool on)
{
	rc_ask("trace", on);
}

void rc_etr_make(const struct rc_etr_setup *setup)
{
	rc_etr = kzalloc(sizeof(*rc_etr), GFP_KERNEL);
	rc_etr->base = kzalloc(0x1000, GFP_KERNEL);
	rc_etr->pid = -1;
	rc_etr->size = setup->size;
	rc_etr->memwidth = setup->memwidth;
	rc_etr->etr_caps = setup->capabilities;
	rc_etr->trigger_cntr = setup->trigger;
	rc_etr->max_burst_size = TMC_AXICTL_WR_BURST_16;
	if (setup->user == RC_ETR_OTHER_SESSION)
		rc_etr->pid = 2;
#if RC_LINUX >= 6012
	rc_etr->etr_mode = ETR_MODE_AUTO;
#endif
	rc_cs_make(&tmc_etr_cs_ops, rc_etr, NULL, setup->tracer_case);
	rc_etr->csdev = rc_cs_sink;
	rc_cs_sink->access.io_mem = true;
	rc_cs_sink->access.base = rc_etr->base;
#if RC_LINUX < 6012
	rc_cs_sink->refcnt = kzalloc(sizeof(*rc_cs_sink->refcnt), GFP_KERNEL);
	if (setup->user == RC_ETR_SYSFS)
		rc_etr->mode = CS_MODE_SYSFS;
#else
	if (setup->user == RC_ETR_SYSFS)
		coresight_set_mode(rc_cs_sink, CS_MODE_SYSFS);
#endif
}

void rc_etr_prepare(void *event)
{
	rc_cs_prepare(event);
}

struct rc_aux_handle *rc_etr_handle(void)
{
	return rc_cs_handle();
}

struct rc_place rc_etr_place(void *buffer, enum rc_etr_field field)
{
	struct etr_buf *buf = ((struct etr_perf_buffer *)rc_cs_sink_config(buffer))->etr_buf;

	switch (field) {
	case RC_ETR_OFFSET: return RC_FIELD(buf->offset);
	case RC_ETR_LEN: return RC_FIELD(buf->len);
	case RC_ETR_FULL: return RC_FIELD(buf->full);
#if RC_LINUX < 6012
	case RC_ETR_REFCNT: return RC_FIELD(*rc_cs_sink->refcnt);
#else
	case RC_ETR_REFCNT: return RC_FIELD(rc_cs_sink->refcnt);
#endif
	case RC_ETR_PERF_BUF: return RC_FIELD(rc_etr->perf_buf);
	}
	return (struct rc_place){ 0, 0 };
}

void *rc_etr_registers(void)
{
	return rc_etr->base;
}

/* drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_read_prepare_etr, tmc_read_unprepare_etr, of a
 * sink that perf has. */
void rc_etr_read(int reading)
{
	rc_etr->reading = reading;
}

int rc_etr_add(void *event, int start)
{
	return rc_cs_add(event, start);
}
void rc_etr_start(void *event)
{
	etm_event_start(event, PERF_EF_RELOAD);
}
void rc_etr_stop(void *event)
{
	etm_event_stop(event, PERF_EF_UPDATE);
}
void rc_etr_del(void *event)
{
	rc_cs_del(event);
}
