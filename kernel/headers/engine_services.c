/* What the kernel's text asks for besides memory accesses, when it runs on the engine: part of the
 * unit, after the kernel's text. One CPU writes; what makes the buffer runs before there are
 * threads. */
#include "kernel.h"

void *calloc(size_t count, size_t size);
void free(void *block);

#ifdef RC_INTERRUPTS
/* An interrupt may come before each word. */
void rc_copy_words(void *to, const void *from, size_t size)
{
	for (size_t done = 0; done < size; done += sizeof(u64)) {
		rc_interrupt_point();
		rc_copy((char *)to + done, (const char *)from + done, sizeof(u64), RC_MARKED_DATA);
	}
}
#endif

#ifndef RC_LIFETIME
/* The next blocks that are asked for, in order: those that have names of their own. */
static void *rc_named_blocks[32];
static unsigned int rc_named_next, rc_named_count;

static void rc_name_block(void *block)
{
	rc_named_blocks[rc_named_count++] = block;
}
void *rc_alloc(size_t size, gfp_t gfp)
{
	(void)gfp;
	if (rc_named_next < rc_named_count)
		return rc_named_blocks[rc_named_next++];
	return calloc(1, size);
}
void rc_free(const void *object)
{
	free((void *)object);
}
struct page *rc_alloc_pages(int node, gfp_t gfp, unsigned int order)
{
	struct page *page = calloc(1, sizeof(*page));

	(void)node;
	page->memory = rc_alloc(PAGE_SIZE << order, gfp);
	return page;
}
void rc_free_page(struct page *page)
{
	free(page);
}
#endif

void *rc_per_cpu(const void *variable, int cpu)
{
	(void)cpu;
	return (void *)variable;
}
void *rc_alloc_per_cpu(size_t size)
{
	return calloc(1, size);
}
#ifndef RC_CPU
#define RC_CPU 0
#endif
int rc_cpu(void)
{
	return RC_CPU;
}

/* Nothing else takes them before there are threads. */
bool rc_try_lock(int *held)
{
	*held = 1;
	return true;
}
#ifndef RC_LIFETIME
void rc_lock(int *held)
{
	*held = 1;
}
void rc_unlock(int *held)
{
	*held = 0;
}
#endif

#ifndef RC_WAKEUPS
/* Whom a wakeup reaches is no part of most programs. */
bool irq_work_queue(struct irq_work *work)
{
	(void)work;
	return true;
}
void wake_up_all(wait_queue_head_t *queue)
{
	(void)queue;
}
#endif

void *rc_memset(void *at, int byte, size_t size)
{
	return __builtin_memset(at, byte, size);
}

static struct task_struct rc_task;
static struct user_struct rc_user_of_task;
struct task_struct *rc_current = &rc_task;
struct user_struct *rc_user = &rc_user_of_task;
