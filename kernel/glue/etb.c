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

static struct file rc_etf_file;

int rc_etf_open(void)
{
	rc_etf_file.private_data = &rc_etb->miscdev;
	return etb_open(NULL, &rc_etf_file);
}
int rc_etf_close(void)
{
	return etb_release(NULL, &rc_etf_file);
}
long long rc_etf_read(long long *at, unsigned long long bytes, void *to)
{
	loff_t position = *at;
	const long long result = etb_read(&rc_etf_file, to, bytes, &position);

	*at = position;
	return result;
}
