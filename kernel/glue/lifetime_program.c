/* The program of buffers that come and go: tasks unmap them, redirect events to others and look at
 * them, by the kernel's text.
 *
 * Event A has buffer 1, which is mapped; event B may share it; event C has buffer 2. Buffers are
 * blocks of the heap, so that whoever uses one after it was freed is found. An RCU section is a word
 * that tells so, as in the specification, and only the task that looks at buffers has one: the others
 * hold a mapping or a mutex meanwhile. */
#include "world.c"

void __VERIFIER_assume(int condition);
void __LKMM_SPIN_LOCK(int *lock);
void __LKMM_SPIN_UNLOCK(int *lock);

/* The scenario's settings, by their numbers. */
enum { RC_CLOSE_ONE, RC_CLOSE_SAME, RC_CLOSE_OTHER, RC_CLOSE_NONE };
enum { RC_NO_REDIRECT, RC_BEFORE, RC_TO, RC_AWAY, RC_OFF_ON, RC_OWN_OFF };
enum { RC_NOBODY_LOOKS, RC_WALKER, RC_GETTER };

#define RC_C_ATTACHED (RC_SET_REDIRECT == RC_AWAY || RC_SET_REDIRECT == RC_OFF_ON)
#define RC_B_ATTACHED \
	(RC_SET_CLOSERS == RC_CLOSE_OTHER || RC_SET_REDIRECT == RC_BEFORE || RC_C_ATTACHED)
#define RC_BUFFERS 2

static struct perf_event *rc_a, *rc_b, *rc_c;
/* What is known of a buffer without looking at it. */
static struct {
	struct perf_buffer *at;
	struct user_struct user; /* is charged for it */
	int gone;
} rc_buffers[RC_BUFFERS];

/* ---- Locks, memory and grace periods. ---- */

void rc_lock(int *held)
{
	__LKMM_SPIN_LOCK(held);
}
void rc_unlock(int *held)
{
	__LKMM_SPIN_UNLOCK(held);
}

static struct page rc_pages[2 * RC_BUFFERS];
static unsigned int rc_page_count;

struct page *rc_alloc_pages(int node, gfp_t gfp, unsigned int order)
{
	struct page *page = &rc_pages[rc_page_count++];

	(void)node;
	page->memory = rc_alloc(PAGE_SIZE << order, gfp);
	return page;
}
struct page *rc_page_of(const void *memory)
{
	struct page *page = rc_pages;

	while (page->memory != memory)
		page++;
	return page;
}
void rc_free_page(struct page *page)
{
	free(page->memory);
}
void rc_free(const void *object)
{
	for (unsigned int b = 0; b < RC_BUFFERS; b++)
		if (rc_buffers[b].at == object)
			rc_buffers[b].gone = 1;
	free((void *)object);
}

/* 1 while a task is in an RCU section, and whether this task's count. */
static int rc_section;
static __thread bool rc_looks;

void rc_enter_section(void)
{
	if (!rc_looks)
		return;
	rc_store(&rc_section, sizeof(int), 1, RC_ONCE);
	smp_mb();
}
void rc_leave_section(void)
{
	if (rc_looks)
		rc_store(&rc_section, sizeof(int), 0, RC_RELEASE);
}
static void rc_wait_for_sections(void)
{
	smp_mb();
	__VERIFIER_assume(!rc_load(&rc_section, sizeof(int), RC_ACQUIRE));
}
unsigned long get_state_synchronize_rcu(void)
{
	return 0;
}
void cond_synchronize_rcu(unsigned long state)
{
	(void)state;
	rc_wait_for_sections();
}
void rc_call_rcu(struct rcu_head *head, rcu_callback_t func)
{
	rc_wait_for_sections();
	func(head);
}

/* ---- The tasks. ---- */

static void *munmap(void *event)
{
	struct file file = { .private_data = event };
	struct mm_struct memory = { .pinned_vm = { 0 } };
	struct vm_area_struct area = { .vm_file = &file, .vm_mm = &memory };

	perf_mmap_close(&area);
	return event;
}

static void *redirect(void *unused)
{
	if (RC_SET_REDIRECT == RC_OWN_OFF)
		perf_event_set_output(rc_a, NULL);
	else if (RC_SET_REDIRECT == RC_TO)
		perf_event_set_output(rc_b, rc_a);
	if (RC_SET_REDIRECT == RC_OFF_ON)
		perf_event_set_output(rc_b, NULL);
	if (RC_C_ATTACHED)
		perf_event_set_output(rc_b, rc_c);
	return unused;
}

static void *observer(void *unused)
{
	struct perf_buffer *rb;

	rc_looks = true;
	if (RC_SET_OBSERVER == RC_WALKER) {
		ring_buffer_wakeup(RC_C_ATTACHED ? rc_a : rc_b);
		return unused;
	}
	rb = ring_buffer_get(rc_b);
	if (rb) {
		rc_load(&rb->nr_pages, sizeof(int), RC_ONCE);
		ring_buffer_put(rb);
	}
	return unused;
}

/* ---- Before and after them. ---- */

static struct perf_buffer *rc_make_mapped(unsigned int number, struct perf_event *event,
					  int mappings)
{
	struct perf_buffer *rb = rc_new_buffer(1, 0, 0, 1);

	rc_buffers[number].at = rb;
	rb->mmap_user = &rc_buffers[number].user;
	atomic_long_set(&rb->mmap_user->perf_mlock, 2);
	atomic_set(&rb->mmap_count, mappings);
	atomic_set(&event->mmap_count, mappings);
	ring_buffer_attach(event, rb);
	return rb;
}

/* Each buffer was mapped when the tasks began. */
static void rc_judge(unsigned int number)
{
	struct perf_buffer *const rb = rc_buffers[number].at;
	const int attached = (rc_a->rb == rb) + (rc_b->rb == rb) + (rc_c->rb == rb);
	const int mappings = rc_buffers[number].gone ? 0 : rb->mmap_count.counter;
	const long charged = rc_buffers[number].user.perf_mlock.counter;

	rc_claim(mappings | !attached, "no event points to a buffer that nobody maps any more");
	rc_claim(rc_buffers[number].gone ? !attached : rb->refcount.refs.counter == attached,
		 "a buffer has a reference of each event that points to it");
	rc_claim(charged == (mappings ? 2 : 0),
		 "pages are charged as long as a buffer is mapped, and are given back once");
}

/* What runs at once, in the order of the scenario's threads. */
static struct rc_task {
	void *(*routine)(void *);
	void *argument;
} rc_tasks[4];
static unsigned int rc_task_count;

static void rc_add_task(void *(*routine)(void *), void *argument)
{
	rc_tasks[rc_task_count++] = (struct rc_task){ routine, argument };
}

static void rc_run_tasks(void)
{
	unsigned long long threads[ARRAY_SIZE(rc_tasks)];

	for (unsigned int t = 0; t < rc_task_count; t++)
		pthread_create(&threads[t], NULL, rc_tasks[t].routine, rc_tasks[t].argument);
	for (unsigned int t = 0; t < rc_task_count; t++)
		pthread_join(threads[t], NULL);
}

int main(void)
{
	const struct rc_event_setup setup = { .cpu = -1 };
	struct perf_buffer *rb;

	rc_a = rc_new_event(&setup);
	rc_b = rc_new_event(&setup);
	rc_c = rc_new_event(&setup);
	rb = rc_make_mapped(0, rc_a, RC_SET_CLOSERS == RC_CLOSE_SAME ? 2 : 1);
	if (RC_B_ATTACHED) {
		refcount_inc(&rb->refcount);
		ring_buffer_attach(rc_b, rb);
	}
	if (RC_SET_CLOSERS == RC_CLOSE_OTHER) {
		atomic_set(&rc_b->mmap_count, 1);
		atomic_set(&rb->mmap_count, 2);
	}
	if (RC_C_ATTACHED)
		rc_make_mapped(1, rc_c, 1);

	if (RC_SET_CLOSERS != RC_CLOSE_NONE)
		rc_add_task(munmap, rc_a);
	if (RC_SET_CLOSERS == RC_CLOSE_SAME)
		rc_add_task(munmap, rc_a);
	if (RC_SET_CLOSERS == RC_CLOSE_OTHER)
		rc_add_task(munmap, rc_b);
	if (RC_SET_REDIRECT > RC_BEFORE)
		rc_add_task(redirect, NULL);
	if (RC_SET_OBSERVER)
		rc_add_task(observer, NULL);
	rc_run_tasks();

	rc_judge(0);
	if (RC_C_ATTACHED)
		rc_judge(1);
	return 0;
}
