/* Our C behind the driver of an ETB10. */
#include "etf_session.c"

static struct etb_drvdata *rc_etb;

static int *rc_etf_pid(void)
{
	return &rc_etb->pid;
}
static struct rc_place rc_etf_mode(void)
{
#if RC_LINUX < 6012
	return RC_FIELD(rc_etb->mode);
#else
	return RC_FIELD(rc_cs_sink->mode);
#endif
}

/* drivers/hwtracing/coresight/coresight-etb10.c etb_probe */
void rc_etf_make(const struct rc_etf_setup *setup)
{
	rc_etb = kzalloc(sizeof(*rc_etb), GFP_KERNEL);
	rc_etb->base = kzalloc(0x1000, GFP_KERNEL);
	rc_etb->pid = -1;
	rc_etb->buffer_depth = setup->words;
	rc_etb->buf = kcalloc(setup->words, 4, GFP_KERNEL);
	rc_etb->trigger_cntr = setup->trigger;
	rc_etf_make_sink(&etb_cs_ops, rc_etb, rc_etb->base, setup->tracer_case);
	rc_etb->csdev = rc_cs_sink;
}

void *rc_etf_own(void)
{
	return rc_etb->buf;
}
unsigned int rc_etf_own_bytes(void)
{
	return rc_etb->buffer_depth * 4;
}
void rc_etf_drop_own(int freed)
{
	(void)freed;
}

/* drivers/hwtracing/coresight/coresight-etb10.c etb_read: who reads the file has a sink that sysfs
 * uses dumped. */
int rc_etf_open(void)
{
	etb_dump(rc_etb);
	return 0;
}
int rc_etf_close(void)
{
	return 0;
}
