/* Our C behind address filters: threads with address spaces, their events, and a unit on each
 * CPU. */
#include "filters_api.h"

struct cpuinfo_x86 boot_cpu_data;

/* Files 1 to 3, a folder, and files of an overlay above 1 to 3, whose numbers begin at 4. */
#define RC_FILES 3
static struct inode rc_inodes[RC_FILES + 1], rc_overlay_inodes[RC_FILES];
static struct dentry rc_dentries[2 * RC_FILES + 1];

struct rc_mapped {
	struct vm_area_struct vma;
	struct file file;
	unsigned int number; /* of the file */
};
struct rc_space {
	struct mm_struct mm;
	struct rc_mapped areas[RC_AREAS];
	unsigned int count;
};
/* An event, in the context of its number, which may go to another thread. */
struct rc_family_member {
	struct perf_event_context ctx;
	struct perf_event *event;
	unsigned int stops, starts;
};
static struct rc_space rc_spaces[RC_THREADS];
static struct task_struct rc_threads[RC_THREADS];
static struct rc_family_member rc_members[RC_THREADS];
static struct perf_event_context rc_cpu_ctx;
static struct rc_family_setup rc_family;
static struct rc_unit_filters rc_units[RC_FILTER_CPUS];
static struct etmv4_drvdata rc_etms[RC_FILTER_CPUS];
static struct pmu rc_pmu;

int kern_path(const char *name, unsigned int flags, struct path *path)
{
	const unsigned int number = (unsigned int)(name[1] - 'a');

	(void)flags;
	/* "/a" to "/f" are files, "/g" is a folder. */
	if (name[0] != '/' || number > 2 * RC_FILES || name[2])
		return -ENOENT;
	path->dentry = &rc_dentries[number];
	path->dentry->references++;
	return 0;
}
void path_put(const struct path *path)
{
	if (path->dentry)
		path->dentry->references--;
}
static unsigned int rc_file_number(const struct file *file)
{
	return container_of(file, struct rc_mapped, file)->number;
}
struct inode *rc_mapped_inode(const struct file *file)
{
	return &rc_inodes[(rc_file_number(file) - 1) % RC_FILES];
}
struct inode *rc_named_inode(const struct file *file)
{
	return rc_dentries[rc_file_number(file) - 1].d_inode;
}
struct vm_area_struct *rc_next_area(struct vma_iterator *at)
{
	struct rc_space *space = container_of(at->mm, struct rc_space, mm);

	return at->next < space->count ? &space->areas[at->next++].vma : NULL;
}

struct task_struct *rc_next_thread(const struct task_struct *of, struct task_struct *after)
{
	struct task_struct *task = after ? after + 1 : rc_threads;

	for (; task < rc_threads + RC_THREADS; task++)
		if (task->mm && task->mm == of->mm)
			return task;
	return NULL;
}

static struct rc_family_member *rc_member_of(const struct perf_event *event)
{
	for (unsigned int i = 0; i < RC_THREADS; i++)
		if (rc_members[i].event == event)
			return &rc_members[i];
	return NULL;
}

/* pt_config without what is no filter; etm4_parse_event_config, which makes all anew. */
static void rc_unit_start(struct perf_event *event, int flags)
{
	const unsigned int cpu = (unsigned int)smp_processor_id();
	struct rc_unit_filters *unit = &rc_units[cpu];
	struct etmv4_config *config = &rc_etms[cpu].config;

	(void)flags;
	rc_member_of(event)->starts++;
	if (rc_family.tracer == RC_TRACER_PT) {
		unit->ctl = pt_config_filters(event);
		return;
	}
	memset(config, 0, sizeof(*config));
	unit->ctl = (u64)(s64)etm4_set_event_filters(&rc_etms[cpu], event);
	for (unsigned int i = 0; i < RC_COMPARATORS; i++) {
		unit->values[i] = config->addr_val[i];
		unit->types[i] = config->addr_type[i];
	}
	unit->include = config->viiectlr;
	unit->start_stop = config->vissctlr;
	unit->started = (config->vinst_ctrl & TRCVICTLR_SSSTATUS) != 0;
}
static void rc_unit_stop(struct perf_event *event, int flags)
{
	(void)flags;
	rc_member_of(event)->stops++;
}

static int rc_event_init(struct perf_event *event)
{
	if (rc_family.tracer == RC_TRACER_PT)
		return pt_addr_filters_init(event);
	event->destroy = etm_event_destroy;
	return etm_addr_filters_alloc(event);
}
struct pmu *rc_init_event(struct perf_event *event)
{
	int error;

	event->pmu = &rc_pmu;
	if (rc_family.tracer == RC_TRACER_PT)
		event->destroy = pt_addr_filters_fini;
	error = rc_event_init(event);
	if (!error)
		return &rc_pmu;
	event->destroy = NULL;
	return ERR_PTR(error);
}
#if RC_LINUX >= 6002
/* One of each context, and of that of a CPU. */
static struct perf_event_pmu_context rc_pmu_contexts[RC_THREADS + 1];
struct perf_event_pmu_context *rc_pmu_context(struct perf_event_context *ctx)
{
	struct perf_event_pmu_context *found = &rc_pmu_contexts[RC_THREADS];

	for (unsigned int i = 0; i < RC_THREADS; i++)
		if (ctx == &rc_members[i].ctx)
			found = &rc_pmu_contexts[i];
	found->pmu = &rc_pmu;
	found->ctx = ctx;
	return found;
}
struct perf_event_context *rc_pinned_context(struct task_struct *task)
{
	if (task->perf_event_ctxp)
		get_ctx(task->perf_event_ctxp);
	return task->perf_event_ctxp;
}
#endif
void rc_add_to_context(struct perf_event *event, struct perf_event_context *ctx)
{
	event->ctx = ctx;
	list_add_rcu(&event->event_entry, &ctx->event_list);
}

static void rc_set_context(struct task_struct *task, struct perf_event_context *ctx)
{
#if RC_LINUX < 6002
	task->perf_event_ctxp[perf_sw_context] = ctx;
#else
	task->perf_event_ctxp = ctx;
#endif
}
static void rc_init_context(struct perf_event_context *ctx, struct task_struct *task)
{
	memset(ctx, 0, sizeof(*ctx));
	INIT_LIST_HEAD(&ctx->event_list);
	refcount_set(&ctx->refcount, 1);
	ctx->task = task;
#if RC_LINUX < 6002
	ctx->pmu = &rc_pmu;
#endif
}
static struct perf_event_context *rc_context_of(const struct task_struct *task)
{
#if RC_LINUX < 6002
	return task->perf_event_ctxp[perf_sw_context];
#else
	return task->perf_event_ctxp;
#endif
}
#if RC_LINUX < 6002
/* Of a CPU that runs one of the tasks. */
static struct perf_cpu_context rc_running;
struct perf_cpu_context *rc_cpu_context(struct perf_event_context *ctx)
{
	rc_running.task_ctx = ctx;
	return &rc_running;
}
#endif
static void rc_init_thread(unsigned int number, struct rc_space *space)
{
	struct task_struct *task = &rc_threads[number];

	memset(task, 0, sizeof(*task));
	memset(&rc_members[number], 0, sizeof(rc_members[number]));
	task->pid = task->tgid = 100 + number;
	task->alive = true;
	task->mm = &space->mm;
	rc_init_context(&rc_members[number].ctx, task);
}

static void rc_init_files(void)
{
	memset(rc_dentries, 0, sizeof(rc_dentries));
	for (unsigned int i = 0; i < RC_FILES; i++) {
		rc_inodes[i].i_mode = rc_overlay_inodes[i].i_mode = S_IFREG;
		rc_dentries[i].d_inode = &rc_inodes[i];
		rc_dentries[RC_FILES + i].d_inode = &rc_overlay_inodes[i];
	}
	rc_inodes[RC_FILES].i_mode = 0040000;
	rc_dentries[2 * RC_FILES].d_inode = &rc_inodes[RC_FILES];
}
static void rc_init_pmu(void)
{
	const bool pt = rc_family.tracer == RC_TRACER_PT;

	memset(&rc_pmu, 0, sizeof(rc_pmu));
	rc_pmu.task_ctx_nr = perf_sw_context;
	rc_pmu.start = rc_unit_start;
	rc_pmu.stop = rc_unit_stop;
	rc_pmu.addr_filters_validate = pt ? pt_event_addr_filters_validate :
					    etm_addr_filters_validate;
	rc_pmu.addr_filters_sync = pt ? pt_event_addr_filters_sync : etm_addr_filters_sync;
	rc_pmu.nr_addr_filters = pt ? rc_family.ranges : ETM_ADDR_CMP_MAX;
}

long long rc_new_family(const struct rc_family_setup *setup)
{
	struct perf_event_attr attr = { .inherit = setup->inherit };
	struct task_struct *first = &rc_threads[0];
	struct perf_event_context *ctx = setup->of_cpu ? &rc_cpu_ctx : &rc_members[0].ctx;
	struct perf_event *event;

	rc_family = *setup;
	memset(rc_threads, 0, sizeof(rc_threads));
	memset(rc_members, 0, sizeof(rc_members));
	memset(rc_spaces, 0, sizeof(rc_spaces));
	memset(rc_units, 0, sizeof(rc_units));
	memset(rc_etms, 0, sizeof(rc_etms));
	rc_init_files();
	rc_init_pmu();
	boot_cpu_data.x86_virt_bits = (u8)setup->bits;
	for (unsigned int cpu = 0; cpu < RC_FILTER_CPUS; cpu++)
		rc_etms[cpu].nr_addr_cmp = (u8)setup->ranges;
	atomic_set(&nr_mmap_events, setup->recorded);
	rc_init_thread(0, &rc_spaces[0]);
	if (setup->kernel_thread) {
		first->flags = PF_KTHREAD;
		first->mm = NULL;
	}
	rc_current = first;
	rc_init_context(&rc_cpu_ctx, NULL);
	event = perf_event_alloc(&attr, setup->of_cpu ? 0 : -1, setup->of_cpu ? NULL : first, NULL,
				 NULL, NULL, NULL, -1);
	if (IS_ERR(event))
		return PTR_ERR(event);
	rc_members[0].event = event;
	if (!setup->of_cpu)
		rc_set_context(first, ctx);
	get_ctx(ctx);
	rc_add_to_context(event, ctx);
#if RC_LINUX >= 6002
	event->pmu_ctx = rc_pmu_context(ctx);
#endif
	return 0;
}

static struct rc_space *rc_space_of(unsigned int thread)
{
	return container_of(rc_threads[thread].mm, struct rc_space, mm);
}
static void rc_set_area(struct rc_space *space, unsigned int at, const struct rc_mapped_area *area)
{
	struct rc_mapped *mapped = &space->areas[at];

	memset(mapped, 0, sizeof(*mapped));
	mapped->number = area->file;
	mapped->vma.vm_start = (unsigned long)area->start;
	mapped->vma.vm_end = (unsigned long)area->end;
	mapped->vma.vm_pgoff = (unsigned long)area->pgoff;
	mapped->vma.vm_flags = area->exec ? VM_EXEC : 0;
	mapped->vma.vm_mm = &space->mm;
	mapped->vma.vm_file = area->file ? &mapped->file : NULL;
}
/* Files are where they are in their area. */
static void rc_move_area(struct rc_space *space, unsigned int to, unsigned int from)
{
	space->areas[to] = space->areas[from];
	if (space->areas[to].vma.vm_file)
		space->areas[to].vma.vm_file = &space->areas[to].file;
	space->areas[to].vma.vm_mm = &space->mm;
}
/* The place of a new area, in the order of their addresses. */
static unsigned int rc_make_room(struct rc_space *space, unsigned long start)
{
	unsigned int at = space->count++;

	for (; at > 0 && space->areas[at - 1].vma.vm_start > start; at--)
		rc_move_area(space, at, at - 1);
	return at;
}

static void rc_remove_area(struct rc_space *space, unsigned int area)
{
	space->count--;
	for (unsigned int at = area; at < space->count; at++)
		rc_move_area(space, at, at + 1);
}

/* MAP_FIXED takes away what is there. */
void rc_family_map(unsigned int thread, const struct rc_mapped_area *area,
		   unsigned long long cleared)
{
	struct rc_space *space = rc_space_of(thread);
	unsigned int at = 0;

	while (at < space->count)
		if (space->areas[at].vma.vm_start >= area->start &&
		    space->areas[at].vma.vm_start < cleared)
			rc_remove_area(space, at);
		else
			at++;
	at = rc_make_room(space, (unsigned long)area->start);
	rc_set_area(space, at, area);
	rc_current = &rc_threads[thread];
	perf_event_mmap(&space->areas[at].vma);
}

/* mm/mprotect.c mprotect_fixup: what changes becomes an area of its own. */
void rc_family_protect(unsigned int thread, unsigned int which, unsigned long long from,
		       unsigned long long pages, int exec)
{
	struct rc_space *space = rc_space_of(thread);
	const unsigned int number = which % space->count;
	const struct vm_area_struct whole = space->areas[number].vma;
	const unsigned long all = (whole.vm_end - whole.vm_start) >> PAGE_SHIFT;
	const unsigned long first = (unsigned long)from % all;
	const unsigned long start = whole.vm_start + (first << PAGE_SHIFT);
	const unsigned long end = start + (min((unsigned long)pages, all - first) << PAGE_SHIFT);
	struct rc_mapped_area part = { start, end, 0, space->areas[number].number, exec };
	struct rc_mapped_area after = { end, whole.vm_end, 0, part.file, (whole.vm_flags & VM_EXEC) != 0 };
	unsigned int at = number;

	part.pgoff = whole.vm_pgoff + ((start - whole.vm_start) >> PAGE_SHIFT);
	after.pgoff = whole.vm_pgoff + ((end - whole.vm_start) >> PAGE_SHIFT);
	if (start > whole.vm_start) {
		space->areas[number].vma.vm_end = (unsigned long)start;
		at = rc_make_room(space, (unsigned long)start);
	}
	rc_set_area(space, at, &part);
	if (end < whole.vm_end)
		rc_set_area(space, rc_make_room(space, (unsigned long)end), &after);
	rc_current = &rc_threads[thread];
	perf_event_mmap(&space->areas[at].vma);
}

void rc_family_unmap(unsigned int thread, unsigned int area)
{
	struct rc_space *space = rc_space_of(thread);

	rc_remove_area(space, area % space->count);
}

unsigned int rc_family_areas(unsigned int thread)
{
	return rc_space_of(thread)->count;
}

/* fs/exec.c begin_new_exec: in an address space of its own, in which no file is mapped. */
void rc_family_exec(unsigned int thread)
{
	struct rc_space *space = &rc_spaces[thread];

	for (unsigned int i = 0; i < RC_THREADS; i++)
		BUG_ON(i != thread && rc_threads[i].mm == &space->mm);
	space->count = 0;
	rc_threads[thread].mm = &space->mm;
	rc_current = &rc_threads[thread];
	perf_event_exec();
}

long long rc_family_fork(unsigned int from, unsigned int to, int shares)
{
	struct task_struct *parent = &rc_threads[from], *child = &rc_threads[to];
	struct rc_space *space = &rc_spaces[to];
	struct perf_event_context *ctx = rc_context_of(parent), *child_ctx = &rc_members[to].ctx;
	struct perf_event *event, *inherited;

	rc_init_thread(to, space);
	if (shares) {
		child->mm = parent->mm;
	} else {
		space->count = rc_space_of(from)->count;
		for (unsigned int i = 0; i < space->count; i++) {
			space->areas[i] = rc_space_of(from)->areas[i];
			rc_move_area(space, i, i);
		}
	}
	/* perf_event_init_context, inherit_task_group: the context's event, if it is inherited. */
	if (!ctx)
		return 1;
	event = list_first_entry(&ctx->event_list, struct perf_event, event_entry);
	if (!event->attr.inherit)
		return 1;
	rc_current = parent;
	inherited = inherit_event(event, parent, ctx, child, NULL, child_ctx);
	if (IS_ERR(inherited))
		return PTR_ERR(inherited);
	if (!inherited)
		return 1;
	rc_members[to].event = inherited;
	rc_set_context(child, child_ctx);
	child_ctx->parent_ctx = ctx->parent_ctx ? ctx->parent_ctx : ctx;
	child_ctx->parent_gen = ctx->parent_ctx ? ctx->parent_gen : ctx->generation;
	return 0;
}

/* perf_event_exit_task_context: nobody finds the context any more, nor takes it for a clone. */
void rc_family_leave(unsigned int number)
{
	struct task_struct *task = &rc_threads[number];
	struct perf_event_context *ctx = rc_context_of(task);

	if (ctx) {
		rc_set_context(task, NULL);
		WRITE_ONCE(ctx->task, TASK_TOMBSTONE);
		ctx->parent_ctx = NULL;
		ctx->generation++;
	}
	task->mm = NULL;
}
/* perf_event_exit_event: the event of a file stays, and that of a child goes. */
void rc_family_reap(unsigned int number)
{
	struct perf_event *event = rc_members[number].event, *parent = event->parent;

	list_del_rcu(&event->event_entry);
	event->state = PERF_EVENT_STATE_EXIT;
	if (!parent)
		return;
	mutex_lock(&parent->child_mutex);
	list_del_init(&event->child_list);
	mutex_unlock(&parent->child_mutex);
	rc_members[number].event = NULL;
	free_event(event);
	atomic_long_dec(&parent->refcount);
}

int rc_family_set_filter(const char *text)
{
	struct perf_event *event = rc_members[0].event;
	int result;

	mutex_lock(&event->ctx->mutex);
	result = perf_event_set_filter(event, (void *)text);
	mutex_unlock(&event->ctx->mutex);
	return result;
}

/* event_sched_in, event_sched_out */
void rc_family_sched_in(unsigned int number, unsigned int cpu)
{
	struct perf_event *event = rc_members[number].event;

	WRITE_ONCE(event->oncpu, (int)cpu);
	WRITE_ONCE(event->state, PERF_EVENT_STATE_ACTIVE);
	event->pmu->start(event, PERF_EF_RELOAD);
}
void rc_family_sched_out(unsigned int number, int started)
{
	struct perf_event *event = rc_members[number].event;

	event->pmu->stop(event, PERF_EF_UPDATE);
	/* etm4_disable_perf */
	if (rc_family.tracer == RC_TRACER_ETM)
		((struct etm_filters *)event->hw.addr_filters)->ssstatus = started != 0;
	WRITE_ONCE(event->oncpu, -1);
	WRITE_ONCE(event->state, PERF_EVENT_STATE_INACTIVE);
}
int rc_family_switch(unsigned int from, unsigned int to)
{
	const struct perf_event_context *before = rc_context_of(&rc_threads[from]);

	rc_current = &rc_threads[from];
#if RC_LINUX < 6002
	perf_event_context_sched_out(&rc_threads[from], perf_sw_context, &rc_threads[to]);
#else
	perf_event_context_sched_out(&rc_threads[from], &rc_threads[to]);
#endif
	return before && rc_context_of(&rc_threads[to]) == before;
}

/* perf_event_release_kernel */
unsigned int rc_family_close(void)
{
	unsigned int left;

	for (unsigned int i = 1; i < RC_THREADS; i++)
		if (rc_members[i].event)
			rc_family_reap(i);
	free_event(rc_members[0].event);
	rc_members[0].event = NULL;
	left = rc_family_references();
	for (unsigned int i = 0; i < RC_THREADS; i++) {
		left += (unsigned int)rc_threads[i].references;
		left += (unsigned int)rc_spaces[i].mm.users;
	}
	return left;
}

void rc_family_event(unsigned int number, struct rc_event_filters *found)
{
	struct rc_family_member *member = &rc_members[number];
	struct perf_event *event = member->event;

	memset(found, 0, sizeof(*found));
	if (!event)
		return;
	found->there = 1;
	for (unsigned int i = 0; i < rc_pmu.nr_addr_filters; i++) {
		found->start[i] = event->addr_filter_ranges[i].start;
		found->size[i] = event->addr_filter_ranges[i].size;
	}
	found->generation = event->addr_filters_gen;
	found->hw_generation = event->hw.addr_filters_gen;
	found->oncpu = event->oncpu;
	found->stops = member->stops;
	found->starts = member->starts;
	member->stops = member->starts = 0;
	found->thread = RC_THREADS;
	for (unsigned int i = 0; i < RC_THREADS; i++)
		if (event->ctx->task == &rc_threads[i])
			found->thread = i;
	if (rc_family.tracer == RC_TRACER_PT) {
		struct pt_filters *filters = event->hw.addr_filters;

		found->count = filters ? filters->nr_filters : 0;
		for (unsigned int i = 0; i < found->count; i++) {
			found->first[i] = filters->filter[i].msr_a;
			found->last[i] = filters->filter[i].msr_b;
			found->config[i] = filters->filter[i].config;
		}
	} else {
		struct etm_filters *filters = event->hw.addr_filters;

		found->count = filters->nr_filters;
		for (unsigned int i = 0; i < found->count; i++) {
			const struct etm_filter *filter = &filters->etm_filter[i];

			found->config[i] = filter->type;
			if (filter->type != ETM_ADDR_TYPE_STOP)
				found->first[i] = filter->start_addr;
			if (filter->type != ETM_ADDR_TYPE_START)
				found->last[i] = filter->stop_addr;
		}
	}
}

void rc_family_unit(unsigned int cpu, struct rc_unit_filters *found)
{
	*found = rc_units[cpu];
	if (rc_family.tracer != RC_TRACER_PT)
		return;
	for (unsigned int i = 0; i < rc_family.ranges; i++) {
		found->values[2 * i] = *rc_register((unsigned int)pt_address_ranges[i].msr_a);
		found->values[2 * i + 1] = *rc_register((unsigned int)pt_address_ranges[i].msr_b);
	}
}

unsigned int rc_family_file_filters(void)
{
	return rc_members[0].event->addr_filters.nr_file_filters;
}
unsigned int rc_family_filters(void)
{
	struct perf_addr_filter *filter;
	unsigned int count = 0;

	list_for_each_entry(filter, &rc_members[0].event->addr_filters.list, entry)
		count++;
	return count;
}
unsigned int rc_family_references(void)
{
	unsigned int references = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(rc_dentries); i++)
		references += (unsigned int)rc_dentries[i].references;
	return references;
}

/* Of all events of a context, whichever CPU they are on: perf_iterate_ctx does not ask here. */
bool rc_runs_here(struct perf_event *event)
{
	(void)event;
	return true;
}
