/* The program of an event that has left a CPU on which its interrupt work is queued: that CPU runs the
 * work, the event writes a record on another one, and a task sleeps in poll(2), all by the kernel's
 * text. What properties/wakeup/perf_wakeup_moved.cpp does. Nobody is interrupted. */
#define RC_WAKEUPS
#define RC_SET_PAYLOAD 2
#define RC_SET_WORDS 8
#define RC_PAGE_SHIFT 6
#define RC_SET_RECORDS 1
#define RC_SET_WATERMARK 16
#include "ring_world.c"

static struct perf_event rc_event_a;

#define rc_waiting rc_event_a
#define RC_POLL_ROUNDS 3
#include "sleep.c"

static void *left(void *unused)
{
	rc_raised = &rc_event_a.pending_irq;
	rc_run_irq_work();
	return unused;
}

static void *writer(void *unused)
{
	rc_raised = NULL;
	rc_write_record(1, RC_SET_PAYLOAD);
	if (rc_raised)
		rc_run_irq_work();
	return unused;
}

static void *poller(void *unused)
{
	rc_wait_for_records();
	return unused;
}

int main(void)
{
	const struct rc_event_setup setup = { .id = RC_EVENT_ID, .cpu = -1 };
	void *(*const tasks[])(void *) = { left, writer, poller };
	unsigned long long threads[ARRAY_SIZE(tasks)];
	struct perf_buffer *rb;

	rc_name_block(&rc_event_a);
	rc_event = rc_new_event(&setup);
	rc_event->pending_irq.queued = 1;
	rb = rc_make_buffer(1);
	rc_attach(rc_event, rb);
	for (unsigned int i = 0; i < ARRAY_SIZE(tasks); i++)
		pthread_create(&threads[i], NULL, tasks[i], NULL);
	for (unsigned int i = 0; i < ARRAY_SIZE(tasks); i++)
		pthread_join(threads[i], NULL);
	if (rc_asleep && !rc_triggered)
		rc_claim(rc_area.page.data_head - rc_area.page.data_tail <= RC_SET_WATERMARK,
			 "nobody sleeps for ever over more than a watermark of unread records");
	return 0;
}
