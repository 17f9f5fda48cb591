/* What address filters, and events that are made and inherited with them, ask of the rest of the
 * kernel. */
#ifndef RINGCHECK_KERNEL_EVENT_FILTERS_H
#define RINGCHECK_KERNEL_EVENT_FILTERS_H

#include "perf.h"

#define CONFIG_X86_64 1

/* include/linux/ctype.h, string.h, slab.h, limits.h */
#define ULLONG_MAX (~0ULL)
#define _tolower(c) ((c) | 0x20)
static inline int isdigit(int c)
{
	return c >= '0' && c <= '9';
}
static inline int isxdigit(int c)
{
	return isdigit(c) || (_tolower(c) >= 'a' && _tolower(c) <= 'f');
}
#define strlen(s) rc_strlen(s)
#define strchr(s, c) rc_strchr(s, c)
#define strncmp(a, b, count) rc_strncmp(a, b, count)
#define strcmp(a, b) rc_strncmp(a, b, ~0UL)
#define strsep(at, ends) rc_strsep(at, ends)
static inline size_t rc_strlen(const char *s)
{
	size_t length = 0;

	while (s[length])
		length++;
	return length;
}
static inline char *rc_strchr(const char *s, int c)
{
	for (; *s; s++)
		if (*s == c)
			return (char *)s;
	return NULL;
}
static inline int rc_strncmp(const char *a, const char *b, size_t count)
{
	for (; count; count--, a++, b++)
		if (*a != *b || !*a)
			return *a - *b;
	return 0;
}
/* lib/string.c strsep: what is before one of `ends`, which becomes the end of it. */
static inline char *rc_strsep(char **at, const char *ends)
{
	char *start = *at, *end = start;

	if (!start)
		return NULL;
	while (*end && !rc_strchr(ends, *end))
		end++;
	*at = *end ? end + 1 : NULL;
	*end = 0;
	return start;
}
static inline char *kmemdup_nul(const char *from, size_t length, gfp_t gfp)
{
	char *copy = kmalloc(length + 1, gfp);

	if (!copy)
		return NULL;
	memcpy(copy, from, length);
	copy[length] = 0;
	return copy;
}
#define kstrdup(from, gfp) kmemdup_nul(from, strlen(from), gfp)

/* include/linux/path.h, dcache.h, fs.h, namei.h, uapi/linux/stat.h */
struct inode {
	umode_t i_mode;
};
struct dentry {
	struct inode *d_inode;
	int references;
};
struct path {
	void *mnt;
	struct dentry *dentry;
};
#define S_IFREG 0100000
#define S_ISREG(mode) (((mode) & 0170000) == S_IFREG)
#define LOOKUP_FOLLOW 1
#define d_inode(of) ((of)->d_inode)
int kern_path(const char *name, unsigned int flags, struct path *path);
void path_put(const struct path *path);
/* An overlay maps the file below; later kernels keep the one that was mapped by name. */
struct inode *rc_mapped_inode(const struct file *file);
struct inode *rc_named_inode(const struct file *file);
#define file_inode(file) rc_mapped_inode(file)
#define file_user_inode(file) rc_named_inode(file)

/* include/linux/mm.h, mmap_lock.h, sched/mm.h */
#ifndef PF_KTHREAD
#define PF_KTHREAD 0x00200000
#endif
struct vma_iterator {
	struct mm_struct *mm;
	unsigned int next;
};
#define VMA_ITERATOR(name, of, address) struct vma_iterator name = { of, 0 }
struct vm_area_struct *rc_next_area(struct vma_iterator *at);
#define for_each_vma(at, vma) while ((vma = rc_next_area(&(at))))
static inline struct mm_struct *get_task_mm(struct task_struct *task)
{
	struct mm_struct *mm = task->flags & PF_KTHREAD ? NULL : task->mm;

	if (mm)
		mm->users++;
	return mm;
}
#define mmput(mm) ((void)((mm)->users--))
#define mmap_read_lock(mm) rc_lock(&(mm)->mmap_lock)
#define mmap_read_unlock(mm) rc_unlock(&(mm)->mmap_lock)

/* include/linux/sched.h, sched/task.h, pid_namespace.h, module.h */
#define TASK_TOMBSTONE ((void *)-1L)
#define get_task_struct(task) ((task)->references++, (task))
#define put_task_struct(task) ((void)((task)->references--))
#define task_active_pid_ns(task) NULL
#define get_pid_ns(ns) (ns)
#define put_pid_ns(ns) ((void)(ns))
#define module_put(module) ((void)(module))
#define nr_cpu_ids 4u
enum perf_event_task_context {
	perf_invalid_context = -1,
	perf_hw_context = 0,
	perf_sw_context,
	perf_nr_task_contexts
};
/* include/linux/sched/signal.h, for who asks: those of one address space. */
struct task_struct *rc_next_thread(const struct task_struct *of, struct task_struct *after);
#define for_each_thread(of, thread)                                 \
	for ((thread) = rc_next_thread(of, NULL); (thread);         \
	     (thread) = rc_next_thread(of, thread))
#define scoped_guard(kind) \
	for (int rc_once = (rcu_read_lock(), 1); rc_once; rc_once = (rcu_read_unlock(), 0))
#define RB_CLEAR_NODE(node) ((void)((node)->parent = (node)))
#define BUILD_ID_SIZE_MAX 20 /* include/linux/buildid.h */
#define INIT_HLIST_NODE(node) ((void)((node)->next = NULL, (node)->pprev = NULL))
static inline void list_splice(struct list_head *list, struct list_head *head)
{
	if (list_empty(list))
		return;
	list->next->prev = head;
	list->prev->next = head->next;
	head->next->prev = list->prev;
	head->next = list->next;
}
static inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	list_splice(list, head);
	INIT_LIST_HEAD(list);
}
#define init_task_work(work, function) ((void)(work))
#define irq_work_sync(work) ((void)(work))
#define local_clock rc_no_clock
static inline u64 rc_no_clock(void)
{
	return 0;
}

/* kernel/events/core.c: what an event has besides its filters. */
#define perf_event_cache NULL
#define kmem_cache_alloc_node(cache, gfp, node) kmalloc_zeroed(gfp)
#define kmalloc_zeroed(gfp) rc_alloc(sizeof(struct perf_event), gfp)
#define kmem_cache_free(cache, object) kfree(object)
struct pmu *rc_init_event(struct perf_event *event);
#define perf_init_event(event) rc_init_event(event)
#define perf_cgroup_connect(fd, event, attr, leader) (-EINVAL)
#define perf_detach_cgroup(event) ((void)(event))
#define is_cgroup_event(event) false
#ifndef RC_OPEN
#define exclusive_event_init(event) 0
#define exclusive_event_destroy(event) ((void)(event))
#endif
#define get_callchain_buffers(depth) 0
#define put_callchain_buffers() ((void)0)
#define security_perf_event_alloc(event) ((int)rc_ask("security_perf_event_alloc", 0))
#define security_perf_event_free(event) ((void)(event))
#define account_event(event) ((void)(event))
#define unaccount_event(event) ((void)(event))
#define ring_buffer_attach(event, buffer) ((void)(event))
#define perf_event_free_bpf_prog(event) ((void)(event))
#define perf_event_free_filter(event) ((void)(event))
#define alloc_task_ctx_data(pmu) NULL
struct perf_event_context;
struct perf_event_pmu_context *rc_pmu_context(struct perf_event_context *ctx);
#define find_get_pmu_context(pmu, ctx, event) rc_pmu_context(ctx)
#define put_pmu_ctx(context) ((void)(context))
#define put_ctx(ctx) ((void)refcount_dec_and_test(&(ctx)->refcount))
#define perf_event__header_size(event) ((void)(event))
#define perf_event__id_header_size(event) ((void)(event))
void rc_add_to_context(struct perf_event *event, struct perf_event_context *ctx);
#define add_event_to_ctx(event, ctx) rc_add_to_context(event, ctx)
#define perf_event_output_forward NULL
#define perf_event_output_backward NULL
static inline void perf_pending_irq(struct irq_work *work)
{
	(void)work;
}
#define perf_pending_disable perf_pending_irq
#define perf_pending_task NULL
#define perf_event_mmap_event(event) ((void)(event))
#if RC_LINUX < 6002
#define perf_event_enable_on_exec(number) ((void)(number))
#define perf_event_remove_on_exec(number) ((void)(number))
#else
#define perf_event_enable_on_exec(ctx) ((void)(ctx))
#define perf_event_remove_on_exec(ctx) ((void)(ctx))
#define perf_pin_task_context(task) rc_pinned_context(task)
struct perf_event_context *rc_pinned_context(struct task_struct *task);
#define perf_unpin_context(ctx) ((void)(ctx))
#endif
#define perf_event_is_tracing(event) false
/* What a switch of tasks does besides swapping contexts: PMUs are disabled meanwhile. */
#define perf_pmu_disable(pmu) ((void)(pmu))
#define perf_pmu_enable(pmu) ((void)(pmu))
#define perf_ctx_disable(ctx, cgroup) ((void)(ctx))
#define perf_ctx_enable(ctx, cgroup) ((void)(ctx))
#define perf_ctx_sched_task_cb(ctx, task, in) ((void)(ctx))
#define perf_event_swap_task_ctx_data(ctx, next) ((void)(ctx))
#define perf_event_sync_stat(ctx, next) ((void)(ctx))
#define task_ctx_sched_out(...) ((void)0)
#if RC_LINUX < 6002
struct perf_cpu_context;
struct perf_cpu_context *rc_cpu_context(struct perf_event_context *ctx);
#define __get_cpu_context(ctx) rc_cpu_context(ctx)
#endif

/* include/linux/uaccess.h, string_helpers.h: the string is the caller's. */
#define strndup_user(from, most) rc_strndup_user(from)
static inline char *rc_strndup_user(const char *from)
{
	char *copy = kstrdup(from, GFP_KERNEL);

	return copy ? copy : ERR_PTR(-ENOMEM);
}

/* arch/x86/include/asm/page.h, processor.h; arch/x86/events/core.c */
struct cpuinfo_x86 {
	u8 x86_virt_bits;
};
extern struct cpuinfo_x86 boot_cpu_data;
static inline bool __is_canonical_address(u64 address, u8 bits)
{
	return (u64)((s64)(address << (64 - bits)) >> (64 - bits)) == address;
}
#ifdef RC_OPEN
struct x86_pmu {
	atomic_t lbr_exclusive[3];
	bool lbr_pt_coexist;
};
extern struct x86_pmu x86_pmu;
enum {
	x86_lbr_exclusive_lbr,
	x86_lbr_exclusive_bts,
	x86_lbr_exclusive_pt,
	x86_lbr_exclusive_max
};
extern atomic_t active_events;
extern struct mutex pmc_reserve_mutex;
int x86_add_exclusive(unsigned int what);
void x86_del_exclusive(unsigned int what);
int x86_reserve_hardware(void);
void x86_release_hardware(void);
/* include/linux/atomic/atomic-arch-fallback.h */
static inline bool atomic_inc_unless_negative(atomic_t *count)
{
	if (atomic_read(count) < 0)
		return false;
	atomic_inc(count);
	return true;
}
static inline bool atomic_dec_unless_positive(atomic_t *count)
{
	if (atomic_read(count) > 0)
		return false;
	atomic_dec(count);
	return true;
}
/* include/linux/capability.h, security.h; arch/arm64/Kconfig */
#define perfmon_capable() (rc_ask("perfmon_capable", 0) != 0)
#define security_perf_event_open(...) 0
#define rc_option_CONFIG_PID_IN_CONTEXTIDR 1
#endif

/* drivers/hwtracing/coresight, arch/arm64/include/asm/virt.h */
struct clk;
#define is_kernel_in_hyp_mode() false

#endif
