/* Our C behind the opening of events: the PMUs of four drivers, a task, and those that it forks. */
#include "open_api.h"

struct x86_pmu x86_pmu;
atomic_t active_events;
struct mutex pmc_reserve_mutex;

static struct rc_open_setup rc_machine;
static struct arm_spe_pmu rc_spe;
static struct task_struct rc_tasks[RC_OPEN_EVENTS];
static struct perf_event_context rc_contexts[RC_OPEN_EVENTS], rc_task_context,
	rc_cpu_contexts[RC_OPEN_CPUS];
static struct perf_event *rc_opened[RC_OPEN_EVENTS];
static struct pmu *rc_chosen;
static long long rc_reserved;
#if RC_LINUX >= 6002
static struct perf_event_pmu_context rc_pmu_contexts[RC_OPEN_EVENTS];
#endif

static struct pmu *rc_pmu_of(enum rc_open_pmu which)
{
	switch (which) {
	case RC_OPEN_PT: return &pt_pmu.pmu;
	case RC_OPEN_BTS: return &bts_pmu;
	case RC_OPEN_SPE: return &rc_spe.pmu;
	case RC_OPEN_ETM: return &etm_pmu;
	case RC_OPEN_PMUS: break;
	}
	return NULL;
}

/* No event here has filters. */
void path_put(const struct path *path)
{
	BUG_ON(path->dentry);
}
int x86_reserve_hardware(void)
{
	rc_reserved++;
	return 0;
}
void x86_release_hardware(void)
{
	rc_reserved--;
}

static void rc_init_context(struct perf_event_context *ctx, struct task_struct *task)
{
	memset(ctx, 0, sizeof(*ctx));
	INIT_LIST_HEAD(&ctx->event_list);
	refcount_set(&ctx->refcount, 1);
	ctx->task = task;
}

/* pt_init, bts_init, arm_spe_pmu_perf_init, etm_perf_init */
static void rc_init_pmu(enum rc_open_pmu which, int (*event_init)(struct perf_event *event),
			unsigned int ranges)
{
	struct pmu *pmu = rc_pmu_of(which);

	memset(pmu, 0, sizeof(*pmu));
	pmu->type = 10 + which;
	pmu->capabilities = PERF_PMU_CAP_EXCLUSIVE;
	pmu->event_init = event_init;
	pmu->nr_addr_filters = ranges;
	pmu->task_ctx_nr = perf_sw_context;
}

void rc_open_reset(const struct rc_open_setup *setup)
{
	rc_machine = *setup;
	memset(&x86_pmu, 0, sizeof(x86_pmu));
	memset(&rc_spe, 0, sizeof(rc_spe));
	memset(&pt_pmu, 0, sizeof(pt_pmu));
	memset(rc_opened, 0, sizeof(rc_opened));
	x86_pmu.lbr_pt_coexist = setup->lbr_pt_coexist != 0;
	atomic_set(&active_events, 0);
	rc_reserved = 0;
	sysctl_perf_event_paranoid = setup->paranoid;
	pt_pmu.branch_en_always_on = setup->branch_always != 0;
	rc_spe.features = setup->spe_features;
	rc_spe.pmsver = (u16)setup->spe_version;
	rc_spe.supported_cpus.bits = setup->spe_cpus;
	rc_init_pmu(RC_OPEN_PT, pt_event_init,
		    intel_pt_validate_hw_cap(PT_CAP_num_address_ranges));
	rc_init_pmu(RC_OPEN_BTS, bts_event_init, 0);
	rc_init_pmu(RC_OPEN_SPE, arm_spe_pmu_event_init, 0);
	rc_init_pmu(RC_OPEN_ETM, etm_event_init, ETM_ADDR_CMP_MAX);
	rc_init_context(&rc_task_context, &rc_tasks[0]);
	for (int cpu = 0; cpu < RC_OPEN_CPUS; cpu++)
		rc_init_context(&rc_cpu_contexts[cpu], NULL);
	rc_current = &rc_tasks[0];
}

/* perf_init_event, perf_try_init_event */
struct pmu *rc_init_event(struct perf_event *event)
{
	struct pmu *pmu = event->parent ? event->parent->pmu : rc_chosen;
	int error;

	event->pmu = pmu;
	error = pmu->event_init(event);
	if (!error)
		return pmu;
	event->pmu = NULL;
	return ERR_PTR(error);
}
#if RC_LINUX >= 6002
struct perf_event_pmu_context *rc_pmu_context(struct perf_event_context *ctx)
{
	struct perf_event_pmu_context *found = &rc_pmu_contexts[ctx - rc_contexts];

	found->ctx = ctx;
	return found;
}
#endif
void rc_add_to_context(struct perf_event *event, struct perf_event_context *ctx)
{
	event->ctx = ctx;
	list_add_rcu(&event->event_entry, &ctx->event_list);
}

long long rc_open_event(unsigned int number, const struct rc_open_attr *asked)
{
	struct perf_event_attr attr = {
		.type = (asked->other_type ? 20 : 10) + asked->pmu,
		.config = asked->config,
		.config1 = asked->config1,
		.config2 = asked->config2,
		.exclude_kernel = asked->exclude_kernel,
		.exclude_user = asked->exclude_user,
		.exclude_idle = asked->exclude_idle,
		.freq = asked->freq,
		.inherit = 1,
	};
	struct perf_event_context *ctx =
		asked->of_task ? &rc_task_context : &rc_cpu_contexts[asked->cpu];
	struct perf_event *event;
	bool installable;

#if RC_LINUX >= 6003
	attr.config3 = asked->config3;
#endif
	rc_chosen = rc_pmu_of(asked->pmu);
	event = perf_event_alloc(&attr, asked->cpu, asked->of_task ? &rc_tasks[0] : NULL, NULL,
				 NULL, NULL, NULL, -1);
	if (IS_ERR(event))
		return PTR_ERR(event);
	mutex_lock(&ctx->mutex);
	installable = exclusive_event_installable(event, ctx);
	mutex_unlock(&ctx->mutex);
	if (!installable) {
		free_event(event);
		return -EBUSY;
	}
	get_ctx(ctx);
	rc_add_to_context(event, ctx);
#if RC_LINUX >= 6002
	rc_pmu_contexts[number].pmu = event->pmu;
	rc_pmu_contexts[number].ctx = ctx;
	event->pmu_ctx = &rc_pmu_contexts[number];
#endif
	rc_opened[number] = event;
	return 0;
}

long long rc_open_fork(unsigned int parent, unsigned int number)
{
	struct perf_event *event = rc_opened[parent], *inherited;

	rc_init_context(&rc_contexts[number], &rc_tasks[number]);
	inherited = inherit_event(event, &rc_tasks[0], event->ctx, &rc_tasks[number], NULL,
				  &rc_contexts[number]);
	if (IS_ERR(inherited))
		return PTR_ERR(inherited);
	rc_opened[number] = inherited;
	return 0;
}

void rc_open_close(unsigned int number)
{
	struct perf_event *event = rc_opened[number], *parent = event->parent;

	list_del_rcu(&event->event_entry);
	rc_opened[number] = NULL;
	if (parent) {
		list_del_init(&event->child_list);
		free_event(event);
		atomic_long_dec(&parent->refcount);
		return;
	}
	for (unsigned int i = 0; i < RC_OPEN_EVENTS; i++)
		if (rc_opened[i] && rc_opened[i]->parent == event)
			rc_open_close(i);
	free_event(event);
}

int rc_open_lbr(int comes)
{
	if (comes)
		return x86_add_exclusive(x86_lbr_exclusive_lbr);
	x86_del_exclusive(x86_lbr_exclusive_lbr);
	return 0;
}

long long rc_open_counted(enum rc_open_count which)
{
	switch (which) {
	case RC_OPEN_LBR_USERS:
	case RC_OPEN_BTS_USERS:
	case RC_OPEN_PT_USERS:
		return atomic_read(&x86_pmu.lbr_exclusive[which]);
	case RC_OPEN_ACTIVE: return atomic_read(&active_events);
	case RC_OPEN_HARDWARE: return rc_reserved;
	default: break;
	}
	return atomic_read(&rc_pmu_of(which - RC_OPEN_EXCLUSIVE)->exclusive_cnt);
}
int rc_open_is_there(unsigned int number)
{
	return rc_opened[number] != NULL;
}
int rc_open_has_contexts(unsigned int number)
{
	return (rc_opened[number]->hw.flags & SPE_PMU_HW_FLAGS_CX) != 0;
}
