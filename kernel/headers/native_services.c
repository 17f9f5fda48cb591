/* What the kernel's text asks for besides memory accesses, when it runs natively: the host's. */
#include "kernel.h"
#include "host.h"

extern const struct rc_host *rc_host;
#define host rc_host

const unsigned int rc_page_struct_bytes = sizeof(struct page);

/* The statics that each CPU has one of, as the linker laid them out. */
extern char __start_rc_cpu_data[] __attribute__((weak));
extern char __stop_rc_cpu_data[] __attribute__((weak));
void *rc_per_cpu_start(void)
{
	return __start_rc_cpu_data;
}
void *rc_per_cpu_end(void)
{
	return __stop_rc_cpu_data;
}

/* What of the text has run: clang's coverage counters, one a basic block, and where each starts. */
struct rc_blocks {
	unsigned char *counters, *counters_end;
	const uintptr_t *starts;
};
static struct rc_blocks rc_blocks_of_unit;

void __sanitizer_cov_8bit_counters_init(unsigned char *from, unsigned char *to)
{
	rc_blocks_of_unit.counters = from;
	rc_blocks_of_unit.counters_end = to;
}
void __sanitizer_cov_pcs_init(const uintptr_t *from, const uintptr_t *to)
{
	(void)to;
	rc_blocks_of_unit.starts = from;
}
/* The number of blocks; how often block `index` has run, modulo 256, and where it starts. */
unsigned int rc_block_count(void)
{
	return (unsigned int)(rc_blocks_of_unit.counters_end - rc_blocks_of_unit.counters);
}
unsigned int rc_block_runs(unsigned int index)
{
	return rc_blocks_of_unit.counters[index];
}
const void *rc_block_start(unsigned int index)
{
	return (const void *)rc_blocks_of_unit.starts[2 * index];
}

/* Who asks for memory without GFP_ATOMIC waits for it. mm/page_alloc.c prepare_alloc_pages */
static void rc_wait_for_memory(gfp_t gfp)
{
	if (gfp & GFP_KERNEL)
		host->may_sleep();
}
/* Who does not ask for zeroes gets what was there before. mm/page_alloc.c prep_new_page */
static void *rc_as_asked(void *memory, gfp_t gfp, size_t size)
{
	if (memory && !(gfp & __GFP_ZERO))
		for (size_t i = 0; i < size; i++)
			((u8 *)memory)[i] = 0x5a;
	return memory;
}
/* mm/page_alloc.c __alloc_pages: an order that there is none of is refused with a warning. */
struct page *rc_alloc_pages(int node, gfp_t gfp, unsigned int order)
{
	struct page *page;

	(void)node;
	rc_wait_for_memory(gfp);
	page = host->alloc_pages(order);
	if (order > MAX_PAGE_ORDER && !(gfp & __GFP_NOWARN))
		rc_warn("pages of an order that there is none of", __FILE__, __LINE__);
	if (page) {
		page->order = order;
		rc_as_asked(page->memory, gfp, PAGE_SIZE << order);
	}
	return page;
}
/* include/linux/page-flags.h PAGE_FLAGS_CHECK_AT_FREE, mm/page_alloc.c free_page_is_bad */
void rc_free_page(struct page *page)
{
	BUG_ON(PagePrivate(page));
	BUG_ON(page->mapping);
	/* Pages that are not split are freed together, by their order. */
	BUG_ON(page->order);
	host->drop_page(page);
}
void *vmalloc_user(size_t size)
{
	return host->alloc_run(PFN_UP(size));
}
void vfree(const void *memory)
{
	const unsigned long long pages = memory ? host->pages_of_run(memory) : 0;

	for (unsigned long long i = 0; i < pages; i++)
		rc_free_page(host->page_of((const char *)memory + (i << PAGE_SHIFT)));
}
struct page *rc_page_of(const void *address)
{
	return host->page_of(address);
}
void *rc_alloc(size_t size, gfp_t gfp)
{
	rc_wait_for_memory(gfp);
	return rc_as_asked(host->alloc(size), gfp, size);
}
void rc_free(const void *object)
{
	host->free(object);
}
u64 *rc_register(unsigned int number)
{
	return (u64 *)(uintptr_t)host->ask("register", number);
}
void *rc_per_cpu(const void *variable, int cpu)
{
	return host->place_on_cpu(variable, cpu);
}
void *rc_alloc_per_cpu(size_t size)
{
	return host->alloc_per_cpu(size);
}
int rc_cpu(void)
{
	return host->cpu();
}
int rc_context_level(void)
{
	return host->level();
}
bool rc_in_atomic(void)
{
	return host->atomic_now();
}
void rc_lock(int *held)
{
	host->lock(held);
}
bool rc_try_lock(int *held)
{
	return host->try_lock(held);
}
void rc_unlock(int *held)
{
	host->unlock(held);
}
bool irq_work_queue(struct irq_work *work)
{
	return host->queue_work(work, -1);
}
bool irq_work_queue_on(struct irq_work *work, int cpu)
{
	return host->queue_work(work, cpu);
}
void wake_up_all(wait_queue_head_t *queue)
{
	host->wake(queue);
}
void rc_call_rcu(struct rcu_head *head, rcu_callback_t func)
{
	host->after_grace(head, (void (*)(void *))func);
}
int smp_call_function_single(int cpu, void (*func)(void *info), void *info, int wait)
{
	(void)wait;
	return host->call_cpu(cpu, func, info);
}
unsigned long get_state_synchronize_rcu(void)
{
	return (unsigned long)host->ask("get_state_synchronize_rcu", 0);
}
void cond_synchronize_rcu(unsigned long state)
{
	host->ask("cond_synchronize_rcu", (long)state);
}

long long rc_ask(const char *name, long long argument)
{
	return host->ask(name, argument);
}

/* Tasks: one that maps and polls, one user that is charged. */
static struct task_struct rc_task;
static struct user_struct rc_user_of_task;
struct task_struct *rc_current = &rc_task;
struct user_struct *rc_user = &rc_user_of_task;

void poll_wait(struct file *file, wait_queue_head_t *queue, poll_table *wait)
{
	(void)file;
	(void)queue;
	wait->registered++;
}
void kill_fasync(struct fasync_struct **who, int signal, int band)
{
	(void)signal;
	if (*who)
		(*who)->sent = band;
	host->ask("kill_fasync", band);
}
unsigned long rc_limit(unsigned int which)
{
	return (unsigned long)host->ask("rlimit", which);
}
bool rc_capable(int capability)
{
	return host->ask("capable", capability) != 0;
}
bool rc_may_read(void)
{
	return host->ask("security_perf_event_read", 0) != 0;
}
bool rc_paranoid(void)
{
	return host->ask("perf_is_paranoid", 0) != 0;
}
unsigned int rc_online_cpus(void)
{
	return (unsigned int)host->ask("num_online_cpus", 0);
}
