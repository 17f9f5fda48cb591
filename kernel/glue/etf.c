/* Our C behind the driver of a TMC-ETF or TMC-ETB. */
#include "etf_session.c"

static struct tmc_drvdata *rc_etf;

static int *rc_etf_pid(void)
{
	return &rc_etf->pid;
}
static struct rc_place rc_etf_mode(void)
{
#if RC_LINUX < 6012
	return RC_FIELD(rc_etf->mode);
#else
	return RC_FIELD(rc_cs_sink->mode);
#endif
}

void rc_etf_make(const struct rc_etf_setup *setup)
{
	rc_etf = kzalloc(sizeof(*rc_etf), GFP_KERNEL);
	rc_etf->base = kzalloc(0x1000, GFP_KERNEL);
	rc_etf->pid = setup->pid_stays ? task_pid_nr(current) : -1;
	rc_etf->config_type = TMC_CONFIG_TYPE_ETF;
	rc_etf->size = setup->words * 4;
	rc_etf->memwidth = setup->memwidth;
	rc_etf->trigger_cntr = setup->trigger;
	rc_etf_make_sink(&tmc_etf_cs_ops, rc_etf, rc_etf->base, setup->tracer_case);
	rc_etf->csdev = rc_cs_sink;
}

void *rc_etf_own(void)
{
	return rc_etf->buf;
}
unsigned int rc_etf_own_bytes(void)
{
	return rc_etf->len;
}
void rc_etf_drop_own(int freed)
{
	if (!freed)
		kfree(rc_etf->buf);
}

int rc_etf_link_on(void)
{
#if RC_LINUX < 6012
	return rc_cs_sink->ops->link_ops->enable(rc_cs_sink, 0, 0);
#else
	return rc_cs_sink->ops->link_ops->enable(rc_cs_sink, NULL, NULL);
#endif
}
int rc_etf_link_off(void)
{
#if RC_LINUX < 6012
	rc_cs_sink->ops->link_ops->disable(rc_cs_sink, 0, 0);
#else
	rc_cs_sink->ops->link_ops->disable(rc_cs_sink, NULL, NULL);
#endif
	return 0;
}

/* drivers/hwtracing/coresight/coresight-tmc-etr.c: the sink is no ETR. */
int tmc_read_prepare_etr(struct tmc_drvdata *drvdata)
{
	(void)drvdata;
	return -EINVAL;
}
int tmc_read_unprepare_etr(struct tmc_drvdata *drvdata)
{
	return tmc_read_prepare_etr(drvdata);
}
ssize_t tmc_etr_get_sysfs_trace(struct tmc_drvdata *drvdata, loff_t pos, size_t len, char **bufpp)
{
	(void)pos;
	(void)len;
	(void)bufpp;
	return tmc_read_prepare_etr(drvdata);
}

static struct file rc_etf_file;

int rc_etf_open(void)
{
	rc_etf_file.private_data = &rc_etf->miscdev;
	return tmc_open(NULL, &rc_etf_file);
}
int rc_etf_close(void)
{
	return tmc_release(NULL, &rc_etf_file);
}
long long rc_etf_read(long long *at, unsigned long long bytes, void *to)
{
	loff_t position = *at;
	const long long result = tmc_read(&rc_etf_file, to, bytes, &position);

	*at = position;
	return result;
}
