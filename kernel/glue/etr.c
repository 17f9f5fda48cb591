/* Our C behind the driver of a CoreSight TMC-ETR. */
#include "coresight_session.c"
#include "etr_api.h"

static struct tmc_drvdata *rc_etr;
static struct coresight_device *rc_etr_catu; /* null: there is none */

/* The other events, and the AUX areas that they have. */
static struct rc_etr_event {
	struct rc_cs_other of;
	void **pages;
	struct rc_etr_other facts;
	int mapped;
} *rc_etr_others;

static void rc_cs_trace(bool on)
{
	rc_ask("trace", on);
}

/* What the sink's driver returns when the sink is to be disabled, nobody looks at. */
static int rc_etr_disable(struct coresight_device *csdev)
{
	const int result = tmc_etr_cs_ops.sink_ops->disable(csdev);

	rc_ask("sink disabled", result);
	return result;
}
static struct coresight_ops_sink rc_etr_sink_ops;
static const struct coresight_ops rc_etr_ops = {
	.sink_ops = &rc_etr_sink_ops,
};

/* drivers/hwtracing/coresight/coresight-catu.c __catu_probe, catu_init; what tells the core that the
 * sink's output leads to it. Its registers are at `base`. */
static void rc_etr_make_catu(void *base)
{
	struct catu_drvdata *catu = kzalloc(sizeof(*catu), GFP_KERNEL);
	struct device *parent = kzalloc(sizeof(*parent), GFP_KERNEL);
	struct coresight_connection *connection = kzalloc(sizeof(*connection), GFP_KERNEL);

	rc_etr_catu = kzalloc(sizeof(*rc_etr_catu), GFP_KERNEL);
	rc_etr_catu->type = CORESIGHT_DEV_TYPE_HELPER;
	rc_etr_catu->subtype.helper_subtype = CORESIGHT_DEV_SUBTYPE_HELPER_CATU;
	rc_etr_catu->ops = &catu_ops;
	rc_etr_catu->access.io_mem = true;
	rc_etr_catu->access.base = base;
	rc_etr_catu->dev.parent = parent;
	dev_set_drvdata(parent, catu);
	catu->csdev = rc_etr_catu;
	catu->base = base;
#if RC_LINUX < 6012
	dev_set_drvdata(&rc_etr_catu->dev, catu);
	connection->child_dev = rc_etr_catu;
	rc_cs_sink->pdata->conns = connection;
	rc_cs_sink->pdata->nr_outport = 1;
#else
	rc_etr_catu->pdata = kzalloc(sizeof(*rc_etr_catu->pdata), GFP_KERNEL);
	connection->src_dev = rc_cs_sink;
	connection->dest_dev = rc_etr_catu;
	rc_cs_sink->pdata->out_conns = kzalloc(sizeof(connection), GFP_KERNEL);
	rc_cs_sink->pdata->out_conns[0] = connection;
	rc_cs_sink->pdata->nr_outconns = 1;
	rc_etr_catu->pdata->in_conns = rc_cs_sink->pdata->out_conns;
	rc_etr_catu->pdata->nr_inconns = 1;
#endif
	tmc_etr_set_catu_ops(&etr_catu_buf_ops);
}

/* drivers/hwtracing/coresight/coresight-core.c _coresight_build_path */
static void rc_etr_make_path(void)
{
	struct coresight_node *nodes = kcalloc(2, sizeof(*nodes), GFP_KERNEL);

	rc_cs_tracer->type = CORESIGHT_DEV_TYPE_SOURCE;
	rc_cs_tracer->pdata = kzalloc(sizeof(*rc_cs_tracer->pdata), GFP_KERNEL);
	rc_cs_sink->type = CORESIGHT_DEV_TYPE_SINK;
	rc_cs_sink->subtype.sink_subtype = CORESIGHT_DEV_SUBTYPE_SINK_SYSMEM;
	rc_cs_sink->pdata = kzalloc(sizeof(*rc_cs_sink->pdata), GFP_KERNEL);
	nodes[0].csdev = rc_cs_tracer;
	nodes[1].csdev = rc_cs_sink;
	INIT_LIST_HEAD(&rc_cs_path);
	list_add_tail(&nodes[0].link, &rc_cs_path);
	list_add_tail(&nodes[1].link, &rc_cs_path);
}

static void rc_etr_make_other(struct rc_etr_event *other, const struct rc_etr_other *facts)
{
	struct task_struct *owner = current;

	if (facts->pid != owner->pid) {
		owner = kzalloc(sizeof(*owner), GFP_KERNEL);
		owner->pid = facts->pid;
	}
	rc_cs_make_other(&other->of, owner, facts->alone ? -1 : smp_processor_id() + 1);
	other->facts = *facts;
	other->pages = kcalloc(facts->pages, sizeof(void *), GFP_KERNEL);
	for (unsigned int i = 0; i < facts->pages; i++)
		other->pages[i] = kzalloc(PAGE_SIZE, GFP_KERNEL);
}

void rc_etr_make(const struct rc_etr_setup *setup, const struct rc_etr_other *others,
		 unsigned int count)
{
	rc_etr = kzalloc(sizeof(*rc_etr), GFP_KERNEL);
	rc_etr->base = kzalloc(0x2000, GFP_KERNEL);
	rc_etr->pid = -1;
	rc_etr->config_type = TMC_CONFIG_TYPE_ETR;
	rc_etr->size = setup->size;
	rc_etr->memwidth = setup->memwidth;
	rc_etr->etr_caps = setup->capabilities;
	rc_etr->trigger_cntr = setup->trigger;
	rc_etr->max_burst_size = TMC_AXICTL_WR_BURST_16;
#if RC_LINUX >= 6012
	rc_etr->etr_mode = setup->mode < 0 ? ETR_MODE_AUTO : (enum etr_mode)setup->mode;
#endif
	rc_etr_sink_ops = *tmc_etr_cs_ops.sink_ops;
	rc_etr_sink_ops.disable = rc_etr_disable;
	rc_cs_make(&rc_etr_ops, rc_etr, NULL, setup->tracer_case);
	rc_etr_make_path();
	rc_etr->csdev = rc_cs_sink;
	rc_cs_sink->access.io_mem = true;
	rc_cs_sink->access.base = rc_etr->base;
#if RC_LINUX < 6012
	rc_cs_sink->refcnt = kzalloc(sizeof(*rc_cs_sink->refcnt), GFP_KERNEL);
#endif
	rc_etr_catu = NULL;
	tmc_etr_remove_catu_ops();
	if (setup->has_catu)
		rc_etr_make_catu((char *)rc_etr->base + 0x1000);
	rc_etr_others = kcalloc(count, sizeof(*rc_etr_others), GFP_KERNEL);
	for (unsigned int i = 0; i < count; i++)
		rc_etr_make_other(&rc_etr_others[i], &others[i]);
}

void rc_etr_prepare(void *event, int alone)
{
	rc_cs_prepare(event);
	((struct perf_event *)event)->cpu = alone ? -1 : smp_processor_id();
}

struct rc_aux_handle *rc_etr_handle(void)
{
	return rc_cs_handle();
}

static struct etr_buf *rc_etr_buf(void *buffer)
{
	return ((struct etr_perf_buffer *)rc_cs_sink_config(buffer))->etr_buf;
}

struct rc_place rc_etr_place(void *buffer, enum rc_etr_field field)
{
	struct etr_buf *buf = rc_etr_buf(buffer);

	switch (field) {
#if RC_LINUX < 6012
	case RC_ETR_MODE: return RC_FIELD(rc_etr->mode);
	case RC_ETR_REFCNT: return RC_FIELD(*rc_cs_sink->refcnt);
#else
	case RC_ETR_MODE: return RC_FIELD(rc_cs_sink->mode);
	case RC_ETR_REFCNT: return RC_FIELD(rc_cs_sink->refcnt);
#endif
	case RC_ETR_PID: return RC_FIELD(rc_etr->pid);
	case RC_ETR_READING: return RC_FIELD(rc_etr->reading);
	case RC_ETR_OFFSET: return RC_FIELD(buf->offset);
	case RC_ETR_LEN: return RC_FIELD(buf->len);
	case RC_ETR_FULL: return RC_FIELD(buf->full);
	}
	return (struct rc_place){ 0, 0 };
}

void *rc_etr_registers(void)
{
	return rc_etr->base;
}

const void *rc_etr_buffer_of_event(void *buffer)
{
	return rc_etr_buf(buffer);
}
const void *rc_etr_buffer_of_other(unsigned int other)
{
	const struct rc_etr_event *of = &rc_etr_others[other];

	return of->mapped ? ((struct etr_perf_buffer *)of->of.data.snk_config)->etr_buf : NULL;
}
const void *rc_etr_buffer_of(enum rc_etr_holder holder, unsigned int pid)
{
	switch (holder) {
	case RC_ETR_SYSFS: return rc_etr->sysfs_buf;
	case RC_ETR_HARDWARE: return rc_etr->etr_buf;
	case RC_ETR_PERF: return rc_etr->perf_buf;
	case RC_ETR_TABLE:
	case RC_ETR_TABLE_OTHER: return idr_find(&rc_etr->idr, (int)pid);
	}
	return NULL;
}
static unsigned long long rc_etr_table_of(const struct etr_buf *buf)
{
	return ((const struct catu_etr_buf *)buf->private)->sladdr;
}
struct rc_etr_buffer rc_etr_buffer_says(const void *buf)
{
	const struct etr_buf *of = buf;
	const bool translated = of->mode == ETR_MODE_CATU;

	return (struct rc_etr_buffer){ .bytes = (unsigned long long)of->size,
				       .hwaddr = of->hwaddr,
				       .table = translated ? rc_etr_table_of(of) : 0,
				       .offset = of->offset,
				       .len = (unsigned long long)of->len,
				       .mode = of->mode,
				       .full = of->full,
				       .references = refcount_read(&of->refcount) };
}
void rc_etr_drop(const void *buf)
{
	tmc_free_etr_buf((struct etr_buf *)buf);
}

int rc_etr_map(unsigned int other)
{
	struct rc_etr_event *of = &rc_etr_others[other];

	of->of.data.snk_config = sink_ops(rc_cs_sink)->alloc_buffer(
		rc_cs_sink, &of->of.event, of->pages, (int)of->facts.pages, of->facts.overwrite);
	of->mapped = of->of.data.snk_config != NULL;
	return of->mapped ? 0 : -ENOMEM;
}
int rc_etr_unmap(unsigned int other)
{
	rc_etr_others[other].mapped = 0;
	sink_ops(rc_cs_sink)->free_buffer(rc_etr_others[other].of.data.snk_config);
	return 0;
}
int rc_etr_join(unsigned int other, const struct rc_etr_transaction *transaction)
{
	struct rc_cs_other *of = &rc_etr_others[other].of;

	of->handle.size = transaction->size;
	of->handle.aux_flags = transaction->flags;
	of->handle.head = transaction->head;
	return coresight_enable_path(&rc_cs_path, CS_MODE_PERF, &of->handle);
}
void rc_etr_leave(unsigned int other, int copies)
{
	struct rc_cs_other *of = &rc_etr_others[other].of;

	if (copies)
		rc_ask("copied", (long long)sink_ops(rc_cs_sink)->update_buffer(
					 rc_cs_sink, &of->handle, of->data.snk_config));
	coresight_disable_path(&rc_cs_path);
}
struct rc_etr_transaction rc_etr_transaction_of(unsigned int other)
{
	const struct perf_output_handle *handle = &rc_etr_others[other].of.handle;

	return (struct rc_etr_transaction){ handle->head, handle->size, handle->aux_flags };
}
const void *rc_etr_page(unsigned int other, unsigned int page)
{
	return rc_etr_others[other].pages[page];
}

int rc_etr_sysfs_on(void)
{
	return coresight_enable_path(&rc_cs_path, CS_MODE_SYSFS, NULL);
}
void rc_etr_sysfs_off(void)
{
	coresight_disable_path(&rc_cs_path);
}
unsigned int rc_etr_catu_users(void)
{
#if RC_LINUX < 6012
	return 0;
#else
	return rc_etr_catu ? (unsigned int)rc_etr_catu->refcnt : 0;
#endif
}
void rc_etr_resize(unsigned int size)
{
	rc_etr->size = size;
}
int rc_etr_open(void)
{
	return tmc_read_prepare_etr(rc_etr);
}
int rc_etr_close(void)
{
	return tmc_read_unprepare_etr(rc_etr);
}
long long rc_etr_read(long long pos, unsigned long long len, const void **place)
{
	char *at = NULL;
	const long long bytes = tmc_etr_get_sysfs_trace(rc_etr, pos, len, &at);

	*place = at;
	return bytes;
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
