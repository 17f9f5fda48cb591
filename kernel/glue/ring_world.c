/* What the programs that `ringcheck kernel --scenario` explores have in common: a buffer in words
 * that have names, and a task that writes records to it by the kernel's text. */
#ifndef RC_RING_WORLD
#define RC_RING_WORLD

#include "world.c"

#define RC_DATA_SIZE (8 * RC_SET_WORDS)
#define rc_size_of(payload) (8 * (1 + (payload)))
/* The number of an interrupt's records follows those of the task's. */
#define RC_OF_INTERRUPT (RC_SET_RECORDS + 1)
#ifndef RC_SET_INTERRUPTS
#define RC_SET_INTERRUPT_PAYLOAD RC_SET_PAYLOAD
#define RC_SET_INTERRUPTS 0
#endif
#ifndef RC_EVENT_ID
#define RC_EVENT_ID 77
#endif
#ifndef RC_SET_WATERMARK
#define RC_SET_WATERMARK 0
#endif
/* Where the stream starts. */
#ifndef RC_SET_START
#define RC_SET_START 0ULL
#endif

/* What a reader has mapped: the data follow the user page. */
static struct {
	struct perf_event_mmap_page page;
	u64 data[RC_SET_WORDS] __attribute__((aligned(8 * RC_SET_WORDS)));
} rc_area;

static u64 rc_header(u64 type, u64 size)
{
	return type | size << 48;
}

static u64 rc_payload(u64 record, u64 word)
{
	return record << 16 | (word + 1);
}

/* The most payload that the scenario's parameters allow. */
#define RC_MOST_PAYLOAD 15

static void rc_write_record(u64 record, u64 payload)
{
	struct perf_output_handle handle;
	struct perf_sample_data data;
	u64 words[1 + RC_MOST_PAYLOAD];
	const unsigned int size = rc_size_of(payload);

	if (perf_output_begin(&handle, &data, rc_event, size))
		return;
	words[0] = rc_header(PERF_RECORD_SAMPLE, size);
	for (u64 word = 0; word < payload; word++)
		words[1 + word] = rc_payload(record, word);
	perf_output_copy(&handle, words, size);
	perf_output_end(&handle);
}

#ifndef RC_WAKEUPS
#ifdef RC_INTERRUPTS
/* ---- An interrupt of the task's CPU. ---- */

#ifndef RC_SET_LEVELS
#define RC_SET_LEVELS 1
#endif
/* Known to the writer's CPU alone: how often each level may come still, and the one that it is at, 0
 * for the task. */
static __thread unsigned int rc_interrupts_left[1 + RC_SET_LEVELS];
static __thread unsigned int rc_level;

/* True iff an interrupt above the level of the CPU has come, and is done. */
static bool rc_interrupted(void)
{
	const unsigned int before = rc_level;

	for (unsigned int level = before + 1; level <= RC_SET_LEVELS; level++) {
		if (!rc_interrupts_left[level] || !__VERIFIER_nondet_bool())
			continue;
		rc_interrupts_left[level]--;
		rc_level = level;
		rc_write_record(RC_OF_INTERRUPT, RC_SET_INTERRUPT_PAYLOAD);
		rc_level = before;
		return true;
	}
	return false;
}

void rc_interrupt_point(void)
{
	while (rc_interrupted())
		;
}
#endif

static void *writer(void *unused)
{
#ifdef RC_INTERRUPTS
	for (unsigned int level = 1; level <= RC_SET_LEVELS; level++)
		rc_interrupts_left[level] = RC_SET_INTERRUPTS;
#endif
	for (u64 record = 1; record <= RC_SET_RECORDS; record++)
		rc_write_record(record, RC_SET_PAYLOAD);
	rc_interrupt_point();
	return unused;
}
#endif

/* A buffer of the scenario's size, before there are threads. */
static struct perf_buffer *rc_make_buffer(int writable)
{
	rc_name_block(&rc_ring);
	rc_name_block(&rc_area.page);
	rc_name_block(rc_area.data);
	return rc_new_buffer(1, RC_SET_WATERMARK, 0, writable);
}

/* The event of `setup`, with a buffer. */
static void rc_make_ring(const struct rc_event_setup *setup, int writable)
{
	struct perf_buffer *rb;

	rc_event = rc_new_event(setup);
	rb = rc_make_buffer(writable);
	rc_attach(rc_event, rb);
	if (!RC_SET_START)
		return;
	rb->head.a.counter = rb->wakeup.a.counter = (long)RC_SET_START;
	rb->user_page->data_head = (unsigned long)RC_SET_START;
	rb->user_page->data_tail = RC_SET_START;
}

/* Runs both threads to their ends: the second and the third of the program. */
static void rc_run(void *(*writer)(void *), void *(*reader)(void *))
{
	unsigned long long threads[2]; /* as wide as the engine's are, whatever a long is */

	pthread_create(&threads[0], NULL, writer, NULL);
	pthread_create(&threads[1], NULL, reader, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
}

#endif
