/* What programs around an AUX area have in common: the area, in words that have names, and an event
 * whose driver fills it, as properties/aux/aux_world.cpp has it. */
#ifndef RC_AUX_WORLD
#define RC_AUX_WORLD

#define RC_CPU 1
/* Interrupt work is counted here, or wakes who sleeps. */
#define RC_WAKEUPS
#ifdef RC_RECORDS
/* Room for the records of all transactions, of four words each: twice that of a power of two. */
#define RC_DATA_WORDS (8 * (RC_SET_TRANSACTIONS > 3 ? 4 : RC_SET_TRANSACTIONS > 1 ? 2 : 1))
#endif
/* Words of the data ring, which has pages of RC_SET_UNITS words as the AUX area has. */
#ifndef RC_DATA_WORDS
#define RC_DATA_WORDS 0
#endif
#define RC_DATA_PAGES (RC_DATA_WORDS / RC_SET_UNITS ?: 1)
#include "world.c"

/* Bytes of a unit of trace: one word. */
#define RC_UNIT sizeof(u64)
#define RC_AUX_SIZE (RC_UNIT * RC_SET_UNITS)
/* Where the stream starts: a unit before a long of 32 bits changes its sign, if nobody says where. */
#ifndef RC_SET_START
#define RC_SET_START 0
#endif
#if defined(RC_LONG_32) && RC_SET_START == 0
#undef RC_SET_START
#define RC_SET_START 0x7ffffff8ULL
#endif
/* Units between wakeups. */
#ifndef RC_SET_CADENCE
#define RC_SET_CADENCE 2
#endif
#define RC_BETWEEN_WAKEUPS (RC_UNIT * RC_SET_CADENCE)

/* What a reader has mapped. */
static struct {
	struct perf_event_mmap_page page;
#if RC_DATA_WORDS
	u64 data[RC_DATA_WORDS];
#endif
	u64 trace[RC_SET_UNITS];
} rc_area;
static struct perf_event rc_tracer;
static struct perf_output_handle rc_handle;
static void *rc_aux_pages[1];

/* Unit `i` that session or transaction `session` makes. */
static u64 rc_trace_unit(u64 session, u64 i)
{
	return (session + 1) << 8 | (i + 1);
}

#ifdef RC_SLEEPS
#define rc_waiting rc_tracer
#define rc_triggered rc_tracer_triggered
#define rc_nmi() ((void)0)
#define RC_POLL_ROUNDS 3
#include "sleep.c"
#else
bool irq_work_queue(struct irq_work *work)
{
	return !rc_fetch(&work->queued, sizeof(int), RC_ADD, 1, RC_LOCAL);
}
void wake_up_all(wait_queue_head_t *queue)
{
	(void)queue;
}
#endif

static void *rc_make_private(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	(void)pages;
	(void)nr_pages;
	(void)overwrite;
	return event;
}
static void rc_drop_private(void *private)
{
	(void)private;
}

/* An event, a data ring, and an AUX area that stands at RC_SET_START, before there are threads. */
static void rc_make_aux(void)
{
	const struct rc_event_setup setup = { .id = 77, .cpu = -1 };
	struct perf_buffer *rb;

	rc_name_block(&rc_tracer);
	rc_event = rc_new_event(&setup);
	rc_event->pmu->setup_aux = rc_make_private;
	rc_event->pmu->free_aux = rc_drop_private;
	rc_name_block(&rc_ring);
	rc_name_block(&rc_area.page);
#if RC_DATA_WORDS
	for (unsigned int word = 0; word < RC_DATA_WORDS; word += RC_SET_UNITS)
		rc_name_block(&rc_area.data[word]);
#endif
	rb = rc_new_buffer(RC_DATA_WORDS / RC_SET_UNITS, 0, 0, 1);
	rc_attach(rc_event, rb);
	rc_name_block(rc_aux_pages);
	rc_name_block(rc_area.trace);
	rc_new_aux(rb, rc_event, 1, 1, RC_BETWEEN_WAKEUPS, 1);
	rb->aux_head = RC_SET_START;
	rb->aux_wakeup = RC_SET_START - RC_SET_START % RC_BETWEEN_WAKEUPS;
	rb->user_page->aux_head = RC_SET_START;
	rb->user_page->aux_tail = RC_SET_START;
}

#endif
