/* The program of tasks that wait for records: a task writes them by the kernel's text, interrupt
 * work of its CPU wakes who waits, by the kernel's text too, and a reader on another CPU sleeps in
 * poll(2) until there is something to read.
 *
 * What is not of the perf core is ours: fs/select.c do_poll and pollwake, kernel/irq_work.c. A task
 * that would sleep for ever ends, and what is stored by then tells whether somebody wakes it. */
#define RC_EVENT_ID (77 + RC_SET_REDIRECTED)
#include "ring_world.c"

#ifndef RC_SET_REDIRECTED
#define RC_SET_REDIRECTED 1
#endif

void __LKMM_SPIN_LOCK(int *lock);
void __LKMM_SPIN_UNLOCK(int *lock);

/* The reader's event, and one that shares its buffer. */
static struct perf_event rc_event_a, rc_event_b;
/* 1 once the reader was woken: struct poll_wqueues, triggered. */
static int rc_triggered;
/* The reader sleeps for ever unless it was woken. */
static int rc_asleep;

/* ---- Interrupts of the writer's CPU. ---- */

/* 0: the task; 2: interrupt work; 3: an NMI, or a CPU without interrupts. */
static __thread unsigned int rc_level;
static __thread unsigned int rc_nmis_left;
static __thread struct irq_work *rc_raised;

static void rc_run_irq_work(void)
{
	struct irq_work *work = rc_raised;

	rc_raised = NULL;
	rc_level = 2;
	rc_store(&work->queued, sizeof(int), 0, RC_ONCE);
	smp_mb();
	work->func(work);
	rc_level = 0;
}

static void rc_run_nmi(void)
{
	const unsigned int level = rc_level;

	rc_nmis_left--;
	rc_level = 3;
	rc_write_record(RC_OF_INTERRUPT, RC_SET_INTERRUPT_PAYLOAD);
	rc_level = level;
}

void rc_interrupt_point(void)
{
	for (;;) {
		if (rc_level < 2 && rc_raised && __VERIFIER_nondet_bool())
			rc_run_irq_work();
		else if (rc_level < 3 && rc_nmis_left && __VERIFIER_nondet_bool())
			rc_run_nmi();
		else
			break;
	}
}

bool irq_work_queue(struct irq_work *work)
{
	const bool queued = rc_fetch(&work->queued, sizeof(int), RC_EXCHANGE, 1, RC_FULL);

	rc_raised = work;
	return !queued;
}

void wake_up_all(wait_queue_head_t *queue)
{
	if (queue != &rc_event_a.waitq)
		return;
	rc_interrupt_point();
	__LKMM_SPIN_LOCK(&queue->held);
	if (rc_load(&queue->entry, sizeof(int), RC_ONCE)) {
		smp_wmb();
		rc_store(&rc_triggered, sizeof(int), 1, RC_ONCE);
	}
	rc_interrupt_point();
	__LKMM_SPIN_UNLOCK(&queue->held);
}

static void rc_take_raised_interrupts(void)
{
	for (;;) {
		rc_interrupt_point();
		if (!rc_raised)
			break;
		rc_run_irq_work();
	}
}

static void *writer(void *unused)
{
	rc_level = 0;
	rc_raised = NULL;
	rc_nmis_left = RC_SET_INTERRUPTS;
	for (u64 record = 1; record <= RC_SET_RECORDS; record++) {
		rc_write_record(record, RC_SET_PAYLOAD);
#ifdef RC_NMI_IN_FIRST_RECORD
		if (record == 1)
			rc_take_raised_interrupts();
		rc_nmis_left = 0;
#endif
	}
	rc_take_raised_interrupts();
	return unused;
}

/* ---- The reader. ---- */

static void rc_stand_in_queue(wait_queue_head_t *queue, int there)
{
	__LKMM_SPIN_LOCK(&queue->held);
	(rc_store)(&queue->entry, sizeof(int), there, RC_ONCE);
	__LKMM_SPIN_UNLOCK(&queue->held);
}

void poll_wait(struct file *file, wait_queue_head_t *queue, poll_table *table)
{
	(void)file;
	if (table->registered)
		return;
	table->registered = 1;
	rc_stand_in_queue(queue, 1);
}

/* poll(2) without a timeout. False: the task sleeps for ever. */
static bool rc_wait_for_records(void)
{
	struct file file = { .private_data = &rc_event_a };
	poll_table table = { 0 };

	rc_level = 3;
	(rc_store)(&rc_triggered, sizeof(int), 0, RC_ONCE);
	for (;;) {
		if (perf_poll(&file, &table)) {
			rc_stand_in_queue(&rc_event_a.waitq, 0);
			return true;
		}
		if (!(rc_load)(&rc_triggered, sizeof(int), RC_ACQUIRE)) {
			rc_asleep = 1;
			return false;
		}
		(rc_store)(&rc_triggered, sizeof(int), 0, RC_ONCE);
		rc_order(RC_SMP_MB);
	}
}

#include "ring_reader.c"

int main(void)
{
	const struct rc_event_setup first = { .id = 77, .cpu = -1 };
	const struct rc_event_setup second = { .id = 78, .cpu = -1 };
	struct perf_event *a, *b;
	struct perf_buffer *rb;
	u64 unread;

	rc_level = 3;
	rc_name_block(&rc_event_a);
	a = rc_new_event(&first);
	rc_name_block(&rc_event_b);
	b = rc_new_event(&second);
	rb = rc_make_buffer(1);
	rc_attach(b, rb);
	rc_attach(a, rb);
	rc_event = RC_SET_REDIRECTED ? b : a;
	rc_run(writer, reader);
	if (rc_asleep && !rc_triggered) {
		unread = rc_area.page.data_head - rc_area.page.data_tail;
		rc_claim(unread <= RC_SET_WATERMARK,
			 "nobody sleeps for ever over more than a watermark of unread records");
		rc_claim((rc_ring.buffer.lost.a.counter == 0) |
				 (unread + rc_size_of(RC_SET_PAYLOAD) < RC_DATA_SIZE),
			 "nobody sleeps for ever over a buffer that refuses records");
	}
	return 0;
}
