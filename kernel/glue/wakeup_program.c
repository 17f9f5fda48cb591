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

/* The reader's event, and one that shares its buffer. */
static struct perf_event rc_event_a, rc_event_b;

#define rc_waiting rc_event_a
#define rc_nmi() rc_write_record(RC_OF_INTERRUPT, RC_SET_INTERRUPT_PAYLOAD)
#define RC_POLL_ROUNDS (RC_SET_RECORDS + RC_SET_INTERRUPTS + 2)
#include "sleep.c"

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
